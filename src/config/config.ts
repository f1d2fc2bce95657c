import { resolve } from 'node:path';
import { isProblem, type Parsed, parseInteger } from '../values/scalars.js';
import { parseCorsOrigins } from './corsOrigins.js';
import { type FindingsWebhook, parseFindingsWebhook } from './findingsWebhook.js';
import { parseTimeZone } from '../values/timeZone.js';
import { parseReadUrls } from './readUrls.js';
import { VARIABLES } from './variables.js';

/** The environment, checked and frozen. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Standbys of `databaseUrl` that answer reads of the service. */
  readonly readUrls: readonly string[];
  /** Connections to each server. */
  readonly poolMax: number;
  readonly statementTimeoutMs: number;
  /** Processes that serve, on PostgreSQL. */
  readonly workers: number;
  /** How long new connections are still taken once the service is asked to stop. */
  readonly stopDelayMs: number;
  readonly maxLimit: number;
  readonly maxCost: number;
  /** Periods of one answer, times the objects that are asked for. */
  readonly maxPeriods: number;
  /** Whether `endDate` names the last day included. */
  readonly endDateIncluded: boolean;
  /** Of emission factors, where an account's asset has no country. */
  readonly defaultCountry: string;
  /** Of an asset that has none and whose country has none or several: canonical IANA name. */
  readonly defaultTimeZone: string;
  /** Points of a user in each window; 0: no limit. */
  readonly rateLimitPoints: number;
  readonly rateLimitSeconds: number;
  /** Requests of a user at one time, in one process. */
  readonly maxInFlight: number;
  /** Cost of the larger answers that a process makes at one time. */
  readonly maxCostAtOnce: number;
  /** How long such an answer waits for its turn. */
  readonly maxWaitMs: number;
  /** Bytes of answers that a process keeps; 0: none. */
  readonly answerCacheBytes: number;
  /** Days for which it is kept what was deleted; 0: not at all. */
  readonly deletionsKept: number;
  /** Null: points are counted in this process. */
  readonly redisUrl: string | null;
  /** Proxies in front, whose X-Forwarded-For is believed. */
  readonly proxies: number;
  /** Null: findings are posted nowhere. */
  readonly findingsWebhook: FindingsWebhook | null;
  /** Origins whose pages may ask; `*` alone: all. */
  readonly corsOrigins: readonly string[];
  /** Null: no metrics are served. */
  readonly metricsPort: number | null;
  readonly logLevel: string;
  /** 0: no statement is logged. */
  readonly slowQueryMs: number;
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];

/**
 * Reads the configuration.
 * @param env the environment
 * @throws Error with a sentence that names the variable, what it has and what is allowed
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const text: Read = (name) => {
    const set = env[name];
    return set === undefined || set === '' ? (VARIABLES.find((v) => v.name === name)?.fallback ?? '') : set;
  };
  const whole = (name: string, least: number, most: number): number => wholeOf(name, text(name), least, most);
  const databaseUrl = databaseUrlOf(text);
  const readUrls = parseReadUrls(text('DATABASE_READ_URL'), databaseUrl ?? '');
  const redisUrl = redisUrlOf(text);
  const endDateIncluded = endDateIncludedOf(text);
  const defaultCountry = defaultCountryOf(text);
  const defaultTimeZone = defaultTimeZoneOf(text);
  const logLevel = logLevelOf(text);
  return Object.freeze({
    port: whole('PORT', 0, 65_535),
    host: text('HOST'),
    dataDir: resolve(text('DATA_DIR')),
    databaseUrl,
    readUrls,
    poolMax: whole('DATABASE_POOL_MAX', 2, 1_000),
    statementTimeoutMs: whole('STATEMENT_TIMEOUT', 100, 600_000),
    workers: whole('WEB_CONCURRENCY', 1, 256),
    stopDelayMs: whole('STOP_DELAY', 0, 10_000),
    maxLimit: whole('MAX_LIMIT', 1, 100_000),
    maxCost: whole('MAX_COST', 1, 100_000_000),
    maxPeriods: whole('MAX_PERIODS', 1, 1_000_000),
    endDateIncluded,
    defaultCountry,
    defaultTimeZone,
    deletionsKept: whole('DELETIONS_KEPT', 0, 36_500),
    rateLimitPoints: whole('RATE_LIMIT_POINTS', 0, 1_000_000_000),
    rateLimitSeconds: whole('RATE_LIMIT_WINDOW', 1, 86_400),
    maxInFlight: whole('MAX_IN_FLIGHT', 1, 100_000),
    maxCostAtOnce: whole('MAX_COST_AT_ONCE', 1, 100_000_000),
    maxWaitMs: whole('MAX_WAIT', 1, 600_000),
    answerCacheBytes: whole('ANSWER_CACHE', 0, 10_000) * 1024 ** 2,
    redisUrl,
    proxies: whole('TRUST_PROXY', 0, 10),
    findingsWebhook: parseFindingsWebhook(text('FINDINGS_WEBHOOK'), text('FINDINGS_WEBHOOK_SECRET')),
    corsOrigins: parseCorsOrigins(text('CORS_ORIGINS')),
    metricsPort: text('METRICS_PORT') === '' ? null : whole('METRICS_PORT', 0, 65_535),
    logLevel,
    slowQueryMs: whole('SLOW_QUERY_MS', 0, 600_000),
  });
}

/** Returns the text of a variable, or what it has where it is not set. */
type Read = (name: string) => string;

function wholeOf(name: string, text: string, least: number, most: number): number {
  const parsed: Parsed<number> = parseInteger(text);
  if (isProblem(parsed) || parsed.value < least || parsed.value > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}, got ${JSON.stringify(text)}.`);
  }
  return parsed.value;
}

function databaseUrlOf(read: Read): string | null {
  const url = read('DATABASE_URL');
  if (url === '') return null;
  if (/^postgres(ql)?:\/\//.test(url)) return url;
  throw new Error('DATABASE_URL must start with postgres:// or postgresql://, or be empty for the embedded database.');
}

function redisUrlOf(read: Read): string | null {
  const url = read('REDIS_URL');
  if (url === '') return null;
  if (/^rediss?:\/\//.test(url)) return url;
  throw new Error('REDIS_URL must start with redis:// or rediss://, or be empty to count in each process.');
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
