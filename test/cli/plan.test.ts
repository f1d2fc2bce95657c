import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openTestDatabase } from '../support/engines.js';
import { runCommand, type Ran } from '../support/runCommand.js';

const COMPANIES = ['c00000000000000000000001', 'c00000000000000000000002'] as const;
const ACCOUNT = 'b00000000000000000000001';

interface Plan {
  readonly operation: string;
  readonly size: Readonly<Record<string, number>>;
  readonly isOfOneSnapshot: boolean;
  readonly fields: readonly { readonly name: string; readonly fields: readonly { readonly name: string }[] }[];
  readonly csvColumns: readonly string[];
  readonly statements: readonly { readonly sql: string; readonly ms: number }[];
  readonly errors: readonly string[];
}

describe('udg plan, on the embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase('pglite');
    const account = { _id: ACCOUNT, companyId: COMPANIES[0], name: 'Pool', type: 'electricity', meterUnits: 'kwh' };
    const companies = COMPANIES.map((_id) => JSON.stringify({ _id, name: 'Pools' }));
    await udg(['import', 'companies', '-'], `${companies.join('\n')}\n`);
    await udg(['import', 'accounts', '-'], `${JSON.stringify(account)}\n`);
  });
  afterAll(() => database.close());

  const udg = (args: readonly string[], input?: string): Promise<Ran> => runCommand(args, { database, input });
  const planOf = async (args: readonly string[], input?: string): Promise<Plan> =>
    JSON.parse((await udg(['plan', ...args, '--json'], input)).stdout) as Plan;

  it('prints the cost of a list, its fields, its CSV columns and its one statement', async () => {
    const plan = await planOf(['GET /2.0/accounts?limit=5']);
    expect(plan).toMatchObject({
      ...{ operation: 'GET /2.0/accounts', isOfOneSnapshot: true, errors: [] },
      size: { cost: 6, depth: 3, aliases: 0, rootFields: 1, periods: 0 },
    });
    expect(plan.fields.map(({ name, fields }) => [name, fields.map((field) => field.name)])).toEqual([
      ['accounts', ['total', 'limit', 'skip', 'data']],
    ]);
    expect(plan.csvColumns.slice(0, 2)).toEqual(['_id', 'name']);
    expect(plan.statements).toHaveLength(1);
    expect(plan.statements[0]?.sql).toMatch(/^select .* union all \(select .* limit \$\d+ offset \$\d+\) d\)$/);
  });

  it('reports that the check of an invoice reads several snapshots', async () => {
    expect(await planOf([`GET /2.0/invoices/${ACCOUNT}/check`])).toMatchObject({ isOfOneSnapshot: false });
  });

  it('prints one statement for each link of a document, and accepts variables', async () => {
    const document =
      'query pools($limit: Int!) { accounts(limit: $limit) { data { name asset { siteName } invoices { total } } } }';
    const plan = await planOf(['--graphql', '-', '--variables', '{"limit": 7}'], document);
    expect(plan).toMatchObject({ operation: 'pools', errors: [], csvColumns: [] });
    expect(plan.size.cost).toBe(7 * 3);
    // The account has no asset, so the plan reads none.
    expect(plan.statements.map(({ sql }) => / from "(\w+)" t /.exec(sql)?.[1])).toEqual(['accounts', 'invoices']);
  });

  it('plans with the access that --company gives', async () => {
    const document = '{ accounts { data { name invoices { total } } } }';
    const statements = async (company: string): Promise<number> =>
      (await planOf(['--graphql', '-', '--company', company], document)).statements.length;
    expect(await statements(COMPANIES[0])).toBe(2);
    expect(await statements(COMPANIES[1])).toBe(1);
    expect(await udg(['plan', '/2.0/accounts', '--company', 'c'.repeat(24)])).toMatchObject({
      ...{ status: 2, stderr: `There is no company ${'c'.repeat(24)}.\n` },
    });
  });

  it('prints a plan in words', async () => {
    const { status, stdout, stderr } = await udg(['plan', 'GET /2.0/accounts?limit=5']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines.slice(0, 5)).toEqual([
      'GET /2.0/accounts',
      'Size: cost 6, depth 3, aliases 0, root fields 1, periods 0',
      'Snapshots: one',
      'Fields:',
      '  accounts (AccountPage): total limit skip',
    ]);
    expect(lines.slice(7, 8)).toEqual(['Statements: 1']);
    expect(lines[8]).toMatch(/^1\. \d+\.\d ms: select /);
  });

  it.each([
    [[], 'Give a request, such as "GET /2.0/accounts?limit=5", or --graphql with a file.'],
    [['/2.0/accounts', '--graphql', '-'], 'Give a request, such as'],
    [['accounts'], 'Give a path, such as "GET /2.0/accounts", got "accounts".'],
    [['DELETE /2.0/accounts'], 'The API is read-only and accepts only GET, got DELETE.'],
    [['/2.0/accounts', '--variables', '{}'], '--operation and --variables need --graphql'],
    [['/2.0/accounts', '--operation', 'some'], '--operation and --variables need --graphql'],
    [['/2.0/accounts/%ff'], 'The path has a %-escape that is not valid UTF-8: "%ff".'],
    [['/2.0/acounts'], 'There is no endpoint /2.0/acounts; the endpoints are /2.0/accounts'],
    [['/2.0/accounts?limt=5'], '"limt" is not a parameter (did you mean limit?).'],
    [['--graphql', '/nowhere.graphql'], '/nowhere.graphql cannot be read: '],
    [['--graphql', '-', '--variables', '[]'], '--variables must be a JSON object such as {"limit": 5}, got "[]".'],
    [['--graphql', '-', '--variables', '{"limit": "five"}'], 'Variable "$limit" got invalid value "five"'],
    [['--graphql', '-', '--operation', 'other'], 'Unknown operation named "other".'],
  ])('rejects the arguments %j', async (args, sentence) => {
    const { status, stderr } = await udg(
      ['plan', ...args],
      'query some($limit: Int) { accounts(limit: $limit) { total } }',
    );
    expect(stderr).toContain(sentence);
    expect(status).toBe(2);
  });

  it.each([
    ['mutation { change }', 'The API is read-only and accepts only queries, got a mutation.'],
    ['subscription { __typename }', 'The API is read-only and accepts only queries, got a subscription.'],
    [
      '{ accounts(limit: 1000) { data { asset { accounts(limit: 1000) { data { name } } } } } }',
      'at most 100000 is allowed.',
    ],
    [
      'query($a: Boolean = true) { accounts @include(if: $a) { total } }',
      'Argument "if" of non-null type "Boolean!" must not be null.',
    ],
  ])('rejects the same requests as the service: %s', async (document, sentence) => {
    const variables = document.includes('$a') ? ['--variables', '{"a": null}'] : [];
    const { status, stdout, stderr } = await udg(['plan', '--graphql', '-', ...variables], document);
    expect(stderr).toContain(sentence);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it('decodes an identifier in a path as the service does', async () => {
    const plan = await planOf([`/2.0/accounts/%62${ACCOUNT.slice(1)}`]);
    expect(plan.statements).toHaveLength(1);
  });

  it('rejects an invalid document', async () => {
    const { status, stderr } = await udg(['plan', '--graphql', '-'], '{ acounts { total } }');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'Cannot query field "acounts" on type "Query". Did you mean "accounts" or "account"?\n',
    });
  });
});
