import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { issueKey } from '../src/auth/keys.js';
import { CommandError, print, logLine } from '../src/cli/output.js';
import { startProgress } from '../src/cli/progress.js';
import { counted } from './counted.js';
import { contest, type Contestant } from './contest.js';
import { openBench } from './database.js';
import { prepare } from './prepare.js';
import { nodeOf, versionOf } from './otherNode.js';
import { type Environment, type Peer, startPeer, startService } from './peers.js';
import { databaseName, FULL, idOf, type Size } from './portfolio.js';
import { startPostgraphile } from './postgraphile.js';
import { serviceCases, type ServiceCase } from './serviceCases.js';
import { NAMES, serviceLines, type ServiceReport } from './serviceReport.js';
import { soak } from './soak.js';
import { measureStart } from './startTime.js';
import { measureWorkers } from './workers.js';

interface Options extends Size {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly only?: string;
  readonly minutes?: number;
  readonly json?: string;
  readonly node?: string;
}

/** How many times the service is started to measure its start. */
const STARTS = 5;

export function serviceCommand(): Command {
  return new Command('service')
    .description(
      'REST and GraphQL compared with hand-written Express, Mercurius and PostGraphile, on the portfolio of `consumption`',
    )
    .option('--meters <n>', 'half-hourly electricity meters; other accounts are in proportion', counted, FULL.meters)
    .option('--days <n>', 'days of intervals of each meter, from 2023-01-01', counted, FULL.days)
    .option('--rounds <n>', 'rounds, each in a different order', counted, 5)
    .option('--seconds <n>', 'seconds of load in a round', counted, 4)
    .option('--connections <n>', 'concurrent connections', counted, 8)
    .option('--only <text>', 'only cases whose name contains this text')
    .option('--minutes <n>', 'then load the service for this time, to see whether its memory grows', counted)
    .option('--node <version>', 'run the service and the compared servers with another Node, such as 24')
    .option('--json <file>', 'also write the report to this file')
    .action(run);
}

/** @throws CommandError 2 if no case has the given name; Error if responses differ */
async function run(options: Options): Promise<void> {
  const { meters, days, rounds, seconds, connections, only = '', minutes, json } = options;
  const size = { meters, days };
  await prepare(size, false);
  const name = databaseName(size);
  const { key, intervals } = await prepareKey(name);
  const all = serviceCases(size, intervals);
  const cases = all.filter((one) => one.name.includes(only));
  const [first] = all;
  if (!first || cases.length === 0) {
    throw new CommandError(`No case name contains "${only}". Cases: ${all.map((one) => one.name).join('; ')}`, 2);
  }
  const conditions = { key, rounds, load: { connections, seconds }, database: name };
  const node = options.node === undefined ? process.execPath : await nodeOf(options.node);
  const environment = { database: name, node };
  const startMs = await measureStart(environment, key, STARTS);
  const measured = await measurePeers(environment, cases, conditions, minutes);
  const workers = await measureWorkers(environment, first, conditions);
  const report: ServiceReport = {
    node: await versionOf(node),
    size,
    intervals,
    rounds,
    load: conditions.load,
    ...measured,
    startMs,
    workers,
  };
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  print(false, report, serviceLines(report));
  if (report.results.some(({ failures }) => Object.keys(failures).length > 0)) process.exitCode = 1;
}

/** Prepares the database. Returns a key that sees everything, and the number of intervals. */
async function prepareKey(name: string): Promise<{ readonly key: string; readonly intervals: number }> {
  const database = openBench(name, 0);
  try {
    const { key } = await issueKey(database, { role: 'reader', companies: [idOf('company', 1)], entities: [] });
    const { rows }: { readonly rows: readonly { readonly intervals: number }[] } = await database.knex.raw(
      'select count(*) as intervals from intervals',
    );
    return { key, intervals: rows[0]?.intervals ?? 0 };
  } finally {
    await database.close();
  }
}

/** Measures the cases with all peers in turn and the memory meanwhile, and then the memory of the service under a long load. */
async function measurePeers(
  environment: Environment,
  cases: readonly ServiceCase[],
  conditions: Parameters<typeof contest>[2],
  minutes: number | undefined,
): Promise<Pick<ServiceReport, 'results' | 'soaked'>> {
  const peers: Peer[] = [];
  const started = (peer: Peer): Peer => {
    peers.push(peer);
    return peer;
  };
  try {
    const service = started(await startService(environment));
    const uncached = started(
      await startService(environment, { ANSWER_CACHE: '0' }, 'the same, without the response cache'),
    );
    const byHand = started(await startPeer(NAMES.byHand, 'handwritten.js', environment));
    const promises = started(await startPeer(NAMES.promises, 'handwritten.js', environment, ['promises']));
    const mercurius = started(await startPeer(NAMES.mercurius, 'mercuriusPeer.js', environment));
    const postgraphile = await startPostgraphile(NAMES.postgraphile, environment.database);
    const contestants: readonly Contestant[] = [
      { name: NAMES.rest, peer: service, surface: 'rest' },
      { name: NAMES.byHand, peer: byHand, surface: 'rest', byHand: 'bare' },
      { name: NAMES.promises, peer: promises, surface: 'rest', byHand: 'promises' },
      { name: NAMES.query, peer: service, surface: 'query' },
      { name: NAMES.restUncached, peer: uncached, surface: 'rest' },
      { name: NAMES.queryUncached, peer: uncached, surface: 'query' },
      { name: NAMES.mercurius, peer: mercurius, surface: 'query' },
      ...(postgraphile ? [{ name: NAMES.postgraphile, peer: started(postgraphile), surface: 'relay' as const }] : []),
    ];
    const progress = startProgress('measuring');
    const results = await contest(cases, contestants, conditions, (done, total) => {
      progress.update(done, total, 'rounds');
    });
    progress.stop();
    const onMinute = (minute: number, bytes: number): void => {
      logLine(`loaded for ${minute} of ${minutes ?? 0} minutes: ${Math.round(bytes / 1024 ** 2)} MB`);
    };
    const successful = cases.filter((_, index) => Object.keys(results[index]?.failures ?? {}).length === 0);
    const soaked = minutes === undefined ? null : await soak(service, successful, { ...conditions, minutes }, onMinute);
    return { results, soaked };
  } finally {
    await Promise.all(peers.map((peer) => peer.stop()));
  }
}
