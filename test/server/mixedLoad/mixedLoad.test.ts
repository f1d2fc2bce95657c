import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/db/database.js';
import { openPostgres } from '../../../src/db/postgres.js';
import { upgrade } from '../../../src/usage/upgrade.js';
import { CAN_CLUSTER, openClusters, type Cluster, type Clusters } from '../../support/cluster.js';
import { loadPortfolio } from '../../support/loadPortfolio.js';
import { at, seeded, type Random } from '../../support/random.js';
import { CAN_REDIS, startRedis, type RedisServer } from '../../support/redisServer.js';
import { IS_LONG, timesOf } from '../../support/repeated.js';
import { startUdg, workersOf, type Udg } from '../../support/udg.js';
import { Clients } from './clients.js';
import { Disturbances } from './disturbances.js';
import { Importing } from './importing.js';
import { Judge } from './judge.js';
import { KeyRing } from './keyRing.js';
import { watchMemory } from './memory.js';
import { makeQuestions, USERS } from './questions.js';
import { askQuietly } from './quietAnswers.js';
import { FIRST, Timeline, writeChanges } from './states.js';

const SECONDS = Number(process.env.TEST_LOAD_SECONDS ?? timesOf('seconds of mixed load'));
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const CLIENTS = 6;
/** How many users send most of the requests, and how many random requests of each kind there are. */
const [SOME, EACH] = IS_LONG ? [4, 30] : [2, 12];
/** The pause between two disturbances, after the time in which the service recovers. */
const CALM_MS = 3_000;
const MEGABYTE = 1024 * 1024;

describe.runIf(CAN_CLUSTER && CAN_REDIS)(`${SECONDS} seconds of mixed load at two workers`, () => {
  let folder: string;
  let clusters: Clusters;
  let cluster: Cluster;
  let redis: RedisServer;
  let database: Database;
  let service: Udg | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'udg-load-'));
    clusters = openClusters();
    [cluster, redis] = await Promise.all([clusters.primary(), startRedis()]);
    database = openPostgres({ url: cluster.url, poolMax: 4, statementTimeoutMs: 0 });
    await upgrade(database);
    await loadPortfolio(database, undefined, FIRST);
  });
  afterAll(async () => {
    service?.process.kill('SIGKILL');
    await database.close();
    await redis.close();
    clusters.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    'gets correct responses in time despite kills, restarts, stalls and imports, and memory does not grow',
    async () => {
      console.log(`TEST_SEED=${SEED} asks the same again`);
      const random: Random = seeded(SEED);
      const questions = makeQuestions(random, SEED, SOME, EACH);
      const changes = writeChanges(folder);
      const keys = await KeyRing.issue(database);
      const newest = USERS.map((_, user) => keys.newest(user).key);
      const quiet = await askQuietly(database, questions, changes, newest);

      service = startUdg(['serve'], {
        ...{ DATABASE_URL: cluster.url, REDIS_URL: redis.url, WEB_CONCURRENCY: '2', DATABASE_POOL_MAX: '18' },
        // The limit is on, but high enough that no user runs out of points.
        ...{ RATE_LIMIT_POINTS: '1000000000', LOG_LEVEL: 'warn' },
      });
      const port = Number(new URL(await service.url()).port);
      const survivor = at(workersOf(service), 0);
      const endOfMemory = watchMemory(survivor);
      const timeline = new Timeline();
      const disturbances = new Disturbances({ service, cluster, redis }, random);
      const importing = new Importing(cluster.url, { changes, timeline }, disturbances, random);
      const judge = new Judge(quiet, timeline, disturbances);
      // The service refuses these before it looks up the key, so they are not requests of a user.
      const asked = [...questions.keys()].filter((index) => !at(at(quiet.told, index), 0).startsWith('400'));
      const clients = new Clients({ port, questions, asked, keys, judge }, random);

      const end = performance.now() + SECONDS * 1_000;
      const untilEnd = async (work: () => Promise<void>): Promise<void> => {
        while (performance.now() < end && clients.found.wrong.length === 0) await work();
      };
      let renewed = 0;
      const load = clients.run(CLIENTS);
      const all = Promise.all([
        untilEnd(() => disturbances.round(CALM_MS)),
        untilEnd(() => importing.next()),
        untilEnd(async () => {
          await keys.renew(Math.floor(random() * USERS.length));
          renewed += 1;
          await pause(500 + random() * 3_000);
        }),
      ]);
      await all.finally(() => {
        clients.stop();
      });
      await load;
      const memory = endOfMemory();
      const { counts, wrong, slowest } = clients.found;
      service.process.kill('SIGTERM');
      const ended = await service.ended;

      const lines = [
        ...[...counts].toSorted().map(([finding, count]) => `${count} ${finding}`),
        ...Object.entries(disturbances.counts).map(([kind, count]) => `${count} ${kind}`),
        `${importing.imported.done} imported, after ${importing.imported.killed} killed and ${importing.imported.failed} that met a restart`,
        `${renewed} keys issued and the ones before revoked`,
        `slowest answer ${Math.round(slowest)} ms; memory of a worker ${Math.round(memory.warm / MEGABYTE)} MB, in the end ${Math.round(memory.end / MEGABYTE)} MB`,
      ];
      console.log(lines.join('\n'));
      expect(wrong).toEqual([]);
      expect(Object.values(disturbances.counts).every((count) => count > 0)).toBe(true);
      expect(counts.get('right, in the one state that the data was in')).toBeGreaterThan(SECONDS);
      expect(counts.get('304, right')).toBeGreaterThan(0);
      expect(importing.imported.done).toBeGreaterThan(0);
      expect(ended.stderr).not.toMatch(/internal error/);
      expect(ended.stderr.match(/Worker \d+ ended/g)).toHaveLength(disturbances.counts['worker killed']);
      expect({ status: ended.status, signal: ended.signal }).toEqual({ status: 0, signal: null });
      if (IS_LONG) expect(memory).toMatchObject({ isFlat: true });
    },
    SECONDS * 1_000 + 600_000,
  );
});
