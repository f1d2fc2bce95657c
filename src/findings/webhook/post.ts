import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FindingsWebhook } from '../../config/findingsWebhook.js';

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

export const RETRY_POLICY: RetryPolicy = { timeoutMs: 10_000, firstWaitMs: 500, attempts: 4, totalMs: 60_000 };

/** Client-error statuses after which another attempt may succeed: 408, 425 and 429. */
const RETRYABLE_STATUSES = [408, 425, 429];

/** Returns the signature header: HMAC-SHA256, in hexadecimal digits, of the timestamp, a full stop and the body. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/**
 * Posts a body until the receiver accepts it, up to `attempts` times. Each attempt has a new timestamp and signature.
 * It follows no redirects: only the operator's address receives the body.
 * @param key the same for the same body, so that a receiver can skip repetitions
 * @param until milliseconds since 1970 after which no further attempt begins
 * @returns the reason why the receiver did not accept it; null: it accepted it
 */
export async function post(
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
