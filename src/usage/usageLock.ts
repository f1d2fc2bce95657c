import type { Knex } from 'knex';

/** The number of the advisory lock for transactions that write usage. */
const LOCK = 7_251_002;

/** How long a change waits for locks of other applications. The service itself holds locks for a few seconds. */
const LOCK_WAIT = '60s';

/** Sets the lock timeout after the advisory lock, for which a transaction may wait longer: columns are computed in order. */
const BOUND = `set_config('lock_timeout', '${LOCK_WAIT}', true)`;

/** Takes the exclusive lock for writing usage until the transaction ends. */
export async function lockUsage(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(${LOCK}), ${BOUND}`);
}

/** Takes the shared lock. The transactions of an import write different accounts and need not wait for each other. */
export async function shareUsageLock(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock_shared(${LOCK}), ${BOUND}`);
}
