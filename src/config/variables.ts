interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** The environment variables (docs/operations.md, configuration). */
export const VARIABLES: readonly Variable[] = [
  { name: 'PORT', fallback: '4000', meaning: 'Port to listen on; 0: a free port' },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen on' },
  { name: 'DATA_DIR', fallback: './data', meaning: 'Folder of the embedded database' },
  { name: 'DATABASE_URL', fallback: '', meaning: 'A postgres:// address (PostgreSQL 15 or newer); empty: embedded' },
  {
    name: 'DATABASE_READ_URL',
    fallback: '',
    meaning: 'Addresses of its standbys for reads, separated by commas',
  },
  {
    name: 'DATABASE_POOL_MAX',
    fallback: '10',
    meaning: 'Most connections to each server, of all serving processes',
  },
  { name: 'STATEMENT_TIMEOUT', fallback: '10000', meaning: 'Longest time of a statement of the service, in ms' },
  { name: 'WEB_CONCURRENCY', fallback: '1', meaning: 'Serving processes; more than one needs PostgreSQL' },
  { name: 'STOP_DELAY', fallback: '1000', meaning: 'Time for which a stopping service accepts connections, in ms' },
  { name: 'MAX_LIMIT', fallback: '10000', meaning: 'Largest `limit` of a list' },
  {
    name: 'MAX_COST',
    fallback: '100000',
    meaning: 'Largest cost of a request: requested rows, page sizes multiplied',
  },
  { name: 'MAX_PERIODS', fallback: '50000', meaning: 'Most periods of consumption in a request, times the objects' },
  { name: 'END_DATE', fallback: 'inclusive', meaning: '`endDate` of consumption: the last day, or `exclusive`' },
  { name: 'RATE_LIMIT_POINTS', fallback: '600', meaning: 'Points of a user in a window; 0 turns the limit off' },
  { name: 'RATE_LIMIT_WINDOW', fallback: '60', meaning: 'Seconds of a window' },
  { name: 'MAX_IN_FLIGHT', fallback: '50', meaning: 'Concurrent requests of a user, in one process' },
  {
    name: 'MAX_COST_AT_ONCE',
    fallback: '100000',
    meaning:
      'Total cost of the large responses (cost above 1,000) that a process computes at the same time; others wait',
  },
  { name: 'MAX_WAIT', fallback: '20000', meaning: 'Longest wait of a large response before a 503, in ms' },
  {
    name: 'ANSWER_CACHE',
    fallback: '16',
    meaning: 'Size of the response cache of a process, in MB; 0: no cache',
  },
  { name: 'DELETIONS_KEPT', fallback: '90', meaning: 'Days for which the service keeps deletions; 0: none' },
  { name: 'REDIS_URL', fallback: '', meaning: 'A redis:// address for the rate limit; empty: each process counts' },
  {
    name: 'TRUST_PROXY',
    fallback: '0',
    meaning: 'Number of trusted proxies in front of the service (X-Forwarded-For)',
  },
  {
    name: 'CORS_ORIGINS',
    fallback: '',
    meaning: 'Origins allowed by CORS, separated by commas; `*`: all; empty: none',
  },
  { name: 'DEFAULT_COUNTRY', fallback: 'gb', meaning: 'Country of emission factors for assets without one' },
  {
    name: 'DEFAULT_TIME_ZONE',
    fallback: 'UTC',
    meaning: 'Time zone of assets without one, if their country has several',
  },
  { name: 'METRICS_PORT', fallback: '', meaning: 'Port of /metrics, at HOST; 0: a free port; empty: no metrics' },
  { name: 'FINDINGS_WEBHOOK', fallback: '', meaning: 'An http(s) address for posts of findings; empty: none' },
  { name: 'FINDINGS_WEBHOOK_SECRET', fallback: '', meaning: 'Secret that signs these posts, 16 characters or more' },
  { name: 'LOG_LEVEL', fallback: 'info', meaning: 'Lowest level to log: debug, info, warn, error or silent' },
  { name: 'SLOW_QUERY_MS', fallback: '1000', meaning: 'Log statements that take longer, in ms; 0: none' },
];
