import { randomUUID } from 'node:crypto';

/** A place in a distributed trace (W3C Trace Context, level 1). */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: this service's part in it. */
  readonly spanId: string;
  /** Whether the caller records the trace. */
  readonly sampled: boolean;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

/**
 * The trace that a request belongs to: the caller's, or a new one when `traceparent` is absent or invalid. A later
 * version than 00 is read as far as it is like 00.
 */
export function traceOf(traceparent: string | readonly string[] | undefined): Trace {
  const [, version, traceId = '', parentId, flags = '', more] =
    FORM.exec(typeof traceparent === 'string' ? traceparent.trim() : '') ?? [];
  const valid =
    version !== undefined &&
    version !== 'ff' &&
    (version !== '00' || more === undefined) &&
    traceId !== NO_TRACE &&
    parentId !== NO_SPAN;
  const spanId = randomDigits().slice(16);
  if (!valid) return { traceId: randomDigits(), spanId, sampled: false };
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** 32 hexadecimal digits; Node draws the bytes of many at a time, as it does not for fewer. */
function randomDigits(): string {
  return randomUUID().replaceAll('-', '');
}

/** The header that says it. */
export function traceparentOf({ traceId, spanId, sampled }: Trace): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
