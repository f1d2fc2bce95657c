import { raw, sql } from '../src/db/sql.js';
import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { issueKey } from '../src/auth/keys.js';
import { CommandError, print } from '../src/cli/output.js';
import { startProgress } from '../src/cli/progress.js';
import type { Database } from '../src/db/database.js';
import { readNodes } from '../src/data/distribute.js';
import { openAt, prepareCopy } from './cluster.js';
import { contest, type Contestant } from './contest.js';
import { counted } from './counted.js';
import { benchUrl } from './database.js';
import { spreadOf } from './measure.js';
import { prepare } from './prepare.js';
import { startService, type Peer } from './peers.js';
import { databaseName, FULL, idOf, type Size } from './portfolio.js';
import { ONE_SERVER, scaleLines, SEVERAL, type ScaleReport, type StatementTimes } from './scaleReport.js';
import { serviceCases } from './serviceCases.js';

interface Options extends Size {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly only?: string;
  readonly json?: string;
}

/** How many times a statement is sent. */
const TIMES = 300;

export function scaleCommand(): Command {
  return new Command('scale')
    .description('The service on one PostgreSQL compared with a Citus cluster, on the portfolio of `consumption`')
    .option('--meters <n>', 'half-hourly electricity meters; other accounts are in proportion', counted, FULL.meters)
    .option('--days <n>', 'days of intervals of each meter, from 2023-01-01', counted, FULL.days)
    .option('--rounds <n>', 'rounds; each round runs all cases in turn', counted, 3)
    .option('--seconds <n>', 'seconds of load in a round', counted, 3)
    .option('--connections <n>', 'concurrent connections', counted, 1)
    .option('--only <text>', 'only cases whose name contains this text')
    .option('--json <file>', 'also write the report to this file')
    .addHelpText(
      'after',
      `
Needs BENCH_CITUS_URL, and pg_dump and psql to copy the portfolio there. The response cache is off. With all servers on one
machine, it shows the cost of distribution, not its gain.`,
    )
    .action(run);
}

/** @throws CommandError 2 if there is no cluster, or no case has the given name; Error if responses differ */
async function run(options: Options): Promise<void> {
  const { meters, days, rounds, seconds, connections, only = '', json } = options;
  const coordinator = process.env.BENCH_CITUS_URL ?? '';
  if (coordinator === '') {
    throw new CommandError(
      'BENCH_CITUS_URL is not set: set it to the coordinator of a Citus cluster (docs/scale.md).',
      2,
    );
  }
  const size = { meters, days };
  await prepare(size, false);
  const name = databaseName(size);
  const [plainUrl, url] = [benchUrl(name), await prepareCopy(coordinator, name)];
  const { intervals, workers, statements } = await measureStatements(plainUrl, url);
  const cases = serviceCases(size, intervals).filter((one) => one.name.includes(only) && one.isConditional !== true);
  if (cases.length === 0) throw new CommandError(`No case name contains "${only}".`, 2);
  const peers: Peer[] = [];
  try {
    const contestants: Contestant[] = [];
    const keys = { [ONE_SERVER]: await issueTo(plainUrl), [SEVERAL]: await issueTo(url) };
    for (const [who, at] of [
      [ONE_SERVER, plainUrl],
      [SEVERAL, url],
    ] as const) {
      const more = { ANSWER_CACHE: '0', DATABASE_URL: at };
      const peer = await startService({ database: name, node: process.execPath }, more, who);
      peers.push(peer);
      for (const surface of ['rest', 'query'] as const)
        contestants.push({ name: `${who}, ${surface}`, peer, surface, key: keys[who] });
    }
    const progress = startProgress('measuring');
    const conditions = { key: keys[ONE_SERVER], rounds, load: { connections, seconds }, database: name };
    const results = await contest(cases, contestants, conditions, (done, total) => {
      progress.update(done, total, 'rounds');
    });
    progress.stop();
    const report: ScaleReport = { size, connections, workers, results, statements };
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
    print(false, report, scaleLines(report));
    if (results.some(({ failures }) => Object.keys(failures).length > 0)) process.exitCode = 1;
  } finally {
    await Promise.all(peers.map((peer) => peer.stop()));
  }
}

/** Issues a key that sees everything. */
async function issueTo(url: string): Promise<string> {
  const database = openAt(url);
  try {
    const { key } = await issueKey(database, { role: 'reader', companies: [idOf('company', 1)], entities: [] });
    return key;
  } finally {
    await database.close();
  }
}

/** Returns the number of rows and servers, and the times of the smallest statements. */
async function measureStatements(
  plainUrl: string,
  url: string,
): Promise<{ readonly intervals: number; readonly workers: number; readonly statements: readonly StatementTimes[] }> {
  const [plain, distributed] = [openAt(plainUrl), openAt(url)];
  try {
    const [counts] = await plain.rows<{ readonly n: number }>(sql`select sum(records)::int as n from interval_counts`);
    const statements: StatementTimes[] = [];
    for (const [what, text] of STATEMENTS) {
      statements.push({ what, plain: await timeOf(plain, text), distributed: await timeOf(distributed, text) });
    }
    const nodes = await readNodes(distributed);
    return { intervals: counts?.n ?? 0, workers: nodes.filter((node) => !node.isCoordinator).length, statements };
  } finally {
    await Promise.all([plain.close(), distributed.close()]);
  }
}

const STATEMENTS = [
  ['a row of one account', 'select longest_interval_ms from account_shards where account_key = 7'],
  ['a count over all accounts', 'select count(*) from account_shards'],
] as const;

/** Returns the median time in milliseconds. */
async function timeOf(database: Database, text: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const started = performance.now();
    await database.rows(raw(text));
    times.push(performance.now() - started);
  }
  return spreadOf(times).median;
}
