import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import type { Database } from '../../src/db/database.js';
import { codeIn, textOf } from '../docs/documents.js';
import { HAS_BROWSER, openBrowser, visit } from '../support/browser.js';
import { openTestDatabase } from '../support/engines.js';
import { freePort } from '../support/freePort.js';
import { EXAMPLES_SAMPLE } from '../support/loadSample.js';
import { startServer, type TestServer } from '../support/server.js';
import { linkPackages, packHooks, runIn } from './packed.js';

/** The app of `npm create vite@latest my-app -- --template react-ts`. */
const STOCK = join(PACKAGE_ROOT, 'node_modules/create-vite/template-react-ts');

/** What that app is built with, and what docs/hooks.md has installed for hooks of own queries. */
const BUILT_WITH = [
  ...['vite', '@vitejs/plugin-react', 'typescript=@typescript/native', 'express'],
  ...['@types/node', '@types/react', '@types/react-dom'],
  ...['graphql', '@graphql-codegen/cli', '@graphql-codegen/typescript-operations', '@graphql-codegen/plugin-helpers'],
];

/** What npm says where it reaches no registry and has not kept what it would install. */
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/;

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The first code of docs/hooks.md in a language. */
const shown = (language: string): string => codeIn('docs/hooks.md', language)[0] ?? '';

/** What the page of the document shows: the use of a building, and gas meters. */
async function shownBy(server: TestServer, key: string): Promise<readonly string[]> {
  const year = 'startDate=2022-01-01&endDate=2022-12-31';
  const building = `assetId=c85be2627041bb78294f37e6&accountType=electricity&${year}`;
  const figures = await server.get<{ readonly consumption: number }>(`/consumption?${building}`, key);
  const meters = await server.get<{ readonly data: readonly { readonly name: string }[] }>(
    '/accounts?type=gas&sort=name:asc',
    key,
  );
  expect(figures.body.consumption).toBeGreaterThan(0);
  return [`${figures.body.consumption} kWh`, ...meters.body.data.map(({ name }) => name)];
}

/** Opens the page, which asks the server that it comes from and knows no key. */
async function expectShown(browser: Browser, address: string, texts: readonly string[]): Promise<void> {
  const { page, problems } = await visit(browser, address);
  for (const text of [texts[0], texts.at(-1)])
    await page
      .getByText(text ?? '', { exact: true })
      .last()
      .waitFor();
  expect(await page.locator('p').allTextContents()).toEqual(texts);
  expect(problems).toEqual([]);
}

describe('the package of the hooks', () => {
  it('is small, has no dependencies, and has the version of the service', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'udg-pack-'));
    try {
      const { size, files } = await packHooks(folder);
      expect(size).toBeLessThan(100_000);
      const folders = new Set(files.map(({ path }) => (path.includes('/') ? path.split('/')[0] : path)));
      expect([...folders].toSorted()).toEqual(
        ['LICENSE', 'README.md', 'codegen', 'errors', 'hooks', 'package.json', 'schema.graphql'].toSorted(),
      );
      const manifest = JSON.parse(textOf('src/hooks/package.json')) as Manifest;
      expect(manifest.dependencies).toBeUndefined();
      expect(manifest.version).toBe((JSON.parse(textOf('package.json')) as Manifest).version);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a stock Vite app that installs the hooks package', () => {
  let folder: string;
  let database: Database;
  let server: TestServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'udg-vite-'));
    database = await openTestDatabase('pglite', EXAMPLES_SAMPLE);
    server = await startServer(database);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('adds only React and TanStack Query, builds the documented code unchanged, and shows figures behind both documented proxies', async (context) => {
    const app = join(folder, 'my-app');
    await cp(STOCK, app, { recursive: true });
    await rename(join(app, '_gitignore'), join(app, '.gitignore'));
    const { filename } = await packHooks(folder);
    // What it is built with is this repository's, below: here it is only what comes along with the package.
    const { devDependencies: _, ...manifest } = JSON.parse(
      await readFile(join(app, 'package.json'), 'utf8'),
    ) as Manifest & {
      readonly devDependencies: unknown;
    };
    await writeFile(join(app, 'package.json'), JSON.stringify(manifest));
    const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-retry-mintimeout=1000'];
    const offline = await promisify(execFile)(
      'npm',
      ['install', ...flags, join(folder, filename), '@tanstack/react-query'],
      { cwd: app },
    ).then(
      () => false,
      (error: unknown) => {
        if (OFFLINE.test(String(error))) return true;
        throw error;
      },
    );
    if (offline) return context.skip('npm reaches no registry: the installation of the hooks is left out.');

    const lock = JSON.parse(await readFile(join(app, 'node_modules/.package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, unknown>>;
    };
    expect(Object.keys(lock.packages).map((path) => path.replace('node_modules/', ''))).toEqual([
      '@tanstack/query-core',
      '@tanstack/react-query',
      'react',
      'react-dom',
      'scheduler',
      'utility-data-gateway-hooks',
    ]);

    const key = await server.key({ companies: SAMPLE_COMPANY_IDS });
    vi.stubEnv('GATEWAY', server.url);
    vi.stubEnv('GATEWAY_KEY', key);
    await linkPackages(app, BUILT_WITH);
    await writeFile(join(app, 'src/building.graphql'), shown('graphql'));
    await writeFile(join(app, 'codegen.yml'), shown('yaml'));
    await writeFile(join(app, 'vite.config.ts'), shown('ts'));
    await writeFile(join(app, 'src/App.tsx'), shown('tsx'));
    await writeFile(join(app, 'server.mjs'), shown('js'));
    await runIn(app, '@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.yml');
    // Its own `npm run build`; this compiler is strict unless told otherwise.
    expect(await runIn(app, 'typescript/bin/tsc', '-b')).toBe('');
    await runIn(app, 'vite/bin/vite.js', 'build', '--logLevel', 'warn');
    const scripts = await readdir(join(app, 'dist/assets'));
    for (const name of scripts) expect(await readFile(join(app, 'dist/assets', name), 'utf8')).not.toContain(key);
    if (!HAS_BROWSER) return;

    const texts = await shownBy(server, key);
    const browser = await openBrowser();
    // Vite's server has the same proxy for what is built.
    const pages = await preview({ root: app, preview: { host: '127.0.0.1', port: 0 } });
    try {
      await expectShown(browser, `http://127.0.0.1:${(pages.httpServer.address() as AddressInfo).port}/`, texts);
    } finally {
      await pages.close();
    }
    const env = { ...process.env, PORT: String(await freePort()) };
    const own = spawn(process.execPath, ['server.mjs'], { cwd: app, env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [address] = (await once(own.stdout, 'data')) as [Buffer];
      await expectShown(browser, address.toString().trim(), texts);
    } finally {
      own.kill();
    }
  });
});
