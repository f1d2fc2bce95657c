import { sql } from '../../src/db/sql.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import type { ImportName } from '../../src/import/importNames.js';
import { ENGINES, ONE_SERVER } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { linkOf } from '../support/links.js';
import { COMPANIES, ENTITIES, type PlainRecord } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { servePortfolio } from '../support/served.js';
import type { Answer, KeyGrants } from '../support/server.js';
import { until } from '../support/until.js';

interface Envelope {
  readonly total: number;
  readonly data: readonly PlainRecord[];
}

/** Each list whose deletions are kept, an order in which all of it can go, and the scope that it needs. */
const SCOPE_OF = {
  readings: 'read:readings',
  'non-cumulative': 'read:consumptions',
  contracts: 'read:accounts',
  invoices: 'read:invoices',
  'asset-groups': 'read:assets',
  accounts: 'read:accounts',
  assets: 'read:assets',
  entities: 'read:assets',
} as const;
type Kept = keyof typeof SCOPE_OF;
const KEPT = Object.keys(SCOPE_OF) as Kept[];
const OF_ACCOUNTS: readonly Kept[] = ['contracts', 'invoices', 'non-cumulative', 'readings'];
const SCOPES = [...new Set(Object.values(SCOPE_OF))];

interface Owner {
  readonly companyId: string;
  readonly entityId: string | null;
}
const OWNERS: readonly Owner[] = [
  { companyId: COMPANIES[0], entityId: ENTITIES[0] },
  { companyId: COMPANIES[0], entityId: null },
  { companyId: COMPANIES[1], entityId: ENTITIES[3] },
];
const VIEWERS: readonly Required<Pick<KeyGrants, 'companies' | 'entities'>>[] = [
  { companies: COMPANIES, entities: [] },
  { companies: [COMPANIES[0]], entities: [] },
  { companies: [COMPANIES[1]], entities: [ENTITIES[0]] },
  { companies: [], entities: [ENTITIES[0]] },
  { companies: [], entities: [ENTITIES[1], ENTITIES[3]] },
  { companies: ['c000000000000000000000ff'], entities: ['e000000000000000000000ff'] },
];

const idOf = (kind: number, owner: number): string => `d${kind}${owner}`.padEnd(24, '0');
const accountOf = (owner: number): string => idOf(5, owner);

/** A record of each kind of an owner. */
function recordsOf({ companyId, entityId }: Owner, owner: number): Readonly<Record<Kept, PlainRecord>> {
  const id = (kind: Kept): string => idOf(KEPT.indexOf(kind), owner);
  const accountId = accountOf(owner);
  return {
    readings: { _id: id('readings'), accountId, submittedAt: '2024-01-01T00:00:00.000Z', value: 1 },
    'non-cumulative': {
      ...{ _id: id('non-cumulative'), accountId, value: 1, type: 'water' },
      ...{ startTimestamp: '2024-01-01T00:00:00.000Z', endTimestamp: '2024-01-01T01:00:00.000Z' },
    },
    contracts: { _id: id('contracts'), accountId, startDate: '2024-01-01T00:00:00.000Z' },
    invoices: { _id: id('invoices'), accountId },
    'asset-groups': { _id: id('asset-groups'), companyId, entityId },
    accounts: { _id: accountId, companyId, entityId, type: 'water' },
    assets: { _id: id('assets'), companyId, entityId },
    entities: { _id: id('entities'), companyId },
  };
}

describe.each(ENGINES)('deletions on %s', (engine) => {
  const { server, database } = servePortfolio(engine);
  const list = async (path: string, grants: KeyGrants): Promise<Answer<Envelope>> =>
    server().get<Envelope>(`/deletions?limit=1000&${path}`, await server().key(grants));
  const told = async (resource: Kept, grants: KeyGrants, from = ''): Promise<readonly PlainRecord[]> => {
    const answer = await list(`resource=${resource}${from && `&deletedAt.gte=${from}`}`, grants);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.total).toBe(answer.body.data.length);
    return answer.body.data;
  };
  /** The moment from which on a test asks, so that it sees no others' deletions. */
  const now = async (): Promise<string> => {
    const millisecond = async (): Promise<string> => {
      const [row] = await database().rows<{ readonly now: string }>(
        sql`select date_trunc('milliseconds', clock_timestamp()) as now`,
      );
      return new Date(String(row?.now)).toISOString();
    };
    const before = await millisecond();
    return until('another millisecond has begun', millisecond, (moment) => moment > before);
  };

  describe('records deleted in the order of their references', () => {
    const all = OWNERS.map(recordsOf);
    let began: string;
    beforeAll(async () => {
      began = await now();
      for (const kind of KEPT.toReversed())
        await importPlain(
          database(),
          kind,
          all.map((records) => records[kind]),
        );
      for (const kind of KEPT) {
        const [first, ...rest] = all.map((records) => String(records[kind]._id));
        // A row of an import and the command do the same.
        await importPlain(database(), kind, [{ _id: first, deleted: true }]);
        await deleteRecords(database(), kind, { ids: rest }, 'delete');
      }
    });

    it.each(KEPT)('are listed once for each viewer that could see them, and for nobody else: %s', async (kind) => {
      const isOfAccounts = OF_ACCOUNTS.includes(kind) || kind === 'accounts';
      for (const grants of VIEWERS) {
        const seen = [...OWNERS.keys()].filter((owner) => {
          const { companyId, entityId } = at(OWNERS, owner);
          const entity = kind === 'entities' ? String(at(all, owner).entities._id) : entityId;
          return grants.companies.includes(companyId) || (entity !== null && grants.entities.includes(entity));
        });
        const deletions = await told(kind, grants, began);
        expect(deletions.toSorted((one, other) => (String(one._id) < String(other._id) ? -1 : 1))).toEqual(
          seen.map((owner) => ({
            _id: at(all, owner)[kind]._id,
            resource: kind,
            accountId: isOfAccounts ? accountOf(owner) : null,
            isAccountWide: false,
            deletedAt: expect.stringMatching(/^20\d\d-.*Z$/) as string,
          })),
        );
      }
    });

    it.each(KEPT)('require the scope of their list: %s', async (kind) => {
      const scope = SCOPE_OF[kind];
      const without = await server().key({ companies: COMPANIES, scopes: SCOPES.filter((one) => one !== scope) });
      const only = await server().key({ companies: COMPANIES, scopes: [scope] });
      const refused = await server().get(`/deletions?resource=${kind}`, without);
      expect(refused.body).toMatchObject({
        ...{ status: 403, code: 'missing-scope' },
        detail: `This key lacks the scope ${scope}, needed for Deletion of ${kind}.`,
      });
      expect((await server().get(`/deletions?resource=${kind}`, only)).status).toBe(200);
      const query = `query Of($kinds: [DeletedResource!]) { deletions(filter: { resource: { in: $kinds } }) { total } }`;
      const graphql = await server().graphql(query, { kinds: [kind] }, only);
      expect(graphql.body).toMatchObject({ data: { deletions: { total: OWNERS.length } } });
      const all = await server().graphql(query, { kinds: KEPT }, without);
      expect(all.body).toMatchObject({
        data: { deletions: null },
        errors: [{ extensions: { code: 'missing-scope' } }],
      });
    });

    it('require all scopes over GraphQL if no list is named', async () => {
      const query = '{ deletions(limit: 1000) { total data { _id resource } } }';
      for (const scope of SCOPES) {
        const key = await server().key({ companies: COMPANIES, scopes: SCOPES.filter((one) => one !== scope) });
        expect((await server().graphql(query, {}, key)).body.errors).toMatchObject([
          { message: expect.stringContaining(scope) as string, extensions: { code: 'missing-scope' } },
        ]);
      }
      const { body } = await server().graphql(query, {}, await server().key());
      expect(body).toMatchObject({ data: { deletions: { total: OWNERS.length * KEPT.length } } });
    });

    it('cursor pagination returns them in order of deletion time', async () => {
      const key = await server().key();
      const walked: PlainRecord[] = [];
      for (let next: string | undefined = `/2.0/deletions?resource=accounts&limit=1&after=`; next !== undefined;) {
        const answer: Answer<Envelope> = await server().ask<Envelope>(next, { headers: { 'x-api-key': key } });
        walked.push(...answer.body.data);
        next = linkOf(answer, 'next');
      }
      expect(walked).toEqual(await told('accounts', {}));
      expect(walked.map(({ deletedAt }) => deletedAt)).toEqual(walked.map(({ deletedAt }) => deletedAt).toSorted());
    });

    it.each([
      ['', 'resource is required.'],
      ['resource=suppliers', /^resource must be one of accounts, asset-groups, .*, got "suppliers"/],
      ['resource=accounts&sort=when:asc', /^sort cannot be by "when"/],
      ['resource=accounts&limit=0', /^limit must be a whole number from 1 to/],
      ['resource=accounts&deletedAt.gte=yesterday', /^deletedAt\.gte must be/],
    ])('a request with a wrong parameter is a 400: %s', async (query, detail) => {
      const { body } = await server().get(`/deletions?${query}`, await server().key());
      expect(body).toMatchObject({ status: 400, code: 'invalid-parameter' });
      expect(body.detail).toMatch(detail);
    });
  });

  describe('an account moved to another entity', () => {
    const [_id, from, to] = ['da0000000000000000000000', ENTITIES[0], ENTITIES[1]];
    const account = { _id, companyId: COMPANIES[0], type: 'water' };
    let began: string;
    beforeAll(async () => {
      await importPlain(database(), 'accounts', [{ ...account, entityId: from }]);
      began = await now();
      await importPlain(database(), 'accounts', [{ ...account, entityId: to }]);
    });

    it.each([
      ['its old entity', { entities: [from] }, 1, 1],
      ['its new entity', { entities: [to] }, 0, 1],
      ['both', { entities: [from, to] }, 1, 2],
      ['its company', { companies: [COMPANIES[0]] }, 0, 1],
      ['another entity', { entities: [ENTITIES[2]] }, 0, 0],
      ['another company', { companies: [COMPANIES[1]] }, 0, 0],
    ])(
      'counts as a deletion of the account and of all its records for viewers of %s',
      async (_, grants, itself, all) => {
        const own = await told('accounts', grants, began);
        expect(own.map(({ isAccountWide }) => isAccountWide)).toEqual(Array.from({ length: itself }, () => false));
        for (const kind of OF_ACCOUNTS) {
          const deletions = await told(kind, grants, began);
          expect(deletions.map((one) => [one._id, one.accountId, one.isAccountWide])).toEqual(
            Array.from({ length: all }, () => [_id, _id, true]),
          );
        }
      },
    );

    it('a later change of other fields adds no deletion', async () => {
      const after = await now();
      await importPlain(database(), 'accounts', [{ ...account, entityId: to, name: 'Renamed' }]);
      for (const kind of KEPT) expect(await told(kind, {}, after)).toEqual([]);
    });
  });

  it('an asset moved to another entity counts as deleted only for viewers of its old entity', async () => {
    const asset = { _id: 'db0000000000000000000000', companyId: COMPANIES[0] };
    await importPlain(database(), 'assets', [{ ...asset, entityId: ENTITIES[0] }]);
    const began = await now();
    await importPlain(database(), 'assets', [{ ...asset, entityId: ENTITIES[1] }]);
    const ids = async (grants: KeyGrants): Promise<readonly unknown[]> =>
      (await told('assets', grants, began)).map(({ _id }) => _id);
    expect(await ids({ entities: [ENTITIES[0]] })).toEqual([asset._id]);
    expect(await ids({ entities: [ENTITIES[1]] })).toEqual([]);
    expect(await ids({ companies: [COMPANIES[0]] })).toEqual([]);
  });

  it('a deletion invalidates cached responses of its company, and of no other company', async () => {
    const invoice = { _id: 'dc0000000000000000000000', companyId: COMPANIES[0], entityId: null };
    await importPlain(database(), 'invoices', [invoice]);
    const keys = await Promise.all(COMPANIES.map((company) => server().key({ companies: [company] })));
    const tags = async (): Promise<readonly unknown[]> =>
      Promise.all(keys.map(async (key) => (await server().get('/deletions?resource=invoices', key)).headers.etag));
    const before = await tags();
    await deleteRecords(database(), 'invoices', { ids: [invoice._id] }, 'delete');
    const after = await tags();
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true]);
  });

  it('a dry run records no deletions', async () => {
    const { dryRun } = await import('../../src/import/oneTransaction.js');
    const began = await now();
    await importPlain(database(), 'invoices', [{ _id: 'dd0000000000000000000000', companyId: COMPANIES[0] }]);
    const ids = ['dd0000000000000000000000'];
    const tried = await dryRun(database(), undefined, (trial) => deleteRecords(trial, 'invoices', { ids }, 'delete'));
    expect(tried.deleted).toBe(1);
    expect(await told('invoices', {}, began)).toEqual([]);
  });
});

describe.each(ONE_SERVER)('deletions by SQL, on %s', (engine) => {
  const { server, database } = servePortfolio(engine);
  const told = async (kind: ImportName, grants: KeyGrants): Promise<readonly unknown[]> => {
    const { body } = await server().get<Envelope>(`/deletions?resource=${kind}&limit=1000`, await server().key(grants));
    return body.data.map(({ _id, isAccountWide }) => [_id, isAccountWide]);
  };
  const account = { _id: 'da0000000000000000000000', companyId: COMPANIES[0], entityId: ENTITIES[0], type: 'water' };
  const byId = (id: string): { readonly _id: string } => ({ _id: `\\x${id}` });

  it('are listed like deletions by imports', async () => {
    const all = OWNERS.map(recordsOf);
    for (const kind of KEPT.toReversed())
      await importPlain(
        database(),
        kind,
        all.map((records) => records[kind]),
      );
    const tables: Partial<Record<Kept, string>> = { 'non-cumulative': 'intervals', 'asset-groups': 'asset_groups' };
    for (const kind of KEPT) {
      await database()
        .knex(tables[kind] ?? kind)
        .whereIn(
          '_id',
          all.map((records) => byId(String(records[kind]._id))._id),
        )
        .delete();
    }
    for (const kind of KEPT) {
      const ids = (owners: readonly number[]): readonly unknown[] =>
        owners.map((owner) => [at(all, owner)[kind]._id, false]);
      // Its records had gone before the account, of which SQL by hand may leave some.
      const wide = (owners: readonly number[]): readonly unknown[] =>
        OF_ACCOUNTS.includes(kind) ? owners.map((owner) => [accountOf(owner), true]) : [];
      expect((await told(kind, { companies: [COMPANIES[0]] })).toSorted()).toEqual(
        [...ids([0, 1]), ...wide([0, 1])].toSorted(),
      );
      expect((await told(kind, { companies: [COMPANIES[1]] })).toSorted()).toEqual(
        [...ids([2]), ...wide([2])].toSorted(),
      );
    }
  });

  it('an account moved to another company counts as a deletion of all its records for both companies', async () => {
    await importPlain(database(), 'accounts', [account]);
    const before = await Promise.all(COMPANIES.map((company) => told('readings', { companies: [company] })));
    await database()
      .knex('accounts')
      .where(byId(account._id))
      .update({ company_id: `\\x${COMPANIES[1]}`, entity_id: null });
    expect(await told('accounts', { companies: [COMPANIES[0]] })).toContainEqual([account._id, false]);
    expect(await told('accounts', { companies: [COMPANIES[1]] })).not.toContainEqual([account._id, false]);
    for (const [index, company] of COMPANIES.entries()) {
      const after = await told('readings', { companies: [company] });
      expect(after).toEqual([...at(before, index), [account._id, true]]);
    }
  });

  it('an account deleted before its records counts as the deletion of all of them', async () => {
    const orphaned = { ...account, _id: 'db0000000000000000000000' };
    await importPlain(database(), 'accounts', [orphaned]);
    await importPlain(database(), 'readings', [
      { accountId: orphaned._id, submittedAt: '2024-01-01T00:00:00.000Z', value: 1 },
    ]);
    await database().knex('accounts').where(byId(orphaned._id)).delete();
    const grants = { entities: [ENTITIES[0]] };
    expect(await told('accounts', grants)).toContainEqual([orphaned._id, false]);
    expect(await told('readings', grants)).toContainEqual([orphaned._id, true]);
  });

  it('truncating a table returns 410 for a request from an earlier time', async () => {
    const key = await server().key();
    await database().knex.raw('truncate contracts');
    const { body } = await server().get('/deletions?resource=contracts&deletedAt.gte=2020-01-01', key);
    expect(body).toMatchObject({ status: 410, code: 'no-longer-known' });
  });
});
