import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCALARS } from '../../src/codegen/scalars.js';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { codeIn, textOf } from '../docs/documents.js';
import { PORTFOLIO } from '../support/portfolio.js';
import { servePortfolio } from '../support/served.js';
import { linkPackages, runIn } from './packed.js';

const DOCUMENT = 'docs/hooks.md';
const [, CODEGEN = ''] = codeIn(DOCUMENT, 'yaml');
const [, CACHE = '', URQL = ''] = codeIn(DOCUMENT, 'ts');
const ACCOUNT = String(PORTFOLIO.invoices[0]?.accountId);
const MONTHS = `by=account&accountId=${ACCOUNT}&startDate=2023-01-01&endDate=2023-03-31`;

const INSTALLED = [
  ...['@apollo/client', 'rxjs', '@urql/core', '@urql/exchange-graphcache', 'graphql', 'typescript=@typescript/native'],
  ...['@graphql-codegen/cli', '@graphql-codegen/client-preset', '@graphql-typed-document-node/core', '@types/node'],
];

const QUERIES = `
import { graphql } from './gql';

export const ACCOUNTS = graphql(\`
  query accountPages($page: Int) {
    accounts(limit: 7, page: $page, sort: "name:asc") { total data { _id name type createdAt } }
  }\`);
export const INVOICES = graphql(\`
  query invoicesOfAccount($id: ID!, $page: Int) {
    account(id: $id) { _id invoices(limit: 1, page: $page, sort: "_id:asc") { total data { _id values { totalCost } rates { id cost } } } }
  }\`);
export const FIGURES = graphql(\`
  query months($id: ID!, $startDate: Date!, $endDate: Date!) {
    figures(by: account, accountId: $id, startDate: $startDate, endDate: $endDate) {
      total data { id period consumption combinedBreakdown { hh } }
    }
  }\`);
export const VIEWER = graphql(\`query viewerRole { viewer { role } }\`);
export const SCOPES = graphql(\`query viewerScopes { viewer { scopes } }\`);
`;

/** An app that asks by each client what its arguments say, and prints what it has in the end. */
const APP = `
import { ApolloClient, HttpLink } from '@apollo/client';
import { cache } from './cache';
import { client as urql } from './client';
import { ACCOUNTS, FIGURES, INVOICES, SCOPES, VIEWER } from './queries';

const [, , address = '', key = '', id = ''] = process.argv;
const warnings: unknown[] = [];
console.warn = console.error = (...said: unknown[]): void => { warnings.push(said); };
let requests = 0;
const { fetch } = globalThis;
/** Does what the proxy does. */
globalThis.fetch = (url, init) => {
  requests += 1;
  const headers = new Headers(init?.headers);
  headers.set('x-api-key', key);
  return fetch(address + String(url), { ...init, headers });
};
const quarter = { id, startDate: '2023-01-01', endDate: '2023-03-31' };

const apollo = new ApolloClient({ link: new HttpLink({ uri: '/graphql' }), cache });
await apollo.query({ query: ACCOUNTS, variables: { page: 1 } });
const accounts = apollo.watchQuery({ query: ACCOUNTS, variables: { page: 1 } });
const seen: number[] = [];
const watched = accounts.subscribe(({ data }) => { seen.push(data?.accounts?.data?.length ?? 0); });
for (const page of [2, 3]) await accounts.fetchMore({ variables: { page } });
await apollo.query({ query: INVOICES, variables: { id, page: 1 } });
const invoices = apollo.watchQuery({ query: INVOICES, variables: { id, page: 1 } });
const both = invoices.subscribe(() => undefined);
await invoices.fetchMore({ variables: { page: 2 } });
await apollo.query({ query: FIGURES, variables: quarter });
await apollo.query({ query: VIEWER });
await apollo.query({ query: SCOPES });
const asked = requests;
const listed = await apollo.query({ query: ACCOUNTS, variables: { page: 1 } });
const created: readonly string[] = (listed.data?.accounts?.data ?? []).map(({ createdAt }) => createdAt);
const months = await apollo.query({ query: FIGURES, variables: quarter });
const role = await apollo.query({ query: VIEWER });
const ofAccount = await apollo.query({ query: INVOICES, variables: { id, page: 1 } });
const again = requests - asked;
watched.unsubscribe();
both.unsubscribe();

await urql.query(ACCOUNTS, { page: 1 }).toPromise();
const page = await urql.query(ACCOUNTS, { page: 2 }).toPromise();
const bill = await urql.query(INVOICES, { id, page: 1 }).toPromise();
const quarterly = await urql.query(FIGURES, quarter).toPromise();
const before = requests;
const cached = await urql.query(FIGURES, quarter).toPromise();
const sum: number | null | undefined = cached.data?.figures?.data?.[0]?.consumption;

process.stdout.write(JSON.stringify({
  warnings,
  apollo: {
    accounts: listed.data?.accounts?.data.map(({ _id }) => _id),
    dates: created.length,
    largest: Math.max(...seen),
    invoices: ofAccount.data?.account?.invoices?.data.map(({ _id }) => _id),
    months: months.data?.figures?.data.map(({ period, consumption }) => ({ period, consumption })),
    role: typeof role.data?.viewer?.role,
    again,
  },
  urql: {
    error: String(page.error ?? bill.error ?? quarterly.error ?? ''),
    accounts: page.data?.accounts?.data.map(({ _id }) => _id),
    rates: bill.data?.account?.invoices?.data.map(({ rates }) => rates.length),
    months: cached.data?.figures?.data.map(({ period, consumption }) => ({ period, consumption })),
    sum,
    again: requests - before,
  },
}));
`;

interface List {
  readonly data: readonly { readonly _id: string; readonly rates: readonly unknown[] }[];
}
interface Months {
  readonly data: readonly { readonly period: string; readonly consumption: number }[];
}

describe('the documented settings for Apollo Client and urql', () => {
  const { server, key } = servePortfolio('pglite');
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'udg-clients-'));
    await mkdir(join(folder, 'src'));
    await linkPackages(folder, INSTALLED);
    const schema = JSON.stringify(join(PACKAGE_ROOT, 'schema/generated.graphql'));
    const files = {
      'package.json': '{"type": "module"}',
      'codegen.yml': CODEGEN.replace(/^schema: .*/m, `schema: ${schema}`),
      'src/cache.ts': CACHE,
      'src/client.ts': URQL,
      'src/queries.ts': QUERIES,
      'src/app.ts': APP,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('compile in strict mode with the types of codegen, and return every page and month once', async () => {
    await runIn(folder, '@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.yml');
    const flags = ['--strict', '--noUncheckedIndexedAccess', '--noEmit', '--skipLibCheck', '--types', 'node'];
    const target = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2023'];
    const libraries = ['--lib', 'es2023,dom,dom.iterable'];
    expect(await runIn(folder, 'typescript/bin/tsc', ...flags, ...target, ...libraries, 'src/app.ts')).toBe('');
    const bundle = join(PACKAGE_ROOT, 'node_modules/rolldown/bin/cli.mjs');
    const run = promisify(execFile);
    await run(process.execPath, [bundle, 'src/app.ts', '--file', 'app.js', '--platform', 'node'], { cwd: folder });
    const { stdout } = await run(process.execPath, ['app.js', server().url, key(), ACCOUNT], { cwd: folder });

    const accounts = await server().get<List>('/accounts?sort=name:asc&limit=21', key());
    const second = await server().get<List>('/accounts?sort=name:asc&limit=7&page=2', key());
    const invoices = await server().get<List>(`/invoices?accountId=${ACCOUNT}&sort=_id:asc&limit=2`, key());
    const figures = await server().get<Months>(`/figures?${MONTHS}`, key());
    const months = figures.body.data.map(({ period, consumption }) => ({ period, consumption }));
    expect(new Set(months.map(({ consumption }) => consumption)).size).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      warnings: [],
      apollo: {
        accounts: accounts.body.data.map(({ _id }) => _id),
        dates: 21,
        largest: 21,
        invoices: invoices.body.data.map(({ _id }) => _id),
        months,
        role: 'string',
        again: 0,
      },
      urql: {
        error: '',
        accounts: second.body.data.map(({ _id }) => _id),
        rates: invoices.body.data.slice(0, 1).map(({ rates }) => rates.length),
        months,
        sum: months[0]?.consumption,
        again: 0,
      },
    });
  });

  it('map every scalar as the preset of the hooks does', () => {
    const [, map = ''] = CODEGEN.split('scalars:\n');
    const entries = [...map.matchAll(/^ +(\w+): (.+)$/gm)].map(([, name = '', type]) => [name, type] as const);
    expect(Object.fromEntries(entries)).toEqual(SCALARS);
  });

  it('list as keyless every type without `_id`, and Deletion, whose `_id` is not unique', () => {
    const types = Object.values(buildSchema(textOf('schema/generated.graphql')).getTypeMap()).filter(
      (type) => isObjectType(type) && !type.name.startsWith('__') && type.name !== 'Query',
    );
    const without = types.filter((type) => isObjectType(type) && !Object.hasOwn(type.getFields(), '_id'));
    const [, named = ''] = /const keyless = `([^`]+)`/.exec(URQL) ?? [];
    expect(named.match(/\w+/g)).toEqual([...without.map(({ name }) => name), 'Deletion'].toSorted());
  });
});
