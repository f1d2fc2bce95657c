/** The limits of the HTTP server. With Node's defaults, a slow client could hold a connection for minutes. */
export const LIMITS = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
  /** The milliseconds within which a client must read an answer. */
  answerTimeout: 60_000,
  /** Node closes further connections at once, so that file descriptors remain for the database. */
  maxConnections: 10_000,
  insecureHTTPParser: false,
  /** Node would answer without an explanation; the app answers with a problem. */
  requireHostHeader: false,
};

export type ServerLimits = typeof LIMITS;
