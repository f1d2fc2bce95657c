import { Command } from 'commander';
import { issueKey } from '../src/auth/keys.js';
import { CommandError, print, table, logLine } from '../src/cli/output.js';
import { withBystander, type Bystander, type BystanderTimes } from './bystander.js';
import { counted } from './counted.js';
import { openBench } from './database.js';
import { floodFor, type Statuses } from './flood.js';
import { floods, type Crowding } from './floods.js';
import { prepare } from './prepare.js';
import { startService } from './peers.js';
import { databaseName, dayText, idOf, type Size } from './portfolio.js';

interface Options extends Size {
  readonly seconds: number;
  readonly only?: string;
  readonly json?: boolean;
}

/** Limits of a bystander's median and slowest time in a hundred, as multiples of those on an idle service. */
const MOST = { median: 3, p99: 10 };
/** With this many users, none runs out of points. */
const BYSTANDERS = 8;
const PAUSE_MS = 20;
const WARM_SECONDS = 2;
const DEFAULT_POINTS = '600';

/** The measurements of an idle time and of an attack right after it. */
interface FloodResult {
  readonly name: string;
  readonly idle: Times;
  readonly attacked: Times;
  readonly failures: readonly string[];
  readonly statuses: Statuses;
}

interface Times {
  readonly requests: number;
  readonly median: number;
  readonly p99: number;
}

export function fairnessCommand(): Command {
  return new Command('fairness')
    .description('How long a user waits while another user sends the most expensive requests, with the default limits')
    .option('--meters <n>', 'half-hourly electricity meters; other accounts are in proportion', counted, 24)
    .option('--days <n>', 'days of intervals of each meter', counted, 365)
    .option('--seconds <n>', 'seconds of each attack, and of the idle time before it', counted, 10)
    .option('--only <text>', 'only attacks whose name contains this text')
    .option('--json', 'print JSON')
    .action(run);
}

/** @throws CommandError 1 if a bystander waited longer than allowed, or was rejected */
async function run({ meters, days, seconds, only = '', json = false }: Options): Promise<void> {
  const size = { meters, days };
  const all = floods(size);
  const chosen = all.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) {
    throw new CommandError(`No attack name contains "${only}". Attacks: ${all.map(({ name }) => name).join('; ')}`, 2);
  }
  await prepare(size, false);
  const database = databaseName(size);
  const measured: FloodResult[] = [];
  for (const flood of chosen) {
    logLine(flood.name);
    measured.push(await measure(database, flood, size, seconds));
  }
  print(json, measured, lines(measured));
  if (!measured.every(isFair)) throw new CommandError('Another user waited longer than allowed.');
}

/** Measures with a new service, so that no case inherits the points or the cached responses of the one before. */
async function measure(name: string, flood: Crowding, size: Size, seconds: number): Promise<FloodResult> {
  const [key = '', ...keys] = await issueKeys(name);
  const service = await startService(
    { database: name, node: process.execPath },
    { RATE_LIMIT_POINTS: DEFAULT_POINTS, LOG_LEVEL: 'error' },
  );
  try {
    const bystander: Bystander = { url: service.url, keys, target: (n) => targetOf(n, size), pauseMs: PAUSE_MS };
    await withBystander(bystander, () => wait(WARM_SECONDS));
    const idle = await withBystander(bystander, () => wait(seconds));
    let statuses: Statuses = {};
    const { connections } = flood;
    const attacked = await withBystander(bystander, async () => {
      statuses = await floodFor({ url: service.url, requests: flood.requests(key), connections }, seconds);
    });
    const { failures } = attacked;
    return { name: flood.name, idle: timesOf(idle), attacked: timesOf(attacked), failures, statuses };
  } finally {
    await service.stop();
  }
}

/** Issues keys for different users who see everything. */
async function issueKeys(name: string): Promise<readonly string[]> {
  const database = openBench(name, 0);
  try {
    const grants = { role: 'reader', companies: [idOf('company', 1)], entities: [] };
    const keys: string[] = [];
    for (let user = 0; user <= BYSTANDERS; user += 1) keys.push((await issueKey(database, grants)).key);
    return keys;
  } finally {
    await database.close();
  }
}

function wait(seconds: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}

/** Returns a page, one record and months in turn, each time of another account. */
function targetOf(n: number, { meters, days }: Size): string {
  const account = idOf('account', 1 + (Math.floor(n / 3) % meters));
  if (n % 3 === 0)
    return `/2.0/accounts?limit=20&createdAt.lt=2100-01-01T00:00:${String(n % 60).padStart(2, '0')}.${n % 1_000}Z`;
  if (n % 3 === 1) return `/2.0/accounts/${account}`;
  return `/2.0/consumption?accountId=${account}&startDate=${dayText(n % 28)}&endDate=${dayText(days - 1)}`;
}

function timesOf({ times }: BystanderTimes): Times {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
  return { requests: sorted.length, median: at(0.5), p99: at(0.99) };
}

function isFair({ idle, attacked, failures }: FloodResult): boolean {
  return failures.length === 0 && attacked.median <= idle.median * MOST.median && attacked.p99 <= idle.p99 * MOST.p99;
}

function lines(all: readonly FloodResult[]): readonly string[] {
  const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
  const pair = (before: number, after: number): string =>
    `${ms(before)} → ${ms(after)} (${(after / before).toFixed(1)})`;
  const rows = all.map((one) => [
    one.name,
    pair(one.idle.median, one.attacked.median),
    pair(one.idle.p99, one.attacked.p99),
    String(one.attacked.requests),
    String(one.failures.length),
    Object.entries(one.statuses)
      .map(([status, times]) => `${times} × ${status}`)
      .join(', '),
    isFair(one) ? 'fair' : 'waited too long',
  ]);
  const head = [
    'attack',
    'median, ms: idle → attacked (×)',
    'p99, ms',
    'answered',
    'failed',
    'responses to the attacker',
    '',
  ];
  return [
    `waiting times of other users; allowed are ${MOST.median} × the median and ${MOST.p99} × the p99 of an idle service`,
    '',
    ...table(head, rows),
  ];
}
