import { raw, sql } from '../../src/db/sql.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { issueKey } from '../../src/auth/keys.js';
import type { Database } from '../../src/db/database.js';
import { loadPortfolio } from '../support/loadPortfolio.js';
import { EXAMPLES, loadSample } from '../support/loadSample.js';
import { ONE_SERVER } from '../support/engines.js';
import { COMPANIES, ENTITIES } from '../support/portfolio.js';
import { administer, SERVER } from '../support/postgres.js';
import { at } from '../support/random.js';
import { IDS } from '../support/randomTargets.js';
import { IS_LONG } from '../support/repeated.js';
import { unpackSnapshot } from '../support/snapshot.js';
import { templateOf, type Contents } from '../support/templates.js';
import { twinOf } from '../support/twin.js';
import { buildOf, WORKING_TREE, type Build } from './builds.js';
import { randomQuestions, type Ids, type Question } from './questions.js';
import { startRecorded, type Recording, type RecordedService } from './recorded.js';
import { startStatementProxy } from './statements.js';

/** The other version; `npm run test:long` compares with the commit before. */
const COMMIT = process.env.COMPARE_COMMIT ?? (IS_LONG ? 'HEAD~1' : '');
const REQUESTS = Number(process.env.COMPARE_REQUESTS ?? 20_000);
const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
/** A difference is shown at most so often. */
const MAX_SHOWN = 10;

/** What the five keys see; the last one reads accounts alone. */
const KEYS = 5;

interface Portfolio {
  readonly name: string;
  readonly load: (database: Database) => Promise<unknown>;
}

const PORTFOLIOS: readonly Portfolio[] = [
  { name: 'fixture', load: (database) => loadPortfolio(database) },
  {
    name: 'twin',
    load: (database) =>
      loadPortfolio(database, undefined, twinOf({ companies: [COMPANIES[1]], entities: [ENTITIES[0]] })),
  },
  { name: 'sample', load: (database) => loadSample(database, EXAMPLES) },
];

/** What a template holds beside its records. */
interface Prepared {
  readonly keys: readonly string[];
  readonly ids: Ids;
}

describe.runIf(COMMIT !== '')(`the working tree, and ${COMMIT}`, () => {
  const builds = (): readonly [Build, Build] => [buildOf(COMMIT), WORKING_TREE];

  describe.each(ONE_SERVER.filter((engine) => engine !== 'citus'))('on %s', (engine) => {
    it.each(PORTFOLIOS)('answer random requests over the $name the same, by the same statements', async (portfolio) => {
      const prepared: Prepared[] = [];
      const contents: Contents = {
        name: `compare${portfolio.name}`,
        load: async (database) => {
          await portfolio.load(database);
          prepared.push(await prepare(database));
        },
      };
      const template = await templateOf(engine, contents);
      const { keys, ids } = at(prepared, 0);
      const count = Math.ceil(REQUESTS / PORTFOLIOS.length / ONE_SERVER.length);
      const questions = randomQuestions(ids, count, SEED);
      const services = await Promise.all(
        builds().map((build) => (engine === 'pglite' ? onPglite : onPostgres)(build, template)),
      );
      try {
        const found = await compare(
          services.map(({ service }) => service),
          questions,
          keys,
        );
        console.log(
          `${engine}, ${portfolio.name}: ${count} requests, ${JSON.stringify(found.statuses)}, ${found.statements} statements`,
        );
        expect(found.differences).toEqual([]);
      } finally {
        for (const { close } of services) await close();
      }
    });
  });
});

/** Issues the keys, and reads the identifiers of the records. */
async function prepare(database: Database): Promise<Prepared> {
  const idsOf = async (table: string): Promise<readonly string[]> => {
    const rows = await database.rows<{ readonly id: string }>(
      sql`select encode(_id, 'hex') as id from ${raw(table)} order by _id limit 200`,
    );
    return rows.map(({ id }) => id);
  };
  const [companies, entities] = [await idsOf('companies'), await idsOf('entities')];
  const grants = [
    { role: 'reader', companies, entities: [] },
    { role: 'reader', companies: companies.slice(0, 1), entities: [] },
    { role: 'reader', companies: [], entities: entities.slice(0, 2) },
    { role: 'reader', companies: companies.slice(-1), entities: entities.slice(0, 1) },
    { scopes: ['read:accounts'], companies, entities: [] },
  ];
  const keys: string[] = [];
  for (const grant of grants.slice(0, KEYS)) keys.push((await issueKey(database, grant)).key);
  const [accounts, assets, groups, invoices] = [
    await idsOf('accounts'),
    await idsOf('assets'),
    await idsOf('asset_groups'),
    await idsOf('invoices'),
  ];
  return {
    keys,
    ids: { ...IDS, account: accounts, asset: assets, assetGroup: groups, entity: entities, invoice: invoices },
  };
}

/** A service on a copy of a template of its own, and what ends both. */
interface Running {
  readonly service: RecordedService;
  readonly close: () => Promise<void>;
}

async function onPostgres(build: Build, template: string): Promise<Running> {
  const name = `${template}_${build === WORKING_TREE ? 'new' : 'old'}`;
  await administer(SERVER, `create database ${name} template ${template}`);
  const proxy = await startStatementProxy(SERVER);
  // Answers from a cache send no statements.
  const env = { DATABASE_URL: proxy.url(name), DATABASE_POOL_MAX: '2', ANSWER_CACHE: '0' };
  const service = await startRecorded(build, env, proxy);
  return {
    service,
    async close() {
      await service.stop();
      await proxy.close();
      await administer(SERVER, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onPglite(build: Build, template: string): Promise<Running> {
  const home = mkdtempSync(join(tmpdir(), 'udg-compare-'));
  await mkdir(join(home, 'pglite'));
  await unpackSnapshot(template, join(home, 'pglite'));
  const service = await startRecorded(build, { DATABASE_URL: '', DATA_DIR: home }, undefined);
  return {
    service,
    async close() {
      await service.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A request that two builds answered differently. */
interface Difference {
  readonly question: Question;
  readonly before: unknown;
  readonly after: unknown;
}

interface Compared {
  readonly statuses: Readonly<Record<string, number>>;
  readonly statements: number;
  /** The first ones. */
  readonly differences: readonly Difference[];
}

/** Asks both services the same, one request after the other; every tenth request is repeated on condition of its tag. */
async function compare(
  services: readonly RecordedService[],
  questions: readonly Question[],
  keys: readonly string[],
): Promise<Compared> {
  const statuses: Record<string, number> = {};
  const differences: Difference[] = [];
  let statements = 0;
  const askBoth = async (question: Question, key: string): Promise<Recording> => {
    const [before, after] = await Promise.all(services.map((service) => service.ask(question, key)));
    if (!before || !after) throw new Error('there are two services');
    statuses[before.status] = (statuses[before.status] ?? 0) + 1;
    statements += before.statements.length;
    if (JSON.stringify(before) !== JSON.stringify(after)) differences.push({ question, ...differing(before, after) });
    return before;
  };
  for (const [index, question] of questions.entries()) {
    const key = at(keys, index % keys.length);
    const { headers } = await askBoth(question, key);
    if (index % 10 === 0 && typeof headers.etag === 'string') {
      const ask = { ...question.ask, headers: { ...question.ask.headers, 'if-none-match': headers.etag } };
      await askBoth({ ...question, ask }, key);
    }
    if (differences.length >= MAX_SHOWN) break;
  }
  return { statuses, statements, differences };
}

/** The parts of two recordings that differ. */
function differing(before: Recording, after: Recording): { readonly before: unknown; readonly after: unknown } {
  const names = (Object.keys(before) as (keyof Recording)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const part = (recording: Recording): unknown => Object.fromEntries(names.map((name) => [name, recording[name]]));
  return { before: part(before), after: part(after) };
}
