/** Node's own bounds let a slow client hold a connection for minutes. */
export const LIMITS = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
};
