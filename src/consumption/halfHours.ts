import type { VisibleSnapshot } from '../db/database.js';
import { DataRow } from '../db/pgProtocol.js';
import { NOTHING, type Sql, raw, sql, unparsedFrom } from '../db/sql.js';
import { LETTERS } from '../usage/dayState.js';
import { DAY_MS, type DayRange, HALF_HOURS_PER_DAY, HALF_HOUR_MS } from '../usage/grid.js';
import {
  COMBINED_SOURCES,
  COMBINED_SOURCE_OF,
  type CombinedSource,
  SOURCE,
  type SourceCode,
} from '../usage/sources.js';
import { HALF_HOUR_COLUMNS } from '../usage/usageRows.js';
import { inTurns } from '../values/turns.js';
import { type Groups, daysWithin, keysToJoin, storedRows, uniformRangesWithin, withGroups } from './usageRows.js';

/** The source and range of the stored usage to read. */
export interface UsageSource {
  readonly source: SourceCode;
  readonly range: DayRange;
}

/** Uniform days, `[from, to)`, of a group's accounts: the quantity of one day and its estimated part. */
export interface UniformRange {
  readonly group: number;
  readonly source: SourceCode;
  readonly from: number;
  readonly to: number;
  readonly quantity: number;
  readonly estimated: number;
  readonly accounts: number;
}

/** Statements on the days of groups `g` of accounts. In `days`, `u` has the days that are not uniform. */
export interface HalfHourStatements {
  /** @param select makes the statement of rows from its `from` clause */
  readonly days: <Row>(select: (days: Sql) => Sql) => Promise<readonly Row[]>;
  /** The same for columns of numbers only. Some hundred columns by name cost more than their values. */
  readonly dayNumbers: (select: (days: Sql) => Sql) => Promise<readonly DataRow[]>;
  readonly uniformRanges: () => Promise<readonly UniformRange[]>;
}

/** Returns the statements on the stored usage of account groups over some days. */
export function halfHourStatements(
  snapshot: VisibleSnapshot,
  groups: Groups,
  { source, range }: UsageSource,
): HalfHourStatements {
  const read = <Row>(statement: Sql): Promise<readonly Row[]> =>
    snapshot.rows<Row>(sql`${withGroups(snapshot, groups)} ${statement}`);
  const keys = keysToJoin(snapshot, groups);
  const days = storedRows('usage_days', daysWithin(source, range), keys);
  const uniformRanges = storedRows('usage_runs', uniformRangesWithin(source, range), keys);
  return {
    days: (select) => read(select(days)),
    async dayNumbers(select) {
      const tuples = await snapshot.tuples(unparsedFrom(sql`${withGroups(snapshot, groups)} ${select(days)}`, 0));
      return tuples.map(([row]) => {
        if (row instanceof DataRow) return row;
        throw new Error('the engine returned a row with parsed values');
      });
    },
    uniformRanges: () =>
      read<UniformRange>(
        sql`select g."group", u.source, u.from_day as "from", u.to_day as "to", sum(u.quantity) as quantity,
           sum(u.estimated) as estimated, count(*)::int as accounts
         from ${uniformRanges} group by 1, 2, 3, 4 order by 1, 3, 4, 2`,
      ),
  };
}

/**
 * The approximate number of rows that the service reads at a time. It bounds the memory for results of the database.
 */
export const ROWS_AT_ONCE = 5_000;

/**
 * Reads the rows of a range, in parts if there may be many, and passes each row to a function.
 * @param perDay the expected number of rows of a day
 */
export async function eachRow<Row>(
  { from, to }: DayRange,
  perDay: number,
  read: (part: DayRange) => Promise<readonly Row[]>,
  visit: (row: Row, part: DayRange) => void,
): Promise<void> {
  const days = Math.max(1, Math.floor(ROWS_AT_ONCE / Math.max(1, perDay)));
  for (let first = from; first < to; first += days) {
    const part = { from: first, to: Math.min(to, first + days) };
    await inTurns(await read(part), (row) => {
      visit(row, part);
    });
  }
}

/** The average number of an account's uniform ranges per day: a range lies within a month. */
export const UNIFORM_RANGES_PER_DAY = 1 / 28;

/** Returns the days of a uniform range that lie in another range. */
export function daysIn({ from, to }: DayRange, range: DayRange): DayRange {
  return { from: Math.max(from, range.from), to: Math.min(to, range.to) };
}

/** The quantities of a group's half-hours over some days, and whether each has data. */
export interface HalfHourSums {
  readonly quantity: Float64Array;
  readonly present: Uint8Array;
}

/** Reads the sums of half-hours of account groups, without details. Half-hours without data are absent. */
export async function readHalfHourSums(
  snapshot: VisibleSnapshot,
  groups: Groups,
  source: UsageSource,
): Promise<ReadonlyMap<number, HalfHourSums>> {
  const { range } = source;
  const length = (range.to - range.from) * HALF_HOURS_PER_DAY;
  const halfHours = new Map<number, HalfHourSums>();
  const of = (group: number): HalfHourSums => {
    const ofGroup = halfHours.get(group) ?? { quantity: new Float64Array(length), present: new Uint8Array(length) };
    halfHours.set(group, ofGroup);
    return ofGroup;
  };
  // The rows of one account need no sums, which take the database longer than the rows.
  const isOne = groups.keys.length === 1;
  const sums = raw(HALF_HOUR_COLUMNS.map((name) => (isOne ? `u.${name}` : `sum(u.${name}) as ${name}`)).join(', '));
  const together = isOne ? NOTHING : sql` group by 1, 2`;
  await Promise.all([
    eachRow(
      range,
      new Set(groups.groups).size,
      (part) =>
        halfHourStatements(snapshot, groups, { ...source, range: part }).dayNumbers(
          (days) => sql`select g."group", u.day, ${sums} from ${days}${together}`,
        ),
      (row) => {
        const [group, day, ...daySums] = row.numbersFrom(0, 2 + HALF_HOURS_PER_DAY);
        const { quantity, present } = of(group ?? 0);
        let index = ((day ?? 0) - range.from) * HALF_HOURS_PER_DAY;
        for (const sum of daySums) {
          if (sum !== null) {
            quantity[index] = (quantity[index] ?? 0) + sum;
            present[index] = 1;
          }
          index += 1;
        }
      },
    ),
    eachRow(
      range,
      groups.keys.length * UNIFORM_RANGES_PER_DAY,
      (part) => halfHourStatements(snapshot, groups, { ...source, range: part }).uniformRanges(),
      (uniformRange, part) => {
        const [{ quantity, present }, days] = [of(uniformRange.group), daysIn(uniformRange, part)];
        for (
          let index = (days.from - range.from) * HALF_HOURS_PER_DAY;
          index < (days.to - range.from) * HALF_HOURS_PER_DAY;
          index += 1
        ) {
          quantity[index] = (quantity[index] ?? 0) + uniformRange.quantity / HALF_HOURS_PER_DAY;
          present[index] = 1;
        }
      },
    ),
  ]);
  return halfHours;
}

/** The half-hours of a group over some days: sums over its accounts, and the number of accounts with full coverage. */
export interface GroupHalfHours {
  readonly quantity: Float64Array;
  readonly estimated: Float64Array;
  readonly coveredMs: Float64Array;
  readonly full: Int32Array;
  /** The number of accounts with any data in the half-hour. */
  readonly present: Int32Array;
  /** For combined usage, the contribution of each source. A source without a contribution is absent. */
  readonly parts: Map<CombinedSource, PartHalfHours>;
}

/** The contribution of a source: the quantity, and the number of accounts with its data in the half-hour. */
interface PartHalfHours {
  readonly quantity: Float64Array;
  readonly present: Int32Array;
}

interface DayDetail {
  readonly group: number;
  readonly source: SourceCode;
  readonly day: number;
  readonly quantities: readonly (number | null)[];
  readonly estimates: readonly number[] | null;
  readonly coverage: readonly number[] | null;
  readonly picks: string | null;
}
const PART_OF_LETTER = new Map(COMBINED_SOURCES.map((part) => [LETTERS[part], part]));

/** The sums of half-hours over accounts `u`, then the number of accounts with data in each. */
const SUMS_AND_COUNTS = raw(
  ['sum', 'count'].flatMap((of) => HALF_HOUR_COLUMNS.map((name) => `${of}(u.${name}) as ${of}_${name}`)).join(', '),
);
const QUANTITIES = raw(`array[${HALF_HOUR_COLUMNS.map((name) => `u.${name}`).join(', ')}]`);

/** Reads the half-hours of account groups over some days. Half-hours without data are absent. */
export async function readGroupHalfHours(
  snapshot: VisibleSnapshot,
  groups: Groups,
  source: UsageSource,
): Promise<ReadonlyMap<number, GroupHalfHours>> {
  const { range } = source;
  const halfHours = new Map<number, GroupHalfHours>();
  const of = (group: number): GroupHalfHours => {
    const ofGroup = halfHours.get(group) ?? emptyHalfHours((range.to - range.from) * HALF_HOURS_PER_DAY);
    halfHours.set(group, ofGroup);
    return ofGroup;
  };
  /** Only combined usage has the contributions of sources. */
  const partOf = (code: number): CombinedSource | undefined =>
    source.source === SOURCE.combined ? COMBINED_SOURCE_OF.get(code) : undefined;
  const usageIn = (part: DayRange): HalfHourStatements =>
    halfHourStatements(snapshot, groups, { ...source, range: part });
  // Their first statements are sent together.
  await Promise.all([
    eachRow(
      range,
      new Set(groups.groups).size * SUMS_OF_DETAIL,
      (part) =>
        usageIn(part).dayNumbers(
          (days) => sql`select g."group", u.source, u.day, ${SUMS_AND_COUNTS} from ${days} group by 1, 2, 3`,
        ),
      (row) => {
        const [group, code, day, ...sums] = row.numbersFrom(0, 3 + 2 * HALF_HOURS_PER_DAY);
        addDay(of(group ?? 0), sums, ((day ?? 0) - range.from) * HALF_HOURS_PER_DAY, partOf(code ?? 0));
      },
    ),
    eachRow(
      range,
      groups.keys.length,
      (part) =>
        usageIn(part).days<DayDetail>(
          (days) => sql`select g."group", u.source, u.day, ${QUANTITIES} as quantities, u.estimates, u.coverage, u.picks
           from ${days} where num_nonnulls(u.estimates, u.coverage, u.picks) > 0`,
        ),
      (row) => {
        addDetail(of(row.group), row, range);
      },
    ),
    eachRow(
      range,
      groups.keys.length * UNIFORM_RANGES_PER_DAY,
      (part) => usageIn(part).uniformRanges(),
      (row, days) => {
        const own = { mean: groups.means.has(row.group), part: partOf(row.source) };
        addUniformRange(of(row.group), row, range, daysIn(row, days), own);
      },
    ),
  ]);
  return halfHours;
}

/** The memory of a row of sums, in rows of details. Most details are absent. */
const SUMS_OF_DETAIL = 2;

function emptyHalfHours(length: number): GroupHalfHours {
  return {
    quantity: new Float64Array(length),
    estimated: new Float64Array(length),
    coveredMs: new Float64Array(length),
    full: new Int32Array(length),
    present: new Int32Array(length),
    parts: new Map(),
  };
}

/** Adds the contribution of a source to a half-hour. */
function addPart(into: GroupHalfHours, part: CombinedSource, index: number, value: number, count: number): void {
  let partHalfHours = into.parts.get(part);
  if (!partHalfHours) {
    const { length } = into.quantity;
    partHalfHours = { quantity: new Float64Array(length), present: new Int32Array(length) };
    into.parts.set(part, partHalfHours);
  }
  add(partHalfHours.quantity, index, value);
  add(partHalfHours.present, index, count);
}

function add(array: Float64Array | Int32Array, index: number, value: number): void {
  array[index] = (array[index] ?? 0) + value;
}

/**
 * Adds the sums of a day.
 * @param sums of the half-hours, then the number of accounts with data in each
 * @param from index of the day's first half-hour
 */
function addDay(
  into: GroupHalfHours,
  sums: readonly (number | null)[],
  from: number,
  part: CombinedSource | undefined,
): void {
  for (let halfHour = 0; halfHour < HALF_HOURS_PER_DAY; halfHour += 1) {
    const sum = sums[halfHour] ?? null;
    if (sum === null) continue;
    const count = sums[HALF_HOURS_PER_DAY + halfHour] ?? 0;
    const index = from + halfHour;
    add(into.quantity, index, sum);
    add(into.present, index, count);
    add(into.full, index, count);
    add(into.coveredMs, index, count * HALF_HOUR_MS);
    if (part !== undefined) addPart(into, part, index, sum, count);
  }
}

/** Adds the details that day sums lack: estimates, partly covered half-hours, and the sources of combined usage. */
function addDetail(
  into: GroupHalfHours,
  { day, quantities, estimates, coverage, picks }: DayDetail,
  range: DayRange,
): void {
  for (let halfHour = 0; halfHour < HALF_HOURS_PER_DAY; halfHour += 1) {
    const index = (day - range.from) * HALF_HOURS_PER_DAY + halfHour;
    const quantity = quantities[halfHour];
    if (estimates) add(into.estimated, index, estimates[halfHour] ?? 0);
    if (quantity === null || quantity === undefined) continue;
    if (coverage && coverage[halfHour] !== HALF_HOUR_MS) {
      add(into.full, index, -1);
      add(into.coveredMs, index, (coverage[halfHour] ?? 0) - HALF_HOUR_MS);
    }
    const part = PART_OF_LETTER.get(picks?.[halfHour] ?? '');
    if (part !== undefined) addPart(into, part, index, quantity, 1);
  }
}

function addUniformRange(
  into: GroupHalfHours,
  { quantity, estimated, accounts }: UniformRange,
  range: DayRange,
  days: DayRange,
  { mean, part }: { readonly mean: boolean; readonly part: CombinedSource | undefined },
): void {
  const perHalfHour = quantity / (mean ? DAY_MS : HALF_HOURS_PER_DAY);
  for (
    let index = (days.from - range.from) * HALF_HOURS_PER_DAY;
    index < (days.to - range.from) * HALF_HOURS_PER_DAY;
    index += 1
  ) {
    add(into.quantity, index, perHalfHour);
    add(into.estimated, index, estimated / HALF_HOURS_PER_DAY);
    add(into.coveredMs, index, accounts * HALF_HOUR_MS);
    add(into.full, index, accounts);
    add(into.present, index, accounts);
    if (part !== undefined) addPart(into, part, index, perHalfHour, accounts);
  }
}
