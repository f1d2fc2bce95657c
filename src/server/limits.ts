/** Node's own bounds let a slow client hold a connection for minutes. */
export const LIMITS = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
  /** Milliseconds in which a client must have read an answer. */
  answerTimeout: 60_000,
  /** What is beyond it is closed at once, so that descriptors are left for the database. */
  maxConnections: 10_000,
  insecureHTTPParser: false,
  /** Node would answer without a word; the app says what is wrong. */
  requireHostHeader: false,
};

export type ServerLimits = typeof LIMITS;
