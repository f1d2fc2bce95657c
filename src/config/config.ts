import { resolve } from 'node:path';
import { isProblem, type Parsed, parseInteger } from '../values/scalars.js';
import { type FindingsWebhook, parseFindingsWebhook } from './findingsWebhook.js';
import { parseTimeZone } from '../values/timeZone.js';
import { VARIABLES } from './variables.js';

/** The validated and frozen configuration. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The standbys of `databaseUrl` that answer reads. */
  readonly readUrls: readonly string[];
  /** The most connections to each database server. */
  readonly poolMax: number;
  readonly statementTimeoutMs: number;
  /** The number of worker processes, on PostgreSQL. */
  readonly workers: number;
  /** How long the server accepts new connections after the stop signal. */
  readonly stopDelayMs: number;
  readonly maxLimit: number;
  readonly maxCost: number;
  /** The most periods in an answer, multiplied by the requested objects. */
  readonly maxPeriods: number;
  /** Whether `endDate` names the last day included. */
  readonly endDateIncluded: boolean;
  /** The country of emission factors for assets without a country. */
  readonly defaultCountry: string;
  /** The time zone (canonical IANA name) of assets without one whose country does not have exactly one. */
  readonly defaultTimeZone: string;
  /** The points of a user per window; 0 for no limit. */
  readonly rateLimitPoints: number;
  readonly rateLimitSeconds: number;
  /** The most concurrent requests of a user in a process. */
  readonly maxInFlight: number;
  /** The total cost of the large answers that a process makes concurrently. */
  readonly maxCostAtOnce: number;
  /** How long a large answer waits for the others. */
  readonly maxWaitMs: number;
  /** The size of the response cache of a process, in bytes; 0 for none. */
  readonly answerCacheBytes: number;
  /** The days for which deletions are recorded; 0 for none. */
  readonly deletionsKept: number;
  /** Null if each process counts points. */
  readonly redisUrl: string | null;
  /** The number of proxies whose X-Forwarded-For is trusted. */
  readonly proxies: number;
  /** Null if findings are not posted. */
  readonly findingsWebhook: FindingsWebhook | null;
  /** The origins whose pages may send requests; `*` alone allows all. */
  readonly corsOrigins: readonly string[];
  /** Null if no metrics are served. */
  readonly metricsPort: number | null;
  readonly logLevel: string;
  /** The duration from which statements are logged; 0 for none. */
  readonly slowQueryMs: number;
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];

/**
 * Parses the environment variables.
 * @throws Error with a sentence that names the variable, its value and the allowed values
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const text: Read = (name) => {
    const set = env[name];
    return set === undefined || set === '' ? (VARIABLES.find((v) => v.name === name)?.fallback ?? '') : set;
  };
  const integer = (name: string, least: number, most: number): number => integerOf(name, text(name), least, most);
  const databaseUrl = databaseUrlOf(text);
  const readUrls = parseReadUrls(text('DATABASE_READ_URL'), databaseUrl ?? '');
  const redisUrl = redisUrlOf(text);
  const endDateIncluded = endDateIncludedOf(text);
  const defaultCountry = defaultCountryOf(text);
  const defaultTimeZone = defaultTimeZoneOf(text);
  const logLevel = logLevelOf(text);
  return Object.freeze({
    port: integer('PORT', 0, 65_535),
    host: text('HOST'),
    dataDir: resolve(text('DATA_DIR')),
    databaseUrl,
    readUrls,
    poolMax: integer('DATABASE_POOL_MAX', 2, 1_000),
    statementTimeoutMs: integer('STATEMENT_TIMEOUT', 100, 600_000),
    workers: integer('WEB_CONCURRENCY', 1, 256),
    stopDelayMs: integer('STOP_DELAY', 0, 10_000),
    maxLimit: integer('MAX_LIMIT', 1, 100_000),
    maxCost: integer('MAX_COST', 1, 100_000_000),
    maxPeriods: integer('MAX_PERIODS', 1, 1_000_000),
    endDateIncluded,
    defaultCountry,
    defaultTimeZone,
    deletionsKept: integer('DELETIONS_KEPT', 0, 36_500),
    rateLimitPoints: integer('RATE_LIMIT_POINTS', 0, 1_000_000_000),
    rateLimitSeconds: integer('RATE_LIMIT_WINDOW', 1, 86_400),
    maxInFlight: integer('MAX_IN_FLIGHT', 1, 100_000),
    maxCostAtOnce: integer('MAX_COST_AT_ONCE', 1, 100_000_000),
    maxWaitMs: integer('MAX_WAIT', 1, 600_000),
    answerCacheBytes: integer('ANSWER_CACHE', 0, 10_000) * 1024 ** 2,
    redisUrl,
    proxies: integer('TRUST_PROXY', 0, 10),
    findingsWebhook: parseFindingsWebhook(text('FINDINGS_WEBHOOK'), text('FINDINGS_WEBHOOK_SECRET')),
    corsOrigins: parseCorsOrigins(text('CORS_ORIGINS')),
    metricsPort: text('METRICS_PORT') === '' ? null : integer('METRICS_PORT', 0, 65_535),
    logLevel,
    slowQueryMs: integer('SLOW_QUERY_MS', 0, 600_000),
  });
}

/** Returns the text of a variable, or its default. */
type Read = (name: string) => string;

function integerOf(name: string, text: string, least: number, most: number): number {
  const parsed: Parsed<number> = parseInteger(text);
  if (isProblem(parsed) || parsed.value < least || parsed.value > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}, got ${JSON.stringify(text)}.`);
  }
  return parsed.value;
}

function databaseUrlOf(read: Read): string | null {
  const url = read('DATABASE_URL');
  if (url === '') return null;
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new Error(
      'DATABASE_URL must start with postgres:// or postgresql://, or be empty for the embedded database.',
    );
  }
  return requireUrl('DATABASE_URL', url);
}

function redisUrlOf(read: Read): string | null {
  const url = read('REDIS_URL');
  if (url === '') return null;
  if (!/^rediss?:\/\//.test(url)) {
    throw new Error('REDIS_URL must start with redis:// or rediss://, or be empty to count in each process.');
  }
  return requireUrl('REDIS_URL', url);
}

/**
 * Returns an address that the drivers can read. A user without a host, as in
 * `postgres://udg@/udg?host=/run/postgresql`, is allowed.
 * @throws Error with a sentence that leaves out the address, because it may contain a password
 */
function requireUrl(name: string, url: string): string {
  if (URL.canParse(url.replace('@/', '@localhost/'))) return url;
  throw new Error(
    `${name} is not a valid address. In its user name and password write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25.`,
  );
}

function endDateIncludedOf(read: Read): boolean {
  const text = read('END_DATE');
  if (text === 'inclusive' || text === 'exclusive') return text === 'inclusive';
  throw new Error(`END_DATE must be inclusive or exclusive, got ${JSON.stringify(text)}.`);
}

function defaultCountryOf(read: Read): string {
  const text = read('DEFAULT_COUNTRY');
  if (/^[a-z]{2}$/.test(text)) return text;
  throw new Error(`DEFAULT_COUNTRY must be a lower-case country code such as gb, got ${JSON.stringify(text)}.`);
}

function defaultTimeZoneOf(read: Read): string {
  const zone = parseTimeZone(read('DEFAULT_TIME_ZONE'));
  if (isProblem(zone)) throw new Error(`DEFAULT_TIME_ZONE ${zone.problem}.`);
  return zone.value;
}

function logLevelOf(read: Read): string {
  const text = read('LOG_LEVEL');
  if (LOG_LEVELS.includes(text)) return text;
  throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, got ${JSON.stringify(text)}.`);
}

/**
 * Parses the comma-separated origins whose pages may send requests; `*` alone allows all.
 * @throws Error with a sentence
 */
function parseCorsOrigins(text: string): readonly string[] {
  const origins = text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  const wrong = origins.find((origin) => !isOrigin(origin) && origins.join() !== '*');
  if (wrong === undefined) return origins;
  throw new Error(`CORS_ORIGINS must be origins such as https://app.example.com, or *, got ${JSON.stringify(wrong)}.`);
}

/** Whether a text is an origin as browsers send it: a scheme, a host and an optional port. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** The most replicas; each has its own connection pool. */
const MAX_ADDRESSES = 16;

/**
 * Parses the comma-separated addresses of the replicas.
 * @param text the variable; '' for no replicas
 * @param databaseUrl the address of the primary; '' for the embedded database, which has no replicas
 * @throws Error with a sentence that names an address by its number, because it may contain a password
 */
function parseReadUrls(text: string, databaseUrl: string): readonly string[] {
  if (text === '') return [];
  if (databaseUrl === '') {
    throw new Error('DATABASE_READ_URL is set, but DATABASE_URL is empty: set both or neither.');
  }
  const urls = text.split(',').map((url) => url.trim());
  const wrong = urls.findIndex((url) => !/^postgres(ql)?:\/\/./.test(url) || !URL.canParse(url));
  if (wrong >= 0) {
    throw new Error(
      `DATABASE_READ_URL must be postgres:// addresses separated by commas; address ${wrong + 1} is not one.`,
    );
  }
  if (urls.length > MAX_ADDRESSES)
    throw new Error(`DATABASE_READ_URL may name ${MAX_ADDRESSES} addresses at most, got ${urls.length}.`);
  return Object.freeze(urls);
}
