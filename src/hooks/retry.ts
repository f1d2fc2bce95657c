import type { GatewayError } from './error.js';

const RETRIES = 3;
/** Who has to wait longer should be told, not kept waiting. */
const LONGEST_SECONDS = 30;
const UNREACHABLE_RETRIES = 1;
const UNREACHABLE_SECONDS = 1;

/**
 * Whether to ask again, TanStack Query's `retry`: when the service says after which time (429, 503), and once when it
 * was not reached. What is wrong with a question stays wrong.
 * @param failures before this one
 */
export function shouldRetry(failures: number, { code, status, retryAfter }: GatewayError): boolean {
  if (code === 'unreachable') return failures < UNREACHABLE_RETRIES;
  // What took too long takes as long again.
  const isPassing = (status === 429 || status === 503) && code !== 'query-timeout';
  return isPassing && retryAfter !== null && retryAfter <= LONGEST_SECONDS && failures < RETRIES;
}

/** When to ask again, TanStack Query's `retryDelay`. In milliseconds. */
export function retryDelay(_failures: number, { retryAfter }: GatewayError): number {
  return (retryAfter ?? UNREACHABLE_SECONDS) * 1_000;
}
