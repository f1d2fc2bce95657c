import { type VisibleKey, accountKeys } from '../data/access.js';
import type { VisibleSnapshot } from '../db/database.js';
import { sql } from '../db/sql.js';
import { dayOf } from '../usage/grid.js';
import type { Clock, Period } from './localTime.js';

/** The numbers of accounts with and without a contract at some time of a period. */
export interface ContractCoverage {
  readonly withContract: number;
  readonly withoutContract: number;
}

/**
 * Reads the contracts of accounts. A contract lasts from the start of its first local day to the end of its last;
 * without a last day it is open.
 * @returns a function that counts the contracts of a period. Contracts are of whole days, so it counts only once for
 * consecutive periods of one day
 */
export async function readContracts(
  snapshot: VisibleSnapshot,
  keys: readonly VisibleKey[],
  { startOf, localOf }: Clock,
): Promise<(accounts: readonly number[], period: Period) => ContractCoverage> {
  const rows = await snapshot.rows<{ readonly key: number; readonly first: number; readonly last: number | null }>(
    sql`select account_key as key, floor(extract(epoch from start_date) / 86400)::int as first,
         floor(extract(epoch from end_date) / 86400)::int as last
       from contracts where account_key = any(${accountKeys(keys)})`,
  );
  const contracts = new Map<number, { readonly start: number; readonly end: number }[]>();
  for (const { key, first, last } of rows) {
    const ofAccount = contracts.get(key) ?? [];
    contracts.set(key, ofAccount);
    ofAccount.push({ start: startOf(first), end: last === null ? Infinity : startOf(last + 1) });
  }
  const coverage = (accounts: readonly number[], { start, end }: Period): ContractCoverage => {
    const covered = accounts.filter((key) =>
      contracts.get(key)?.some((contract) => contract.start < end && contract.end > start),
    );
    return { withContract: covered.length, withoutContract: accounts.length - covered.length };
  };
  let last:
    { readonly accounts: readonly number[]; readonly day: number; readonly coverage: ContractCoverage } | undefined;
  return (accounts, period) => {
    const day = dayOf(localOf(period.start));
    if (period.end <= period.start || dayOf(localOf(period.end - 1)) !== day) return coverage(accounts, period);
    if (last?.accounts !== accounts || last.day !== day) last = { accounts, day, coverage: coverage(accounts, period) };
    return last.coverage;
  };
}
