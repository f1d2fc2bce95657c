import { nameKey } from '../../data/findByName.js';
import { suggest } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import { groupBy } from '../../values/groupBy.js';
import type { SourceRow } from '../sourceRow.js';
import type { BillLookups } from './bills/billTypes.js';
import type { IntervalMap } from './intervalMap.js';
import { type MeterMatch, type MeterName, type Meters, meterText } from './meters.js';
import type { Recognised } from './table.js';
import type { WritingOptions } from './writtenCells.js';

/** The options and look-ups that a reader of meter data needs in addition to the file. */
export interface FormatContext {
  readonly meters: Meters;
  /** The zone option for timestamps; null: not given. */
  readonly zone: Zone | null;
  /** The unit option for quantities without a unit; null: the unit of the account. */
  readonly unit: string | null;
  /** Whether a timestamp is the start or the end of its period; null: not given. */
  readonly stamps: 'start' | 'end' | null;
  /** The account of all data in the file; null: the account of each meter. */
  readonly account: string | null;
  /** The map of the columns (`--map` or a profile) for a file with a row for each interval. */
  readonly map: IntervalMap | null;
  /** Names of columns to ignore. */
  readonly ignored: readonly string[];
  /** The options for the form of numbers and dates. */
  readonly writing: WritingOptions;
  /** Whether an option states the format. Otherwise the content decides. */
  readonly isFormatGiven: boolean;
  /** Whether the user names the resource. Otherwise the content decides. */
  readonly isResourceGiven: boolean;
  /** Whether the file is one of a folder. The options then apply only to the files that need them. */
  readonly isFolder: boolean;
  readonly recognised: Recognised;
  /** The look-ups for a table of bills. */
  readonly bills?: BillLookups;
}

/**
 * Reads a file of meter data into rows, in batches.
 * @throws Error with a message that begins with "the" if the file cannot be read
 */
export type FormatReader = (
  texts: AsyncIterable<string>,
  context: FormatContext,
) => AsyncGenerator<readonly SourceRow[]>;

/** Rows of a batch: enough to make the cost per batch small, and few enough for memory. */
export const BATCH = 1_000;

/**
 * Creates the look-up of a file's meters. With a given account it returns that account, and the file may name only one
 * meter.
 * @throws Error if the account does not exist; from the look-up, if the file names a second meter
 */
export function createFinder({ meters, account }: FormatContext): Meters['find'] {
  if (account === null) return (meter, types) => meters.find(meter, types);
  const only = meters.byId(account);
  if (!only) throw new Error(`the account ${account} does not belong to ${meters.owner}`);
  let first: string | undefined;
  return (meter, types): MeterMatch => {
    const name = identity(meter);
    if (name === '') return { problem: 'has no meter' };
    first ??= name;
    if (name !== first) {
      throw new Error(`the file names several meters (${first} and ${name}), so --account does not apply`);
    }
    if (types && !types.includes(only.type)) {
      return { problem: `is ${types.join(' or ')} data, but account ${only.id} is a ${only.type} account` };
    }
    return { account: only };
  };
}

/**
 * Creates the look-up of a file without meters, which returns the given account.
 * @throws Error if no account is given, or it does not exist
 */
export function createAccountFinder({ meters, account }: FormatContext): Meters['find'] {
  if (account === null && meters.createsMissing === true) {
    throw new Error(
      'the file does not name a meter, so --create-meters has nothing to create: import the account first, then give it with --account',
    );
  }
  if (account === null) throw new Error('the file does not name a meter: give the account of the data with --account');
  const only = meters.byId(account);
  if (!only) throw new Error(`the account ${account} does not belong to ${meters.owner}`);
  return () => ({ account: only });
}

/**
 * Refuses options that do not apply, because the files of a format state the values.
 * @throws Error that names the option
 */
export function refuseUnitAndStamps(context: FormatContext): void {
  if (context.unit !== null) throw new Error('the file states its units, so --unit does not apply');
  refuseStamps(context);
}

/**
 * Refuses the option `--stamps` for files that state their periods.
 * @throws Error that names the option
 */
export function refuseStamps({ stamps }: FormatContext): void {
  if (stamps !== null) throw new Error('the file states its periods, so --stamps does not apply');
}

/** Returns the number of the point, else the meter: a meter is exchanged, its point stays. */
function identity(meter: MeterName): string {
  const point = meter.point?.trim() ?? '';
  return point === '' ? meterText(meter) : point;
}

/** The most accounts that a message names. */
const MAX_NAMED = 3;

/**
 * Creates the look-up of a file that names meters by number or by the name of an account. Finds a number first, then a
 * name within the company, and ignores case. An unmatched meter is listed with the nearest name or number.
 */
export function createNamedFinder(context: FormatContext): (meter: MeterName) => MeterMatch {
  const { accounts, owner } = context.meters;
  const find = createFinder(context);
  const named = groupBy(accounts, ({ name }) => nameKey(name ?? '') || null);
  const all = accounts.flatMap(({ name, meterPointNumber, meterSerialNumber }) =>
    [name, meterPointNumber, meterSerialNumber].filter((text) => typeof text === 'string'),
  );
  return (meter) => {
    const match = find(meter);
    if (!('unmatched' in match)) return match;
    const text = meterText(meter);
    const [account, ...others] = named.get(nameKey(text)) ?? [];
    if (account === undefined) {
      const near = suggest(text, all);
      return { unmatched: near === undefined ? text : `${text} (nearest: ${near})` };
    }
    if (others.length === 0) return { account };
    const same = [account, ...others];
    const list = same.slice(0, MAX_NAMED).map(({ id, meterPointNumber: point, meterSerialNumber: serial }) => {
      const number = point ?? serial;
      return number === null ? id : `${id} (${number})`;
    });
    const more = same.length > MAX_NAMED ? ' …' : '';
    return {
      problem: `is ambiguous: ${same.length} accounts of ${owner} have the name ${JSON.stringify(text)} (${list.join(', ')}${more}); write the meter number instead of the name`,
    };
  };
}
