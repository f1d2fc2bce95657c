import type { Knex } from 'knex';
import { DAY_MS, HALF_HOURS_PER_DAY, type DayRange } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import { HALF_HOUR_COLUMNS } from '../usage/usageRows.js';
import { readSums, sumsSql, uniformSums, type DayParts } from './dayParts.js';

/** Figures of a day's intervals for the rules, in the canonical unit. */
export interface Day {
  readonly day: number;
  /** Covered time in milliseconds. */
  readonly covered: number;
  readonly quantity: number;
  readonly estimated: number;
  /** The highest value of a half-hour with data; `lowest` is the lowest one. */
  readonly highest: number;
  readonly lowest: number;
  /** The sums for each half-hour that begins local days of the requested time zone. */
  readonly sums: readonly DayParts[];
}

/** The days of an account with interval data, by day. Days without data are missing. */
export type Days = ReadonlyMap<number, Day>;

export const isCovered = (day: Day | undefined): day is Day => day?.covered === DAY_MS;
/** Returns whether all half-hours of a day have data with the same value. */
export const isFlat = (day: Day): boolean => isCovered(day) && day.highest === day.lowest;

const FIELDS = [
  ...['day', 'covered_ms', 'quantity', 'estimated'],
  ...['greatest', 'least'].map((name) => `${name}(${HALF_HOUR_COLUMNS.join(', ')})`),
];

/** The requested days of an account. Requests for one account do not overlap. */
export interface DaysRequest extends DayRange {
  readonly account: number;
  /**
   * Whether half-hours are means, such as temperatures. Then the row of uniform days stores the sum over its
   * milliseconds.
   */
  readonly isMean: boolean;
  /** The half-hours of UTC that begin days of its time zone; empty: the rules need only UTC days. */
  readonly starts: readonly number[];
}

/** Reads the stored usage of interval data, by account key. One statement reads all accounts of a time zone. */
export async function readDays(
  trx: Knex.Transaction,
  requests: readonly DaysRequest[],
): Promise<ReadonlyMap<number, Days>> {
  const groups = new Map<string, DaysRequest[]>();
  for (const one of requests) {
    const group = groups.get(one.starts.join());
    if (group) group.push(one);
    else groups.set(one.starts.join(), [one]);
  }
  const days = new Map<number, Days>();
  for (const group of groups.values()) {
    for (const [account, accountDays] of await readGroup(trx, group, group[0]?.starts ?? []))
      days.set(account, accountDays);
  }
  return days;
}

async function readGroup(
  trx: Knex.Transaction,
  requests: readonly DaysRequest[],
  starts: readonly number[],
): Promise<ReadonlyMap<number, Days>> {
  const days = new Map(requests.map(({ account }) => [account, new Map<number, Day>()]));
  const fields = [...FIELDS, ...sumsSql(starts)].join(', ');
  const { rows }: { readonly rows: readonly PackedDays[] } = await trx.raw(
    `select u.account_key as account, 'days' as what, string_agg(concat_ws(',', ${fields}), ';') as texts
     from usage_days u join ${REQUESTED_DAYS} on u.account_key = w.account and u.day >= w.first and u.day < w.after
     where u.source = ${SOURCE.hh} group by 1
     union all
     select u.account_key, 'runs', string_agg(concat_ws(',', u.from_day, u.to_day, u.quantity, u.estimated), ';')
     from usage_runs u join ${REQUESTED_DAYS} on u.account_key = w.account and u.to_day > w.first and u.from_day < w.after
     where u.source = ${SOURCE.hh} group by 1`,
    [...bindingsOf(requests), ...bindingsOf(requests)] as never[],
  );
  const ranges = new Map(requests.map((one) => [one.account, one]));
  for (const { account, what, texts } of rows) {
    const accountDays = days.get(account);
    const range = ranges.get(account);
    if (!accountDays || !range) continue;
    for (const text of texts.split(';')) {
      const numbers = text.split(',').map(Number);
      if (what === 'days') addDay(accountDays, numbers, starts);
      else addRun(accountDays, numbers, range);
    }
  }
  return days;
}

interface PackedDays {
  readonly account: number;
  readonly what: 'days' | 'runs';
  readonly texts: string;
}

const REQUESTED_DAYS = '(select * from unnest(?::int[], ?::int[], ?::int[]) v(account, first, after)) w';

function bindingsOf(requests: readonly DaysRequest[]): readonly (readonly number[])[] {
  return [requests.map(({ account }) => account), requests.map(({ from }) => from), requests.map(({ to }) => to)];
}

function addDay(days: Map<number, Day>, numbers: readonly number[], starts: readonly number[]): void {
  const [day = 0, covered = 0, quantity = 0, estimated = 0, highest = 0, lowest = 0, ...sums] = numbers;
  days.set(day, { day, covered, quantity, estimated, highest, lowest, sums: readSums(starts, sums) });
}

/** Adds a row that stores consecutive uniform days with equal values. */
function addRun(days: Map<number, Day>, numbers: readonly number[], range: DaysRequest): void {
  const [from = 0, to = 0, quantity = 0, estimated = 0] = numbers;
  const halfHour = quantity / (range.isMean ? DAY_MS : HALF_HOURS_PER_DAY);
  const sums = uniformSums(range.starts, halfHour);
  for (let day = Math.max(from, range.from); day < Math.min(to, range.to); day += 1) {
    days.set(day, { day, covered: DAY_MS, quantity, estimated, highest: halfHour, lowest: halfHour, sums });
  }
}

/** The half-hours of single days; null: no data. */
export type HalfHours = ReadonlyMap<number, readonly (number | null)[]>;

/** Reads the half-hours of the days of an account that have interval data and are not uniform. */
export async function readHalfHours(
  trx: Knex.Transaction,
  account: number,
  days: readonly number[],
): Promise<HalfHours> {
  if (days.length === 0) return new Map();
  const { rows }: { readonly rows: readonly { readonly day: number; readonly values: readonly (number | null)[] }[] } =
    await trx.raw(
      `select day, array[${HALF_HOUR_COLUMNS.join(', ')}] as "values" from usage_days
       where account_key = ? and source = ${SOURCE.hh} and day = any(?::int[])`,
      [account, [...days]] as never[],
    );
  return new Map(rows.map(({ day, values }) => [day, values]));
}
