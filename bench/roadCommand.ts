import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { print, table } from '../src/cli/output.js';
import { issueKey } from '../src/auth/keys.js';
import { readConfig } from '../src/config/config.js';
import { PACKAGE_ROOT } from '../src/config/root.js';
import { serve } from '../src/server/serve.js';
import { openBench } from './database.js';
import { prepare } from './prepare.js';
import { databaseName, idOf, type Size } from './portfolio.js';

/** A small portfolio. How much a request reads does not change the files that it enters. */
const SIZE: Size = { meters: 4, days: 90 };
const STATEMENT_TIMEOUT_MS = 60_000;
/** The folder of the compiled sources. */
const COMPILED = join(PACKAGE_ROOT, 'dist', 'src');

/** A request whose path through the code is traced. */
interface Road {
  readonly name: string;
  readonly path: string;
  readonly body?: string;
  /** Whether to send the entity tag of the last response. */
  readonly isConditional?: true;
}

/** The source files that a request enters. */
interface EnteredFiles {
  readonly name: string;
  /** Relative to the folder of the project, such as `src/rest/handler.ts`. */
  readonly files: readonly string[];
  readonly lines: number;
}

/** Builds `bench road`, which lists the files that a request enters, sorted by name. */
export function roadCommand(): Command {
  return new Command('road')
    .description('source files with functions that a request calls, and their lines, without caches')
    .option('--files', 'list the files')
    .option('--json', 'print JSON')
    .action(async ({ files = false, json = false }: { files?: boolean; json?: boolean }) => {
      const entered = await traceRequests(roads());
      const rows = entered.map((one) => [one.name, String(one.files.length), String(one.lines)]);
      const named = files ? entered.flatMap((one) => ['', one.name, ...one.files.map((file) => `  ${file}`)]) : [];
      print(json, entered, [...table(['request', 'files', 'lines'], rows), ...named]);
    });
}

function roads(): readonly Road[] {
  const account = idOf('account', 1);
  const month = `accountId=${account}&startDate=2023-01-01&endDate=2023-02-28&granularity=monthly`;
  const links = '{ invoices(limit: 5) { data { _id account { _id name asset { _id siteName } } } } }';
  return [
    { name: 'REST list', path: '/2.0/accounts?limit=5' },
    { name: 'REST list, 304', path: '/2.0/accounts?limit=5', isConditional: true },
    { name: '/consumption by month', path: `/2.0/consumption?${month}` },
    { name: 'GraphQL, two links', path: '/graphql', body: JSON.stringify({ query: links }) },
  ];
}

async function traceRequests(all: readonly Road[]): Promise<readonly EnteredFiles[]> {
  await prepare(SIZE, false);
  const database = openBench(databaseName(SIZE), STATEMENT_TIMEOUT_MS);
  const settings = { LOG_LEVEL: 'silent', RATE_LIMIT_POINTS: '0', ANSWER_CACHE: '0', PORT: '0' };
  const running = await serve(database, readConfig(settings));
  const session = new Session();
  session.connect();
  try {
    const { key } = await issueKey(database, { role: 'reader', companies: [idOf('company', 1)], entities: [] });
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const entered: EnteredFiles[] = [];
    for (const road of all) {
      // The first request plans the operation and looks up the key. Only the second one is traced.
      const tag = await ask(running.address, key, road, undefined);
      await ask(running.address, key, road, undefined);
      await session.post('Profiler.takePreciseCoverage');
      await ask(running.address, key, road, road.isConditional === true ? tag : undefined);
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const files = result
        .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
        .flatMap(({ url }) => sourceOf(url))
        .toSorted();
      entered.push({ name: road.name, files, lines: files.reduce((sum, file) => sum + linesOf(file), 0) });
    }
    return entered;
  } finally {
    session.disconnect();
    await running.stop();
    await database.close();
  }
}

/** @returns the entity tag of the response */
async function ask(
  address: string,
  key: string,
  { name, path, body }: Road,
  tag: string | undefined,
): Promise<string | undefined> {
  const headers = {
    'x-api-key': key,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(tag === undefined ? {} : { 'if-none-match': tag }),
  };
  // `fetch` would forbid a cached response to a request with a tag.
  const sent = request(`${address}${path}`, { method: body === undefined ? 'GET' : 'POST', headers });
  sent.end(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
  const answer = await text(response);
  if (response.statusCode !== (tag === undefined ? 200 : 304) || answer.startsWith('{"errors"')) {
    throw new Error(`${name}: ${response.statusCode ?? 0} ${answer.slice(0, 500)}`);
  }
  return response.headers.etag;
}

/** Returns the source of a compiled file of this project; nothing for a file of a library. */
function sourceOf(url: string): readonly string[] {
  if (!url.startsWith('file:')) return [];
  const path = relative(COMPILED, fileURLToPath(url));
  return path.startsWith('..') ? [] : [join('src', path.replace(/\.js$/, '.ts'))];
}

function linesOf(file: string): number {
  return readFileSync(join(PACKAGE_ROOT, file), 'utf8').split('\n').length - 1;
}
