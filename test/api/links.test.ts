import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { answer, type Filter, type Listed } from '../support/model.js';
import { COMPANIES, PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { servePortfolio } from '../support/served.js';
import { statementsOf } from '../support/sql.js';

const EVERYTHING = { companies: COMPANIES, entities: [] };
/** An entity that has a group with another entity's assets in it. */
const ONE_ENTITY = {
  companies: [],
  entities: PORTFOLIO['asset-groups']
    .filter(({ entityId, assetIds }) =>
      (assetIds as readonly unknown[]).some(
        (id) => PORTFOLIO.assets.find(({ _id }) => _id === id)?.entityId !== entityId,
      ),
    )
    .flatMap(({ entityId }) => (typeof entityId === 'string' ? [entityId] : []))
    .slice(0, 1),
};

type Lists = Readonly<Record<string, { readonly data: readonly PlainRecord[] }>>;

/** Returns some fields of the record with an identifier; null if no list has it. */
function one(records: readonly PlainRecord[], id: unknown, ...fields: readonly string[]): PlainRecord | null {
  const found = records.find(({ _id }) => _id === id);
  return found ? Object.fromEntries(fields.map((field) => [field, found[field]])) : null;
}

describe.each(ENGINES)('links of invoices, readings, asset groups and contracts on %s', (engine) => {
  const { server, key, database } = servePortfolio(engine);

  const lists = async (query: string, as = key()): Promise<Lists> => {
    const { status, body, text } = await server().graphql<Lists>(query, {}, as);
    expect(status, text).toBe(200);
    expect(body.errors, text).toBeUndefined();
    return body.data ?? {};
  };
  const page = (name: Listed, filter: Filter, grants = EVERYTHING as Parameters<typeof answer>[2]): unknown => {
    const all = answer(name, { filter }, grants);
    return { total: all.length, data: all.map(({ _id }) => ({ _id })) };
  };

  it('links to one record: Invoice.account and .entity, Reading.account and .invoice, Contract.account, AssetGroup.entity', async () => {
    const got = await lists(`{
      invoices(limit: 200) { data { _id account { _id name } entity { _id name } } }
      readings(limit: 400) { data { _id account { _id } invoice { _id notes values { totalCost } } } }
      contracts { data { _id account { _id } } }
      assetGroups { data { _id entity { _id } } }
    }`);
    expect(got.invoices?.data).toEqual(
      answer('invoices', {}, EVERYTHING).map(({ _id, accountId, entityId }) => ({
        _id,
        account: one(PORTFOLIO.accounts, accountId, '_id', 'name'),
        entity: one(PORTFOLIO.entities, entityId, '_id', 'name'),
      })),
    );
    expect(got.readings?.data).toEqual(
      answer('readings', {}, EVERYTHING).map(({ _id, accountId, invoiceId }) => {
        const invoice = PORTFOLIO.invoices.find((record) => record._id === invoiceId);
        const { totalCost } = (invoice?.values ?? {}) as PlainRecord;
        return {
          _id,
          account: { _id: accountId },
          invoice: invoice ? { _id: invoiceId, notes: invoice.notes, values: { totalCost } } : null,
        };
      }),
    );
    expect(got.contracts?.data).toEqual(
      answer('contracts', {}, EVERYTHING).map(({ _id, accountId }) => ({ _id, account: { _id: accountId } })),
    );
    expect(got.assetGroups?.data).toEqual(
      answer('asset-groups', {}, EVERYTHING).map(({ _id, entityId }) => ({
        _id,
        entity: one(PORTFOLIO.entities, entityId, '_id'),
      })),
    );
  });

  it('links to one record: Contract.supplier and Invoice.supplier are visible if the contract or invoice is', async () => {
    const own = await server().key(ONE_ENTITY);
    for (const [grants, as] of [
      [EVERYTHING, key()],
      [ONE_ENTITY, own],
    ] as const) {
      const got = await lists(
        `{
          contracts { data { _id supplier { _id name } } }
          invoices(limit: 200) { data { _id supplier { _id name } } }
          suppliers(sort: "name:desc") { total data { _id name } }
        }`,
        as,
      );
      for (const name of ['contracts', 'invoices'] as const) {
        expect(got[name]?.data).toEqual(
          answer(name, {}, grants).map(({ _id, supplierId }) => ({
            _id,
            supplier: one(PORTFOLIO.suppliers, supplierId, '_id', 'name'),
          })),
        );
      }
      const all = answer('suppliers', { sort: 'name:desc' }, grants);
      expect(got.suppliers).toEqual({ total: all.length, data: all.map(({ _id, name }) => ({ _id, name })) });
      expect(all.length).toBeLessThan(PORTFOLIO.suppliers.length);
    }
  });

  it('supplier(id:) is null without an error if no visible record names the supplier', async () => {
    const ids = PORTFOLIO.suppliers.map(({ _id }) => String(_id));
    const query = `{ ${ids.map((id, index) => `s${index}: supplier(id: "${id}") { name }`).join(' ')} }`;
    const seen = async (grants: Parameters<typeof answer>[2], as: string): Promise<void> => {
      const { body } = await server().graphql(query, {}, as);
      const visible = new Map(answer('suppliers', {}, grants).map(({ _id, name }) => [_id, { name }]));
      expect(body).toMatchObject({ data: Object.fromEntries(ids.map((id, n) => [`s${n}`, visible.get(id) ?? null])) });
      expect(body.errors).toBeUndefined();
    };
    await seen(EVERYTHING, key());
    for (const company of COMPANIES) {
      const grants = { companies: [company], entities: [] };
      await seen(grants, await server().key(grants));
    }
  });

  it('links to many records: Account.invoices, .readings and .contracts, AssetGroup.assets', async () => {
    const got = await lists(`{
      accounts {
        data { _id invoices { total data { _id } } readings { total data { _id } } contracts { total data { _id } } }
      }
      assetGroups { data { _id assets(limit: 50) { total data { _id } } } }
    }`);
    expect(got.accounts?.data).toEqual(
      answer('accounts', {}, EVERYTHING).map(({ _id }) => ({
        _id,
        invoices: page('invoices', { accountId: { eq: _id } }),
        readings: page('readings', { accountId: { eq: _id } }),
        contracts: page('contracts', { accountId: { eq: _id } }),
      })),
    );
    expect(got.assetGroups?.data).toEqual(
      answer('asset-groups', {}, EVERYTHING).map(({ _id, assetIds }) => ({
        _id,
        assets: page('assets', { _id: { in: assetIds } }),
      })),
    );
  });

  it('"levels, groups, links and totals only ever contain what is visible": a group shows only visible assets', async () => {
    const own = await server().key(ONE_ENTITY);
    const got = await lists('{ assetGroups { data { _id assets(limit: 50) { total data { _id } } } } }', own);
    const groups = answer('asset-groups', {}, ONE_ENTITY);
    expect(got.assetGroups?.data).toEqual(
      groups.map(({ _id, assetIds }) => ({ _id, assets: page('assets', { _id: { in: assetIds } }, ONE_ENTITY) })),
    );
    const shown = groups.map(({ assetIds }) => answer('assets', { filter: { _id: { in: assetIds } } }, ONE_ENTITY));
    expect(shown.flat().length).toBeLessThan(groups.flatMap(({ assetIds }) => assetIds).length);
  });

  it('AssetGroup.assets accepts filter, sort, limit and page like every list, in one statement for all groups', async () => {
    const query = `{ assetGroups { data { _id assets(filter: {status: {eq: active}}, sort: "siteName:desc", limit: 2, page: 2) { total limit skip data { _id } } } } }`;
    let got: Lists = {};
    const statements = await statementsOf(database(), async () => {
      got = await lists(query);
    });
    expect(statements).toHaveLength(2);
    expect(got.assetGroups?.data).toEqual(
      answer('asset-groups', {}, EVERYTHING).map(({ _id, assetIds }) => {
        const filter = { status: { eq: 'active' }, _id: { in: assetIds } };
        const all = answer('assets', { filter, sort: 'siteName:desc' }, EVERYTHING);
        const data = all.slice(2, 4).map((record) => ({ _id: record._id }));
        return { _id, assets: { total: all.length, limit: 2, skip: 2, data } };
      }),
    );
  });

  it('100 invoices → account → asset → accounts takes four statements, like one invoice', async () => {
    for (const limit of [1, 100]) {
      const query = `{ invoices(limit: ${limit}, sort: "accountId:asc") { data { _id account { _id asset { _id accounts(limit: 5) { data { _id } } } } } } }`;
      const statements = await statementsOf(database(), () => lists(query));
      expect(statements, String(limit)).toHaveLength(4);
    }
  });

  it('a missing scope makes only the link null', async () => {
    const own = await server().key({ scopes: ['read:invoices'], companies: COMPANIES });
    const { body } = await server().graphql('{ invoices(limit: 2) { data { _id account { _id } } } }', {}, own);
    expect(body.data).toMatchObject({ invoices: { data: [{ account: null }, { account: null }] } });
    expect(body.errors?.[0]).toMatchObject({
      path: ['invoices', 'data', 0, 'account'],
      extensions: { code: 'missing-scope' },
    });
  });
});
