import type { Knex } from 'knex';

/** The advisory lock of everything that writes records or paints: any number that nothing else uses. */
const LOCK = 7_251_002;

/** Lets imports and rebuilds take turns, until the transaction ends: what one has checked or read stays true. */
export async function takeTurn(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(${LOCK})`);
}
