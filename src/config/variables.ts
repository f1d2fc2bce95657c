interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** The environment variables (docs/operations.md, configuration). */
export const VARIABLES: readonly Variable[] = [
  { name: 'PORT', fallback: '4000', meaning: 'Port to listen at; 0 takes a free one' },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen at' },
  { name: 'DATA_DIR', fallback: './data', meaning: 'Folder of the embedded database' },
  { name: 'DATABASE_URL', fallback: '', meaning: 'A postgres:// address (PostgreSQL 15 or newer); empty: embedded' },
  {
    name: 'DATABASE_READ_URL',
    fallback: '',
    meaning: 'Addresses of its standbys, a comma between two, which answer reads',
  },
  {
    name: 'DATABASE_POOL_MAX',
    fallback: '10',
    meaning: 'Connections at most to each server, of all processes that serve',
  },
  { name: 'STATEMENT_TIMEOUT', fallback: '10000', meaning: 'Milliseconds that one statement of the service may take' },
  { name: 'WEB_CONCURRENCY', fallback: '1', meaning: 'Processes that serve; more than one needs PostgreSQL' },
  { name: 'STOP_DELAY', fallback: '1000', meaning: 'Milliseconds for which a stopping service takes new connections' },
  { name: 'MAX_LIMIT', fallback: '10000', meaning: 'Largest `limit` of a list' },
  {
    name: 'MAX_COST',
    fallback: '100000',
    meaning: 'Largest cost of one request: rows asked for, page sizes multiplied',
  },
  { name: 'MAX_PERIODS', fallback: '50000', meaning: 'Most periods of consumption in one request, times the objects' },
  { name: 'END_DATE', fallback: 'inclusive', meaning: '`endDate` of consumption: the last day, or `exclusive`' },
  { name: 'RATE_LIMIT_POINTS', fallback: '600', meaning: 'Points of a user in a window; 0 turns the limit off' },
  { name: 'RATE_LIMIT_WINDOW', fallback: '60', meaning: 'Seconds of a window' },
  { name: 'MAX_IN_FLIGHT', fallback: '50', meaning: 'Requests of a user at one time, in one process' },
  {
    name: 'MAX_COST_AT_ONCE',
    fallback: '100000',
    meaning: 'Cost of the answers above 1,000 that a process makes at one time; others wait, by turns of their users',
  },
  { name: 'MAX_WAIT', fallback: '20000', meaning: 'Milliseconds that such an answer waits for its turn, before a 503' },
  {
    name: 'ANSWER_CACHE',
    fallback: '16',
    meaning: 'Megabytes of answers that a process keeps for when the same is asked of the same data; 0: none',
  },
  { name: 'DELETIONS_KEPT', fallback: '90', meaning: 'Days for which imports keep what was deleted; 0: not at all' },
  { name: 'REDIS_URL', fallback: '', meaning: 'A redis:// address to count points in; empty: in each process' },
  { name: 'TRUST_PROXY', fallback: '0', meaning: 'Proxies in front of the service, whose X-Forwarded-For counts' },
  { name: 'CORS_ORIGINS', fallback: '', meaning: 'Origins whose pages may ask, with commas; `*`: all; empty: none' },
  { name: 'DEFAULT_COUNTRY', fallback: 'gb', meaning: 'Country of emission factors where an asset has none' },
  {
    name: 'DEFAULT_TIME_ZONE',
    fallback: 'UTC',
    meaning: 'Time zone of an asset without one, where its country does not have exactly one',
  },
  { name: 'METRICS_PORT', fallback: '', meaning: 'Port of /metrics, at HOST; 0 takes a free one; empty: none' },
  { name: 'FINDINGS_WEBHOOK', fallback: '', meaning: 'An http(s) address that findings are posted to; empty: none' },
  { name: 'FINDINGS_WEBHOOK_SECRET', fallback: '', meaning: 'What these posts are signed with, 16 characters or more' },
  { name: 'LOG_LEVEL', fallback: 'info', meaning: 'Least level of what is logged: debug, info, warn, error or silent' },
  { name: 'SLOW_QUERY_MS', fallback: '1000', meaning: 'A statement that takes longer is logged; 0: none is' },
];
