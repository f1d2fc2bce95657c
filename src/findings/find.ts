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
import type { FindingContext, ChangedAccount, FindingReplacement } from './context.js';
import type { FindingAccount } from './finding.js';
import { merge } from './merge.js';
import { reaches } from './range.js';
import { rowsIn } from '../db/rowsIn.js';
import { areOf, changesOf, readFindings, writeFindings, type FindingChanges, type StoredFinding } from './stored.js';
import { readThresholds } from './thresholds.js';

/** Counts of new or reopened, resolved and written findings; see {@link FindingChanges}. */
export interface FindingCounts {
  readonly opened: number;
  readonly resolved: number;
  /** The number of written rows. */
  readonly rows: number;
}

export const NO_FINDINGS: FindingCounts = { opened: 0, resolved: 0, rows: 0 };

/**
 * Checks the changed data of some accounts, as far as the rules read, and writes the changed findings within the
 * caller's transaction.
 * @param dryRun counts the changes without writing them
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
  const context: FindingContext = { trx, thresholds, accounts, stored, convert, bills };
  const replacements = [
    ...(await findInIntervals(context, changed)),
    ...(await findInReadings(context, changed)),
    ...(await findInBills(context, changed)),
  ];
  const changes = replacements.map(({ account, kinds, range, observations }) =>
    changesIn(account, { kinds, range, observations }, stored.get(account.key) ?? []),
  );
  return storeChanges(database, trx, changes, dryRun);
}

/** Writes changed findings within the caller's transaction. */
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
  const sum = (of: 'opened' | 'resolved'): number => changes.reduce((total, change) => total + change[of], 0);
  return { opened: sum('opened'), resolved: sum('resolved'), rows: written.length };
}

/** Returns the changes that make the stored findings equal to the detected ones, for some kinds and days of an account. */
export function changesIn(
  account: FindingAccount,
  { kinds, range, observations }: Omit<FindingReplacement, 'account'>,
  stored: readonly StoredFinding[],
): FindingChanges {
  const { currency, timeZone, type } = account;
  const wording = { units: canonicalUnit(type), currency, timeZone };
  const detected = kinds.flatMap((kind) => merge(kind, observations.get(kind) ?? [], wording));
  const ids = new Set(detected.map(({ kind, from }) => `${kind} ${from}`));
  // A finding that the data no longer shows counts in no range, but the rules may detect it again.
  const storedInRange = stored
    .filter(areOf(kinds))
    .filter((one) => (one.isGone ? ids.has(`${one.kind} ${one.from}`) : reaches(one, range)));
  return changesOf(account, storedInRange, detected);
}
