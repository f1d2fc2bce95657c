import type { Knex } from 'knex';
import type { UsageAccount } from './records.js';

/** Reads the properties on which the usage of accounts depends, by key. */
export async function readUsageAccounts(
  trx: Knex.Transaction,
  keys: readonly number[],
): Promise<ReadonlyMap<number, UsageAccount>> {
  const { rows }: { readonly rows: readonly Omit<UsageAccount, 'longestMs'>[] } = await trx.raw(
    `select account_key as key, type, meter_units as "meterUnits", consumption_priority as priority
     from accounts where account_key = any(?::int[])`,
    [[...keys]] as never[],
  );
  const longest: { readonly rows: readonly { readonly key: number; readonly ms: number }[] } = await trx.raw(
    'select account_key as key, longest_interval_ms as ms from account_shards where account_key = any(?::int[])',
    [[...keys]] as never[],
  );
  const longestOf = new Map(longest.rows.map(({ key, ms }) => [key, ms]));
  return new Map(rows.map((row) => [row.key, { ...row, longestMs: longestOf.get(row.key) ?? 0 }]));
}
