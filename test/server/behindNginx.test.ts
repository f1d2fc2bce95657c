import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey, revokeKeys, type IssuedKey } from '../../src/auth/keys.js';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { ACCOUNT, COMPANY, POSTGRES, startFaulty, type Faulty } from '../support/faulty.js';
import { freePort } from '../support/freePort.js';
import { importPlain } from '../support/importPlain.js';
import { findProgram } from '../support/programs.js';
import { startUdg, type Udg } from '../support/udg.js';
import { until } from '../support/until.js';

const REDIS = process.env.TEST_REDIS_URL ?? '';
const NGINX = findProgram('nginx');
const POINTS = 60;

/** The nginx configuration from docs/operations.md, with other addresses and without TLS. */
function configuration(folder: string, port: number, services: readonly string[]): string {
  const documented = /```nginx\n(upstream udg \{.*?)```/s.exec(
    readFileSync(join(PACKAGE_ROOT, 'docs', 'operations.md'), 'utf8'),
  );
  const own = (documented?.[1] ?? '')
    .replace(/^ {2}server 127\.0\.0\.1:\d+;\n/gm, '')
    .replace('upstream udg {\n', `upstream udg {\n${services.map((url) => `server ${new URL(url).host};\n`).join('')}`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ {2}ssl_.*\n/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `daemon off; user root; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
events {}
http { access_log off; ${temporary.join(' ')}
${own}}
`;
}

/** The time that a request waited for the database, for its key and its data, in milliseconds. */
function databaseMs({ headers }: Response): number {
  const times = (headers.get('server-timing') ?? '').matchAll(/(?:auth|db);dur=([\d.]+)/g);
  return [...times].reduce((sum, [, ms]) => sum + Number(ms), 0);
}

describe.runIf(POSTGRES !== '' && REDIS !== '' && NGINX !== null)('four services behind nginx', () => {
  let faulty: Faulty;
  let folder: string;
  let nginx: ChildProcess;
  let url: string;
  const services: Udg[] = [];
  const issue = (): Promise<IssuedKey> =>
    issueKey(faulty.direct, { role: 'reader', companies: [COMPANY], entities: [] });
  const ask = (key: string, path = `/accounts/${ACCOUNT}`): Promise<Response> =>
    fetch(`${url}/2.0${path}`, { headers: { 'x-api-key': key } });
  const query = (key: string): Promise<Response> =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ accounts { total } }' }),
    });
  /**
   * Sends a burst of requests from a new user. Expects as many responses as the limit allows, and all other requests to
   * be refused.
   */
  const expectLimited = async (count: number): Promise<void> => {
    const { key } = await issue();
    const answers = await Promise.all(
      Array.from({ length: count }, async () => {
        const response = await ask(key);
        await response.arrayBuffer();
        return response;
      }),
    );
    const answered = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(count - answered);
    expect(answered).toBeLessThanOrEqual(POINTS);
    // On a busy machine, statements cost points as well: one per 100 ms.
    const taken = answers.reduce((sum, answer) => sum + Math.floor(databaseMs(answer) / 100), 0);
    expect(answered).toBeGreaterThanOrEqual(POINTS - taken);
  };
  const rename = (name: string): Promise<unknown> =>
    importPlain(faulty.direct, 'accounts', [{ _id: ACCOUNT, companyId: COMPANY, type: 'electricity', name }]);

  beforeAll(async () => {
    faulty = await startFaulty();
    folder = mkdtempSync(join(tmpdir(), 'udg-nginx-'));
    const env = {
      ...{ DATABASE_URL: faulty.url, DATABASE_POOL_MAX: '4', REDIS_URL: REDIS, TRUST_PROXY: '1' },
      ...{ RATE_LIMIT_POINTS: String(POINTS), RATE_LIMIT_WINDOW: '600', MAX_IN_FLIGHT: '1000' },
    };
    services.push(...[1, 2, 3, 4].map(() => startUdg(['serve'], env)));
    const addresses = await Promise.all(services.map((service) => service.url()));
    const port = await freePort();
    const path = join(folder, 'nginx.conf');
    writeFileSync(path, configuration(folder, port, addresses));
    nginx = spawn(NGINX ?? '', ['-c', path, '-e', join(folder, 'error.log')], { stdio: 'inherit' });
    url = `http://127.0.0.1:${port}`;
    const isReady = (): Promise<boolean> =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('a service is ready behind nginx', isReady);
  }, 120_000);
  afterAll(async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
    for (const { process, ended } of services) {
      process.kill('SIGTERM');
      await ended;
    }
    await faulty.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('share one rate limit: they accept exactly the limit of a burst', async () => {
    await expectLimited(3 * POINTS);
    // A process writes the log line of a request after its response.
    for (const service of services) await service.hears(/"route":"\/2\.0\/accounts\/:id"/);
  });

  it('refuse a revoked key once the cached look-ups have expired', async () => {
    const { key, userId } = await issue();
    const status = async (): Promise<number> => {
      const response = await ask(key, '/accounts');
      await response.arrayBuffer();
      return response.status;
    };
    // Each of the four services has looked up the key.
    const statuses = (): Promise<readonly number[]> => Promise.all(Array.from({ length: 12 }, status));
    expect(await statuses()).toEqual(Array(12).fill(200));
    await revokeKeys(faulty.direct, { userId });
    // Each check costs the user points while the key is valid, and the last check still needs some.
    const four = (): Promise<readonly number[]> => Promise.all(Array.from({ length: 4 }, status));
    await expect.poll(four, { interval: 500 }).toEqual(Array(4).fill(401));
    expect(await statuses()).toEqual(Array(12).fill(401));
  });

  it('return the new data after an import has reported success, whichever service cached the old data', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { key } = await issue();
      await rename(`Round ${round}`);
      const names = await Promise.all(
        Array.from({ length: 12 }, async () => ((await (await ask(key)).json()) as { readonly name: string }).name),
      );
      expect(names).toEqual(Array(12).fill(`Round ${round}`));
    }
  });

  it('answer every request while two of them are killed, and still share the limit', async () => {
    const statuses: number[] = [];
    let asking = true;
    const client = async (): Promise<void> => {
      while (asking) {
        const { key } = await issue();
        for (let n = 0; n < 20; n += 1) {
          const response = await (n % 2 === 0 ? ask(key) : query(key));
          await response.arrayBuffer();
          statuses.push(response.status);
        }
      }
    };
    const clients = Promise.all(Array.from({ length: 8 }, client));
    for (const { process } of services.slice(0, 2)) {
      const before = statuses.length;
      await expect.poll(() => statuses.length).toBeGreaterThan(before + 100);
      process.kill('SIGKILL');
    }
    const before = statuses.length;
    await expect.poll(() => statuses.length).toBeGreaterThan(before + 100);
    asking = false;
    await clients;
    expect(new Set(statuses)).toEqual(new Set([200]));

    await expectLimited(2 * POINTS);
    await rename('after');
    expect(await (await ask((await issue()).key)).json()).toMatchObject({ name: 'after' });
  }, 240_000);
});
