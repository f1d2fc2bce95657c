import type { Zone } from '../../values/zone.js';
import type { SourceRow } from '../sourceRow.js';
import type { WritingOptions } from './writtenCells.js';
import type { BillLookups } from './bills/billTypes.js';
import type { Recognised } from './table.js';
import type { IntervalMap } from './intervalMap.js';
import { meterText, type MeterMatch, type MeterName, type Meters } from './meters.js';

/** The options and look-ups that a reader of meter data needs in addition to the file. */
export interface FormatContext {
  readonly meters: Meters;
  /** Of the stamps of the file; null: not said. */
  readonly zone: Zone | null;
  /** Of the quantities, where the file states none; null: the account's. */
  readonly unit: string | null;
  /** Whether a stamp is the start or the end of its period; null: not said. */
  readonly stamps: 'start' | 'end' | null;
  /** The account that everything in the file is of; null: each meter's. */
  readonly account: string | null;
  /** The map of the columns (`--map` or a profile) for a file with a row for each interval. */
  readonly map: IntervalMap | null;
  /** Names of columns that are skipped. */
  readonly ignored: readonly string[];
  /** How numbers and dates are written. */
  readonly writing: WritingOptions;
  /** Whether the format was said, and not told from the content. */
  readonly isFormatGiven: boolean;
  /** Whether it was said what the file holds, and not told by its content. */
  readonly isResourceGiven: boolean;
  /** Whether the file is one of a folder. The options then apply only to the files that need them. */
  readonly isFolder: boolean;
  readonly recognised: Recognised;
  /** The lookups of a table of bills. */
  readonly bills?: BillLookups;
}

/**
 * Reads a file of meter data into rows, in batches.
 * @throws Error with a message that begins with "the" when the file as a whole cannot be read
 */
export type FormatReader = (
  texts: AsyncIterable<string>,
  context: FormatContext,
) => AsyncGenerator<readonly SourceRow[]>;

/** Rows of a batch: enough that waiting for one costs little, and few enough for memory. */
export const BATCH = 1_000;

/**
 * Makes the look-up of a file's meters. With an account given it is that one, and the file may then name one meter
 * only.
 * @throws Error when there is no such account; from the look-up, when the file names a second meter
 */
export function createFinder({ meters, account }: FormatContext): Meters['find'] {
  if (account === null) return (meter, types) => meters.find(meter, types);
  const only = meters.byId(account);
  if (!only) throw new Error(`the account ${account} is not one of ${meters.owner}`);
  let first: string | undefined;
  return (meter, types): MeterMatch => {
    const name = identity(meter);
    if (name === '') return { problem: 'names no meter' };
    first ??= name;
    if (name !== first) {
      throw new Error(`the file names several meters (${first} and ${name}), so --account does not apply`);
    }
    if (types && !types.includes(only.type)) {
      return { problem: `is data of ${types.join(' or ')}, and account ${only.id} is of ${only.type}` };
    }
    return { account: only };
  };
}

/**
 * Makes the look-up of a file that names no meter: it is of the account that is given.
 * @throws Error when none is given, or there is no such account
 */
export function createAccountFinder({ meters, account }: FormatContext): Meters['find'] {
  if (account === null && meters.createsMissing === true) {
    throw new Error(
      'the file names no meter, so --create-meters has nothing to create. Import the account, and name it with --account',
    );
  }
  if (account === null) throw new Error('the file names no meter: name its account with --account');
  const only = meters.byId(account);
  if (!only) throw new Error(`the account ${account} is not one of ${meters.owner}`);
  return () => ({ account: only });
}

/**
 * Refuses options that a format has no use for, as its files say it themselves.
 * @throws Error that names the option
 */
export function refuseUnitAndStamps(context: FormatContext): void {
  if (context.unit !== null) throw new Error('the file states its units, so --unit does not apply');
  refuseStamps(context);
}

/**
 * Refuses the option that says which end of a period a stamp is.
 * @throws Error that names the option
 */
export function refuseStamps({ stamps }: FormatContext): void {
  if (stamps !== null) throw new Error('the file states its periods, so --stamps does not apply');
}

/** The point, where there is one: meters are exchanged, points stay. */
function identity(meter: MeterName): string {
  const point = meter.point?.trim() ?? '';
  return point === '' ? meterText(meter) : point;
}
