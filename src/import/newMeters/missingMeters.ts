import { meterText, normalNumber, type MeterName, type Meters } from '../formats/meters.js';
import type { SourceRow } from '../sourceRow.js';

/** An unmatched meter: the file names it, and no account has it. */
export interface MissingMeter {
  /** The number of its point, as the file writes it first; null: the file states only serial numbers. */
  readonly point: string | null;
  /** The serial number; null: the file states none for the point, or several. */
  readonly serial: string | null;
  /** The types of account that the data fits; null: the format implies no type. */
  readonly types: readonly string[] | null;
  /** The label of the column with its number; null: the format has no columns. */
  readonly column: string | null;
  /** The units of its rows, in the order of the file. */
  readonly units: readonly string[];
  readonly rows: number;
}

/** Collects the unmatched meters of a file while the file is read. */
export interface MissingMeters {
  /**
   * Wraps a look-up so that it records the meters that it does not find.
   * @param companyId the company of the meters
   */
  wrap(meters: Meters, company: string): Meters;
  /** Returns the identifier of the company; null: the file names no meters. */
  company(): string | null;
  /**
   * Counts the rows of unmatched meters.
   * @throws Error that begins with "the" if there are more than {@link MAX_NEW_METERS} such meters
   */
  count(rows: readonly SourceRow[]): void;
  list(): readonly MissingMeter[];
}

/** The most accounts that the import of a file creates. */
export const MAX_NEW_METERS = 1_000;
/** Units to store per meter. */
const MAX_UNITS = 5;

/** The names, units and row count of an unmatched meter. */
interface CollectedMeter {
  readonly point: string | null;
  readonly serials: Set<string>;
  readonly types: readonly string[] | null;
  readonly column: string | null;
  readonly units: Set<string>;
  rows: number;
}

/** Creates the collector of one file. */
export function createMissingMeters(): MissingMeters {
  /** Look-ups without a match, by the text in `unmatched` of their rows. */
  const lookups = new Map<string, { readonly name: MeterName; readonly types: readonly string[] | undefined }>();
  const byKey = new Map<string, CollectedMeter>();
  let company: string | null = null;

  const collectedOf = (text: string): CollectedMeter | null => {
    const request = lookups.get(text);
    if (request === undefined) return null;
    const { name, types } = request;
    const point = (name.point?.trim() ?? '') || (name.either?.trim() ?? '');
    const serial = name.serial?.trim() ?? '';
    // All meters of a point form one account: a meter is exchanged, the point stays.
    const key = `${point === '' ? 'serial' : 'point'} ${normalNumber(point || serial)} ${types?.join() ?? ''}`;
    const collected = byKey.get(key) ?? {
      ...{ point: point || null, types: types ?? null, column: name.column ?? null },
      ...{ serials: new Set<string>(), units: new Set<string>(), rows: 0 },
    };
    if (!byKey.has(key)) byKey.set(key, collected);
    if (serial !== '') collected.serials.add(serial);
    if (name.unit !== undefined) collected.units.add(name.unit);
    if (byKey.size > MAX_NEW_METERS) throw new Error(tooManyText());
    return collected;
  };

  return {
    wrap(meters, companyId) {
      company = companyId;
      return {
        ...meters,
        createsMissing: true,
        find(name, types) {
          const result = meters.find(name, types);
          if ('unmatched' in result && !lookups.has(result.unmatched)) lookups.set(result.unmatched, { name, types });
          return result;
        },
      };
    },
    company: () => company,
    count(rows) {
      for (const { unmatched, names, values } of rows) {
        const collected = unmatched === undefined ? null : collectedOf(unmatched);
        if (collected === null) continue;
        collected.rows += 1;
        const unit = values[names.indexOf('unit')] ?? values[names.indexOf('units')];
        if (typeof unit === 'string' && collected.units.size < MAX_UNITS) collected.units.add(unit);
      }
    },
    list: () =>
      [...byKey.values()].map(({ serials, units, ...meter }) => {
        const [serial] = serials.size === 1 ? serials : [];
        return { ...meter, serial: serial ?? null, units: [...units] };
      }),
  };
}

/** Returns the number of an unmatched meter, for messages. */
export function missingText({ point, serial }: MissingMeter): string {
  return meterText({ point: point ?? undefined, serial: serial ?? undefined });
}

function tooManyText(): string {
  const most = MAX_NEW_METERS.toLocaleString('en');
  return `the file has more than ${most} meters without an account, but --create-meters creates at most ${most}: split the file, or import a file of accounts first`;
}
