import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { servePortfolio } from '../support/served.js';

/** What a user of the API writes: names, values and answers are typed; what is wrong does not compile. */
const CLIENT = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

/** Lists come as CSV and NDJSON as well; this client asks for JSON alone. */
type Json = 'application/json' | 'application/problem+json';
const [, , address = '', key = ''] = process.argv;
const client = createClient<paths, Json>({ baseUrl: address + '/2.0', headers: { 'x-api-key': key } });
const { data, error } = await client.GET('/invoices', {
  params: { query: { 'values.invoiceDate.gte': '2000-01-01', sort: 'values.invoiceDate:desc', limit: 3 } },
});
if (error) throw new Error(error.detail);
const dates: readonly (string | null)[] = data.data.map(({ values }) => values.invoiceDate);
const wrong = await client.GET('/accounts/{id}', { params: { path: { id: '0'.repeat(24) } } });
type Schemas = components['schemas'];
/** Closed lists and nested objects have names. */
const typeOf = (account: Schemas['Account']): Schemas['UtilityType'] => account.type;
const isOpen = (code: Schemas['FinancialStatus'] | null): boolean => code === 'new';
/** What shows an invoice of a list shows one of its own, too. */
const totalOf = ({ values }: Schemas['InvoiceSummary']): number | null => values.totalCost;
const one = await client.GET('/invoices/{id}', { params: { path: { id: data.data[0]?._id ?? '' } } });
if (one.error) throw new Error(one.error.detail);
const whole: Schemas['Invoice'] = one.data;
const totals = [totalOf(whole), ...data.data.slice(0, 1).map(totalOf)];
const code: 'not-found' | undefined = wrong.error?.code === 'not-found' ? wrong.error.code : undefined;
process.stdout.write(JSON.stringify({ total: data.total, dates, totals, code }));

export const never = (): readonly unknown[] => [
  // @ts-expect-error there is no such status
  client.GET('/accounts', { params: { query: { status: 'actve' } } }),
  // @ts-expect-error accountId is required
  client.GET('/readings', { params: { query: {} } }),
  typeOf,
  isOpen(whole.financialStatus),
  // @ts-expect-error a list has no notes
  data.data[0]?.notes,
];
`;

describe('a client that openapi-typescript makes of the OpenAPI document', () => {
  const { server, key } = servePortfolio('pglite');

  it('compiles, refuses what is wrong, and gets what REST answers', { timeout: 300_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'udg-client-'));
    const run = promisify(execFile);
    try {
      await symlink(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'));
      await writeFile(join(folder, 'package.json'), '{"type": "module"}');
      const ast = await openapiTS(new URL(`${server().url}/2.0/openapi.json`));
      await writeFile(join(folder, 'api.ts'), astToString(ast));
      await writeFile(join(folder, 'client.ts'), CLIENT);
      const tsc = join(PACKAGE_ROOT, 'node_modules/@typescript/native/bin/tsc');
      const flags = ['--strict', '--noUncheckedIndexedAccess', '--module', 'nodenext', '--target', 'es2023'];
      const compiled = await run(process.execPath, [tsc, ...flags, '--types', 'node', 'client.ts'], {
        cwd: folder,
      }).catch((error: unknown) => error as { readonly stdout: string });
      expect(compiled.stdout).toBe('');
      const { stdout } = await run(process.execPath, [join(folder, 'client.js'), server().url, key()]);
      const { body } = await server().get<{
        readonly total: number;
        readonly data: readonly {
          readonly values: { readonly invoiceDate: string | null; readonly totalCost: number | null };
        }[];
      }>('/invoices?values.invoiceDate.gte=2000-01-01&sort=values.invoiceDate:desc&limit=3', key());
      const dates = body.data.map(({ values }) => values.invoiceDate);
      const totals = Array(2).fill(body.data[0]?.values.totalCost);
      expect(JSON.parse(stdout)).toEqual({ total: body.total, dates, totals, code: 'not-found' });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
