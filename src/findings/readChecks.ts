import { idParameter } from '../data/sql.js';
import { converter } from '../usage/records.js';
import { readAccounts } from './accounts.js';
import { readBills, readMetered, type Bill } from './bills.js';
import { checkOf, type Billed, type InvoiceCheck } from './check.js';
import type { FindingAccount } from './finding.js';
import { hull } from './range.js';
import type { ReadRows } from './rows.js';
import { readThresholds } from './thresholds.js';

/**
 * The checks of invoices, in the order of their identifiers. Whoever sees an invoice sees its account's bills and meter as well.
 * @param ids 24 hexadecimal digits each
 */
export async function readChecks(read: ReadRows, ids: readonly string[]): Promise<readonly InvoiceCheck[]> {
  const accountOf = await readAccountKeys(read, ids);
  const { thresholds, calorificValue } = await readThresholds(read);
  const accounts = await readAccounts(read, [...new Set(accountOf.values())]);
  const bills = await readBills(read, accounts, converter(calorificValue));
  const billed = new Map<number, Billed>();
  for (const [key, account] of accounts) {
    billed.set(key, await readBilled(read, account, bills.get(key) ?? [], new Set(ids)));
  }
  return ids.map((id) => checkOf(id, billed.get(accountOf.get(id) ?? NaN) ?? null, thresholds));
}

/** The keys of the accounts of invoices that have one. */
async function readAccountKeys(read: ReadRows, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await read<{ readonly id: string; readonly account: number }>(
    `select encode(_id, 'hex') as id, account_key as account from invoices
     where _id = any(?::bytea[]) and account_key is not null`,
    [ids.map(idParameter)],
  );
  return new Map(rows.map(({ id, account }) => [id, account]));
}

/** What the checks of some of an account's bills need. */
async function readBilled(
  read: ReadRows,
  account: FindingAccount,
  bills: readonly Bill[],
  ids: ReadonlySet<string>,
): Promise<Billed> {
  const days = bills.filter(({ id }) => ids.has(id)).map(({ from, to }) => ({ from, to }));
  const [first] = days;
  const meteredOver = first ? await readMetered(read, account.key, days.reduce(hull)) : () => null;
  return { account, bills, meteredOver };
}
