import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import type { DayRange } from './grid.js';
import type { MonthRow } from './monthSums.js';
import { DAY_COLUMNS, type DayRow, type RunRow } from './usageRows.js';

/** Rows of the three tables of painted usage. */
export interface UsageRows {
  readonly days: readonly DayRow[];
  readonly runs: readonly RunRow[];
  readonly months: readonly MonthRow[];
}

const KEYS = { days: 'day', runs: 'from_day', months: 'month' } as const;
const TABLES = { days: 'usage_days', runs: 'usage_runs', months: 'usage_months' } as const;
export const RUN_COLUMNS = ['account_key', 'source', 'from_day', 'to_day', 'whole', 'quantity', 'estimated'];
export const MONTH_COLUMNS = [
  ...['account_key', 'source', 'month', 'covered_ms', 'decimals', 'quantity', 'estimated', 'day_quantity'],
  ...['hh', 'reading', 'invoice', 'custom'],
];
const COLUMNS = { days: DAY_COLUMNS, runs: RUN_COLUMNS, months: MONTH_COLUMNS } as const;

/** What is stored of an account in some whole months. */
export async function readStored(
  trx: Knex.Transaction,
  account: number,
  days: DayRange,
  months: DayRange,
): Promise<UsageRows> {
  const own = { account_key: account };
  return {
    days: await trx('usage_days').where(own).where('day', '>=', days.from).where('day', '<', days.to),
    runs: await trx('usage_runs').where(own).where('from_day', '>=', days.from).where('from_day', '<', days.to),
    months: await trx('usage_months').where(own).where('month', '>=', months.from).where('month', '<', months.to),
  };
}

/** A change of painted usage: rows that are removed, by their keys, and rows that are added. */
export interface UsageChange {
  readonly removed: UsageRows;
  readonly added: UsageRows;
}

/** What to change so that what is stored becomes what was painted; equal rows are left alone. */
export function changeOf(stored: UsageRows, painted: UsageRows): UsageChange {
  const days = difference(stored.days, painted.days, 'days');
  const runs = difference(stored.runs, painted.runs, 'runs');
  const months = difference(stored.months, painted.months, 'months');
  return {
    removed: { days: days.removed, runs: runs.removed, months: months.removed },
    added: { days: days.added, runs: runs.added, months: months.added },
  };
}

/** How many rows a change touches. */
export function sizeOf({ removed, added }: UsageChange): number {
  const rows = (of: UsageRows): number => of.days.length + of.runs.length + of.months.length;
  return Math.max(rows(removed), rows(added));
}

type Kind = keyof typeof TABLES;

const value = (row: object, name: string): unknown => Reflect.get(row, name);

function difference<T extends object>(
  stored: readonly T[],
  painted: readonly T[],
  kind: Kind,
): { readonly removed: readonly T[]; readonly added: readonly T[] } {
  // Of what was never painted nothing need be compared.
  if (stored.length === 0) return { removed: [], added: painted };
  const text = (row: T): string => JSON.stringify(COLUMNS[kind].map((name) => value(row, name) ?? null));
  const [before, after] = [new Set(stored.map(text)), new Set(painted.map(text))];
  return {
    removed: stored.filter((row) => !after.has(text(row))),
    added: painted.filter((row) => !before.has(text(row))),
  };
}

/** Removes the rows of an account that a change removes. */
export async function removeRows(trx: Knex.Transaction, account: number, { removed }: UsageChange): Promise<void> {
  for (const kind of ['days', 'runs', 'months'] as const) {
    const rows = removed[kind];
    if (rows.length === 0) continue;
    await trx.raw(
      `delete from ${TABLES[kind]} t using unnest(?::int[], ?::int[]) removed(source, key)
       where t.account_key = ? and t.source = removed.source and t.${KEYS[kind]} = removed.key`,
      [rows.map((row) => row.source), rows.map((row) => value(row, KEYS[kind])), account] as never[],
    );
  }
}

/** Writes the rows that a change adds, by COPY. */
export async function copyRows(database: Database, trx: Knex.Transaction, added: UsageRows): Promise<void> {
  for (const kind of ['days', 'runs', 'months'] as const) {
    const rows = added[kind];
    if (rows.length === 0) continue;
    const lines = rows.map((row) => `${COLUMNS[kind].map((name) => cell(value(row, name))).join('\t')}\n`);
    const statement = `copy ${TABLES[kind]} (${COLUMNS[kind].join(', ')}) from`;
    await database.copyIn(trx, statement, Readable.from([Buffer.from(lines.join(''))]));
  }
}

/** A number, flag, list of numbers or word in COPY's text format. */
function cell(given: unknown): string {
  if (given === null || given === undefined) return '\\N';
  if (Array.isArray(given)) return `{${given.join(',')}}`;
  return typeof given === 'string' ? given : JSON.stringify(given);
}
