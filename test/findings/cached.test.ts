import { raw, sql } from '../../src/db/sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { changeSetting } from '../../src/findings/changeSetting.js';
import { decide } from '../../src/findings/stored.js';
import { rebuildAll } from '../../src/findings/rebuild.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type Answer, type TestServer } from '../support/server.js';
import { building, records } from './meter.js';

const [COMPANY, OTHER] = ['c00000000000000000000001', 'c00000000000000000000002'];
const [METER, LATER] = ['b00000000000000000000001', 'b00000000000000000000002'];
const FOREIGN = 'b00000000000000000000003';
const FIRST = '2024-01-01T00:00:00.000Z';
const values = building(40, 7);

const LATE_IN_MAY = { values: { startDate: '2024-05-11', endDate: '2024-05-31', totalUnits: 100, totalCost: 20 } };
const bill = (number: number, month: string, last: string): object => ({
  ...{ _id: `e${String(number).padStart(23, '0')}`, companyId: COMPANY, accountId: METER, status: 'completed' },
  values: { startDate: `2024-${month}-01`, endDate: `2024-${month}-${last}`, totalUnits: 100, totalCost: 20 },
  rates: [{ rateName: 'Day', units: 'kwh', unitRate: 0.2, cost: 20 }],
});
const CHECKED = 'e00000000000000000000001';

/** Requests over REST and GraphQL whose responses have findings. */
const PATHS = ['/findings', '/findings?status=open&sort=severity:desc', `/invoices/${CHECKED}/check`];
const QUERIES = [
  '{ findings(sort: "startDate:asc") { total data { _id kind status message dismissedReason } } }',
  '{ accounts { data { _id findings { total data { kind status } } } } }',
  `{ invoice(id: "${CHECKED}") { check { quantity { result metered threshold } sum { result } }
     findings { data { kind status } } } }`,
];

describe.each(ENGINES)('cached responses with findings, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let anew: TestServer;
  let key: string;
  let foreign: string;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    const account = (_id: string, companyId: string) => ({ _id, companyId, type: 'electricity', meterUnits: 'kwh' });
    await importPlain(database, 'accounts', [
      ...[METER, LATER].map((_id) => account(_id, COMPANY)),
      account(FOREIGN, OTHER),
    ]);
    await importPlain(database, 'non-cumulative', records(METER, FIRST, values));
    await importPlain(database, 'non-cumulative', records(LATER, FIRST, values));
    await importPlain(database, 'invoices', [bill(1, '01', '31'), bill(2, '03', '31')]);
    await importPlain(database, 'invoices', [
      { ...bill(3, '01', '31'), companyId: OTHER, accountId: FOREIGN },
      { ...bill(4, '03', '31'), companyId: OTHER, accountId: FOREIGN },
    ]);
    server = await startServer(database);
    anew = await startServer(database, { ANSWER_CACHE: '0' });
    key = await server.key({ companies: [COMPANY] });
    foreign = await server.key({ companies: [OTHER] });
  });
  afterAll(async () => {
    await server.close();
    await anew.close();
    await database.close();
  });

  const get = (path: string, tag?: string, own = key): Promise<Answer> =>
    server.ask(`/2.0${path}`, {
      headers: { 'x-api-key': own, ...(tag === undefined ? {} : { 'if-none-match': tag }) },
    });
  /** All responses of a service, which may cache them; the tags are those of REST. */
  const answers = async (of: TestServer) => {
    const rest = await Promise.all(PATHS.map((path) => of.get(path, key)));
    const graphql = await Promise.all(QUERIES.map((query) => of.graphql(query, {}, key)));
    return { bodies: [...rest, ...graphql].map(({ text }) => text), tags: rest.map(({ headers }) => headers.etag) };
  };

  const id = async (kind: string): Promise<string> => {
    const found = await database.rows<{ readonly id: string }>(
      sql`select encode(_id, 'hex') as id from findings where kind = '${raw(kind)}' and company_id = '\\x${raw(COMPANY)}'`,
    );
    return found[0]?.id ?? '';
  };

  const CHANGES: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
    ['an import that makes one', () => importPlain(database, 'invoices', [bill(5, '05', '31')])],
    [
      'an import that changes one',
      () => importPlain(database, 'invoices', [{ ...bill(5, '05', '31'), ...LATE_IN_MAY }]),
    ],
    ['an import that resolves one', () => importPlain(database, 'invoices', [bill(6, '02', '29')])],
    [
      'a deletion that opens it again',
      () => deleteRecords(database, 'invoices', { ids: [CHECKED.replace(/1$/, '6')] }, ''),
    ],
    ['a person who dismisses one', async () => decide(database, await id('bill-gap'), 'known')],
    ['a person who takes that back', async () => decide(database, await id('bill-gap'), null)],
    ['a threshold that finds more', () => changeSetting(database, 'finding-bill-too-long-days', '20')],
    ['its default, which finds less', () => changeSetting(database, 'finding-bill-too-long-days', null)],
    ['a threshold of the check', () => changeSetting(database, 'finding-bill-units-differ-percent', '50')],
    [
      'the data of another account, beside which one is late',
      () => importPlain(database, 'non-cumulative', records(LATER, FIRST, building(60, 7), 40 * 48)),
    ],
  ];

  it('are replaced when a finding changes', async () => {
    for (const [what, change] of CHANGES) {
      await answers(server);
      const before = await answers(server);
      expect(before.bodies, what).toEqual((await answers(anew)).bodies);
      await change();
      const after = await answers(server);
      expect(after.bodies, what).toEqual((await answers(anew)).bodies);
      expect(after.bodies[3], what).not.toBe(what === 'a threshold of the check' ? '' : before.bodies[3]);
      for (const [index, path] of PATHS.entries()) {
        expect(after.tags[index], what).not.toBe(before.tags[index]);
        expect((await get(path, String(before.tags[index]))).status, what).toBe(200);
        expect((await get(path, String(after.tags[index]))).status, what).toBe(304);
      }
    }
  });

  it('are replaced when a rebuild creates a finding', async () => {
    await database.knex('findings').where({ kind: 'late' }).delete();
    await answers(server);
    const before = await answers(server);
    expect(before.bodies).toEqual((await answers(anew)).bodies);
    expect(await rebuildAll(database, {})).toMatchObject({ newFindings: 1, resolvedFindings: 0 });
    const after = await answers(server);
    expect(after.bodies).toEqual((await answers(anew)).bodies);
    expect(after.bodies[3]).not.toBe(before.bodies[3]);
    for (const [index, path] of PATHS.entries()) {
      expect((await get(path, String(before.tags[index]))).status).toBe(200);
    }
    // If the rebuild makes no new finding, they stay cached.
    expect(await rebuildAll(database, {})).toMatchObject({ rows: 0 });
    expect((await answers(server)).tags).toEqual(after.tags);
  });

  it('remain valid when findings of another company change', async () => {
    const tag = String((await get('/findings', undefined, foreign)).headers.etag);
    await decide(database, await id('bill-gap'), 'known');
    await importPlain(database, 'invoices', [bill(7, '08', '31')]);
    await importPlain(database, 'non-cumulative', records(METER, FIRST, values.with(100, 500), 100, 101));
    expect((await get('/findings', tag, foreign)).status).toBe(304);
  });
});
