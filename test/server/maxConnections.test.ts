import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAN_CLUSTER, openClusters, type Cluster, type Clusters } from '../support/cluster.js';
import { fillWithOneAccount } from '../support/oneAccount.js';
import { startUdg, udg } from '../support/udg.js';

/** PostgreSQL reserves three of them for superusers. */
const MAX_CONNECTIONS = 12;

const END_SERVICE = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'utility-data-gateway'`;

describe.runIf(CAN_CLUSTER)('a PostgreSQL server with no free connections (max_connections)', () => {
  let clusters: Clusters;
  let cluster: Cluster;
  let key: string;
  let url: string;
  const taken: pg.Client[] = [];
  beforeAll(async () => {
    clusters = openClusters();
    cluster = await clusters.primary();
    key = await fillWithOneAccount(cluster.url);
    const hand = new pg.Client(cluster.url);
    await hand.connect();
    await hand.query('create role gateway login');
    await hand.query('grant all on all tables in schema public to gateway');
    await hand.query(`alter system set max_connections = ${MAX_CONNECTIONS}`);
    await hand.end();
    await cluster.restart('fast');
    url = cluster.url.replace('postgres@', 'gateway@');
  });
  afterAll(async () => {
    await leave();
    clusters.close();
  });
  /** Opens all connections that a role may have. @returns the server's error for the next one */
  const takeAll = async (connectionString: string): Promise<string> => {
    for (;;) {
      const client = new pg.Client({ connectionString });
      client.on('error', () => undefined);
      try {
        await client.connect();
      } catch (error) {
        return String(error);
      }
      taken.push(client);
    }
  };
  const leave = async (): Promise<void> => {
    await Promise.all(taken.splice(0).map((client) => client.end()));
  };

  it.each([
    [
      'but those that it reserves',
      () => url,
      'remaining connection slots are reserved for non-replication superuser connections',
    ],
    ['even those that it reserves', () => cluster.url, 'sorry, too many clients already'],
  ])(
    '%s: requests get 503, the service is not ready and commands exit with 1, until connections are free again',
    async (_, whose, words) => {
      const service = startUdg(['serve'], { DATABASE_URL: url, ANSWER_CACHE: '0', RATE_LIMIT_POINTS: '0' });
      try {
        const address = await service.url();
        const ask = (path: string): Promise<Response> => fetch(address + path, { headers: { 'x-api-key': key } });
        const data = await (await ask('/2.0/accounts')).text();
        expect(data).toContain('"name":"Main"');
        await expect
          .poll(
            async () => {
              await takeAll(whose());
              // The service keeps its connections, so the test ends them and takes them at once.
              await taken[0]?.query(END_SERVICE);
              await takeAll(whose());
              const answer = await ask('/2.0/accounts');
              const { status, headers } = answer;
              return { status, retry: headers.get('retry-after'), body: await answer.json() };
            },
            { interval: 500 },
          )
          .toMatchObject({
            ...{ status: 503, retry: '5' },
            body: {
              code: 'database-unavailable',
              detail: 'The database takes no more connections right now; try again in a few seconds.',
            },
          });
        // The slot of a terminated connection may become free late; the test takes it too.
        await expect
          .poll(async () => {
            await takeAll(whose());
            const ready = await ask('/readyz');
            return { status: ready.status, body: await ready.json() };
          })
          .toMatchObject({ status: 503, body: { database: 'takes no more connections' } });
        expect(await takeAll(whose())).toContain(words);
        expect(await udg({ DATABASE_URL: whose() }, 'keys', 'list')).toMatchObject({
          status: 1,
          stdout: '',
          stderr:
            `The database accepts no more connections: ${words}. ` +
            'Close other connections, lower DATABASE_POOL_MAX of the service, or raise the limit (max_connections of the server).\n',
        });
        await leave();
        await expect.poll(async () => (await ask('/2.0/accounts')).text()).toBe(data);
        expect((await ask('/readyz')).status).toBe(200);
      } finally {
        service.process.kill('SIGTERM');
        await service.ended;
      }
    },
  );
});
