import { operatorKeys } from '../data/access.js';
import type { Knex } from 'knex';
import type { HasTopology } from '../db/database.js';
import { recordChangeOfAccounts } from '../data/recordChange.js';
import { converter } from '../usage/records.js';
import { canonicalUnit } from '../usage/units.js';
import { findInBills } from './findInBills.js';
import { findInIntervals } from './findInIntervals.js';
import { findInReadings } from './findInReadings.js';
import { readBills } from './bills.js';
import { readAccounts } from './accounts.js';
import type { Around, ChangedAccount, Replaced } from './around.js';
import type { FindingAccount } from './finding.js';
import { merge } from './merge.js';
import { reaches } from './range.js';
import { rowsIn } from '../db/rowsIn.js';
import { areOf, changesOf, readFindings, writeFindings, type FindingChanges, type StoredFinding } from './stored.js';
import { readThresholds } from './thresholds.js';

/** Counts of found, resolved and written findings: see {@link FindingChanges}. */
export interface FindingCounts {
  readonly found: number;
  readonly resolved: number;
  /** Rows that differed. */
  readonly rows: number;
}

export const NO_FINDINGS: FindingCounts = { found: 0, resolved: 0, rows: 0 };

/**
 * Looks again at what has changed of some accounts, as far as the rules look, and writes what differs from what is stored, within
 * the caller's transaction.
 * @param dryRun only count what would change
 */
export async function find(
  database: HasTopology,
  trx: Knex.Transaction,
  changed: readonly ChangedAccount[],
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<FindingCounts> {
  if (changed.length === 0) return NO_FINDINGS;
  const keys = operatorKeys(changed.map(({ account }) => account));
  const { thresholds, calorificValue } = await readThresholds(rowsIn(trx));
  const accounts = await readAccounts(rowsIn(trx), keys);
  const stored = await readFindings(trx, keys);
  const convert = converter(calorificValue);
  const bills = await readBills(rowsIn(trx), accounts, convert);
  const around: Around = { trx, thresholds, accounts, stored, convert, bills };
  const replaced = [
    ...(await findInIntervals(around, changed)),
    ...(await findInReadings(around, changed)),
    ...(await findInBills(around, changed)),
  ];
  const changes = replaced.map(({ account, kinds, range, marks }) =>
    changesIn(account, { kinds, range, marks }, stored.get(account.key) ?? []),
  );
  return storeChanges(database, trx, changes, dryRun);
}

/** Writes what differs from what is stored, within the caller's transaction. */
export async function storeChanges(
  database: HasTopology,
  trx: Knex.Transaction,
  changes: readonly FindingChanges[],
  dryRun: boolean,
): Promise<FindingCounts> {
  const written = changes.flatMap((change) => change.written);
  if (written.length > 0 && !dryRun) {
    await recordChangeOfAccounts(database, trx, [...new Set(written.map((one) => one.account))]);
    await writeFindings(trx, written);
  }
  const sum = (of: 'found' | 'resolved'): number => changes.reduce((total, change) => total + change[of], 0);
  return { found: sum('found'), resolved: sum('resolved'), rows: written.length };
}

/** What to write so that the findings of some kinds in some days of an account are those that were found. */
export function changesIn(
  account: FindingAccount,
  { kinds, range, marks }: Omit<Replaced, 'account'>,
  stored: readonly StoredFinding[],
): FindingChanges {
  const { currency, timeZone, type } = account;
  const wording = { units: canonicalUnit(type), currency, timeZone };
  const found = kinds.flatMap((kind) => merge(kind, marks.get(kind) ?? [], wording));
  const ids = new Set(found.map(({ kind, from }) => `${kind} ${from}`));
  // What is gone is of no place any more, but may be found again.
  const own = stored
    .filter(areOf(kinds))
    .filter((one) => (one.isGone ? ids.has(`${one.kind} ${one.from}`) : reaches(one, range)));
  return changesOf(account, own, found);
}
