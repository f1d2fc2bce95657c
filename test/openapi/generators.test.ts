import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { PORTFOLIO } from '../support/portfolio.js';
import { servePortfolio } from '../support/served.js';

/**
 * What is run by npx: these need a newer Node than this package, and together they are 185 MB that no one else needs.
 * One set, so that npx keeps one; hey-api takes any TypeScript, of which 7 has no API.
 */
const GENERATORS = [
  'node@24',
  'typescript@6.0.3',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
  'swagger-typescript-api@13.13.0',
];

/** What npm says where it reaches no registry and has not kept what it would run. */
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/;

/** The beginning of a client's questions: where, with which key, what for. */
const GIVEN = `const [, , address = '', key = '', accountId = ''] = process.argv;
const newest = { 'values.invoiceDate.gte': '2000-01-01', sort: 'values.invoiceDate:desc', limit: 3 } as const;
const year = {
  accountId, startDate: '2023-01-01', endDate: '2023-12-31', accountType: ['electricity', 'gas'], emissions: true,
} satisfies { readonly accountType: ('electricity' | 'gas')[] } & Record<string, unknown>;
const nobody = '0'.repeat(24);
`;

interface Generator {
  readonly name: string;
  /** As docs/rest.md tells it, with the document in `openapi.json`, the client into `made`. */
  readonly command: string;
  /** Files that it reads. */
  readonly files?: (address: string) => Readonly<Record<string, string>>;
  readonly client: string;
}

const MADE: readonly Generator[] = [
  {
    name: '@hey-api/openapi-ts',
    command: 'openapi-ts -i openapi.json -o made --no-log-file',
    client: `
import { getAccount, getAccounts, getConsumption, getInvoices, getReadings } from './made';
import { createClient } from './made/client';
${GIVEN}
const client = createClient({ baseUrl: address + '/2.0', auth: key });
const invoices = await getInvoices({ client, query: newest });
if (invoices.error) throw new Error(invoices.error.detail);
const wrong = await getAccount({ client, path: { id: nobody } });
const code: 'not-found' | undefined = wrong.error?.code === 'not-found' ? wrong.error.code : undefined;
const figures = await getConsumption({ client, query: year });
const dates: readonly (string | null)[] = invoices.data.data.map(({ values }) => values.invoiceDate);
const sum: number | null | undefined = figures.data?.consumption;
process.stdout.write(JSON.stringify({ total: invoices.data.total, dates, code, sum, units: figures.data?.units }));
export const never = (): readonly unknown[] => [
  // @ts-expect-error there is no such status
  getAccounts({ client, query: { status: 'actve' } }),
  // @ts-expect-error accountId is required
  getReadings({ client, query: {} }),
  // @ts-expect-error a list has no notes
  invoices.data.data[0]?.notes,
];
`,
  },
  {
    name: 'orval',
    command: 'orval --config orval.config.mjs',
    files: (address) => ({
      'orval.config.mjs': `export default {
  gateway: {
    input: 'openapi.json',
    output: {
      target: 'made/index.ts',
      client: 'fetch',
      baseUrl: '${address}/2.0',
      override: { contentType: { include: ['application/json', 'application/problem+json'] } },
    },
  },
};
`,
    }),
    client: `
import { getAccount, getAccounts, getConsumption, getInvoices, getReadings } from './made';
${GIVEN}
const options: RequestInit = { headers: { 'x-api-key': key } };
const invoices = await getInvoices(newest, options);
if (invoices.status !== 200) throw new Error(String(invoices.status));
const wrong = await getAccount(nobody, options);
const code: 'not-found' | undefined = wrong.status === 404 && wrong.data.code === 'not-found' ? wrong.data.code : undefined;
const figures = await getConsumption(year, options);
if (figures.status !== 200) throw new Error(String(figures.status));
const dates: readonly (string | null)[] = invoices.data.data.map(({ values }) => values.invoiceDate);
const sum: number | null = figures.data.consumption;
process.stdout.write(JSON.stringify({ total: invoices.data.total, dates, code, sum, units: figures.data.units }));
export const never = (): readonly unknown[] => [
  // @ts-expect-error there is no such status
  getAccounts({ status: 'actve' }),
  // @ts-expect-error accountId is required
  getReadings({}),
  // @ts-expect-error a list has no notes
  invoices.data.data[0]?.notes,
];
`,
  },
  {
    name: 'swagger-typescript-api',
    command: 'swagger-typescript-api generate --path openapi.json --output made --name index.ts --generate-union-enums',
    client: `
import { Api, type Problem } from './made';
${GIVEN}
const api = new Api({ baseUrl: address + '/2.0', baseApiParams: { headers: { 'x-api-key': key }, format: 'json' } });
const invoices = await api.invoices.getInvoices(newest);
const code = await api.accounts.getAccount(nobody).then(
  () => undefined,
  ({ error }: { readonly error: Problem }) => (error.code === 'not-found' ? error.code : undefined),
);
const figures = await api.consumption.getConsumption(year);
const dates: readonly (string | null)[] = invoices.data.data.map(({ values }) => values.invoiceDate);
const sum: number | null = figures.data.consumption;
process.stdout.write(JSON.stringify({ total: invoices.data.total, dates, code, sum, units: figures.data.units }));
export const never = (): readonly unknown[] => [
  // @ts-expect-error there is no such status
  api.accounts.getAccounts({ status: 'actve' }),
  // @ts-expect-error accountId is required
  api.readings.getReadings({}),
  // @ts-expect-error a list has no notes
  invoices.data.data[0]?.notes,
];
`,
  },
];

const ACCOUNT = String(PORTFOLIO.accounts.find(({ type, assetId }) => type === 'electricity' && assetId)?._id);
const INVOICES = '/invoices?values.invoiceDate.gte=2000-01-01&sort=values.invoiceDate:desc&limit=3';
const FIGURES = `/consumption?accountId=${ACCOUNT}&startDate=2023-01-01&endDate=2023-12-31&accountType=electricity,gas&emissions=true`;

interface Invoices {
  readonly total: number;
  readonly data: readonly { readonly values: { readonly invoiceDate: string | null } }[];
}
interface Figures {
  readonly consumption: number | null;
  readonly units: string | null;
}

const run = promisify(execFile);

/** Runs a script of this repository's packages in a folder; what it printed, also when it failed. */
async function scriptIn(folder: string, script: string, ...args: readonly string[]): Promise<string> {
  const ended = await run(process.execPath, [join(PACKAGE_ROOT, 'node_modules', script), ...args], {
    cwd: folder,
  }).catch((error: unknown) => error as { readonly stdout: string; readonly stderr: string });
  return ended.stdout + ended.stderr;
}

describe('a client generated from the OpenAPI document by another generator', { timeout: 600_000 }, () => {
  const { server, key } = servePortfolio('pglite');
  let folder: string;
  let isOffline = false;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'udg-generators-'));
    const { text } = await server().ask('/2.0/openapi.json');
    for (const { name, files, client } of MADE) {
      const own = join(folder, name);
      await mkdir(own, { recursive: true });
      const all = { 'package.json': '{"type": "module"}', 'openapi.json': text, 'client.ts': client };
      for (const [path, content] of Object.entries({ ...all, ...files?.(server().url) }))
        await writeFile(join(own, path), content);
    }
    await symlink(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'));
    const command = MADE.map((each) => `(cd '${join(folder, each.name)}' && ${each.command})`).join(' && ');
    const packages = GENERATORS.flatMap((name) => ['-p', name]);
    // Beside the repository, whose own packages it would take.
    await run('npx', ['-y', '--prefer-offline', '--engine-strict=false', ...packages, '-c', command], {
      cwd: tmpdir(),
      maxBuffer: 2 ** 24,
      // Offline, npm would try again after 10 seconds and after 60.
      env: { ...process.env, npm_config_fetch_retry_mintimeout: '1000', npm_config_fetch_retry_maxtimeout: '5000' },
    }).catch((error: unknown) => {
      if (!OFFLINE.test(String(error))) throw error;
      isOffline = true;
    });
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.for(MADE)(
    '$name: compiles in strict mode, rejects wrong code, and returns the data of REST',
    async ({ name }, context) => {
      if (isOffline) return context.skip('npx reaches no registry: the clients of other generators are left out.');
      const own = join(folder, name);
      // A generator that has its own output not checked would compile whatever it made.
      const index = join(own, 'made/index.ts');
      await writeFile(index, (await readFile(index, 'utf8')).replace('// @ts-nocheck', ''));
      const options = [
        '--strict',
        '--noUncheckedIndexedAccess',
        '--noEmit',
        '--module',
        'esnext',
        '--target',
        'es2023',
      ];
      const types = [
        '--moduleResolution',
        'bundler',
        '--lib',
        'es2023,dom,dom.iterable',
        '--types',
        'node',
        'client.ts',
      ];
      expect(await scriptIn(own, '@typescript/native/bin/tsc', ...options, ...types)).toBe('');

      await scriptIn(own, 'rolldown/bin/cli.mjs', 'client.ts', '--file', 'client.js', '--platform', 'node');
      const { stdout } = await run(process.execPath, [join(own, 'client.js'), server().url, key(), ACCOUNT]);
      const invoices = await server().get<Invoices>(INVOICES, key());
      const figures = await server().get<Figures>(FIGURES, key());
      expect(figures.body.consumption).toBeTypeOf('number');
      expect(JSON.parse(stdout)).toEqual({
        total: invoices.body.total,
        dates: invoices.body.data.map(({ values }) => values.invoiceDate),
        code: 'not-found',
        sum: figures.body.consumption,
        units: figures.body.units,
      });
    },
  );
});
