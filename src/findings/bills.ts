import { accountKey, accountKeys, type VisibleKey } from '../data/access.js';
import { raw, type Sql, sql } from '../db/sql.js';
import { DAY_MS, dayOf, END_DAY, FIRST_DAY, type DayRange } from '../usage/grid.js';
import { invoiceCounts, MS, type Convert } from '../usage/records.js';
import { SOURCE } from '../usage/sources.js';
import type { FindingAccount } from './finding.js';
import { digitsOf } from './money.js';
import type { ReadRows } from '../db/rowsIn.js';

export interface BillLine {
  readonly rateName: string | null;
  readonly units: string | null;
  /** The charged quantity, in `units`. */
  readonly consumption: number | null;
  readonly unitRate: number | null;
  readonly cost: number | null;
  /** The first day of the line, as a timestamp. The end date is the last day of the line. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** An invoice that counts, with its days. Amounts are in the currency of its account. */
export interface Bill extends DayRange {
  readonly id: string;
  readonly number: string | null;
  readonly supplier: string | null;
  /** In the canonical unit; null: the bill has no quantity, or its unit cannot be converted. */
  readonly quantity: number | null;
  readonly net: number | null;
  readonly tax: number | null;
  readonly total: number | null;
  /** Whether its last reading is estimated. */
  readonly isEstimated: boolean;
  readonly lines: readonly BillLine[];
  /** The decimals of its currency (ISO 4217); 2 if the currency is unknown. */
  readonly digits: number;
  /** The country of the meter, ISO 3166-1 alpha-2 in lower case; null: unknown. */
  readonly country: string | null;
}

/** Returns the smallest amount of a bill's currency: 0.01 for pounds. */
export const minorOf = ({ digits }: Pick<Bill, 'digits'>): number => 10 ** -digits;

/** Rounds an amount to the smallest unit of a bill's currency, which removes the error of binary fractions. */
export function inMoney(amount: number, bill: Pick<Bill, 'digits'>): number {
  return Number(amount.toFixed(bill.digits)) + 0;
}

interface BillRow extends Omit<Bill, 'from' | 'to' | 'quantity' | 'digits' | 'country'> {
  readonly account: number;
  readonly start: number;
  readonly last: number;
  readonly units: string | null;
  readonly value: number | null;
}

/** The maximum number of bills of an account that a check reads, and of several accounts that it holds at a time. */
export const MAX_BILLS = 5_000;

const IS_BILL = raw(`${invoiceCounts('i')} and simulated is not true`);
const msOf = (column: string): Sql => raw(MS(column));

/** Counts the rows that {@link readBills} reads, by account key. The result lacks accounts without bills. */
export async function countBills(read: ReadRows, keys: readonly VisibleKey[]): Promise<ReadonlyMap<number, number>> {
  const rows = await read<{ readonly account: number; readonly n: number }>(
    sql`select account_key as account, count(*)::int as n from invoices i
     where account_key = any(${accountKeys(keys)}) and ${IS_BILL} group by 1`,
  );
  return new Map(rows.map(({ account, n }) => [account, n]));
}

/** Reads the bills of accounts, by account key, in the order of their days. Forecasts are excluded. */
export async function readBills(
  read: ReadRows,
  accounts: ReadonlyMap<number, FindingAccount>,
  convert: Convert,
): Promise<ReadonlyMap<number, readonly Bill[]>> {
  const rows = await read<BillRow>(
    sql`select account_key as account, encode(_id, 'hex') as id, ${msOf('values_start_date')} as start,
       ${msOf('values_end_date')} as last, values_invoice_number as number, encode(supplier_id, 'hex') as supplier,
       values_units as units, values_total_units as value, values_net_total_cost as net, values_total_tax as tax,
       values_total_cost as total, coalesce(values_end_read_type ~* '^e', false) as "isEstimated", rates as lines
     from invoices i where account_key = any(${accountKeys([...accounts.values()].map(({ key }) => key))}) and ${IS_BILL}
     order by account_key, values_start_date, values_end_date, _id`,
  );
  const bills = new Map<number, Bill[]>();
  for (const { account: key, start, last, units, value, ...bill } of rows) {
    const account = accounts.get(key);
    const [from, to] = [Math.max(FIRST_DAY, dayOf(start)), Math.min(END_DAY, dayOf(last) + 1)];
    if (!account || to <= from) continue;
    const { type, meterUnits } = account;
    const conversion = convert({ key, type, meterUnits, priority: null, longestMs: 0 }, units);
    const quantity = value === null || !conversion ? null : value * conversion.factor;
    const accountBills = bills.get(key) ?? [];
    const { currency, country } = account;
    accountBills.push({
      ...bill,
      lines: bill.lines.map(lineOf),
      from,
      to,
      quantity,
      digits: digitsOf(currency),
      country,
    });
    bills.set(key, accountBills);
  }
  return bills;
}

/** Fills in the fields of a stored line that the import did not have. */
function lineOf(line: Partial<BillLine>): BillLine {
  const { rateName = null, units = null, consumption = null, unitRate = null, cost = null } = line;
  return {
    rateName,
    units,
    consumption,
    unitRate,
    cost,
    startDate: line.startDate ?? null,
    endDate: line.endDate ?? null,
  };
}

/** Reads the days of contracts, by account key. An open contract ends at infinity. */
export async function readContracts(
  read: ReadRows,
  keys: readonly VisibleKey[],
): Promise<ReadonlyMap<number, readonly DayRange[]>> {
  const rows = await read<{ readonly account: number; readonly start: number; readonly last: number | null }>(
    sql`select account_key as account, ${msOf('start_date')} as start, ${msOf('end_date')} as last
     from contracts where account_key = any(${accountKeys(keys)}) order by account_key, start_date, _id`,
  );
  const contracts = new Map<number, DayRange[]>();
  for (const { account, start, last } of rows) {
    const accountContracts = contracts.get(account) ?? [];
    accountContracts.push({ from: dayOf(start), to: last === null ? Infinity : dayOf(last) + 1 });
    contracts.set(account, accountContracts);
  }
  return contracts;
}

/**
 * The metered quantity of some days. It comes from intervals if they cover enough of the days, else from readings if
 * they do, else from the source that covers more.
 */
export interface Metered {
  readonly quantity: number;
  /** The share of the days that data covers, from 0 to 1. */
  readonly coverage: number;
  readonly source: 'hh' | 'reading';
}

interface MeteredRow extends DayRange {
  readonly source: number;
  readonly quantity: number;
  readonly covered: number;
}

/** The daily quantities of an account's intervals and readings. */
export interface MeteredOver {
  /** Returns the metered quantity of some days; null: the meter has no data for them. */
  readonly over: (days: DayRange) => Metered | null;
  /** The number of rows that were read. */
  readonly rows: number;
}

/**
 * Reads the daily quantities of an account.
 * @param range the days that `over` covers; null: none
 */
export async function readMetered(read: ReadRows, account: VisibleKey, range: DayRange | null): Promise<MeteredOver> {
  if (!range) return { over: () => null, rows: 0 };
  const { from, to } = range;
  const sources = sql`source in (${raw(SOURCE.hh)}, ${raw(SOURCE.reading)})`;
  const rows = await read<MeteredRow>(
    sql`select source, day as "from", day + 1 as "to", quantity, covered_ms as covered from usage_days
     where account_key = ${accountKey(account)} and ${sources} and day >= ${from} and day < ${to}
     union all select source, from_day, to_day, quantity, ${raw(DAY_MS)} from usage_runs
     where account_key = ${accountKey(account)} and ${sources} and to_day > ${from} and from_day < ${to}
     order by 1, 2`,
  );
  const bySource = (['hh', 'reading'] as const).map(
    (source) => [source, rows.filter((row) => row.source === SOURCE[source])] as const,
  );
  const over = (days: DayRange): Metered | null => {
    let most: Metered | null = null;
    for (const [source, sourceRows] of bySource) {
      let [quantity, covered] = [0, 0];
      for (const row of rowsOverlapping(sourceRows, days)) {
        const count = Math.min(row.to, days.to) - Math.max(row.from, days.from);
        quantity += row.quantity * count;
        covered += row.covered * count;
      }
      const coverage = covered / ((days.to - days.from) * DAY_MS);
      if (coverage >= MIN_COVERAGE) return { quantity, coverage, source };
      if (coverage > (most?.coverage ?? 0)) most = { quantity, coverage, source };
    }
    return most;
  };
  return { over, rows: rows.length };
}

/**
 * Returns the rows that overlap a range of days.
 * @param rows in order, without overlaps
 */
function rowsOverlapping(rows: readonly MeteredRow[], { from, to }: DayRange): readonly MeteredRow[] {
  return rows.slice(
    firstWhere(rows, (row) => row.to > from),
    firstWhere(rows, (row) => row.from >= to),
  );
}

/** Finds the index of the first row that meets a condition, by binary search. All later rows must meet it too. */
function firstWhere(rows: readonly MeteredRow[], holds: (row: MeteredRow) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row && holds(row)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The minimum share of billed days with metered data for a comparison. */
export const MIN_COVERAGE = 0.95;
