import { setTimeout as rest } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAN_CLUSTER, openClusters, type Cluster, type Clusters } from '../support/cluster.js';
import { ACCOUNT } from '../support/faulty.js';
import { fillWithOneAccount } from '../support/oneAccount.js';
import { startUdg } from '../support/udg.js';

const FIGURES = `/consumption?accountId=${ACCOUNT}&startDate=2024-01-01&endDate=2024-01-31`;

/** The pause between two requests of a client that makes load. */
const REST_MS = 5;

/** A response, which must be either the data or a 503 with Retry-After. */
interface Seen {
  readonly path: string;
  readonly status: number;
  readonly retry: string | null;
  readonly right: boolean;
}

describe.runIf(CAN_CLUSTER)('a PostgreSQL server that restarts under load', () => {
  let clusters: Clusters;
  let cluster: Cluster;
  let key: string;
  beforeAll(async () => {
    clusters = openClusters();
    cluster = await clusters.primary();
    key = await fillWithOneAccount(cluster.url);
  });
  afterAll(() => {
    clusters.close();
  });

  it.each([
    ['in order', 'fast', '1'],
    ['by a crash', 'immediate', '1'],
    ['by a crash, with two processes that serve', 'immediate', '2'],
  ] as const)('%s: requests get correct data or 503 with Retry-After, and then only data', async (_, mode, count) => {
    const service = startUdg(['serve'], { DATABASE_URL: cluster.url, WEB_CONCURRENCY: count, RATE_LIMIT_POINTS: '0' });
    try {
      const url = await service.url();
      const body = async (path: string): Promise<{ readonly answer: Response; readonly text: string }> => {
        const answer = await fetch(`${url}/2.0${path}`, { headers: { 'x-api-key': key } });
        return { answer, text: await answer.text() };
      };
      const paths = ['/accounts', `/accounts/${ACCOUNT}`, FIGURES];
      const wanted = new Map<string, string>();
      for (const path of paths) wanted.set(path, (await body(path)).text);
      expect(wanted.get('/accounts')).toContain('"name":"Main"');

      const seen: Seen[] = [];
      let asking = true;
      const client = async (path: string): Promise<void> => {
        while (asking) {
          const { answer, text } = await body(path);
          const { status, headers } = answer;
          const right = status === 200 ? text === wanted.get(path) : text.includes('"code":"database-unavailable"');
          seen.push({ path, status, retry: headers.get('retry-after'), right });
          await rest(REST_MS);
        }
      };
      const clients = Promise.all([...paths, ...paths].map(client));
      for (let round = 0; round < 2; round += 1) {
        const before = seen.length;
        await expect.poll(() => seen.length).toBeGreaterThan(before + 30);
        await cluster.restart(mode);
      }
      // The service has recovered once only correct data follows.
      await expect.poll(() => seen.length > 30 && seen.slice(-30).every(({ status }) => status === 200)).toBe(true);
      asking = false;
      await clients;
      for (const { path, status, retry, right } of seen) {
        expect({ path, status: [200, 503].includes(status), right }).toEqual({ path, status: true, right: true });
        expect(retry).toBe(status === 503 ? '5' : null);
      }
      expect(service.process.exitCode).toBeNull();
      expect(service.said()).not.toMatch(/internal error|Worker \d+ ended/);
      service.process.kill('SIGTERM');
      expect(await service.ended).toMatchObject({ status: 0, signal: null });
    } finally {
      service.process.kill('SIGKILL');
    }
  });
});
