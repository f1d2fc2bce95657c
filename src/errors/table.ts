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
    meaning: 'A parameter or argument is unknown, repeated, or has a value that is not allowed; `errors` lists each.',
  },
  'invalid-request': {
    status: 400,
    title: 'Invalid request',
    meaning: 'The request itself is malformed: its encoding, headers or body.',
  },
  'graphql-syntax': {
    status: 400,
    title: 'GraphQL syntax error',
    meaning: 'The query text is not a GraphQL document, or is longer than is allowed.',
  },
  'graphql-invalid': {
    status: 400,
    title: 'Invalid GraphQL request',
    meaning: 'The document or its variables do not fit the schema.',
  },
  'query-too-complex': {
    status: 400,
    title: 'Query too complex',
    meaning: 'The query exceeds a bound on depth, aliases, root fields or cost; ask for less or in smaller pages.',
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
    meaning: 'There is no such record, or none that this key may see.',
  },
  'unknown-path': { status: 404, title: 'Unknown path', meaning: 'Nothing is served at this path.' },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'This path does not take the method; the header Allow lists those it takes.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The Accept header excludes every media type that the answer can have; `detail` names them.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    meaning: 'The header or the body of the request came too slowly, or not at all.',
  },
  'no-longer-known': {
    status: 410,
    title: 'No longer known',
    meaning:
      'What was deleted is kept for some time, and the request asks for what was before: walk the whole list anew, and go on from its Sync-Watermark.',
  },
  'request-too-large': { status: 413, title: 'Request too large', meaning: 'The request body exceeds its limit.' },
  'uri-too-long': { status: 414, title: 'URI too long', meaning: 'The request target exceeds its limit.' },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'GraphQL takes a POST body as application/json in UTF-8.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Headers too large',
    meaning: 'The request has too many header fields, or too large ones.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    meaning: 'The limit of the user, or of failed keys of an address, is used up; try again after Retry-After seconds.',
  },
  'client-gone': {
    status: 499,
    title: 'Client gone',
    meaning: 'The client left before the answer, so its query was ended; only the log sees this.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    meaning: 'Something went wrong on our side; the request id finds it in the log.',
  },
  'database-unavailable': {
    status: 503,
    title: 'Database unavailable',
    meaning:
      'The database cannot be reached or read right now, as `detail` says; try again after the time in Retry-After.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    meaning:
      "Others' requests, or the user's own, took all of what this one needed for too long; try again after the time in Retry-After.",
  },
  'query-timeout': {
    status: 503,
    title: 'Query timed out',
    meaning:
      'The database took too long: narrow the request with a filter that is cheap for the resource; or what it needs is locked there, as `detail` says: try again after the time in Retry-After.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;
