import { raw, sql } from '../../src/db/sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type TestServer } from '../support/server.js';

const SCOPES = ['read:accounts', 'read:assets', 'read:invoices', 'read:readings', 'read:consumptions', 'read:findings'];
const OWNERS = ['1', '2'] as const;
type Owner = (typeof OWNERS)[number];
const id = (letter: string, own: Owner, more = '0'): string => `${letter}${'0'.repeat(21)}${more}${own}`;
/** The company, the entity, the asset, the account and the bills of an owner. */
const [COMPANY, ENTITY, ASSET, ACCOUNT] = ['c', 'e', 'a', 'b'];
const bills = (own: Owner): readonly string[] => [id('d', own, '1'), id('d', own, '2')];
const granted = (own: Owner) => ({ companies: [id(COMPANY, own)] });

async function load(database: Database): Promise<void> {
  for (const own of OWNERS) {
    const owner = { companyId: id(COMPANY, own), entityId: id(ENTITY, own) };
    await importPlain(database, 'assets', [{ _id: id(ASSET, own), siteName: `Site ${own}`, ...owner }]);
    const meter = { type: 'electricity', meterUnits: 'kwh', assetId: id(ASSET, own) };
    await importPlain(database, 'accounts', [{ _id: id(ACCOUNT, own), ...owner, ...meter }]);
    const month = (startDate: string, endDate: string) => ({ startDate, endDate, totalUnits: 100, totalCost: 20 });
    const values = [month('2024-01-01', '2024-01-31'), month('2024-03-01', '2024-03-31')];
    await importPlain(
      database,
      'invoices',
      bills(own).map((_id, index) => ({ _id, accountId: id(ACCOUNT, own), status: 'captured', values: values[index] })),
    );
  }
}

/** Each link and root field: its query under the alias `it`, and the type of its objects. */
const FIELDS: Readonly<Record<string, { readonly query: (finding: string) => string; readonly scope?: string }>> = {
  'Query.finding': { query: (finding) => `{ it: finding(id: "${finding}") { _id } }` },
  'Query.findings': { query: () => '{ it: findings { total data { _id } } }' },
  'Account.findings': { query: () => '{ accounts { data { it: findings { total data { _id } } } } }' },
  'Asset.findings': { query: () => '{ assets { data { it: findings { total data { _id } } } } }' },
  'Invoice.findings': { query: () => '{ invoices { data { it: findings { total data { _id } } } } }' },
  'Finding.account': { query: () => '{ findings { data { it: account { _id } } } }', scope: 'read:accounts' },
  'Finding.asset': { query: () => '{ findings { data { it: asset { _id } } } }', scope: 'read:assets' },
  'Finding.invoices': {
    query: () => '{ findings { data { it: invoices { total data { _id } } } } }',
    scope: 'read:invoices',
  },
};

const SHOWN: Readonly<Record<string, (own: Owner) => readonly string[]>> = {
  'Finding.account': (own) => [id(ACCOUNT, own)],
  'Finding.asset': (own) => [id(ASSET, own)],
  'Finding.invoices': bills,
};

function its(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(its);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'it' ? [inner] : its(inner)));
}

function idsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === '_id' ? [String(inner)] : idsIn(inner)));
}

describe.each(ENGINES)('access to findings, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  const keys = new Map<Owner, string>();
  const findings = new Map<Owner, string>();
  const keyOf = (own: Owner): string => keys.get(own) ?? '';
  const findingOf = (own: Owner): string => findings.get(own) ?? '';

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await load(database);
    server = await startServer(database);
    for (const own of OWNERS) {
      keys.set(own, await server.key(granted(own)));
      const found = await database.rows<{ readonly id: string }>(
        sql`select encode(_id, 'hex') as id from findings where account_id = '\\x${raw(id(ACCOUNT, own))}' and kind = 'bill-gap'`,
      );
      findings.set(own, found[0]?.id ?? '');
    }
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it('the owner gets the complete finding in list and item, and nobody else gets it', async () => {
    const bodies = await Promise.all(OWNERS.map((own) => server.get('/findings', keyOf(own))));
    expect(bodies.map(({ body }) => [body.total, idsIn(body)])).toEqual(OWNERS.map((own) => [1, [findingOf(own)]]));
    const one = await server.get(`/findings/${findingOf('1')}`, keyOf('1'));
    expect(one.body).toEqual({
      ...{ _id: findingOf('1'), kind: 'bill-gap', severity: 'medium', status: 'open' },
      ...{ accountId: id(ACCOUNT, '1'), assetId: id(ASSET, '1'), entityId: id(ENTITY, '1') },
      ...{ companyId: id(COMPANY, '1'), invoiceIds: bills('1') },
      ...{ startDate: '2024-02-01T00:00:00.000Z', endDate: '2024-03-01T00:00:00.000Z' },
      ...{ quantity: null, units: null, cost: null, share: null },
      message: 'No bill covers 1–29 Feb 2024 (29 days).',
      evidence: bills('1').map((text) => ({
        ...{ name: 'invoice', value: null, units: null, text, startDate: null, endDate: null },
      })),
      ...{ dismissedReason: null, firstSeenAt: expect.any(String) as string },
      ...{ resolvedAt: null, updatedAt: expect.any(String) as string },
    });
    expect(await server.get(`/findings/${findingOf('2')}`, keyOf('1'))).toMatchObject({
      ...{ status: 404, body: { code: 'not-found' } },
    });
  });

  it('a filter reveals no findings of other owners', async () => {
    for (const filter of [`_id=${findingOf('2')}`, `accountId=${id(ACCOUNT, '2')}`, `companyId=${id(COMPANY, '2')}`]) {
      const { body } = await server.get(`/findings?${filter}`, keyOf('1'));
      expect(body).toMatchObject({ total: 0, data: [] });
    }
  });

  it('gives a key of an entity the findings of that entity', async () => {
    const key = await server.key({ entities: [id(ENTITY, '2')] });
    const { body } = await server.get('/findings', key);
    expect([body.total, idsIn(body)]).toEqual([1, [findingOf('2')]]);
  });

  it.each(['/findings', '/findings/:id'])('GET %s requires a key, and read:findings', async (path) => {
    const target = path.replace(':id', findingOf('1'));
    const bad = `${keyOf('1').split(':')[0] ?? ''}:${'A'.repeat(43)}`;
    for (const key of [undefined, bad]) {
      expect((await server.get(target, key)).body).toMatchObject({ status: 401, code: 'invalid-key' });
    }
    const without = await server.key({ ...granted('1'), scopes: SCOPES.filter((name) => name !== 'read:findings') });
    expect((await server.get(target, without)).body).toMatchObject({
      ...{ status: 403, code: 'missing-scope', detail: expect.stringContaining('read:findings') as string },
    });
  });

  it.each(Object.entries(FIELDS))(
    '%s requires its scope, and shows a key only its visible findings',
    async (field, { query, scope = 'read:findings' }) => {
      const without = await server.key({ ...granted('1'), scopes: SCOPES.filter((name) => name !== scope) });
      const refused = await server.graphql(query(findingOf('1')), {}, without);
      expect(its(refused.body.data).every((value) => value === null)).toBe(true);
      expect(refused.body.errors?.length).toBeGreaterThan(0);
      for (const error of refused.body.errors ?? []) {
        expect(error).toMatchObject({
          ...{ message: expect.stringContaining(scope) as string, extensions: { code: 'missing-scope' } },
        });
      }
      for (const own of OWNERS) {
        const { body } = await server.graphql(query(findingOf('1')), {}, keyOf(own));
        expect(body.errors).toBeUndefined();
        const shown = SHOWN[field]?.(own) ?? [findingOf(own)];
        const isAnothers = field === 'Query.finding' && own !== '1';
        expect([...new Set(its(body.data).flatMap(idsIn))].toSorted()).toEqual(isAnothers ? [] : shown);
      }
    },
  );
});
