import type { Snapshot } from '../data/database.js';
import { DAY_MS } from '../usage/grid.js';
import type { Period } from './periods.js';

/** How many accounts have, and have not, a contract at some time of a period. */
export interface ContractCoverage {
  readonly withContract: number;
  readonly withoutContract: number;
}

/** The contracts of accounts: from the start of the first day to the end of the last, none: open. */
export async function readContracts(
  snapshot: Snapshot,
  keys: readonly number[],
): Promise<(accounts: readonly number[], period: Period) => ContractCoverage> {
  const rows = await snapshot.rows<{ readonly key: number; readonly start: number; readonly last: number | null }>(
    `select account_key as key, extract(epoch from date_trunc('day', start_date))::float8 * 1000 as start,
         extract(epoch from date_trunc('day', end_date))::float8 * 1000 as last
       from contracts where account_key = any(?::int[])`,
    [[...keys]],
  );
  const contracts = new Map<number, { readonly start: number; readonly end: number }[]>();
  for (const { key, start, last } of rows) {
    const own = contracts.get(key) ?? [];
    contracts.set(key, own);
    own.push({ start, end: last === null ? Infinity : last + DAY_MS });
  }
  return (accounts, { start, end }) => {
    const covered = accounts.filter((key) =>
      contracts.get(key)?.some((contract) => contract.start < end && contract.end > start),
    );
    return { withContract: covered.length, withoutContract: accounts.length - covered.length };
  };
}
