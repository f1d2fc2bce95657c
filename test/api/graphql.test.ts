import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { GRAPHQL_NAMES } from '../support/contractFields.js';
import { answer, type Filter, type Listed } from '../support/model.js';
import { COMPANIES, ENTITIES, PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { startServer, type Answer, type GraphqlBody, type TestServer } from '../support/server.js';
import { statementsOf } from '../support/sql.js';

const EVERYTHING = { companies: COMPANIES, entities: [] };
const byId = (records: readonly PlainRecord[], id: unknown): PlainRecord | null =>
  records.find((record) => record._id === id) ?? null;
const ids = (records: readonly PlainRecord[]): readonly { readonly _id: unknown }[] =>
  records.map(({ _id }) => ({ _id }));

describe.each(ENGINES)('the GraphQL surface on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;

  beforeAll(async () => {
    database = await openPortfolio(engine);
    server = await startServer(database);
    key = await server.key();
    await server.graphql('{ viewer { userId } }', {}, key);
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const data = async <Data>(query: string, variables: PlainRecord = {}, as = key): Promise<Data> => {
    const { status, body, text } = await server.graphql<Data>(query, variables, as);
    expect(status, text).toBe(200);
    expect(body.errors, text).toBeUndefined();
    if (!body.data) throw new Error(text);
    return body.data;
  };
  const refused = async (query: string, code: string, variables: PlainRecord = {}): Promise<Answer<GraphqlBody>> => {
    let refusal: Answer<GraphqlBody> | undefined;
    const statements = await statementsOf(database, async () => {
      refusal = await server.graphql(query, variables, key);
    });
    expect(refusal?.status, `${query.slice(0, 80)} ${refusal?.text ?? ''}`).toBe(400);
    expect(refusal?.body.errors?.[0]?.extensions?.code, refusal?.text).toBe(code);
    expect(refusal?.body.data ?? null).toBeNull();
    expect(statements).toEqual([]);
    if (!refusal) throw new Error('no answer');
    return refusal;
  };

  describe('lists and links', () => {
    it('returns a page of a list with its envelope', async () => {
      const { accounts } = await data<{ accounts: PlainRecord }>(
        '{ accounts(sort: "name:desc", limit: 7, page: 2, filter: {status: {eq: active}}) { total limit skip data { _id name tags } } }',
      );
      const all = answer('accounts', { sort: 'name:desc', filter: { status: { eq: 'active' } } }, EVERYTHING);
      const page = all.slice(7, 14).map(({ _id, name, tags }) => ({ _id, name, tags }));
      expect(accounts).toEqual({ total: all.length, limit: 7, skip: 7, data: page });
    });

    it('links to one record: Account.asset and Account.entity, Asset.entity, Interval.account', async () => {
      const { accounts, assets, nonCumulative } = await data<Record<string, { data: readonly PlainRecord[] }>>(`{
        accounts { data { _id asset { _id siteName address { postCode } } entity { _id name } } }
        assets { data { _id entity { _id name } } }
        nonCumulative(limit: 50) { data { _id account { _id name } } }
      }`);
      const entity = (id: unknown): unknown => {
        const found = byId(PORTFOLIO.entities, id);
        return found && { _id: id, name: found.name };
      };
      expect(accounts?.data).toEqual(
        answer('accounts', {}, EVERYTHING).map((record) => {
          const asset = byId(PORTFOLIO.assets, record.assetId);
          const { postCode } = (asset?.address ?? {}) as PlainRecord;
          return {
            _id: record._id,
            asset: asset && { _id: asset._id, siteName: asset.siteName, address: { postCode } },
            entity: entity(record.entityId),
          };
        }),
      );
      expect(assets?.data).toEqual(
        answer('assets', {}, EVERYTHING).map(({ _id, entityId }) => ({ _id, entity: entity(entityId) })),
      );
      expect(nonCumulative?.data).toEqual(
        answer('non-cumulative', {}, EVERYTHING)
          .slice(0, 50)
          .map(({ _id, accountId }) => ({
            _id,
            account: { _id: accountId, name: byId(PORTFOLIO.accounts, accountId)?.name },
          })),
      );
    });

    it('links to many records: Asset.accounts, Account.nonCumulative, Entity.assets and Entity.accounts', async () => {
      const got = await data<Record<string, { data: readonly PlainRecord[] }>>(`{
        assets { data { _id accounts { total data { _id } } } }
        accounts(limit: 60) { data { _id nonCumulative(limit: 20) { total data { _id } } } }
        entities { data { _id assets { total data { _id } } accounts { total data { _id } } } }
      }`);
      const page = (name: Listed, filter: Filter): unknown => {
        const all = answer(name, { filter }, EVERYTHING);
        return { total: all.length, data: ids(all) };
      };
      expect(got.assets?.data).toEqual(
        answer('assets', {}, EVERYTHING).map(({ _id }) => ({
          _id,
          accounts: page('accounts', { assetId: { eq: _id } }),
        })),
      );
      expect(got.accounts?.data).toEqual(
        answer('accounts', {}, EVERYTHING).map(({ _id }) => ({
          _id,
          nonCumulative: page('non-cumulative', { accountId: { eq: _id } }),
        })),
      );
      expect(got.entities?.data).toEqual(
        answer('entities', {}, EVERYTHING).map(({ _id }) => ({
          _id,
          assets: page('assets', { entityId: { eq: _id } }),
          accounts: page('accounts', { entityId: { eq: _id } }),
        })),
      );
    });

    it('a link neither shows nor counts records that are not granted', async () => {
      const grants = { companies: [], entities: [ENTITIES[0]] };
      const own = await server.key(grants);
      const { accounts, assets } = await data<Record<string, { data: readonly PlainRecord[] }>>(
        '{ accounts { data { _id asset { _id } entity { _id } } } assets { data { _id accounts { total data { _id } } } } }',
        {},
        own,
      );
      const seen = answer('assets', {}, grants);
      expect(accounts?.data).toEqual(
        answer('accounts', {}, grants).map(({ _id, assetId, entityId }) => ({
          _id,
          asset: byId(seen, assetId) && { _id: assetId },
          entity: { _id: entityId },
        })),
      );
      expect(accounts?.data.some((record) => record.asset === null)).toBe(true);
      expect(assets?.data).toEqual(
        seen.map(({ _id }) => {
          const all = answer('accounts', { filter: { assetId: { eq: _id } } }, grants);
          return { _id, accounts: { total: all.length, data: ids(all) } };
        }),
      );
    });

    it('a many-link with arguments takes one statement for all parents', async () => {
      const query = `{ assets { data { _id accounts(sort: "name:desc", limit: 2, page: 2, filter: {status: {eq: active}}) { total limit skip data { _id } } } } }`;
      let got: readonly PlainRecord[] = [];
      const statements = await statementsOf(database, async () => {
        ({
          assets: { data: got },
        } = await data<{ assets: { data: readonly PlainRecord[] } }>(query));
      });
      expect(statements).toHaveLength(2);
      expect(got).toEqual(
        answer('assets', {}, EVERYTHING).map(({ _id }) => {
          const question = { sort: 'name:desc', filter: { status: { eq: 'active' }, assetId: { eq: _id } } };
          const all = answer('accounts', question, EVERYTHING);
          return { _id, accounts: { total: all.length, limit: 2, skip: 2, data: ids(all.slice(2, 4)) } };
        }),
      );
    });

    it('100 accounts → asset → accounts takes three statements, like one account', async () => {
      for (const limit of [1, 100]) {
        const query = `{ accounts(limit: ${limit}) { data { _id asset { _id accounts(limit: 10) { data { _id } } } } } }`;
        const statements = await statementsOf(database, () => data(query));
        expect(statements, String(limit)).toHaveLength(3);
      }
    });

    it('one link under two aliases with different arguments returns the records of each', async () => {
      const { assets } = await data<{ assets: { data: readonly Record<string, { data: PlainRecord[] }>[] } }>(`{
        assets(limit: 30) { data { up: accounts(sort: "_id:asc", limit: 50) { data { _id } } down: accounts(sort: "_id:desc", limit: 50) { data { _id } } } }
      }`);
      for (const asset of assets.data) expect(asset.down?.data).toEqual(asset.up?.data.toReversed());
    });

    it('`total` is counted only when selected', async () => {
      const [without] = await statementsOf(database, () => data('{ accounts { limit data { _id } } }'));
      const [counted] = await statementsOf(database, () => data('{ accounts { total } }'));
      expect(without).not.toMatch(/count\(/i);
      expect(counted).toMatch(/count\(/i);
      expect(counted).not.toMatch(/ offset /i);
      const skipped = await statementsOf(database, () =>
        data(
          'query($no: Boolean!) { accounts { total @include(if: $no) ...t @skip(if: true) data { _id } } } fragment t on AccountPage { total }',
          { no: false },
        ),
      );
      expect(skipped.join(' ')).not.toMatch(/count\(/i);
    });

    it('a selection of only limit and skip returns them', async () => {
      expect(await data('{ accounts(page: 3) { limit skip __typename } }')).toEqual({
        accounts: { limit: 100, skip: 200, __typename: 'AccountPage' },
      });
    });

    it.each([
      ['account', 'accounts'],
      ['asset', 'assets'],
      ['entity', 'entities'],
      ['assetGroup', 'asset-groups'],
      ['contract', 'contracts'],
      ['invoice', 'invoices'],
      ['reading', 'readings'],
    ] as const)(
      '%s(id:) returns the record, or null without an error if it does not exist or is not visible',
      async (field, name) => {
        const own = await server.key({ companies: [COMPANIES[0]] });
        const mine = PORTFOLIO[name].find((record) => record.companyId === COMPANIES[0])?._id;
        const other = PORTFOLIO[name].find((record) => record.companyId === COMPANIES[1])?._id;
        const query = `query($id: ID!) { one: ${field}(id: $id) { _id companyId } }`;
        expect(await data(query, { id: mine }, own)).toEqual({ one: { _id: mine, companyId: COMPANIES[0] } });
        expect(await data(query, { id: String(mine).toUpperCase() }, own)).toMatchObject({ one: { _id: mine } });
        for (const id of [other, '0'.repeat(24), 'x', '', '\0', '__proto__', 1]) {
          expect(await data(query, { id }, own), String(id)).toEqual({ one: null });
        }
      },
    );

    it("viewer describes the client's key", async () => {
      const own = await server.key({
        scopes: ['read:assets', 'read:accounts'],
        companies: [COMPANIES[1]],
        entities: [ENTITIES[1]],
      });
      expect(await data('{ viewer { userId label role scopes companyIds entityIds expiresAt } }', {}, own)).toEqual({
        viewer: {
          userId: own.split(':')[0],
          label: null,
          role: null,
          scopes: ['read:accounts', 'read:assets'],
          companyIds: [COMPANIES[1]],
          entityIds: [ENTITIES[1]],
          expiresAt: null,
        },
      });
    });

    it('aliases, fragments, @include and nested objects return the selected fields', async () => {
      const [record] = answer('assets', {}, EVERYTHING);
      const address = record?.address as PlainRecord;
      const query = `query($yes: Boolean!) { asset(id: "${String(record?._id)}") { here: address { __typename pc: postCode } address { ...a } name: siteName siteCode @skip(if: $yes) } } fragment a on Address { region }`;
      expect(await data(query, { yes: true })).toEqual({
        asset: {
          here: { __typename: 'Address', pc: address.postCode },
          address: { region: address.region },
          name: record?.siteName,
        },
      });
    });
  });

  describe('filters', () => {
    const cases: readonly (readonly [Listed, Filter])[] = [
      ['accounts', { and: [{ status: { eq: 'active' } }, { type: { in: ['gas', 'water'] } }] }],
      ['accounts', { or: [{ name: { eq: null } }, { name: { eq: '' } }] }],
      ['accounts', { not: { name: { eq: 'alpha' } } }],
      ['accounts', { not: { isVirtual: { eq: true } } }],
      ['accounts', { not: { not: { name: { eq: null } } } }],
      ['accounts', { not: { or: [{ name: { gt: 'a' } }, { group: { eq: null } }] } }],
      ['accounts', { name: { gte: 'Z', lt: 'b' } }],
      ['accounts', { name: { gt: '\u{FF5E}' } }],
      ['accounts', { tags: { has: ['with,comma', 'solar'] } }],
      ['accounts', { tags: { has: [] } }],
      ['accounts', { consumptionPriority: { has: ['reading'] } }],
      ['accounts', { not: { consumptionPriority: { has: ['hh'] } } }],
      ['accounts', { _id: { in: [] } }],
      ['accounts', { or: [] }],
      ['accounts', { and: [] }],
      ['accounts', {}],
      ['accounts', { name: {} }],
      ['accounts', { not: {} }],
      ['accounts', { assetId: { eq: null } }],
      ['accounts', { _id: { gt: '8'.repeat(24) } }],
      ['assets', { address: { postCode: { eq: '' }, locality: { in: ['Cambridge', 'cambridge'] } } }],
      ['assets', { not: { address: { countryCode: { eq: 'gb' } } } }],
      ['assets', { floorArea: { in: [1e21, 1e-7, 0] } }],
      ['assets', { occupationStatus: { in: ['n/a', 'vacant'] } }],
      ['assets', { ownedSince: { lte: '0100-01-01T00:00:00.000Z' } }],
      [
        'non-cumulative',
        {
          accountId: { in: [PORTFOLIO.accounts[0]?._id, PORTFOLIO.accounts[1]?._id] },
          startTimestamp: { gt: '2023-01-01T01:00:00.000Z' },
        },
      ],
      ['non-cumulative', { not: { accountId: { eq: PORTFOLIO.accounts[0]?._id } } }],
      ['non-cumulative', { or: [{ accountId: { eq: PORTFOLIO.accounts[2]?._id } }, { type: { eq: 'other' } }] }],
      ['non-cumulative', { accountId: { gte: '8'.repeat(24) } }],
      ['non-cumulative', { entityId: { eq: null } }],
      ['invoices', { accountId: { eq: null } }],
      ['invoices', { accountId: { in: [PORTFOLIO.accounts[0]?._id, PORTFOLIO.accounts[1]?._id] } }],
      ['invoices', { not: { accountId: { eq: PORTFOLIO.accounts[0]?._id } } }],
      ['invoices', { values: { invoiceDate: { gte: '2021-01-01T00:00:00.000Z' }, totalCost: { lt: 2 } } }],
      ['invoices', { rates: { rateName: { has: ['Day', 'Standing, daily'] }, cost: { has: [1.5, 1e21] } } }],
      ['invoices', { rates: { startDate: { has: ['0100-01-01T00:00:00.000Z'] } } }],
      ['invoices', { rates: {} }],
      ['invoices', { not: { rates: { units: { has: ['kwh'] } } } }],
      ['invoices', { financialStatus: { in: ['not-approved', 'sent-for-payment'] } }],
      ['readings', { source: { eq: 'sub meter' }, type: { in: ['A', 'E'] } }],
      ['readings', { invoiceId: { eq: null }, meterReset: { eq: true } }],
      ['contracts', { endDate: { eq: null } }],
      ['asset-groups', { name: { eq: null } }],
    ];
    it.each(cases.map(([name, filter]) => [name, JSON.stringify(filter), filter] as const))(
      '%s %s',
      async (name, _, filter) => {
        const { field, type } = GRAPHQL_NAMES[name];
        const query = `query($filter: ${type}Filter) { page: ${field}(filter: $filter, limit: 1000) { total data { _id } } }`;
        const all = answer(name, { filter }, EVERYTHING);
        expect(await data(query, { filter })).toEqual({ page: { total: all.length, data: ids(all) } });
      },
    );

    it.each([
      ['{ accounts(filter: {name: {gt: null}}) { total } }', 'filter.name.gt'],
      ['{ accounts(filter: {not: null}) { total } }', 'filter.not'],
      ['{ accounts(filter: {or: null}) { total } }', 'filter.or'],
      ['{ accounts(filter: {name: null}) { total } }', 'filter.name'],
      ['{ accounts(filter: {assetId: {eq: "x"}}) { total } }', 'filter.assetId.eq'],
      ['{ accounts(filter: {name: {eq: "\\u0000"}}) { total } }', 'filter.name.eq'],
      ['{ accounts(sort: "nmae:asc") { total } }', 'sort'],
      ['{ accounts(sort: "name") { total } }', 'sort'],
      ['{ accounts(limit: 0) { total } }', 'limit'],
      ['{ accounts(limit: -5) { total } }', 'limit'],
      ['{ accounts(limit: 10001) { total } }', 'limit'],
      ['{ accounts(page: 0) { total } }', 'page'],
    ])('%s is an invalid-parameter error that names %s', async (query, parameter) => {
      const { status, body } = await server.graphql(query, {}, key);
      expect(status).toBe(200);
      expect(body.data).toEqual({ accounts: null });
      expect(body.errors).toMatchObject([
        { path: ['accounts'], extensions: { code: 'invalid-parameter', errors: [{ parameter }] } },
      ]);
    });

    it.each([
      '{ accounts(filter: {createdAt: {gte: "2024-02-30"}}) { total } }',
      '{ accounts(filter: {nmae: {eq: "x"}}) { total } }',
      '{ accounts(filter: {type: {eq: other}}) { total } }',
      '{ assets(filter: {occupationStatus: {eq: "occuped"}}) { total } }',
      '{ accounts(filter: {name: {eq: 1}}) { total } }',
      '{ accounts(limit: 2147483648) { total } }',
    ])('%s does not fit the schema: graphql-invalid, before any SQL', async (query) => {
      await refused(query, 'graphql-invalid');
    });

    const types = 'electricity, gas, water, waste, solar, heating, flow, cooling, temperature';
    it.each([
      [
        '(filter: {type: {eq: electrcity}})',
        `filter.type.eq must be one of ${types}, got "electrcity" (did you mean electricity?).`,
      ],
      ['(filter: {not: {type: {in: [gas, wood]}}})', `filter.not.type.in must be one of ${types}, got "wood".`],
      ['(filter: {type: {eq: "gas"}})', `filter.type.eq must be one of ${types} without quotes, got "gas".`],
      ['(filter: {type: {eq: 7}})', `filter.type.eq must be one of ${types}, got "7".`],
    ])('a wrong enum value in accounts%s lists the allowed values', async (args, message) => {
      const { body } = await refused(`{ accounts${args} { total } }`, 'graphql-invalid');
      expect(body.errors?.map((error) => error.message)).toEqual([message]);
    });

    it.each([
      ['kind: {eq: bill_gap}', 'FindingKind must be a text in double quotes, got bill_gap.'],
      ['startDate: {gte: 2024}', 'Timestamp must be a text in double quotes, got 2024.'],
    ])('a value without quotes of a scalar of texts, findings(filter: {%s}), is named', async (filter, message) => {
      const { body } = await refused(`{ findings(filter: {${filter}}) { total } }`, 'graphql-invalid');
      expect(body.errors?.map((error) => error.message)).toEqual([message]);
    });

    it('a wrong enum value in a variable lists the allowed values, and other errors stay as they are', async () => {
      const query =
        'query($a: AccountFilter, $b: Int, $c: String!, $d: UtilityTypeFilter) { accounts(filter: $a, limit: $b) { total } x: accounts(filter: {name: {eq: $c}, type: $d}) { total } }';
      const variables = { a: { or: [{ type: { in: ['gas', 'wood'] } }] }, b: 'x', c: null, d: { eq: 7 } };
      const { body } = await server.graphql(query, variables, key);
      expect(body.errors?.map((error) => error.message)).toEqual([
        `$a.or.0.type.in.1 must be one of ${types}, got "wood".`,
        'Variable "$b" got invalid value "x"; Int cannot represent non-integer value: "x"',
        'Variable "$c" of non-null type "String!" must not be null.',
        `$d.eq must be one of ${types}, got "7".`,
      ]);
      expect(body.errors?.map(({ extensions }) => extensions?.code)).toEqual(Array(4).fill('graphql-invalid'));
    });

    it('a document that repeats a field too often for validation is rejected with that reason', async () => {
      const { body } = await refused(`{ accounts { data { ${'_id '.repeat(1_900)} } } }`, 'graphql-invalid');
      expect(body.errors?.map(({ message }) => message)).toEqual([
        'The document selects fields with the same name too often: validation would compare more than 500,000 pairs. Select each field once.',
      ]);
    });

    it('reports at most twenty errors of a document that does not fit the schema', async () => {
      const unknown = Array.from({ length: 30 }, (_, index) => `unknown${index}`);
      const { body } = await refused(`{ ${unknown.join(' ')} }`, 'graphql-invalid');
      expect(body.errors?.map(({ message }) => message)).toEqual([
        ...unknown.slice(0, 20).map((name) => `Cannot query field "${name}" on type "Query".`),
        'Too many validation errors, error limit reached. Validation aborted.',
      ]);
    });

    it('reports at most fifty errors of variables, and states that there are more', async () => {
      const names = Array.from({ length: 51 }, (_, index) => `$of${index}`);
      const query = `query(${names.map((name) => `${name}: Boolean!`).join()}) { __typename ${names
        .map((name) => `... @skip(if: ${name}) { __typename }`)
        .join(' ')} }`;
      const { body } = await refused(query, 'graphql-invalid');
      expect(body.errors?.map(({ extensions }) => extensions?.code)).toEqual(names.map(() => 'graphql-invalid'));
      expect(body.errors?.at(-1)?.message).toBe(
        'Too many errors processing variables, error limit reached. Execution aborted.',
      );
    });
  });

  describe('scopes', () => {
    it('a missing scope is a field error, and other fields return data', async () => {
      const own = await server.key({ scopes: ['read:accounts'] });
      const { status, body } = await server.graphql(
        '{ accounts(limit: 1) { total data { _id asset { _id } nonCumulative { total } } } assets { total } viewer { scopes } }',
        {},
        own,
      );
      const [first] = answer('accounts', { filter: { not: { assetId: { eq: null } } } }, EVERYTHING);
      expect(first).toBeDefined();
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        assets: null,
        accounts: { total: 60, data: [{ asset: null, nonCumulative: null }] },
        viewer: { scopes: ['read:accounts'] },
      });
      const codes = body.errors?.map(({ extensions }) => extensions?.code);
      expect(new Set(codes)).toEqual(new Set(['missing-scope']));
      expect(body.errors?.map(({ path }) => path?.join('.')).toSorted()).toEqual([
        'accounts.data.0.asset',
        'accounts.data.0.nonCumulative',
        'assets',
      ]);
      expect(body.errors?.find(({ path }) => path?.[0] === 'assets')?.message).toContain('read:assets');
    });
  });

  describe('limits, checked before any SQL', () => {
    const nested = (depth: number): string => {
      // Each step is a field; the last is _id.
      let query = '_id';
      for (let level = depth - 1; level > 0; level -= 1)
        query =
          (level - 1) % 3 === 2
            ? `asset { ${query} }`
            : (level - 1) % 3 === 1
              ? `data { ${query} }`
              : `accounts(limit: 1) { ${query} }`;
      return `{ ${query} }`;
    };
    it('depth 10', async () => {
      expect((await server.graphql(nested(10), {}, key)).body.errors).toBeUndefined();
      await refused(nested(12), 'query-too-complex');
    });

    it('2,000 tokens', async () => {
      await refused(`{ accounts { data { ${'_id '.repeat(2_000)} } } }`, 'graphql-syntax');
      const names = `{name: {in: [${'"alpha" '.repeat(450)}]}} `;
      const long = await server.graphql(`{ accounts(filter: {or: [${names.repeat(4)}]}) { total } }`, {}, key);
      expect(long.status, long.text).toBe(200);
    });

    it('30 aliases', async () => {
      const aliases = (count: number): string =>
        `{ accounts(limit: 1) { data { ${Array.from({ length: count }, (_, i) => `a${i}: name`).join(' ')} } } }`;
      expect((await server.graphql(aliases(30), {}, key)).body.errors).toBeUndefined();
      await refused(aliases(31), 'query-too-complex');
      await refused(
        `{ accounts { data { ...f } } assets { total } } fragment f on Account { ${Array.from({ length: 31 }, (_, i) => `a${i}: name`).join(' ')} }`,
        'query-too-complex',
      );
    });

    it('20 root fields', async () => {
      const roots = (count: number): string =>
        `{ ${Array.from({ length: count }, (_, i) => `a${i}: viewer { userId }`).join(' ')} }`;
      expect((await server.graphql(roots(20), {}, key)).body.errors).toBeUndefined();
      await refused(roots(21), 'query-too-complex');
    });

    it('cost: page sizes multiplied, over links, fragments and variables', async () => {
      await refused(
        '{ accounts(limit: 1000) { data { nonCumulative(limit: 1000) { data { _id } } } } }',
        'query-too-complex',
      );
      await refused(
        'query($n: Int!) { accounts(limit: $n) { data { nonCumulative(limit: $n) { data { _id } } } } }',
        'query-too-complex',
        { n: 1000 },
      );
      await refused(
        '{ accounts(limit: 1000) { data { ...f } } } fragment f on Account { nonCumulative(limit: 1000) { ...g } } fragment g on IntervalPage { data { _id } }',
        'query-too-complex',
      );
      await refused(
        'query($n: Int = 10000) { accounts(limit: $n) { data { asset { accounts(limit: $n) { data { _id } } } } } }',
        'query-too-complex',
      );
    });

    it('the cost of a request is in extensions.cost', async () => {
      const cost = async (query: string): Promise<number> =>
        (await server.graphql(query, {}, key)).body.extensions?.cost ?? -1;
      expect(await cost('{ accounts(limit: 50) { data { _id } } }')).toBe(50);
      expect(await cost('{ accounts(limit: 50) { data { nonCumulative(limit: 20) { data { _id } } } } }')).toBe(
        50 + 50 * 20,
      );
      expect(await cost('{ accounts(limit: 50) { data { asset { _id } } } }')).toBe(100);
      expect(await cost('{ accounts { total } }')).toBe(1);
    });

    it('fragment cycles, even one named __schema, are rejected', async () => {
      await refused('{ ...__schema } fragment __schema on Query { ...__schema }', 'graphql-invalid');
      await refused(
        '{ accounts { ...a } } fragment a on AccountPage { ...b } fragment b on AccountPage { ...a }',
        'graphql-invalid',
      );
    });

    it('doubling fragments are measured in time linear in the document', async () => {
      const fragments = Array.from(
        { length: 60 },
        (_, i) => `fragment f${i} on AccountPage { ...f${i + 1} ...f${i + 1} }`,
      ).join(' ');
      const got = await server.graphql(
        `{ accounts(limit: 1) { ...f0 } } ${fragments} fragment f60 on AccountPage { total data { _id } }`,
        {},
        key,
      );
      // Twice as many steps for each of them would never end.
      expect([200, 400]).toContain(got.status);
    });

    it('a body of nothing but brackets is rejected before it is parsed', async () => {
      const brackets = `{"query":"{ viewer { userId } }","variables":${'['.repeat(90_000)}`;
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      const ask = (body: string): Promise<Answer<GraphqlBody>> =>
        server.ask<GraphqlBody>('/graphql', { method: 'POST', headers, body });
      expect((await ask(brackets)).body.errors?.map(({ message }) => message)).toEqual([
        'The body nests deeper than 20 levels.',
      ]);
      // Brackets in a text do not nest.
      const text = JSON.stringify({ query: '{ viewer { userId } }', variables: { a: '"[{\\'.repeat(100) } });
      expect((await ask(text)).status).toBe(200);
    });

    it('deeply nested variables and bodies are rejected without recursion', async () => {
      const deep = `${'{"not":'.repeat(15_000)}{}${'}'.repeat(15_000)}`;
      const { status, body } = await server.ask<GraphqlBody>('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: `{"query":"query($f: AccountFilter) { accounts(filter: $f) { total } }","variables":{"f":${deep}}}`,
      });
      expect(status).toBe(400);
      expect(body.errors?.[0]?.extensions?.code).toBe('invalid-request');
    });

    it('inline filters that are nested too deep or have too many conditions are rejected', async () => {
      const deep = `{ accounts(filter: ${'{not: '.repeat(300)}{}${'}'.repeat(300)}) { total } }`;
      const wide = `{ accounts(filter: {or: [${'{name: {eq: "x"}} '.repeat(150)}]}) { total } }`;
      for (const query of [deep, wide]) {
        const { body, text } = await server.graphql(query, {}, key);
        expect(body.errors?.[0]?.extensions?.code, text).toMatch(
          /^(invalid-parameter|query-too-complex|graphql-syntax)$/,
        );
      }
    });
  });

  it('a page far past the end is empty or an invalid-parameter error, never a server error', async () => {
    const { body, text } = await server.graphql(
      '{ accounts(page: 300000, limit: 10000) { total skip data { _id } } }',
      {},
      key,
    );
    const code = body.errors?.[0]?.extensions?.code;
    if (code === undefined) expect(body.data).toEqual({ accounts: { total: 60, skip: 2_999_990_000, data: [] } });
    else expect(code, text).toBe('invalid-parameter');
  });

  describe('the protocol', () => {
    const post = (
      body: unknown,
      headers: Readonly<Record<string, string>> = { 'x-api-key': key },
    ): Promise<Answer<GraphqlBody>> =>
      server.ask('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });

    it('introspection requires a valid key', async () => {
      const query = getIntrospectionQuery({ specifiedByUrl: true });
      const { status, body } = await server.graphql<{ __schema: { types: unknown[] } }>(query, {}, key);
      expect(status).toBe(200);
      expect(body.data?.__schema.types.length).toBeGreaterThan(20);
      const date = { kind: 'SCALAR', name: 'Date', specifiedByURL: '/guide/graphql#scalars' };
      expect(body.data?.__schema.types).toContainEqual(expect.objectContaining(date));
      expect(JSON.stringify(body)).not.toMatch(/account_key|@resource|interval_records/);
      for (const bad of [{}, { 'x-api-key': 'x' }, { 'x-api-key': `${'a'.repeat(24)}:${'b'.repeat(43)}` }]) {
        const stranger = await post({ query }, bad);
        expect(stranger.status).toBe(401);
        expect(stranger.text).not.toContain('__schema');
      }
    });

    it('returns the same 401 body for every invalid key', async () => {
      for (const headers of [{ 'x-api-key': 'x' }, { 'x-api-key': `${'a'.repeat(24)}:${'b'.repeat(43)}` }]) {
        const { status, body } = await post(
          { query: '{ viewer { userId } }' },
          {
            ...headers,
            'x-request-id': 'r-1',
          },
        );
        expect(status).toBe(401);
        expect(body.data ?? null).toBeNull();
        expect(body.errors).toEqual([
          {
            message: 'The header x-api-key holds no valid API key (<USER_ID>:<secret>).',
            extensions: { code: 'invalid-key', requestId: 'r-1' },
          },
        ]);
      }
    });

    it('CSRF: a simple GET or form without a custom header is rejected', async () => {
      const target = `/graphql?query=${encodeURIComponent('{ viewer { userId } }')}`;
      for (const headers of [{}, { 'content-type': 'text/plain' }]) {
        const answerOf = await server.ask(target, { headers: headers });
        expect(answerOf.status).toBeGreaterThanOrEqual(400);
        expect(answerOf.status).toBeLessThan(500);
        expect(answerOf.body.data ?? null).toBeNull();
      }
      const form = await server.ask('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: '{"query":"{ viewer { userId } }"}',
      });
      expect(form.status).toBeGreaterThanOrEqual(400);
      expect((await server.ask(target, { headers: { 'x-api-key': key } })).status).toBe(200);
    });

    it('batched requests are rejected', async () => {
      const { status, body } = await post([{ query: '{ viewer { userId } }' }, { query: '{ viewer { userId } }' }]);
      expect(status).toBe(400);
      expect(body.errors?.[0]?.extensions?.code).toBe('invalid-request');
    });

    it('there are no mutations, and GET and POST are the only methods', async () => {
      await refused('mutation { viewer { userId } }', 'graphql-invalid');
      await refused('subscription { accounts { total } }', 'graphql-invalid');
      for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD']) {
        const got = await server.ask('/graphql', { method, headers: { 'x-api-key': key } });
        expect(got.status, method).toBe(405);
        expect(got.headers.allow).toBe('GET, POST');
      }
    });

    it.each([
      ['query X { accounts { total } } query Y { assets { total } }', undefined, 'Must provide operation name'],
      ['query X { accounts { total } } query Y { assets { total } }', 'Z', 'Unknown operation named "Z".'],
      ['query X { accounts { total } } query Y { assets { total } }', '', 'Unknown operation named "".'],
      ['query X { accounts { total } }', 'x', 'Unknown operation named "x".'],
      ['{ accounts { total } }', '', 'Unknown operation named "".'],
      ['{ accounts { total } }', 'No such', 'Unknown operation named "No such".'],
    ])('%s with the operation name %s is a client error that names it', async (query, operationName, message) => {
      const body = { query, ...(operationName === undefined ? {} : { operationName }) };
      const search = new URLSearchParams(body).toString();
      for (const got of [
        await post(body, { 'x-api-key': key }),
        await server.ask<GraphqlBody>(`/graphql?${search}`, { headers: { 'x-api-key': key } }),
      ]) {
        expect(got.status, got.text).toBe(400);
        expect(got.body.errors).toHaveLength(1);
        expect(got.body.errors?.[0]?.extensions?.code).toBe('graphql-invalid');
        expect(got.body.errors?.[0]?.message).toContain(message);
      }
    });

    it('every error has a code and a request id, and no internal detail', async () => {
      for (const body of [
        {},
        { query: '' },
        { query: '{' },
        { query: '{ x }' },
        { query: 1 },
        { query: '{ accounts(sort: "x") { total } }' },
        { query: 'query a { viewer { userId } } query b { viewer { userId } }' },
        { query: '{ viewer { userId } }', operationName: 'nope' },
        { query: '{ viewer { userId } }', variables: 'x' },
        { query: '{ viewer { userId } }', extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } },
      ]) {
        const got = await post(body, { 'x-api-key': key, 'x-request-id': 'r-2' });
        expect(got.body.errors, got.text).toBeDefined();
        expect(got.status, got.text).toBeLessThan(500);
        expect(got.text).not.toContain('"internal"');
        for (const error of got.body.errors ?? [])
          expect(error.extensions, got.text).toMatchObject({
            requestId: 'r-2',
            code: expect.stringMatching(/^[a-z-]+$/) as string,
          });
        expect(got.text).not.toMatch(/stacktrace|node_modules|select |\.js:/);
      }
      const malformed = await server.ask<GraphqlBody>('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: '{"query":',
      });
      expect(malformed.status).toBe(400);
      expect(malformed.body.errors?.[0]?.extensions?.code).toBe('invalid-request');
    });
  });
});

describe.each(ENGINES)('internals are masked on %s', (engine) => {
  it('a failing statement is `internal` with the request id, on both surfaces', async () => {
    const database = await openTestDatabase(engine);
    const server = await startServer(database);
    const key = await server.key();
    await database.knex.raw('alter table assets rename column site_name to gone');
    const rest = await server.get('/assets', key);
    expect(rest.status).toBe(500);
    expect(rest.body).toMatchObject({
      code: 'internal',
      detail: 'The service failed. Find the cause in the log by the request id.',
    });
    const { status, body, text } = await server.graphql('{ assets { data { siteName } } viewer { role } }', {}, key);
    expect(status).toBe(200);
    expect(body.data).toEqual({ assets: null, viewer: { role: 'reader' } });
    expect(body.errors).toMatchObject([
      { message: 'The service failed.', path: ['assets'], extensions: { code: 'internal' } },
    ]);
    expect(text + rest.text).not.toMatch(/site_name|select |does not exist/);
    await server.close();
    await database.close();
  });
});
