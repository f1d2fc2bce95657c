import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { linkOf } from '../support/links.js';
import { startServer, type TestServer } from '../support/server.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNTS = ['b00000000000000000000001', 'b00000000000000000000002'] as const;
const LIMIT = 3;

interface Finding extends Readonly<Record<string, unknown>> {
  readonly _id: string;
  readonly kind: string;
  readonly severity: string;
  readonly startDate: string;
}
interface Page {
  readonly total: number;
  readonly data: readonly Finding[];
}

/** Bills of two accounts for the same days, so each fault occurs twice. */
function bills(accountId: string): readonly object[] {
  const bill = (n: number, startDate: string, endDate: string, totalCost: number, more: object = {}): object => ({
    ...{ _id: `e${accountId.slice(-3)}${String(n).padStart(20, '0')}`, companyId: COMPANY, accountId },
    status: 'completed',
    values: { startDate, endDate, totalUnits: 100, totalCost, ...more },
  });
  return [
    bill(1, '2023-01-01', '2023-01-31', 20),
    bill(2, '2023-01-01', '2023-01-31', 20),
    bill(3, '2023-03-01', '2023-03-31', 30, { netTotalCost: 20, totalTax: 2 }),
    bill(4, '2023-04-01', '2023-07-31', 40),
    bill(5, '2023-09-01', '2023-09-30', 25, { netTotalCost: 20, totalTax: 2 }),
    bill(6, '2023-10-01', '2023-10-31', 50),
    bill(7, '2023-10-29', '2023-11-30', 51),
  ];
}

const RANK = ['low', 'medium', 'high'];

/** By code point or by number, nulls last in both directions, ties by `_id`. */
function sorted(findings: readonly Finding[], field: string, isDescending: boolean): readonly string[] {
  const valueOf = (finding: Finding): unknown =>
    field === 'severity' ? RANK.indexOf(finding.severity) : finding[field];
  return findings
    .toSorted((one, other) => {
      const [a, b] = [valueOf(one), valueOf(other)];
      if (a !== b) {
        if (a === null) return 1;
        if (b === null) return -1;
        const isLess = typeof a === 'number' && typeof b === 'number' ? a < b : JSON.stringify(a) < JSON.stringify(b);
        return isLess === isDescending ? 1 : -1;
      }
      return one._id < other._id ? -1 : 1;
    })
    .map(({ _id }) => _id);
}

const FIELDS = [
  'severity',
  'cost',
  'startDate',
  'endDate',
  'kind',
  'status',
  'accountId',
  'firstSeenAt',
  'share',
  '_id',
];

describe.each(ENGINES)('the list of findings, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  let all: readonly Finding[];
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(
      database,
      'accounts',
      ACCOUNTS.map((_id) => ({ _id, companyId: COMPANY, type: 'electricity', meterUnits: 'kwh' })),
    );
    await importPlain(database, 'invoices', ACCOUNTS.flatMap(bills));
    server = await startServer(database);
    key = await server.key({ companies: [COMPANY] });
    all = (await server.get<Page>('/findings', key)).body.data;
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it('contains all severities, each with several findings, with and without a cost', () => {
    for (const severity of RANK) {
      expect(all.filter((one) => one.severity === severity).length, severity).toBeGreaterThan(1);
    }
    expect(new Set(all.map(({ cost }) => cost === null))).toEqual(new Set([true, false]));
  });

  it.each(FIELDS.flatMap((field) => [[field, 'asc'] as const, [field, 'desc'] as const]))(
    'has the same order by cursor and by page, sorted by %s:%s with ties, over both surfaces',
    async (field, direction) => {
      const expected = sorted(all, field, direction === 'desc');
      const sort = `${field}:${direction}`;
      const walked: string[] = [];
      for (let target: string | undefined = `/2.0/findings?limit=${LIMIT}&sort=${sort}`; target !== undefined;) {
        const { body, headers } = await server.ask<Page>(target, { headers: { 'x-api-key': key } });
        expect(body.total).toBe(all.length);
        walked.push(...body.data.map(({ _id }) => _id));
        target = linkOf({ headers }, 'next');
      }
      expect(walked, 'by cursor').toEqual(expected);
      for (let page = 1; (page - 1) * LIMIT < all.length; page += 1) {
        const part = expected.slice((page - 1) * LIMIT, page * LIMIT);
        const rest = await server.get<Page>(`/findings?limit=${LIMIT}&page=${page}&sort=${sort}`, key);
        expect(
          rest.body.data.map(({ _id }) => _id),
          `page ${page}`,
        ).toEqual(part);
        const query = `{ findings(limit: ${LIMIT}, page: ${page}, sort: "${sort}") { total data { _id } } }`;
        const { body } = await server.graphql<{ readonly findings: Page }>(query, {}, key);
        expect(
          body.data?.findings.data.map(({ _id }) => _id),
          `GraphQL, page ${page}`,
        ).toEqual(part);
      }
    },
  );

  it('is sorted by severity in the link of an account too', async () => {
    const query = `{ accounts(sort: "_id:asc") { data { findings(sort: "severity:desc", limit: 2, page: 2) { data { _id } } } } }`;
    const { body } = await server.graphql<{
      readonly accounts: { readonly data: readonly { readonly findings: Page }[] };
    }>(query, {}, key);
    for (const [index, accountId] of ACCOUNTS.entries()) {
      const own = sorted(
        all.filter((one) => one.accountId === accountId),
        'severity',
        true,
      );
      expect(body.data?.accounts.data[index]?.findings.data.map(({ _id }) => _id)).toEqual(own.slice(2, 4));
    }
  });

  it('continues after a cursor whose severity a filter fixes', async () => {
    const own = all.filter(({ severity }) => severity === 'high');
    const first = await server.ask<Page>(`/2.0/findings?limit=1&severity=high&sort=severity:desc`, {
      headers: { 'x-api-key': key },
    });
    const next = await server.ask<Page>(linkOf(first, 'next') ?? '', { headers: { 'x-api-key': key } });
    expect([...first.body.data, ...next.body.data].map(({ _id }) => _id)).toEqual(
      sorted(own, '_id', false).slice(0, 2),
    );
  });

  it.each([
    ['kind=bill-gaps', 'kind', 'bill-gap'],
    ['severity=hihg', 'severity', 'high'],
    ['status=closed', 'status', 'open'],
    ['accountId=1', 'accountId', '24'],
    ['sort=invoiceIds:asc', 'sort', 'severity'],
    ['sort=severity', 'sort', '<field>:asc'],
    ['sort=evidence:asc', 'sort', 'severity'],
    ['seveirty=high', 'seveirty', 'severity'],
  ])('%s is rejected, and the error lists the allowed values', async (question, parameter, allowed) => {
    const { status, body, text } = await server.get(`/findings?${question}`, key);
    expect([status, body.code]).toEqual([400, 'invalid-parameter']);
    expect(body.errors).toMatchObject([{ parameter }]);
    expect(text).toContain(allowed);
  });
});
