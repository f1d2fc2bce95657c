import type { VisibleKey } from '../data/access.js';
import { idParameter, sql, type VisibleSql } from '../db/sql.js';
import { inTurns } from '../values/turns.js';
import { converter } from '../usage/records.js';
import { readAccounts } from './accounts.js';
import { countBills, MAX_BILLS, readBills, readMetered } from './bills.js';
import { accountBillsOf, checkOf, type InvoiceCheck } from './check.js';
import { hull } from './range.js';
import type { ReadRows } from '../db/rowsIn.js';
import { readThresholds } from './thresholds.js';

/** The numbers of rows that the checks read in addition to their invoices. */
export interface CheckRowCounts {
  readonly bills: number;
  /** Rows of metered quantities: single days, and ranges of equal days. */
  readonly days: number;
}

/** Options of checks. */
export interface CheckOptions {
  /** The SQL condition that limits invoices `t` to those that the viewer has access to. */
  readonly visible: VisibleSql;
  /** Whether to read metered quantities. Without them the checks report that nothing is metered. */
  readonly isMetered: boolean;
  /** Called once, after the last row is read. */
  readonly onRead: (counts: CheckRowCounts) => void;
}

/**
 * Checks invoices, in the order of the identifiers. A viewer of an invoice also has access to its account's bills and
 * meter.
 * @param ids 24 hexadecimal digits each
 */
export async function readChecks(
  read: ReadRows,
  ids: readonly string[],
  { visible, isMetered, onRead }: CheckOptions,
): Promise<readonly InvoiceCheck[]> {
  const accountOf = await readAccountKeys(read, ids, visible);
  const { thresholds, calorificValue } = await readThresholds(read);
  const accounts = await readAccounts(read, [...new Set(accountOf.values())]);
  const counts = await countBills(
    read,
    [...accounts.values()].map(({ key }) => key),
  );
  const invoicesOf = new Map<VisibleKey, string[]>();
  const checks = new Map<string, InvoiceCheck>();
  for (const id of new Set(ids)) {
    const key = accountOf.get(id);
    if (key === undefined || !accounts.has(key)) checks.set(id, checkOf(id, 'no-account', thresholds));
    else if ((counts.get(key) ?? 0) > MAX_BILLS) checks.set(id, checkOf(id, 'too-many-bills', thresholds));
    else push(invoicesOf, key, id);
  }
  const convert = converter(calorificValue);
  const rowCounts = { bills: 0, days: 0 };
  for (const keys of batchesOf([...invoicesOf.keys()], counts)) {
    const batchAccounts = new Map([...accounts].filter(([key]) => keys.has(key)));
    const bills = await readBills(read, batchAccounts, convert);
    for (const account of batchAccounts.values()) {
      const { key } = account;
      const accountBills = bills.get(key) ?? [];
      const invoices = new Set(invoicesOf.get(key));
      const days = accountBills.filter(({ id }) => invoices.has(id)).map(({ from, to }) => ({ from, to }));
      const metered = await readMetered(read, key, !isMetered || days.length === 0 ? null : days.reduce(hull));
      const billed = accountBillsOf(account, accountBills, metered.over);
      await inTurns(invoices, (id) => checks.set(id, checkOf(id, billed, thresholds)));
      rowCounts.bills += accountBills.length;
      rowCounts.days += metered.rows;
    }
  }
  onRead(rowCounts);
  return ids.flatMap((id) => checks.get(id) ?? []);
}

/** Splits accounts, in order, into batches whose bills are read together. */
function batchesOf(keys: readonly number[], counts: ReadonlyMap<number, number>): readonly ReadonlySet<number>[] {
  const all: Set<number>[] = [];
  let [batch, billCount] = [new Set<number>(), 0];
  for (const key of keys) {
    const count = counts.get(key) ?? 0;
    if (batch.size === 0 || billCount + count > MAX_BILLS) {
      [batch, billCount] = [new Set(), 0];
      all.push(batch);
    }
    batch.add(key);
    billCount += count;
  }
  return all;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Reads the account keys of invoices, by invoice identifier. Invoices without an account are missing. */
async function readAccountKeys(
  read: ReadRows,
  ids: readonly string[],
  visible: VisibleSql,
): Promise<ReadonlyMap<string, VisibleKey>> {
  const rows = await read<{ readonly id: string; readonly account: VisibleKey }>(
    sql`select encode(_id, 'hex') as id, account_key as account from invoices t
     where _id = any(${ids.map(idParameter)}::bytea[]) and account_key is not null and ${visible}`,
  );
  return new Map(rows.map(({ id, account }) => [id, account]));
}
