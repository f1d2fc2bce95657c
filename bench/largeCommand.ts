import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Command } from 'commander';
import { issueKey } from '../src/auth/keys.js';
import { CommandError, print, table, tell } from '../src/cli/output.js';
import { PACKAGE_ROOT } from '../src/config/root.js';
import { counted } from './counted.js';
import { benchUrl, openBench } from './database.js';
import { memoryOf, watchMemory } from './memory.js';
import { prepare } from './paint.js';
import { databaseName, dayText, idOf } from './portfolio.js';

interface Options {
  readonly atOnce: number;
  readonly heap: number;
}

/** Two and a half years. */
const SIZE = { meters: 60, days: 913 };
const OPTIONS = ['emissions', 'dayNight', 'floorArea', 'capacityInfo', 'meterUserBreakdown', 'showCounts']
  .concat('contractCoverage', 'showSimulated', 'detailedSource')
  .map((name) => `${name}=true`)
  .join('&');
const MAIN = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js');

export function largeCommand(): Command {
  return new Command('large')
    .description(
      'The largest answers of consumption, several at once, of a process with little memory; who asks beside',
    )
    .option('--at-once <n>', 'answers at one time', counted, 12)
    .option('--heap <megabytes>', 'of the process', counted, 256)
    .action((options: Options) => run(options));
}

/** @throws CommandError where an answer was not a 200, or the process has ended */
async function run({ atOnce, heap }: Options): Promise<void> {
  await prepare(SIZE, false);
  const name = databaseName(SIZE);
  const database = openBench(name, 0);
  const { key } = await issueKey(database, { role: 'reader', companies: [idOf('company', 1)], entities: [] });
  await database.close();
  const env = { PATH: process.env.PATH, PORT: '0', DATABASE_URL: benchUrl(name), RATE_LIMIT_POINTS: '0' };
  const child = spawn(process.execPath, [`--max-old-space-size=${heap}`, MAIN, 'serve'], {
    env: { ...env, LOG_LEVEL: 'error', MAX_WAIT: '600000' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /^REST {6}(http:\S+)\/2\.0$/m.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('close', () => {
        reject(new Error(`The service could not be started:\n${said}`));
      });
    });
    // Half of the time before the meters have half-hours, as bills are older.
    const first = -Math.floor(SIZE.days / 2);
    const dates = `startDate=${dayText(first)}&endDate=${dayText(first + SIZE.days - 1)}`;
    const target = `/2.0/consumption?entityId=${idOf('entity', 1)}&accountType=gas&source=invoice&financialInfo=full`;
    const ask = async (): Promise<number> => {
      const answer = await fetch(`${url}${target}&${dates}&granularity=halfhourly&${OPTIONS}`, {
        headers: { 'x-api-key': key },
      });
      let bytes = 0;
      for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
      if (answer.status !== 200) throw new CommandError(`${answer.status} after ${bytes} bytes`);
      return bytes;
    };
    const most = watchMemory([{ name, memory: () => memoryOf(child.pid) }]);
    const idle = await beside(url, () => new Promise((resolve) => setTimeout(resolve, 2_000)));
    tell(`${atOnce} at once`);
    let sizes: readonly number[] = [];
    const since = performance.now();
    const seen = await beside(url, async () => {
      sizes = await Promise.all(Array.from({ length: atOnce }, ask));
    });
    const seconds = ((performance.now() - since) / 1_000).toFixed(1);
    const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;
    const row = [String(atOnce), megabytes(sizes[0] ?? 0), `${seconds} s`, megabytes(most()[name] ?? 0)];
    const head = ['at once', 'each', 'took', 'memory at most', '/livez idle, slowest', '/livez, slowest', 'asked'];
    print(undefined, null, table(head, [[...row, `${idle.slowest} ms`, `${seen.slowest} ms`, String(seen.answers)]]));
  } finally {
    child.kill('SIGTERM');
  }
}

/** Asks whether the process lives, again and again while something goes on; milliseconds of the slowest answer. */
async function beside(url: string, work: () => Promise<unknown>): Promise<{ slowest: number; answers: number }> {
  const state = { isOver: false };
  const seen = { slowest: 0, answers: 0 };
  const asking = (async () => {
    while (!state.isOver) {
      const since = performance.now();
      await (await fetch(`${url}/livez`)).text();
      seen.slowest = Math.max(seen.slowest, Math.round(performance.now() - since));
      seen.answers += 1;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  try {
    await work();
  } finally {
    state.isOver = true;
    await asking;
  }
  return seen;
}
