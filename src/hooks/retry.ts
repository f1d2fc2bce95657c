import type { GatewayError } from './error.js';

const RETRIES = 3;
/** For longer waits the hook reports the error instead of retrying. */
const LONGEST_SECONDS = 30;
const UNREACHABLE_RETRIES = 1;
const UNREACHABLE_SECONDS = 1;

/**
 * Decides whether to retry (`retry` of TanStack Query): after 429 and 503 with a Retry-After, and once if the service
 * was not reached. Other errors would recur.
 * @param failures the number of earlier failures
 */
export function shouldRetry(failures: number, { code, status, retryAfter }: GatewayError): boolean {
  if (code === 'unreachable') return failures < UNREACHABLE_RETRIES;
  // A query that timed out would time out again.
  const isPassing = (status === 429 || status === 503) && code !== 'query-timeout';
  return isPassing && retryAfter !== null && retryAfter <= LONGEST_SECONDS && failures < RETRIES;
}

/** Returns the delay before a retry in milliseconds (`retryDelay` of TanStack Query). */
export function retryDelay(_failures: number, { retryAfter }: GatewayError): number {
  return (retryAfter ?? UNREACHABLE_SECONDS) * 1_000;
}
