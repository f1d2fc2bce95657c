/**
 * The closed table of errors of requests, by code. REST prints a code in RFC 9457 problem details, GraphQL in
 * `extensions.code`. A code is never reused for another error.
 */
export interface ErrorKind {
  readonly status: number;
  readonly title: string;
  /** The meaning and what the client can do, served at `/errors/<code>`. */
  readonly meaning: string;
}

export const ERRORS = {
  'invalid-parameter': {
    status: 400,
    title: 'Invalid parameter',
    meaning: 'A parameter or argument is unknown, repeated, or has an invalid value. `errors` lists each.',
  },
  'invalid-request': {
    status: 400,
    title: 'Invalid request',
    meaning: 'The request itself is malformed: its encoding, headers or body.',
  },
  'graphql-syntax': {
    status: 400,
    title: 'GraphQL syntax error',
    meaning: 'The query text is not a GraphQL document, or it exceeds the maximum length.',
  },
  'graphql-invalid': {
    status: 400,
    title: 'Invalid GraphQL request',
    meaning: 'The document or its variables do not match the schema.',
  },
  'query-too-complex': {
    status: 400,
    title: 'Query too complex',
    meaning:
      'The query exceeds a limit on depth, aliases, root fields, periods or cost. Select less, or request smaller pages.',
  },
  'invalid-key': {
    status: 401,
    title: 'No valid API key',
    meaning: 'Send a valid API key, `<USER_ID>:<secret>`, in the header x-api-key.',
  },
  'missing-scope': {
    status: 403,
    title: 'Missing scope',
    meaning: "The key's role does not grant the scope that this resource needs.",
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    meaning: 'The record does not exist, or this key may not see it.',
  },
  'unknown-path': { status: 404, title: 'Unknown path', meaning: 'No page or endpoint has this path.' },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path does not support this method. The header Allow lists the supported methods.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The Accept header excludes every media type of this response. `detail` names the media types.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    meaning: 'The header or the body of the request did not arrive in time.',
  },
  'no-longer-known': {
    status: 410,
    title: 'No longer available',
    meaning:
      'The service no longer has the deletions of the requested time. Read the whole list again, and continue from its Sync-Watermark.',
  },
  'request-too-large': { status: 413, title: 'Request too large', meaning: 'The request body exceeds its limit.' },
  'uri-too-long': { status: 414, title: 'URI too long', meaning: 'The request target exceeds its limit.' },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'Send the POST body of a GraphQL request as application/json in UTF-8.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Headers too large',
    meaning: 'The request has too many header fields, or they are too large.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The user has no points left, or the address sent too many invalid keys. Try again after Retry-After seconds.',
  },
  'client-gone': {
    status: 499,
    title: 'Client gone',
    meaning:
      'The client closed the connection before the response, so the service cancelled its query. Only the log has this code.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    meaning: 'The service failed. Find the cause in the log by the request id.',
  },
  'database-unavailable': {
    status: 503,
    title: 'Database unavailable',
    meaning: 'The service cannot reach or read the database; `detail` says why. Try again after Retry-After seconds.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    meaning: 'Other requests used all connections or memory for too long. Try again after Retry-After seconds.',
  },
  'query-timeout': {
    status: 503,
    title: 'Query timed out',
    meaning:
      'The statement took too long. Add a filter that `detail` names, or request less data. If `detail` says that the data is locked, try again after Retry-After seconds.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;
