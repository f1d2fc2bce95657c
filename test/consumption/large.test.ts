import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { timesOf } from '../support/repeated.js';
import { startServer, type Answer, type Json, type TestServer } from '../support/server.js';
import { ACCOUNT, COMPANY, ENTITY } from './support/portfolio.js';
import { serveFigures, targetOf } from './support/served.js';

const DAY_MS = 86_400_000;
const FROM = '2023-01-01';
/**
 * The number of days of half-hours: several times what is written at once, and more than the buffers of a connection
 * that nobody reads.
 */
const DAYS = timesOf('days of a large answer');
/** Days whose half-hours are written at once. */
const WINDOW = 38;
const METER = 'b90000000000000000000099';

const day = (index: number): string => new Date(Date.parse(FROM) + index * DAY_MS).toISOString().slice(0, 10);
const hex = (value: number): string => value.toString(16).padStart(8, '0');

const OPTIONS = {
  ...{ granularity: 'halfhourly', emissions: 'true', dayNight: 'true', floorArea: 'true', capacityInfo: 'true' },
  ...{ meterUserBreakdown: 'true', showCounts: 'true', contractCoverage: 'true', showSimulated: 'true' },
};
const BILLED = { ...OPTIONS, source: 'invoice', financialInfo: 'full' };

/** Bills one after the other, of 28 days each, and a year of half-hours of one meter. */
const BILLS = Array.from({ length: 33 }, (_, index) => ({
  _id: `f9${hex(index)}00000000000000`,
  accountId: METER,
  companyId: COMPANY.one,
  entityId: ENTITY.north,
  status: 'captured',
  financialStatus: 'approved',
  values: {
    startDate: `${day(index * 28)}T00:00:00.000Z`,
    endDate: `${day(index * 28 + 27)}T00:00:00.000Z`,
    totalUnits: 1_000 + index * 13.7,
    totalCost: 210.5 + index,
    units: 'kwh',
    startReadType: 'actual',
    endReadType: index % 5 === 0 ? 'estimated' : 'actual',
  },
  rates: [
    { rateName: 'Day', consumption: 800 + index, cost: 180.25, unitRate: 0.2, units: 'kwh' },
    { rateName: 'Standing', consumption: 28, cost: 30.25, unitRate: 1.1, units: 'day' },
  ],
}));
const INTERVALS = Array.from({ length: 60 * 48 }, (_, index) => ({
  _id: `d9${hex(index)}00000000000000`,
  accountId: METER,
  entityId: ENTITY.north,
  companyId: COMPANY.one,
  startTimestamp: new Date(Date.parse(FROM) + index * 1_800_000).toISOString(),
  endTimestamp: new Date(Date.parse(FROM) + (index + 1) * 1_800_000).toISOString(),
  value: ((index * 37) % 101) / 7,
  type: 'electricity',
  unit: 'kwh',
  isHalfHourly: true,
  isEstimated: index % 10 === 0,
  source: 'amr',
}));

describe.each(ENGINES)('a large response on %s', (engine) => {
  const figures = serveFigures(engine);
  let narrow: TestServer;
  beforeAll(async () => {
    const database = figures.database();
    const account = { _id: METER, companyId: COMPANY.one, entityId: ENTITY.north, type: 'electricity', name: 'Large' };
    await importPlain(database, 'accounts', [
      {
        ...account,
        meterUnits: 'kwh',
        status: 'active',
        capacity: '80',
        meterUser: 'tenant',
        isVirtual: false,
        tags: [],
      },
    ]);
    await importPlain(database, 'invoices', BILLS);
    await importPlain(database, 'non-cumulative', INTERVALS);
    // Larger responses than the small ones are made alone, and a waiting request gives up at once.
    narrow = await startServer(database, { MAX_COST_AT_ONCE: '1', MAX_WAIT: '1' });
  });
  afterAll(() => narrow.close());

  const question = (more: Readonly<Record<string, string>>, first = 0, days = DAYS): Record<string, string> => ({
    accountId: METER,
    startDate: day(first),
    endDate: day(first + days - 1),
    ...more,
  });
  const rows = async (asked: Record<string, string>): Promise<readonly Json[]> => {
    const { status, body, text } = await figures.get('/consumption', asked);
    expect(status, text.slice(0, 500)).toBe(200);
    return body.data as readonly Json[];
  };
  /** Begins to read an answer. */
  const begin = (server: TestServer, target: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { 'x-api-key': figures.key() };
      const options = { host: '127.0.0.1', port: server.port, path: `/2.0${target}`, headers, agent: false };
      httpRequest(options, resolve).once('error', reject).end();
    });

  it.each([
    ['bills with their rates and all options', BILLED],
    ['half-hours with all options', { ...OPTIONS, source: 'combined' }],
  ])('has the rows of smaller requests, month by month: %s', async (_, options) => {
    const answer = await figures.get('/consumption', question(options));
    expect(answer.headers['content-length']).toBeUndefined();
    const large = answer.body.data as readonly Json[];
    expect(large).toHaveLength(DAYS * 48);
    for (let first = 0; first < DAYS; first += WINDOW) {
      const small = await figures.get('/consumption', question(options, first, WINDOW));
      expect(Number(small.headers['content-length'])).toBe(Buffer.byteLength(small.text));
      // Tens of thousands of rows are compared as texts sooner than one by one.
      expect(JSON.stringify(small.body.data)).toBe(JSON.stringify(large.slice(first * 48, (first + WINDOW) * 48)));
    }
  });

  it('has an ETag, and returns 304 for it', async () => {
    const target = `/2.0${targetOf('/consumption', question(BILLED))}`;
    const { headers } = await begin(figures.server(), target.slice(4)).then((answer) => answer.resume());
    const again = await figures.server().ask(target, {
      headers: { 'x-api-key': figures.key(), 'if-none-match': String(headers.etag) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is cached like a small one if it is repeated and not too large', async () => {
    const ask = (days: number): Promise<Answer> =>
      figures.get('/consumption', question({ granularity: 'halfhourly', source: 'combined' }, 0, days));
    const first = await ask(60);
    expect(first.headers['content-length']).toBeUndefined();
    // One answer is gathered at a time, so another that still goes on may come before it.
    let again = await ask(60);
    while (again.headers['content-length'] === undefined) again = await ask(60);
    expect(again.text).toBe(first.text);
    expect(again.headers['content-length']).toBe(String(Buffer.byteLength(first.text)));
    const statements = await figures.statements(() => ask(60));
    expect(statements.filter((statement) => statement.includes('usage'))).toEqual([]);
    for (let time = 0; time < 3; time += 1) expect((await ask(DAYS)).headers['content-length']).toBeUndefined();
  });

  it('has the same rows as NDJSON, as CSV and over GraphQL', async () => {
    const asked = question({ ...BILLED, startDate: day(0), endDate: day(99) });
    const all = await rows(asked);
    const lines = await figures.get('/consumption', { ...asked, format: 'ndjson' });
    expect(lines.text).toBe(all.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const table = await figures.get('/consumption', { ...asked, format: 'csv' });
    expect(table.text.split('\r\n').slice(1, -1)).toHaveLength(all.length);
    const query = `{ consumption(accountId: "${METER}", startDate: "${day(0)}", endDate: "${day(99)}", granularity: halfhourly,
      source: "invoice") { again: consumption data { date consumption cost rates { byName byType } } } }`;
    const { body, headers } = await figures
      .server()
      .graphql<{ consumption: { data: Json[] } }>(query, {}, figures.key());
    expect(headers['content-length']).toBeUndefined();
    expect(body.data?.consumption.data).toEqual(
      all.map(({ date, consumption, cost, rates }) => ({ date, consumption, cost, rates })),
    );
    expect(body.extensions?.cost).toBe(4_800);
  });

  it('for many targets has the rows of each', async () => {
    const query = `query($limit: Int) { accounts(limit: $limit, sort: "_id:asc") { data { _id consumption(startDate: "${day(0)}",
      endDate: "${day(20)}", granularity: halfhourly) { units data { startDate consumption sources } } } } }`;
    type Level = Json & { readonly _id: string };
    const { body } = await figures
      .server()
      .graphql<{ accounts: { data: readonly Level[] } }>(query, { limit: 20 }, figures.key());
    const all = body.data?.accounts.data ?? [];
    expect(all.map(({ _id }) => _id)).toContain(METER);
    for (const { _id, consumption } of all) {
      const asked = { accountId: _id, startDate: day(0), endDate: day(20), granularity: 'halfhourly' };
      const data = (await rows(asked)).map(({ startDate, consumption: own, sources }) => ({
        ...{ startDate, consumption: own, sources },
      }));
      expect((consumption as Json).data, _id).toEqual(data);
    }
  });

  it('for many records has the rows of small responses, in lists, exports and over GraphQL', async () => {
    const list = (more: string): string => `/non-cumulative?accountId=${METER}&${more}`;
    const small: Json[] = [];
    for (const page of [1, 2]) {
      const { body, headers } = await figures.server().get(list(`limit=1500&page=${page}`), figures.key());
      expect(headers['content-length']).toBeDefined();
      small.push(...(body.data as readonly Json[]));
    }
    expect(small).toHaveLength(INTERVALS.length);
    const large = await figures.server().get(list('limit=10000'), figures.key());
    expect(large.headers['content-length']).toBeUndefined();
    expect(large.body).toEqual({ total: INTERVALS.length, limit: 10_000, skip: 0, data: small });
    const lines = await figures.server().get(list('limit=10000&format=ndjson'), figures.key());
    expect(lines.text).toBe(small.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const query = `{ a: nonCumulative(limit: 10000, filter: { accountId: { eq: "${METER}" } }) { data { _id value account { name } } }
      b: account(id: "${METER}") { nonCumulative(limit: 10000) { total data { _id value account { name } } } } }`;
    const { body } = await figures.server().graphql(query, {}, figures.key());
    const data = small.map(({ _id, value }) => ({ _id, value, account: { name: 'Large' } }));
    expect(body.data).toEqual({ a: { data }, b: { nonCumulative: { total: data.length, data } } });
  });

  it('does not delay other responses', async () => {
    const large = { isOver: false };
    const made = figures.get('/consumption', question(BILLED)).finally(() => (large.isOver = true));
    let lives = 0;
    for (;;) {
      const { status } = await figures.server().ask('/livez');
      expect(status).toBe(200);
      if (large.isOver) break;
      lives += 1;
    }
    expect((await made).status).toBe(200);
    expect(lives).toBeGreaterThan(10);
  });

  it('waits for memory, and returns 503 if it waits too long, on both surfaces', async () => {
    const target = targetOf('/consumption', question(BILLED));
    const first = await begin(narrow, target);
    expect(first.statusCode).toBe(200);
    const refused = await narrow.get(target, figures.key());
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.body).toMatchObject({ code: 'overloaded', title: 'Overloaded' });
    const query = `{ consumption(accountId: "${METER}", startDate: "${day(0)}", endDate: "${day(99)}", granularity: halfhourly)
      { data { consumption } } }`;
    const second = await narrow.graphql(query, {}, figures.key());
    expect(second.status).toBe(503);
    expect(second.headers['retry-after']).toBe('1');
    expect(second.body.errors?.[0]?.extensions?.code).toBe('overloaded');
    // What is small needs no turn.
    expect((await narrow.get(`/accounts/${ACCOUNT.main}`, figures.key())).status).toBe(200);
    first.destroy();
    // The server learns in its time that the client has gone.
    for (;;) {
      const answer = await narrow.get(target, figures.key());
      if (answer.status === 200) break;
      expect(answer.body.code).toBe('overloaded');
    }
  });
});
