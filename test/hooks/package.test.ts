import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { createLogger } from '../../src/observe/logger.js';
import { HAS_BROWSER, openBrowser, visit } from '../support/browser.js';
import { COMPANY, POSTGRES, startFaulty } from '../support/faulty.js';
import { PORTFOLIO } from '../support/portfolio.js';
import { servePortfolio } from '../support/served.js';
import { startServer, type Json, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { makeSmallApp, type SmallApp } from './smallApp.js';

const ACCOUNT = String(PORTFOLIO.accounts.find(({ type, assetId }) => type === 'electricity' && assetId)?._id);
const ASSET = String(PORTFOLIO.accounts.find(({ _id }) => _id === ACCOUNT)?.assetId);
const INVOICE = String(PORTFOLIO.invoices[0]?._id);
const YEAR = 'startDate=2023-01-01&endDate=2023-12-31';
const FLAGS = ['emissions', 'dayNight', 'floorArea', 'capacityInfo', 'showCounts', 'meterUserBreakdown'];
const EVERY = [...FLAGS, 'contractCoverage', 'showSimulated'].map((name) => `${name}=true`).join('&');
const SOME = 'sort=_id:desc&limit=7&page=2';

interface Period {
  readonly date: string;
  readonly units: string | null;
  readonly consumption: number | null;
  readonly isMissing: boolean;
}
type Figures = Period & { readonly data: readonly Period[] };

describe('an app outside the repository with the packed package', () => {
  const { server, key, database } = servePortfolio('pglite');
  let app: SmallApp;
  beforeAll(async () => {
    app = await makeSmallApp();
    await app.run('@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.yml');
  });
  afterAll(() => app.close());

  it('compiles in strict mode with hooks of its own queries, and the marked mistakes do not compile', async () => {
    expect(await app.run('@typescript/native/bin/tsc', '-p', '.')).toBe('');
  });

  it.each([
    ['account', `/accounts/${ACCOUNT}`, ACCOUNT],
    ['accounts', '/accounts', ''],
    ['asset', `/assets/${ASSET}`, ASSET],
    ['assets', `/assets?${SOME}`, ''],
    ['invoice', `/invoices/${INVOICE}`, INVOICE],
    ['invoices', `/invoices?${SOME}`, ''],
    ['readings', `/readings?accountId=${ACCOUNT}`, ACCOUNT],
    ['nonCumulative', `/non-cumulative?${SOME}`, ''],
    ['emissions', `/emissions?${YEAR}`, ''],
    ['consumption', `/consumption?${YEAR}&accountId=${ACCOUNT}`, ACCOUNT],
    ['everyFigure', `/consumption?${YEAR}&accountId=${ACCOUNT}&granularity=weekly&${EVERY}`, ACCOUNT],
    ['cost', `/consumption?${YEAR}&accountId=${ACCOUNT}&source=invoice&financialInfo=full`, ACCOUNT],
  ])('the hook of the prepared operation %s returns the same data as REST', async (question, path, id) => {
    const { data = {} } = await app.report(server().url, key(), question, id);
    const { status, body } = await server().get(path, key());
    expect(status).toBe(200);
    expect(Object.values(data)).toEqual([body]);
  });

  it('the hook of deletions returns the same data as REST, with the deleted record', async () => {
    await deleteRecords(database(), 'invoices', { ids: [String(PORTFOLIO.invoices.at(-1)?._id)] }, 'delete');
    const { data = {} } = await app.report(server().url, key(), 'deletions');
    const { body } = await server().get('/deletions?resource=invoices', key());
    expect(Object.values(data)).toEqual([body]);
    expect(body.total).toBe(1);
  });

  it('a hook of its own query returns the figures of REST', async () => {
    const { data = {} } = await app.report(server().url, key(), 'building', ASSET);
    const site = await server().get(`/assets/${ASSET}`, key());
    const meters = await server().get<{ readonly total: number }>(`/accounts?assetId=${ASSET}`, key());
    const path = `/consumption?${YEAR}&assetId=${ASSET}&accountType=electricity`;
    const { body } = await server().get<Figures>(path, key());
    const shown = ({ units, consumption, isMissing }: Period): Json => ({ units, consumption, isMissing });
    expect(data.asset).toMatchObject({
      siteName: site.body.siteName,
      accounts: { total: meters.body.total },
      consumption: { ...shown(body), data: body.data.map((period) => ({ date: period.date, ...shown(period) })) },
    });
    expect(body.data).toHaveLength(12);
    expect(body.consumption).toBeTypeOf('number');
  });

  it('reports a wrong key after one request, with the code and message of the service', async () => {
    const wrong = `${'0'.repeat(24)}:${'x'.repeat(43)}`;
    const { error, requests } = await app.report(server().url, wrong, 'accounts');
    expect(error).toMatchObject({ code: 'invalid-key', status: 401, retryAfter: null, data: null });
    expect(error?.detail).toMatch(/key/);
    expect(error?.requestId).toMatch(/^[\w-]{8,}$/);
    expect(requests).toBe(1);
  });

  it('reports a key that no header can carry, and sends no request', async () => {
    const { error, requests } = await app.report(server().url, 'no key', 'accounts');
    expect(error).toMatchObject({ code: 'invalid-key', status: 401 });
    expect(requests).toBe(0);
  });

  it('reports the field whose scope is missing, and returns the other fields', async () => {
    const narrow = await server().key({ scopes: ['read:accounts'] });
    const { error, requests } = await app.report(server().url, narrow, 'owner', ACCOUNT);
    expect(error).toMatchObject({
      code: 'missing-scope',
      status: 403,
      data: { account: { _id: ACCOUNT, asset: null } },
    });
    expect(error?.problems).toEqual([{ code: 'missing-scope', detail: error?.detail, path: ['account', 'asset'] }]);
    expect(requests).toBe(1);
  });

  it('reports variables that do not fit, with the message of the service', async () => {
    const { error, requests } = await app.report(server().url, key(), 'noPage');
    expect(error).toMatchObject({ code: 'invalid-parameter', status: 400 });
    expect(error?.detail).toContain('limit');
    expect(requests).toBe(1);
  });

  it('repeats a rate-limited request after Retry-After, but not if the delay is long', async () => {
    for (const [seconds, came] of [
      ['2', { asked: 2, code: undefined }],
      ['600', { asked: 1, code: 'rate-limited' }],
    ] as const) {
      const limited = await startServer(database(), { RATE_LIMIT_POINTS: '1', RATE_LIMIT_WINDOW: seconds });
      try {
        const own = await limited.key();
        expect((await limited.get('/accounts', own)).status).toBe(200);
        const { error, data, requests } = await app.report(limited.url, own, 'accounts');
        expect({ asked: requests, code: error?.code }).toEqual(came);
        if (error) expect(Number(error.retryAfter)).toBeGreaterThan(60);
        else expect(data?.accounts).toMatchObject({ total: PORTFOLIO.accounts.length });
      } finally {
        await limited.close();
      }
    }
  });

  it('reports an unreachable service after two attempts', async () => {
    const gone = await startServer(database());
    await gone.close();
    const { error, requests } = await app.report(gone.url, key(), 'accounts');
    expect(error).toMatchObject({ code: 'unreachable', status: null, requestId: null });
    expect(error?.detail).toBe(`The service cannot be reached at ${gone.url}/graphql.`);
    expect(requests).toBe(2);
  });

  it('reports a response that is not from the service', async () => {
    const proxy = createServer((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = proxy.address() as AddressInfo;
      const { error, requests } = await app.report(`http://127.0.0.1:${port}/`, key(), 'accounts');
      expect(error).toMatchObject({ code: 'unexpected-answer', status: 502 });
      expect(error?.detail).toBe('The response is not from the service (status 502): <h1>Bad gateway</h1>');
      expect(requests).toBe(1);
    } finally {
      proxy.close();
    }
  });

  it('aborts a cancelled request', async () => {
    expect(await app.report(server().url, key(), 'aborted')).toEqual({ thrown: 'AbortError', requests: 1 });
  });

  it.runIf(POSTGRES !== '')('repeats a request after Retry-After when the database was unreachable', async () => {
    const faulty = await startFaulty();
    const through = faulty.open(3, 2_000);
    const answers: Json[] = [];
    const log = createLogger('info', { write: (line) => void answers.push(JSON.parse(line) as Json) });
    const shaky = await startServer(through, {}, log);
    try {
      const own = await shaky.key({ companies: [COMPANY] });
      expect((await shaky.get('/accounts', own)).status).toBe(200);
      faulty.proxy.mode = 'down';
      faulty.proxy.cut();
      const asked = app.report(shaky.url, own, 'accounts');
      await until(
        'the app is told that the database is away',
        () => answers,
        (lines) => lines.some(({ route, status }) => route === '/graphql' && status === 503),
      );
      faulty.proxy.mode = 'pass';
      const { data, requests } = await asked;
      expect(data?.accounts).toMatchObject({ total: 1 });
      expect(requests).toBe(2);
    } finally {
      await shaky.close();
      await through.close();
      await faulty.close();
    }
  });

  describe.runIf(HAS_BROWSER)('in a browser', () => {
    let browser: Browser;
    let pages: PreviewServer;
    let api: TestServer;
    beforeAll(async () => {
      await app.run('vite/bin/vite.js', 'build', '--logLevel', 'warn');
      pages = await preview({ root: app.folder, logLevel: 'warn', preview: { host: '127.0.0.1', port: 0 } });
      api = await startServer(database(), { CORS_ORIGINS: '*' });
      browser = await openBrowser();
    });
    afterAll(async () => {
      await api.close();
      await pages.close();
    });
    const addressOf = (own: string): string => {
      const { port } = pages.httpServer.address() as AddressInfo;
      return `http://127.0.0.1:${port}/?${new URLSearchParams({ address: api.url, key: own, id: ASSET }).toString()}`;
    };

    it('shows the figures of REST, and a list page by page', async () => {
      const { page, problems } = await visit(browser, addressOf(key()));
      const table = page.getByRole('table', { name: 'building' });
      await table.waitFor();
      const { body } = await api.get<Figures>(`/consumption?${YEAR}&assetId=${ASSET}&accountType=electricity`, key());
      expect(await table.getAttribute('data-sum')).toBe(String(body.consumption));
      const cells = body.data.flatMap(({ date, consumption }) => [date, String(consumption ?? '')]);
      expect(await table.locator('td').allTextContents()).toEqual(cells);

      const list = await api.get<{ readonly data: readonly Json[] }>('/accounts?sort=_id:asc&limit=1000', key());
      const ids = list.body.data.map(({ _id }) => _id);
      const items = page.getByRole('listitem');
      for (let count = 25; count < ids.length; count += 25) {
        await items.nth(count - 1).waitFor();
        expect(await items.allTextContents()).toEqual(ids.slice(0, count));
        await page.getByRole('button', { name: 'More' }).click();
      }
      await items.nth(ids.length - 1).waitFor();
      expect(await items.allTextContents()).toEqual(ids);
      await page.getByRole('button', { name: 'More' }).waitFor({ state: 'detached' });
      expect(problems.filter((problem) => problem !== `foreign: ${api.url}/graphql`)).toEqual([]);
      await page.context().close();
    });

    it('never shows data of another key, and explains what is wrong with a key', async () => {
      const { page } = await visit(browser, addressOf(key()));
      const list = page.getByRole('region', { name: 'accounts' });
      await list.locator(`xpath=self::*[@data-total="${PORTFOLIO.accounts.length}"]`).waitFor();
      const narrow = await api.key({ companies: [String(PORTFOLIO.companies[1]?._id)] });
      const { body } = await api.get<{ readonly total: number }>('/accounts?limit=1', narrow);
      expect(body.total).toBeLessThan(PORTFOLIO.accounts.length);
      await page.getByLabel('key').fill(narrow);
      expect(['', String(body.total)]).toContain(await list.getAttribute('data-total'));
      await list.locator(`xpath=self::*[@data-total="${body.total}"]`).waitFor();
      await page.getByLabel('key').fill('no key');
      await page
        .getByRole('alert')
        .filter({ hasText: 'invalid-key: A key contains only ASCII characters and no spaces' })
        .waitFor();
      await page.context().close();
    });
  });
});
