import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { ITEM_FIELDS, LIST_FIELDS, type RestList } from '../support/contractFields.js';
import { envelope, subset, valueAt, type Question } from '../support/model.js';
import { COMPANIES, ENTITIES, PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { someOf } from '../support/repeated.js';
import { omit, PER_ANSWER, startServer, type TestServer } from '../support/server.js';

interface Envelope {
  readonly total: number;
  readonly limit: number;
  readonly skip: number;
  readonly data: readonly PlainRecord[];
}

const LISTS = Object.keys(LIST_FIELDS) as RestList[];
const EVERYTHING = { companies: COMPANIES, entities: [] };

/** `/readings` is a list of one account's; `type=*` lifts its default. */
const METERED = at(PORTFOLIO.readings, 1).accountId;

/** A list with parameters, and those that it requires. */
function target(name: RestList, query = ''): string {
  const own = name === 'readings' ? `accountId=${String(METERED)}&type=*` : '';
  return `/${name}?${[own, query].filter((part) => part !== '').join('&')}`;
}

/** A value as a query string writes it. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A condition on a field by its dotted path. */
function condition(path: string, inner: PlainRecord): PlainRecord {
  return path.split('.').reduceRight<PlainRecord>((below, part) => ({ [part]: below }), inner);
}

/** The expected response of a list, including the order of keys. */
function expected(
  name: RestList,
  question: Question,
  grants = EVERYTHING as { companies: readonly string[]; entities: readonly string[] },
): Envelope {
  const own = name === 'readings' ? { accountId: { eq: METERED } } : {};
  const page = envelope(name, { ...question, filter: { and: [own, question.filter ?? {}] } }, grants);
  return { ...page, data: page.data.map((record) => subset(record, LIST_FIELDS[name])) };
}

describe.each(ENGINES)('REST lists and items on %s (contract 4)', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;

  beforeAll(async () => {
    database = await openPortfolio(engine);
    server = await startServer(database);
    key = await server.key();
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const list = async (path: string): Promise<Envelope> => {
    const answer = await server.get<Envelope>(path, key);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  it('a page of a long query has a short Link header, with the next page only', async () => {
    const [tag] = PORTFOLIO.accounts.flatMap(({ tags }) => tags as readonly string[]);
    const rels = async (length: number): Promise<readonly (string | undefined)[]> => {
      const query = `tags=${'a'.repeat(length)},${String(tag)}`;
      const { status, headers, text } = await server.get(`/accounts?limit=1&page=1&${query}`, key);
      expect(status, text).toBe(200);
      return [...String(headers.link ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel);
    };
    expect(await rels(100)).toEqual(['first', 'next', 'last']);
    expect(await rels(4_000)).toEqual(['next']);
  });

  describe('the envelope: "total, limit, skip, data"', () => {
    it.each(LISTS)(
      "/%s returns exactly what the model predicts, with every key in the contract's order",
      async (name) => {
        const answer = await server.get(target(name, 'limit=1000'), key);
        expect(answer.status).toBe(200);
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(answer.text).toBe(JSON.stringify(expected(name, { limit: 1000 })));
      },
    );

    it.each(LISTS)('/%s defaults to "limit 100, page 1"', async (name) => {
      expect(await list(target(name))).toEqual(expected(name, {}));
    });

    it('returns one account of a list in full', async () => {
      const [record] = PORTFOLIO.accounts;
      const answer = await server.get(`/accounts?_id=${String(record?._id)}`, key);
      expect(answer.text).toBe(
        JSON.stringify({ total: 1, limit: 100, skip: 0, data: [subset(record ?? {}, LIST_FIELDS.accounts)] }),
      );
    });

    it('returns only records granted to the key, by company, by entity or by both', async () => {
      for (const grants of [
        { companies: [COMPANIES[0]], entities: [] },
        { companies: [], entities: [ENTITIES[1]] },
        { companies: [COMPANIES[1]], entities: [ENTITIES[0], ENTITIES[3]] },
      ]) {
        const own = await server.key(grants);
        for (const name of LISTS) {
          const answer = await server.get(target(name, 'limit=1000'), own);
          expect(answer.body).toEqual(expected(name, { limit: 1000 }, grants));
        }
      }
    });
  });

  describe('pages', () => {
    it.each(LISTS)('/%s: pages do not overlap, and together they contain every record', async (name) => {
      const whole = await list(target(name, 'limit=1000'));
      const pages: PlainRecord[] = [];
      for (let page = 1; pages.length < whole.total; page += 1) {
        const part = await list(target(name, `limit=17&page=${page}`));
        expect(part).toMatchObject({ total: whole.total, limit: 17, skip: (page - 1) * 17 });
        pages.push(...part.data);
      }
      expect(pages).toEqual(whole.data);
    });

    it('a page past the end is a 200 with empty `data` and the correct `total`', async () => {
      expect(await list('/accounts?page=1000')).toEqual({ total: 60, limit: 100, skip: 99_900, data: [] });
      expect((await list('/accounts?limit=1&page=2147483647')).data).toEqual([]);
      expect([200, 400]).toContain((await server.get('/accounts?limit=10000&page=300000', key)).status);
      for (const page of [2_147_483_648, Number.MAX_SAFE_INTEGER]) {
        expect([200, 400]).toContain((await server.get(`/accounts?limit=1&page=${page}`, key)).status);
      }
    });

    it('`limit` outside 1..10,000 and `page` below 1 are a 400 that names the parameter', async () => {
      for (const [query, parameter] of [
        ['limit=0', 'limit'],
        ['limit=-1', 'limit'],
        ['limit=10001', 'limit'],
        ['limit=1e21', 'limit'],
        ['limit=', 'limit'],
        ['limit=1.5', 'limit'],
        ['limit=%7B%7D', 'limit'],
        ['limit=0x10', 'limit'],
        ['limit=99999999999999999999', 'limit'],
        ['page=0', 'page'],
        ['page=-3', 'page'],
        ['page=abc', 'page'],
        [`limit=10000&page=${Number.MAX_SAFE_INTEGER}`, 'page'],
      ] as const) {
        const answer = await server.get(`/accounts?${query}`, key);
        expect(answer.status, query).toBe(400);
        const range = `${parameter} must be a whole number from 1${parameter === 'limit' ? ' to 10000, got' : ''}`;
        expect(answer.body.errors, query).toMatchObject([
          { parameter, message: expect.stringContaining(range) as string },
        ]);
      }
      expect((await list('/accounts?limit=1')).data).toHaveLength(1);
      expect(await list('/accounts?limit=10000')).toMatchObject({ limit: 10_000, total: 60 });
    });
  });

  describe('sort: "`<field>:asc` or `<field>:desc`"', () => {
    const sortable = LISTS.flatMap((name) =>
      LIST_FIELDS[name]
        .filter((field) => field !== 'tags' && !field.startsWith('rates.'))
        .map((field) => [name, field] as const),
    );
    it.each(sortable)('/%s by %s: both directions, nulls last, ties by _id', async (name, field) => {
      for (const direction of ['asc', 'desc']) {
        const question = { sort: `${field}:${direction}`, limit: 1000 };
        expect(await list(target(name, `sort=${question.sort}&limit=1000`))).toEqual(expected(name, question));
      }
    });

    it('intervals without `sort` are ordered by account, start and _id', async () => {
      const { data } = await list('/non-cumulative?limit=1000');
      const keys = data.map(
        (record) => `${String(record.accountId)} ${String(record.startTimestamp)} ${String(record._id)}`,
      );
      expect(keys).toEqual(keys.toSorted());
    });

    it.each([
      'name',
      'name:up',
      ':asc',
      'name:asc:desc',
      'nam:asc',
      'tags:asc',
      'capacity:asc',
      '',
      'NAME:asc',
      'name:ASC',
    ])('rejects sort=%s with the allowed names or form', async (sort) => {
      const answer = await server.get(`/accounts?sort=${encodeURIComponent(sort)}`, key);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toMatchObject([{ parameter: 'sort' }]);
    });
  });

  describe('filters: "any field of the listed object can be used as an equality filter"', () => {
    const leaves = LISTS.flatMap((name) => LIST_FIELDS[name].map((field) => [name, field] as const)).filter(
      ([name, field]) => field !== 'tags' && !(name === 'readings' && ['accountId', 'type'].includes(field)),
    );

    it.each(leaves)('/%s by %s, for any value', async (name, path) => {
      const all = new Set(PORTFOLIO[name].flatMap((record) => valueAt(record, path)));
      const values = [...all].filter((value) => value !== null).slice(0, 12);
      for (const value of someOf(values, 4)) {
        // A comma in a list's parameter separates values but for those in double quotes.
        const text = textOf(value);
        const written = path.startsWith('rates.') && text.includes(',') ? `"${text.replaceAll('"', '""')}"` : text;
        const filter = condition(path, path.startsWith('rates.') ? { has: [value] } : { eq: value });
        const query = target(name, `${path}=${encodeURIComponent(written)}&limit=1000`);
        expect(await list(query), query).toEqual(expected(name, { filter, limit: 1000 }));
      }
    });

    it('several filters must all match', async () => {
      expect(await list('/accounts?status=active&type=gas&isVirtual=false')).toEqual(
        expected('accounts', { filter: { status: { eq: 'active' }, type: { eq: 'gas' }, isVirtual: { eq: false } } }),
      );
    });

    it("an empty string matches '' in text fields, and is a 400 for other fields", async () => {
      const empty = await list('/accounts?name=');
      expect(empty).toEqual(expected('accounts', { filter: { name: { eq: '' } } }));
      expect(empty.total).toBeGreaterThan(0);
      for (const field of ['type', 'isVirtual', 'assetId', 'createdAt', 'createdAt.gte', 'status']) {
        const answer = await server.get(`/accounts?${field}=`, key);
        expect(answer.status, field).toBe(400);
        expect(answer.body.errors).toMatchObject([{ parameter: field }]);
      }
    });

    it('ids match in either case of their digits', async () => {
      const id = String(PORTFOLIO.accounts[0]?._id);
      expect((await list(`/accounts?_id=${id.toUpperCase()}`)).total).toBe(1);
    });

    it('a filter on tags matches a list with the value; a comma list or a repeated parameter matches any of its values', async () => {
      for (const [query, has] of [
        ['tags=solar', ['solar']],
        ['tags=solar,roof', ['solar', 'roof']],
        ['tags=solar&tags=roof', ['solar', 'roof']],
        ['tags=a%20b&tags=%7Bbrace%7D,quote%22d', ['a b', '{brace}', 'quote"d']],
        ['tags=', ['']],
        ['tags=NULL', ['NULL']],
        ['tags=%F0%9F%8F%A2', ['\u{1F3E2}']],
        ['tags=nowhere', ['nowhere']],
        ['tags=%22with,comma%22', ['with,comma']],
        ['tags=%22with%2Ccomma%22,solar', ['with,comma', 'solar']],
        ['tags=roof&tags=%22with,comma%22', ['roof', 'with,comma']],
      ] as const) {
        expect(await list(`/accounts?${query}`), query).toEqual(expected('accounts', { filter: { tags: { has } } }));
      }
    });

    it('an ambiguous comma list is a 400: a space next to a comma, or an unclosed quote', async () => {
      for (const target of [
        ...[
          '/accounts?tags=north%2C%20east',
          '/accounts?tags=north,+east',
          '/invoices?rates.rateName=Distribution,%20day',
        ],
        ...['/accounts?tags=%22north', '/consumption?startDate=2024-01-01&endDate=2024-01-31&tags=north,%20east'],
      ]) {
        const answer = await server.get(target, key);
        expect([answer.status, answer.body.code], answer.text).toEqual([400, 'invalid-parameter']);
        expect(answer.body.detail).toMatch(/double quotes/);
      }
    });

    it('"only fields that appear in the response can be used"', async () => {
      for (const path of [
        '/accounts?capacity=100',
        '/accounts?consumptionPriority=hh',
        '/assets?gav=1',
        '/assets?tags=solar',
        '/assets?address=x',
        '/invoices?notes=x',
        '/invoices?values.recipient=x',
        '/invoices?rates.id=x',
        '/invoices?rates=x',
        '/invoices?companyId=c00000000000000000000001',
        '/invoices?simulated=true',
      ]) {
        expect((await server.get(path, key)).status, path).toBe(400);
      }
    });
  });

  describe('ranges: ".gte, .lte, .gt, .lt"', () => {
    const fields = [
      ['accounts', 'createdAt'],
      ['assets', 'ownedSince'],
      ['assets', 'floorArea'],
      ['non-cumulative', 'startTimestamp'],
      ['non-cumulative', 'endTimestamp'],
      ['non-cumulative', 'value'],
      ['non-cumulative', 'updatedAt'],
      ['invoices', 'values.invoiceDate'],
      ['invoices', 'values.totalCost'],
      ['readings', 'submittedAt'],
      ['readings', 'value'],
    ] as const;
    it.each(fields)('/%s by %s: each operator at any value', async (name, field) => {
      const all = PORTFOLIO[name].map((record) => valueAt(record, field));
      const values = [...new Set(all)].filter((value) => value !== null);
      for (const value of someOf(values.slice(0, 6), 3)) {
        for (const operator of ['gte', 'lte', 'gt', 'lt']) {
          const query = target(name, `${field}.${operator}=${encodeURIComponent(textOf(value))}&limit=1000`);
          const filter = condition(field, { [operator]: value });
          expect(await list(query), query).toEqual(expected(name, { filter, limit: 1000 }));
        }
      }
    });

    it("both bounds with an equality on the account return that account's records in the range", async () => {
      const accountId = at(PORTFOLIO.accounts, 3)._id;
      const startTimestamp = { gte: '2023-01-01T00:30:00.000Z', lt: '2023-01-01T02:00:00.000Z' };
      const query = `accountId=${String(accountId)}&startTimestamp.gte=2023-01-01T00:30Z&startTimestamp.lt=2023-01-01T02:00`;
      const found = await list(`/non-cumulative?${query}`);
      expect(found).toEqual(expected('non-cumulative', { filter: { accountId: { eq: accountId }, startTimestamp } }));
      expect(found.total).toBe(6);
    });

    it('dates are ISO 8601, with an offset or in UTC', async () => {
      const totals = [];
      for (const moment of [
        '2023-01-01T01:00:00.000Z',
        '2023-01-01T01:00',
        '2023-01-01T02:00:00%2B01:00',
        '2022-12-31T20:00-05:00',
      ]) {
        totals.push((await list(`/non-cumulative?startTimestamp=${moment}`)).total);
      }
      expect(totals).toEqual([100, 100, 100, 100]);
    });

    it('texts, booleans, ids and enums have no range filters', async () => {
      for (const field of ['name', 'isVirtual', 'status', 'type', '_id', 'tags']) {
        expect((await server.get(`/accounts?${field}.gte=a`, key)).status, field).toBe(400);
      }
    });
  });

  describe('single items: "one object with all fields"', () => {
    it.each(Object.keys(ITEM_FIELDS) as (keyof typeof ITEM_FIELDS)[])(
      "/%s/:id returns every field in the contract's order",
      async (name) => {
        for (const record of PORTFOLIO[name]) {
          const answer = await server.get(`/${name}/${String(record._id)}`, key);
          expect(answer.status).toBe(200);
          expect(answer.text).toBe(JSON.stringify(subset(record, ITEM_FIELDS[name])));
        }
      },
    );

    it('single items have some fields that lists omit', () => {
      const left = (name: keyof typeof ITEM_FIELDS): readonly string[] => {
        const listed: readonly string[] = LIST_FIELDS[name];
        return ITEM_FIELDS[name].filter((field) => !listed.includes(field));
      };
      expect(left('accounts')).toEqual([
        'capacity',
        'meterOperator',
        'meterLocation',
        'meterAreaServed',
        'consumptionPriority',
      ]);
      expect(left('invoices')).toEqual([
        'values.supplierRef',
        'values.recipient',
        'values.invoiceDueDate',
        'values.meterSerialNumber',
        'values.startReadType',
        'values.endReadType',
        'values.supplyAddress',
        'rates.id',
        'rates.startDate',
        'rates.endDate',
        'notes',
      ]);
    });

    it('accepts no query parameters', async () => {
      const answer = await server.get(`/accounts/${String(PORTFOLIO.accounts[0]?._id)}?limit=1`, key);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toMatchObject([{ parameter: 'limit' }]);
    });
  });

  it('timestamps are ISO 8601 UTC with milliseconds', async () => {
    const { data } = await list('/assets?limit=1000');
    const stamps = data.flatMap((record) => [record.createdAt, record.updatedAt, record.ownedSince]);
    for (const stamp of stamps) if (stamp !== null) expect(stamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('HEAD returns the same status and headers as GET, without the body', async () => {
    for (const path of [
      '/2.0/accounts?limit=2',
      `/2.0/assets/${String(PORTFOLIO.assets[0]?._id)}`,
      '/2.0/accounts?limit=0',
    ]) {
      const headers = { 'x-api-key': key, 'x-request-id': 'same' };
      const [got, head] = [await server.ask(path, { headers }), await server.ask(path, { method: 'HEAD', headers })];
      expect(head.status).toBe(got.status);
      expect(head.text).toBe('');
      expect(omit(head.headers, ...PER_ANSWER)).toEqual(omit(got.headers, ...PER_ANSWER));
    }
  });
});
