import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { BY_ACCOUNT } from '../../src/db/topology.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { isThere, openDistributed, type Where } from '../support/distributed.js';
import { importPlain } from '../support/importPlain.js';
import { linkOf } from '../support/links.js';
import { loadPortfolio } from '../support/loadPortfolio.js';
import { COMPANIES, PORTFOLIO } from '../support/portfolio.js';
import { startServer, type TestServer } from '../support/server.js';
import { CHANGES } from '../support/twin.js';

const measured = new Set(PORTFOLIO['non-cumulative'].map(({ accountId }) => accountId));
const found = PORTFOLIO.accounts.find(
  ({ _id, type, assetId, entityId }) => measured.has(_id) && type === 'electricity' && assetId && entityId,
);
const [account, asset, entity] = [String(found?._id), String(found?.assetId), String(found?.entityId)];
/** Another that has intervals. */
const other = String([...measured].find((id) => id !== found?._id));
const OPTIONS = ['emissions', 'floorArea', 'capacityInfo', 'meterUserBreakdown', 'showCounts', 'contractCoverage'];
const ALL = [...OPTIONS, 'showSimulated', 'dayNight', 'detailedSource'].map((name) => `&${name}=true`).join('');
const MONTHS = 'accountType=electricity&startDate=2023-01-01&endDate=2023-02-28';
/** Days of two months, and one that is whole. */
const EDGES = 'accountType=electricity&startDate=2023-01-05&endDate=2023-03-20';
const FIGURES =
  'consumption(accountType: [electricity], startDate: "2023-01-01", endDate: "2023-01-31") { consumption gaps { startDate } }';

/** One of each shape, of what is distributed and what is joined to it. */
const TARGETS = [
  '/accounts?limit=2',
  '/non-cumulative?limit=10000',
  ...['', '&page=2', '&sort=startTimestamp:desc', `&accountId=${account}`, `&accountId=${account}&page=2`].map(
    (more) => `/non-cumulative?limit=2${more}`,
  ),
  '/non-cumulative?limit=2&startTimestamp.gte=2023-01-05T00:00:00Z&startTimestamp.lt=2023-01-07T00:00:00Z',
  `/non-cumulative?limit=2&entityId=${entity}&value.gt=1`,
  ...['', '&page=2', '&sort=value:desc'].map((more) => `/readings?limit=2&accountId=${account}${more}`),
  ...[`accountId=${account}`, `assetId=${asset}`, `entityId=${entity}`].flatMap((level) => [
    `/consumption?${level}&${MONTHS}`,
    `/consumption?${level}&${MONTHS}&granularity=daily${ALL}`,
    `/consumption?${level}&${MONTHS}&granularity=halfhourly`,
    `/consumption?${level}&${EDGES}`,
    `/consumption?${level}&${MONTHS}&granularity=daily&timeZone=Europe/London${ALL}`,
  ]),
  `/emissions?accountId=${account}&${MONTHS}`,
];
const QUERIES = [
  '{ accounts(limit: 3) { data { _id readings(limit: 2) { total data { value } } } } }',
  '{ accounts(limit: 3) { data { _id nonCumulative(limit: 2) { total data { value } } } } }',
  `{ accounts(limit: 3) { data { _id ${FIGURES} } } }`,
  `{ assets(limit: 3) { data { _id ${FIGURES} } } }`,
];

/** What is sent to PostgreSQL meanwhile, in its own protocol. @returns ends it, and says what was sent */
function listen(): () => ReadonlySet<string> {
  const sent = new Set<string>();
  const parsed = vi.spyOn(pg.Connection.prototype, 'parse');
  const asked = vi.spyOn(pg.Connection.prototype, 'query');
  return () => {
    for (const [{ text }] of parsed.mock.calls) sent.add(text);
    for (const [text] of asked.mock.calls) sent.add(text);
    parsed.mockRestore();
    asked.mockRestore();
    return sent;
  };
}

/** Whether a statement names a table or view of what is distributed, other than as a text, such as the name of a resource. */
function isOfDistributed(statement: string): boolean {
  return DISTRIBUTED.test(statement.replaceAll(/'[^']*'/g, "''"));
}

/** A statement in one line, without what differs from one run to the next. */
function shapeOf(statement: string): string {
  return statement
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/timestamptz '\d{4}-[^']+'/g, `timestamptz '<now>'`)
    .trim();
}

/** Views of what is distributed. */
const VIEWS = ['interval_records', 'reading_records', 'interval_counts_afresh'];
const DISTRIBUTED = new RegExp(`\\b(${[...BY_ACCOUNT, ...VIEWS].join('|')})\\b`);

/**
 * Where there is no Citus a new statement is noticed; with it is seen that each of them is answered there. A new one
 * has to be tried
 * on a cluster before it is added: `TEST_CITUS_URL=… npx vitest run test/scale/statements -u`.
 */
for (const where of ['plain server', 'citus'] as const) {
  describe.runIf(isThere(where))(`the statements that go to distributed tables (${where})`, () => {
    testStatements(where);
  });
}

function testStatements(where: Where): void {
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openDistributed(where);
    server = await startServer(database);
    key = await server.key({ companies: COMPANIES, entities: [] });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it('are all in the tested list', { timeout: 600_000 }, async () => {
    const heard = listen();
    let sent: ReadonlySet<string>;
    try {
      await loadPortfolio(database);
      for (const name of ['accounts', 'readings', 'non-cumulative'] as const) {
        await importPlain(database, name, PORTFOLIO[name].filter((_, index) => index % 2 === 0).map(CHANGES[name]));
      }
      for (const target of TARGETS) expect(await server.get(target, key), target).toMatchObject({ status: 200 });
      const page = await server.get('/non-cumulative?limit=2&after=', key);
      const next = await server.ask(linkOf(page, 'next') ?? '', { headers: { 'x-api-key': key } });
      expect(next).toMatchObject({ status: 200, body: { data: { length: 2 } } });
      for (const query of QUERIES) {
        const { status, text } = await server.graphql(query, {}, key);
        expect([status, text], query).toEqual([200, expect.not.stringContaining('"errors"')]);
      }
      for (const name of ['readings', 'non-cumulative'] as const) {
        await deleteRecords(database, name, { accounts: [account] }, 'delete');
      }
      await database.knex('usage_days').delete();
      expect(await rebuild(database, { ids: [other] })).not.toMatchObject({ rows: 0 });
    } finally {
      sent = heard();
    }
    const statements = [...sent].filter(isOfDistributed).map(shapeOf);
    const text = [...new Set(statements)].toSorted().join('\n\n');
    await expect(`${text}\n`).toMatchFileSnapshot('statements.sql');
  });
}
