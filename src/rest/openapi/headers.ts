import type { JsonSchema } from './components.js';

interface Header {
  readonly description: string;
  readonly example: string;
  /** The statuses with this header. Absent if it depends on the operation or every answer has it. */
  readonly on?: readonly number[];
}

/** The documented response headers. */
export const HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description: 'The identifier of the request, as sent by the client, or a new one.',
    example: '6aab6b71-07a3-4215-a97c-c64a049b5f70',
  },
  RateLimit: { description: 'The remaining points of the user, if there is a limit.', example: '"user";r=597;t=60' },
  'RateLimit-Policy': { description: 'The limit of the user, if there is one.', example: '"user";q=600;w=60' },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', example: '5', on: [429, 503] },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    example: 'ApiKey realm="utility-data-gateway"',
    on: [401],
  },
  Deprecation: {
    description: 'Date from which the operation, or the header with the key, is deprecated (RFC 9745).',
    example: '@1735689600',
  },
  Link: {
    description:
      'The first, prev, next and last pages of a list; the successor of a deprecated operation; or why a header is deprecated.',
    example: '</2.0/consumption?emissions=true>; rel="successor-version"',
  },
  ETag: {
    description: 'A weak entity tag. Responses with the same tag have the same content.',
    example: 'W/"x3vB0g5uvuHSlYQ5.jXMpjcosMffYwG9C.uMxs3nqIffCX7r4Z.11.8d4f0b6c2e915a37"',
  },
  'Sync-Watermark': {
    description:
      'The `updatedAt.gte` of the next sync. All changes missing from this response are at this time or later.',
    example: '2025-03-04T10:15:30.123Z',
  },
};

const ALWAYS = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** Returns references to the headers of every answer and to the given ones. */
export function headersFor(more: readonly string[]): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries([...ALWAYS, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Returns the headers that the references point to. */
export function headerComponents(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([name, { description, example }]) => [
      name,
      { description, schema: { type: 'string' }, example },
    ]),
  );
}
