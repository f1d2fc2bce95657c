import type { Knex } from 'knex';

/** The advisory lock of transactions that write usage: any number that nothing else uses. */
const LOCK = 7_251_002;

/** How long a change waits for rows or tables that somebody else has locked: what is our own is locked for seconds at most. */
const LOCK_WAIT = '60s';

/** Waits until no other transaction writes usage, and keeps others from it until the transaction ends. */
export async function lockUsage(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(${LOCK})`);
  await boundLocks(trx);
}

/** The same for the transactions of one import, which compute different accounts and need not wait for each other. */
export async function shareUsageLock(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock_shared(${LOCK})`);
  await boundLocks(trx);
}

/** Only then, as computing usage itself may take its time. */
async function boundLocks(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`set local lock_timeout = '${LOCK_WAIT}'`);
}
