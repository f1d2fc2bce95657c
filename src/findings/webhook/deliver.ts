import type { FindingsWebhook } from '../../config/findingsWebhook.js';
import type { Database, LockName } from '../../db/database.js';
import { RETRY_POLICY, post, type RetryPolicy } from './post.js';
import { countPendingEvents, digest, recordDelivered, readPendingEvents } from './pendingEvents.js';

/** The maximum number of findings per post. */
const EVENTS_PER_POST = 100;
/** The lock that a delivery holds. No other lock has its number. */
const LOCK: LockName = [7_251_015, 0];

/** Summary of a delivery. */
export interface Delivery {
  /** The number of delivered findings. */
  readonly delivered: number;
  /** The number of findings that remain for the next delivery. */
  readonly left: number;
  /** The reason why some remain, in words; null: nothing remains, or another process is delivering them. */
  readonly failure: string | null;
}

/**
 * Posts the events that the webhook has not received: new, reopened and resolved findings, a hundred at a time. It
 * records the accepted events, so the next delivery sends only the rest. If two processes call it, one of them
 * delivers.
 * @throws the database's error
 */
export async function deliver(
  database: Database,
  webhook: FindingsWebhook,
  policy: RetryPolicy = RETRY_POLICY,
): Promise<Delivery> {
  const until = Date.now() + policy.totalMs;
  return database.withLocks(async (locks) => {
    const { knex } = database;
    let delivered = 0;
    let failure: string | null = null;
    if (await locks.try(LOCK)) {
      for (;;) {
        const pending = await readPendingEvents(knex, EVENTS_PER_POST);
        if (pending.length === 0) break;
        if (Date.now() >= until) {
          failure = 'the delivery ran out of time';
          break;
        }
        const events = pending.map(({ event }) => event);
        const key = digest(events.map(({ id }) => id).join(' '));
        failure = await post(webhook, { body: JSON.stringify({ id: key, events }), key }, policy, until);
        if (failure !== null) break;
        await recordDelivered(knex, pending);
        delivered += pending.length;
      }
    }
    return { delivered, left: await countPendingEvents(knex), failure };
  });
}
