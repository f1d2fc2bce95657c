import type { Knex } from 'knex';
import { DAY_MS, SLOTS, type DayRange } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import { SLOT_COLUMNS } from '../usage/usageRows.js';

/** What the rules look at of a day of intervals, in the canonical unit. */
export interface Day {
  readonly day: number;
  /** Milliseconds that data covers. */
  readonly covered: number;
  readonly quantity: number;
  readonly estimated: number;
  /** Of the half-hours that have data. */
  readonly highest: number;
  readonly lowest: number;
  /** From 0:00 to 5:00 UTC. */
  readonly night: number;
}

/** The half-hours of the night, 0:00 to 5:00 UTC. */
export const NIGHT_SLOTS = 10;

/** Days of an account that have interval data, by day; days without are not there. */
export type Days = ReadonlyMap<number, Day>;

export const isWhole = (day: Day | undefined): day is Day => day?.covered === DAY_MS;
/** Whether each half-hour of a day has the same value. */
export const isFlat = (day: Day): boolean => isWhole(day) && day.highest === day.lowest;

const NIGHT = SLOT_COLUMNS.slice(0, NIGHT_SLOTS)
  .map((slot) => `coalesce(${slot}, 0)`)
  .join(' + ');
const FIELDS = ['day', 'covered_ms', 'quantity', 'estimated', `greatest(${SLOT_COLUMNS.join(', ')})`];
const DAY = [...FIELDS, `least(${SLOT_COLUMNS.join(', ')})`, NIGHT].join(', ');

/** An account's days that are wanted; of several of one account, none overlap. */
export interface WantedDays extends DayRange {
  readonly account: number;
  /** Whether half-hours are means, as of temperatures, of which a run has the sum over its milliseconds. */
  readonly isMean: boolean;
}

/** What is painted of interval data, of several accounts in one statement. */
export async function readDays(
  trx: Knex.Transaction,
  wanted: readonly WantedDays[],
): Promise<ReadonlyMap<number, Days>> {
  const days = new Map(wanted.map(({ account }) => [account, new Map<number, Day>()]));
  if (wanted.length === 0) return days;
  const { rows }: { readonly rows: readonly PackedDays[] } = await trx.raw(
    `select u.account_key as account, 'days' as what, string_agg(concat_ws(',', ${DAY}), ';') as texts
     from usage_days u join ${WANTED} on u.account_key = w.account and u.day >= w.first and u.day < w.after
     where u.source = ${SOURCE.hh} group by 1
     union all
     select u.account_key, 'runs', string_agg(concat_ws(',', u.from_day, u.to_day, u.quantity, u.estimated), ';')
     from usage_runs u join ${WANTED} on u.account_key = w.account and u.to_day > w.first and u.from_day < w.after
     where u.source = ${SOURCE.hh} group by 1`,
    [...bound(wanted), ...bound(wanted)] as never[],
  );
  const ranges = new Map(wanted.map((one) => [one.account, one]));
  for (const { account, what, texts } of rows) {
    const own = days.get(account);
    const range = ranges.get(account);
    if (!own || !range) continue;
    for (const text of texts.split(';')) {
      const numbers = text.split(',').map(Number);
      if (what === 'days') addDay(own, numbers);
      else addRun(own, numbers, range);
    }
  }
  return days;
}

interface PackedDays {
  readonly account: number;
  readonly what: 'days' | 'runs';
  readonly texts: string;
}

const WANTED = '(select * from unnest(?::int[], ?::int[], ?::int[]) v(account, first, after)) w';

function bound(wanted: readonly WantedDays[]): readonly (readonly number[])[] {
  return [wanted.map(({ account }) => account), wanted.map(({ from }) => from), wanted.map(({ to }) => to)];
}

function addDay(days: Map<number, Day>, numbers: readonly number[]): void {
  const [day = 0, covered = 0, quantity = 0, estimated = 0, highest = 0, lowest = 0, night = 0] = numbers;
  days.set(day, { day, covered, quantity, estimated, highest, lowest, night });
}

/** A run has a row for days that are uniform and the same. */
function addRun(days: Map<number, Day>, numbers: readonly number[], range: WantedDays): void {
  const [from = 0, to = 0, quantity = 0, estimated = 0] = numbers;
  const slot = quantity / (range.isMean ? DAY_MS : SLOTS);
  for (let day = Math.max(from, range.from); day < Math.min(to, range.to); day += 1) {
    const night = slot * NIGHT_SLOTS;
    days.set(day, { day, covered: DAY_MS, quantity, estimated, highest: slot, lowest: slot, night });
  }
}

/** The half-hours of single days: null where there is nothing. */
export type Slots = ReadonlyMap<number, readonly (number | null)[]>;

/** The half-hours of those days of an account that are not uniform, and have interval data. */
export async function readSlots(trx: Knex.Transaction, account: number, days: readonly number[]): Promise<Slots> {
  if (days.length === 0) return new Map();
  const { rows }: { readonly rows: readonly { readonly day: number; readonly slots: readonly (number | null)[] }[] } =
    await trx.raw(
      `select day, array[${SLOT_COLUMNS.join(', ')}] as slots from usage_days
       where account_key = ? and source = ${SOURCE.hh} and day = any(?::int[])`,
      [account, [...days]] as never[],
    );
  return new Map(rows.map(({ day, slots }) => [day, slots]));
}
