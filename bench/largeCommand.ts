import { Command } from 'commander';
import { issueKey } from '../src/auth/keys.js';
import { CommandError, print, table, logLine } from '../src/cli/output.js';
import { counted } from './counted.js';
import { openBench } from './database.js';
import { largeRequests } from './largeCases.js';
import { addLargeRecords, LARGE_COMPANY } from './largeRecords.js';
import { type WorkMeasurements, startLargeService } from './largeService.js';
import { prepare } from './prepare.js';
import { databaseName, idOf } from './portfolio.js';

interface Options {
  readonly atOnce: number;
  readonly heap: number;
  readonly only: string;
}

/** Two and a half years. */
const SIZE = { meters: 60, days: 913 };
const USERS = 2;
const IDLE_MS = 5_000;
/** The promised limits: resident bytes, processor milliseconds in one turn, milliseconds until /livez answers. */
const MOST = { memory: 400 * 1024 ** 2, turn: 50, livez: 100 };
const HEAD = ['what', 'bytes', 'took', 'memory', 'longest turn', 'at work', 'collection', '/livez, slowest'];

export function largeCommand(): Command {
  return new Command('large')
    .description('The largest allowed requests, each alone and then all mixed, on a process with little memory')
    .option('--at-once <n>', 'concurrent requests when they are mixed', counted, 12)
    .option('--heap <megabytes>', 'heap of the process', counted, 256)
    .option('--only <text>', 'only requests whose name contains this text', '')
    .addHelpText(
      'after',
      `
Prints for each request: the bytes and the time of the response, the largest resident memory, the longest turn of the event
loop, its longest processor time, the longest garbage collection, and the slowest /livez of a client that requests it every
10 ms. Takes some minutes, and longer the first time, when it loads the data. Linux only.
The exit code is 1 if a response is not a 200, has errors or is incomplete, or if a request exceeds a limit: ${MOST.memory / 1024 ** 2} MB
of memory, ${MOST.turn} ms of processor time in one turn, ${MOST.livez} ms for /livez.`,
    )
    .action((options: Options) => run(options));
}

/** @throws CommandError 2 if no request has the given name; 1 if one failed */
async function run({ atOnce, heap, only }: Options): Promise<void> {
  const all = largeRequests(SIZE, LARGE_COMPANY).filter((one) => one.name.includes(only));
  if (all.length === 0) throw new CommandError(`No request name contains "${only}".`, 2);
  await prepare(SIZE, false);
  const name = databaseName(SIZE);
  await addLargeRecords(name);
  const keys = await issueKeys(name);
  const service = await startLargeService(name, heap);
  const failures: string[] = [];
  const ask = async (index: number, user: number): Promise<number> => {
    const one = all[index];
    if (!one) return 0;
    try {
      return await service.ask(one, keys[user % USERS] ?? '');
    } catch (error) {
      failures.push(`${one.name}: ${error instanceof Error ? error.message : String(error)}`);
      return 0;
    }
  };
  const lines: (readonly string[])[] = [];
  const line = async (what: string, work: () => Promise<number>): Promise<void> => {
    let bytes = 0;
    const measured = await service.during(async () => {
      bytes = await work();
    });
    const cells = [what, ...cellsOf(bytes, measured)];
    lines.push(cells);
    logLine(cells.join('  '));
    const { mostMemory, longestWork, slowestMs } = measured;
    if (mostMemory > MOST.memory || longestWork > MOST.turn || slowestMs > MOST.livez) {
      failures.push(`${what}: exceeds a limit`);
    }
  };
  try {
    await line('idle', () => new Promise((resolve) => setTimeout(resolve, IDLE_MS, 0)));
    for (const [index, { name: what }] of all.entries()) await line(what, () => ask(index, 0));
    await line(`all of them, ${atOnce} at a time`, async () => {
      let next = 0;
      const sums = Array.from({ length: atOnce }, async (_, user) => {
        let bytes = 0;
        while (next < all.length) {
          next += 1;
          bytes += await ask(next - 1, user);
        }
        return bytes;
      });
      return (await Promise.all(sums)).reduce((sum, bytes) => sum + bytes, 0);
    });
  } finally {
    await service.stop();
  }
  print(undefined, null, table(HEAD, lines));
  if (failures.length > 0) throw new CommandError(failures.join('\n'));
}

/** Issues keys that see everything, each for a different user. */
async function issueKeys(name: string): Promise<readonly string[]> {
  const database = openBench(name, 0);
  try {
    const keys: string[] = [];
    for (let user = 0; user < USERS; user += 1) {
      const companies = [idOf('company', 1), LARGE_COMPANY];
      keys.push((await issueKey(database, { role: 'reader', companies, entities: [] })).key);
    }
    return keys;
  } finally {
    await database.close();
  }
}

function cellsOf(bytes: number, measured: WorkMeasurements): readonly string[] {
  const ms = (value: number): string => `${Math.round(value)} ms`;
  const megabytes = (value: number): string => `${(value / 1024 ** 2).toFixed(1)} MB`;
  const { longestTurn, longestWork, longestCollection, slowestMs } = measured;
  return [
    ...[megabytes(bytes), `${(measured.ms / 1_000).toFixed(1)} s`, megabytes(measured.mostMemory)],
    ...[longestTurn, longestWork, longestCollection, slowestMs].map(ms),
  ];
}
