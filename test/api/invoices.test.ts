import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { LIST_FIELDS } from '../support/contractFields.js';
import { ENGINES } from '../support/engines.js';
import { onOneServer } from '../support/onOneServer.js';
import { envelope, subset, type Filter, type Question } from '../support/model.js';
import { COMPANIES, PORTFOLIO } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { servePortfolio } from '../support/served.js';
import { startServer, type Json } from '../support/server.js';
import { openTestDatabase } from '../support/engines.js';

const EVERYTHING = { companies: COMPANIES, entities: [] };
const MANY = 20_000;
const ACCOUNTS = 20;
const FIRST_ACCOUNT = 'b00000000000000000000001';

describe.each(ENGINES)('GET /invoices on %s (contract 4)', (engine) => {
  const { server, key } = servePortfolio(engine);

  const list = async (query: string): Promise<unknown> => {
    const answer = await server().get(`/invoices?${query}`, key());
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const model = (filter: Filter, more: Question = {}): unknown => {
    const page = envelope('invoices', { ...more, filter }, EVERYTHING);
    return { ...page, data: page.data.map((record) => subset(record, LIST_FIELDS.invoices)) };
  };

  it.each([
    ['status', ['processing', 'pending', 'uploading', 'queued', 'captured', 'error', 'completed']],
    ['financialStatus', ['approved', 'new', 'not-approved', 'paid', 'sent-for-payment']],
  ])('"%s": returns exactly these values', async (field, values) => {
    for (const value of values) expect(await list(`${field}=${value}`)).toEqual(model({ [field]: { eq: value } }));
    const { status, body } = await server().get(`/invoices?${field}=open`, key());
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ parameter: field, allowed: values }]);
  });

  it.each(['completed', 'isPaid'])('"%s: boolean"', async (field) => {
    for (const value of [true, false]) {
      expect(await list(`${field}=${String(value)}`)).toEqual(model({ [field]: { eq: value } }));
    }
    expect((await server().get(`/invoices?${field}=1`, key())).status).toBe(400);
  });

  it.each(['accountId', 'entityId', 'supplierId'])('"%s: string", an identifier', async (field) => {
    for (const index of [0, 1, 2, 3]) {
      const value = at(PORTFOLIO.invoices, index)[field];
      if (typeof value === 'string') expect(await list(`${field}=${value}`)).toEqual(model({ [field]: { eq: value } }));
    }
    expect((await server().get(`/invoices?${field}=1`, key())).status).toBe(400);
  });

  it('"tags" contains the value, a comma list any of them; "type: invoice type" is any text', async () => {
    expect(await list('tags=solar,roof')).toEqual(model({ tags: { has: ['solar', 'roof'] } }));
    expect(await list('type=credit%20note')).toEqual(model({ type: { eq: 'credit note' } }));
    expect(await list('type=anything')).toMatchObject({ total: 0 });
  });

  it('"date-range filtering applies to fields such as values.invoiceDate", "values.invoiceDate:desc"', async () => {
    const ends = { gte: '2020-01-01T00:00:00.000Z', lt: '2023-06-15T12:30:00.500Z' };
    expect(
      await list(
        'values.invoiceDate.gte=2020-01-01&values.invoiceDate.lt=2023-06-15T12:30:00.5Z&sort=values.invoiceDate:desc',
      ),
    ).toEqual(model({ values: { invoiceDate: ends } }, { sort: 'values.invoiceDate:desc' }));
  });

  it('a filter on a field of the rate lines finds the invoices with such a line', async () => {
    expect(await list('rates.rateName=Night,Day')).toEqual(model({ rates: { rateName: { has: ['Night', 'Day'] } } }));
    expect(await list('rates.cost=1.5')).toEqual(model({ rates: { cost: { has: [1.5] } } }));
    const { body } = await server().get('/invoices?rates.cost=1.5,x&sort=rates.cost:asc', key());
    expect(body.errors).toMatchObject([{ parameter: 'rates.cost' }, { parameter: 'sort' }]);
  });

  it('an invoice without an account belongs to the company and entity in its own fields', async () => {
    const record = PORTFOLIO.invoices.find(({ accountId, entityId }) => accountId === null && entityId !== null) ?? {};
    for (const grants of [{ companies: [String(record.companyId)] }, { entities: [String(record.entityId)] }]) {
      const got = await server().get(`/invoices/${String(record._id)}`, await server().key(grants));
      expect(got.body).toMatchObject({ _id: record._id, accountId: null, entityId: record.entityId });
    }
    const others = COMPANIES.filter((id) => id !== record.companyId);
    const foreign = await server().get(`/invoices/${String(record._id)}`, await server().key({ companies: others }));
    expect(foreign.status).toBe(404);
    expect(foreign.body.detail).toBe('No invoice has this identifier, or you may not see it.');
  });
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

describe.each(ENGINES)(`${MANY} invoices of one company on %s`, (engine) => {
  it.runIf(onOneServer(engine, 'plans'))(
    'PostgreSQL reads pages, ranges and totals by date from an index, in both directions',
    { timeout: 120_000 },
    async () => {
      const database = await openTestDatabase(engine);
      const server = await startServer(database);
      try {
        await fill(database);
        const key = await server.key({ companies: [COMPANIES[0]] });
        for (const [query, index] of [
          ['sort=values.invoiceDate:desc&values.invoiceDate.gte=2015-01-01', 'invoices_company_latest'],
          ['sort=values.invoiceDate:desc', 'invoices_company_latest'],
          ['sort=values.invoiceDate:asc&values.invoiceDate.lt=2023-01-01', 'invoices_company_date'],
          ['sort=values.invoiceDate:asc', 'invoices_company_date'],
          [`accountId=${FIRST_ACCOUNT}&sort=values.invoiceDate:desc`, 'invoices_account_latest'],
          [`accountId=${FIRST_ACCOUNT}`, 'invoices_pkey'],
        ] as const) {
          let answer: Json = {};
          const plan = await planOf(database, async () => {
            ({ body: answer } = await server.get(`/invoices?${query}`, key));
          });
          expect((answer.data as readonly unknown[]).length, query).toBe(100);
          const nodes = flat(plan);
          expect(
            nodes.map((node) => node['Node Type']),
            query,
          ).not.toContain('Sort');
          const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
          expect(
            scanned.filter((name) => !SMALL.includes(name ?? '')),
            query,
          ).toEqual([]);
          expect(
            nodes.map((node) => node['Index Name']),
            query,
          ).toContain(index);
        }
      } finally {
        await server.close();
        await database.close();
      }
    },
  );
});

/** The versions of the data and the journal of imports: a row, or a few, that are read with every page. */
const SMALL = ['portfolio_versions', 'imports'];

/** Invoices over ten years in no order, as wide as real ones, one in fifty without a date. */
async function fill({ knex }: Database): Promise<void> {
  const company = `'\\x${COMPANIES[0]}'`;
  const rates = JSON.stringify(['Day', 'Night', 'Standing'].map((rateName) => ({ rateName, cost: 1.5, units: 'kwh' })));
  await knex.raw(`insert into companies (_id) values (${company})`);
  await knex.raw(`
    insert into accounts (_id, company_id, type, status)
    select decode('b' || lpad(i::text, 23, '0'), 'hex'), ${company}, 'gas', 'active' from generate_series(1, ${ACCOUNTS}) i`);
  // Written row by row, the indexes take most of the time; they are made again of the rows together.
  const { rows: indexes }: { readonly rows: readonly { readonly name: string; readonly definition: string }[] } =
    await knex.raw(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = 'invoices'::regclass and not indisprimary`);
  for (const { name } of indexes) await knex.raw('drop index ??', [name]);
  await knex.raw(`
    insert into invoices (account_key, account_id, _id, company_id, values_invoice_date, values_supplier_name,
      values_total_cost, file_name, status, values_supply_address, rates)
    select account_key, a._id, substring(decode(md5(i::text), 'hex') for 12), ${company},
      case when i % 50 > 0 then timestamptz '2014-01-01' + (i * 7919 % 3650) * interval '1 day' end,
      'Fenland Energy', i, 'invoice-' || i || '.pdf', 'captured', '1 High Street, Cambridge', '${rates}'
    from generate_series(1, ${MANY}) i join accounts a on a.account_key = i % ${ACCOUNTS} + 1`);
  for (const { definition } of indexes) await knex.raw(definition);
  await knex.raw('vacuum analyze invoices');
}

/** The plan of the statement over invoices that a request sends. */
async function planOf(database: Database, request: () => Promise<void>): Promise<Plan> {
  const sent: { readonly sql: string; readonly bindings: readonly unknown[] }[] = [];
  const stop = database.onStatement((statement) => sent.push(statement));
  await request();
  stop();
  const statement = sent.find(({ sql }) => sql.includes('from "invoices"'));
  if (!statement) throw new Error('no statement over invoices was sent');
  // Knex's raw takes parameters as question marks.
  const text = statement.sql.replace(/\$\d+/g, '?');
  const { rows }: { readonly rows: readonly { readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] }[] } =
    await database.knex.raw(`explain (format json) ${text}`, [...statement.bindings] as never[]);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('there is no plan');
  return plan;
}

function flat(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)];
}
