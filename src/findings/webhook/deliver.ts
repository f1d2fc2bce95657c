import type { FindingsWebhook } from '../../config/findingsWebhook.js';
import type { Database, LockName } from '../../db/database.js';
import { countPendingEvents, digest, recordDelivered, readPendingEvents } from './pendingEvents.js';
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

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

/** The timeouts and retries of a delivery. */
export interface RetryPolicy {
  /** The timeout of a post in milliseconds. */
  readonly timeoutMs: number;
  /** The delay before the second attempt in milliseconds. It doubles for each further attempt. */
  readonly firstWaitMs: number;
  readonly attempts: number;
  /** The time in milliseconds after which the delivery starts no further post. */
  readonly totalMs: number;
}

const RETRY_POLICY: RetryPolicy = { timeoutMs: 10_000, firstWaitMs: 500, attempts: 4, totalMs: 60_000 };

/** Client-error statuses after which another attempt may succeed: 408, 425 and 429. */
const RETRYABLE_STATUSES = [408, 425, 429];

/** Returns the signature header: HMAC-SHA256, in hexadecimal digits, of the timestamp, a full stop and the body. */
function signatureOf(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/**
 * Posts a body until the receiver accepts it, up to `attempts` times. Each attempt has a new timestamp and signature.
 * It follows no redirects: only the operator's address receives the body.
 * @param key the same for the same body, so that a receiver can skip repetitions
 * @param until milliseconds since 1970 after which no further attempt begins
 * @returns the reason why the receiver did not accept it; null: it accepted it
 */
async function post(
  { url, secret }: FindingsWebhook,
  { body, key }: { readonly body: string; readonly key: string },
  { timeoutMs, firstWaitMs, attempts }: RetryPolicy,
  until: number,
): Promise<string | null> {
  let reason = '';
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const wait = attempt === 0 ? 0 : firstWaitMs * 2 ** (attempt - 1);
    if (attempt > 0 && Date.now() + wait >= until) break;
    await pause(wait);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'utility-data-gateway',
      'idempotency-key': key,
      'x-udg-timestamp': timestamp,
      'x-udg-signature': signatureOf(secret, timestamp, body),
    };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal });
      await response.body?.cancel();
      if (response.ok) return null;
      reason = `it answered ${response.status}`;
      if (response.status < 500 && !RETRYABLE_STATUSES.includes(response.status)) break;
    } catch (error) {
      reason = reasonOf(error, timeoutMs);
    }
  }
  return reason;
}

/** Returns the reason of a failure, which Node puts in the cause. It omits the address, which may contain a token. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `it did not answer within ${timeoutMs} ms`;
  const cause = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  return `it could not be reached${code === null ? '' : ` (${code})`}`;
}
