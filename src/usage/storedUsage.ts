import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import type { DayRange } from './grid.js';
import type { MonthRow } from './monthSums.js';
import { DAY_COLUMNS, type DayRow, type UniformRangeRow } from './usageRows.js';

/** Rows of the three tables of stored usage. */
export interface UsageRows {
  readonly days: readonly DayRow[];
  readonly runs: readonly UniformRangeRow[];
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

/** A row read from `usage_days`. */
type StoredDay = Readonly<Record<string, unknown>> & Pick<DayRow, 'source' | 'day'>;

/** Reads the stored usage of an account in whole months. */
export async function readStored(
  trx: Knex.Transaction,
  account: number,
  days: DayRange,
  months: DayRange,
): Promise<UsageRows> {
  const ofAccount = { account_key: account };
  const stored: readonly StoredDay[] = await trx('usage_days')
    .where(ofAccount)
    .where('day', '>=', days.from)
    .where('day', '<', days.to);
  return {
    days: stored.map((row) => ({ source: row.source, day: row.day, values: DAY_COLUMNS.map((name) => row[name]) })),
    runs: await trx('usage_runs').where(ofAccount).where('from_day', '>=', days.from).where('from_day', '<', days.to),
    months: await trx('usage_months').where(ofAccount).where('month', '>=', months.from).where('month', '<', months.to),
  };
}

/** A change of stored usage. Removed rows are identified by key. */
export interface UsageChange {
  readonly removed: UsageRows;
  readonly added: UsageRows;
}

/** Returns the difference between stored and computed usage. */
export function changeOf(stored: UsageRows, computed: UsageRows): UsageChange {
  const days = difference(stored.days, computed.days, VALUES_OF.days);
  const runs = difference(stored.runs, computed.runs, VALUES_OF.runs);
  const months = difference(stored.months, computed.months, VALUES_OF.months);
  return {
    removed: { days: days.removed, runs: runs.removed, months: months.removed },
    added: { days: days.added, runs: runs.added, months: months.added },
  };
}

/** Returns the number of rows that a change touches. */
export function sizeOf({ removed, added }: UsageChange): number {
  const rows = (of: UsageRows): number => of.days.length + of.runs.length + of.months.length;
  return Math.max(rows(removed), rows(added));
}

type UsageTable = keyof typeof TABLES;

const value = (row: object, name: string): unknown => Reflect.get(row, name);

/** Functions that return the values of a row in the order of the columns. */
const VALUES_OF = {
  days: ({ values }: DayRow): readonly unknown[] => values,
  runs: (row: UniformRangeRow): readonly unknown[] => RUN_COLUMNS.map((name) => value(row, name)),
  months: (row: MonthRow): readonly unknown[] => MONTH_COLUMNS.map((name) => value(row, name)),
};

function difference<T extends object>(
  stored: readonly T[],
  computed: readonly T[],
  valuesOf: (row: T) => readonly unknown[],
): { readonly removed: readonly T[]; readonly added: readonly T[] } {
  // A new month needs no comparison.
  if (stored.length === 0) return { removed: [], added: computed };
  const text = (row: T): string => JSON.stringify(valuesOf(row));
  const [before, after] = [new Set(stored.map(text)), new Set(computed.map(text))];
  return {
    removed: stored.filter((row) => !after.has(text(row))),
    added: computed.filter((row) => !before.has(text(row))),
  };
}

/** Deletes the removed rows of a change. */
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

/** Writes the added rows of a change with COPY. */
export async function copyRows(database: Database, trx: Knex.Transaction, added: UsageRows): Promise<void> {
  const rows: Readonly<Record<UsageTable, readonly (readonly unknown[])[]>> = {
    days: added.days.map(VALUES_OF.days),
    runs: added.runs.map(VALUES_OF.runs),
    months: added.months.map(VALUES_OF.months),
  };
  for (const kind of ['days', 'runs', 'months'] as const) {
    if (rows[kind].length === 0) continue;
    const lines = rows[kind].map((values) => `${values.map(copyText).join('\t')}\n`);
    const statement = `copy ${TABLES[kind]} (${COLUMNS[kind].join(', ')}) from`;
    await database.copyIn(trx, statement, Readable.from([Buffer.from(lines.join(''))]));
  }
}

/** Formats a number, boolean, list of numbers or word for COPY. */
function copyText(given: unknown): string {
  if (given === null || given === undefined) return '\\N';
  if (Array.isArray(given)) return `{${given.join(',')}}`;
  return typeof given === 'string' ? given : JSON.stringify(given);
}
