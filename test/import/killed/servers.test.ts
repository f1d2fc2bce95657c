import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/db/database.js';
import { rebuildAll } from '../../../src/findings/rebuild.js';
import { deleteRecords } from '../../../src/import/deleteRecords.js';
import { openFile, NO_FILE_OPTIONS } from '../../../src/import/importFile.js';
import { importRecords, type ImportSummary } from '../../../src/import/importRecords.js';
import { databaseUrl } from '../../../bench/database.js';
import type { Cluster } from '../../support/cluster.js';
import { expectCounted } from '../../support/counts.js';
import { openTestDatabase } from '../../support/engines.js';
import { at, seeded } from '../../support/random.js';
import { checksums, leftBehind } from '../../support/state.js';
import { CAN_OWN_CLUSTER, openOwnCluster, type OwnCluster } from './ownCluster.js';
import { plan, type PlannedStep } from './steps.js';

describe.runIf(CAN_OWN_CLUSTER)('an import during which a server of a cluster is killed', () => {
  let cluster: OwnCluster;
  let folder: string;
  let steps: readonly PlannedStep[];
  /** The final state on one server. */
  let wanted: object;
  /** Milliseconds that each step took on the cluster. */
  const took: number[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'udg-killed-'));
    steps = plan(folder);
    const plain = await openTestDatabase('postgres');
    for (const step of steps) expect((await run(plain, step)).errors).toEqual([]);
    wanted = await checksums(plain);
    await plain.close();
    cluster = await openOwnCluster();
    for (const step of steps) {
      const started = performance.now();
      expect((await cluster.look((database) => run(database, step))).errors).toEqual([]);
      took.push(performance.now() - started);
    }
  }, 600_000);
  afterAll(() => {
    cluster.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Expects the same records, usage, counts and findings as on one server, and nothing left of the killed import. */
  const isWhole = async (): Promise<void> => {
    await cluster.look(async (database) => {
      expect(await checksums(database)).toEqual(wanted);
      expect(await rebuildAll(database, { dryRun: true })).toMatchObject({ rows: 0, different: [], portfolios: [] });
      await expectCounted(database);
      expect(await leftBehind(database)).toEqual([]);
      expect(await database.knex('data_changes')).toEqual([]);
    });
    for (const server of [cluster.coordinator, ...cluster.workers]) expect(await prepared(server)).toBe(0);
  };
  const prepared = async (server: Cluster): Promise<number> => {
    const [found] = await cluster.ask<{ n: number }>(server, 'select count(*)::int as n from pg_prepared_xacts');
    return found?.n ?? NaN;
  };
  /** Runs the steps from a given one on, which must all succeed. */
  const goOn = async (from: number): Promise<void> => {
    for (const step of steps.slice(from)) {
      const { rejected, errors } = await cluster.look((database) => run(database, step));
      expect([rejected, errors]).toEqual([0, []]);
    }
  };

  it(
    'is completed by the next import, whichever server was killed, and at any time',
    { timeout: 900_000 },
    async () => {
      await isWhole();
      const random = seeded(20_240_229);
      const servers = [...cluster.workers, cluster.coordinator];
      const failed: string[] = [];
      for (const [index, step] of steps.entries()) {
        const server = at(servers, index % servers.length);
        const importing = cluster
          .look((database) => run(database, step))
          .then(
            () => null,
            (error: unknown) => String(error),
          );
        await new Promise((resolve) => setTimeout(resolve, random() * at(took, index)));
        await server.kill();
        const why = await importing;
        if (why !== null) failed.push(why);
        await server.start();
        const { rejected, errors } = await cluster.look((database) => run(database, step));
        expect([rejected, errors]).toEqual([0, []]);
      }
      await isWhole();
      expect(failed.length, 'imports that the kill ended').toBeGreaterThan(3);
    },
  );

  /** The step that changes intervals of accounts on both workers. */
  const INTERVALS = 3;
  /**
   * Starts it and stops it where the first worker has prepared its part and the second is about to. The lock that stops
   * it remains; later statements pass it.
   */
  const holdHalfPrepared = async (): Promise<{ importing: Promise<string | null>; letGo: () => Promise<void> }> => {
    const [first, second] = cluster.workers;
    const shards = await cluster.ask<{ name: string }>(
      cluster.coordinator,
      `select shard_name as name from citus_shards where table_name = 'intervals'::regclass and nodeport = ${second.port}`,
    );
    expect(shards).not.toEqual([]);
    await cluster.ask(
      second,
      `set citus.enable_ddl_propagation = off;
       create or replace function hold() returns trigger language plpgsql as
       $$ begin perform pg_advisory_lock(1); perform pg_advisory_unlock(1); return null; end $$`,
    );
    const each = (make: (name: string) => string): Promise<unknown> =>
      cluster.ask(
        second,
        ['set citus.enable_ddl_propagation = off', ...shards.map(({ name }) => make(name))].join('; '),
      );
    const holder = new pg.Client({ connectionString: databaseUrl(second.url, 'udg') });
    // It ends with its server.
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('select pg_advisory_lock(1)');
    await each(
      (name) =>
        `drop trigger if exists hold on ${name};
         create constraint trigger hold after insert or update or delete on ${name} deferrable initially deferred
         for each row execute function hold()`,
    );
    const importing = cluster
      .look((database) => run(database, at(steps, INTERVALS)))
      .then(
        () => null,
        (error: unknown) => String(error),
      );
    await expect.poll(() => prepared(first)).toBeGreaterThan(0);
    const notPrepared = `select from pg_stat_activity where backend_xid is not null
      and datname = current_database() and pid <> pg_backend_pid()`;
    await expect.poll(() => cluster.ask(first, notPrepared)).toEqual([]);
    return {
      importing,
      async letGo() {
        await holder.query('select pg_advisory_unlock(1)');
        await holder.end();
        const busy = `select from pg_stat_activity where wait_event_type = 'Lock' or query like 'PREPARE%' and state = 'active'`;
        await expect.poll(() => cluster.ask(second, busy)).toEqual([]);
      },
    };
  };

  it(
    'is rolled back if the workers had prepared it and the coordinator had not committed',
    { timeout: 300_000 },
    async () => {
      const { importing, letGo } = await holdHalfPrepared();
      await cluster.coordinator.kill();
      expect(await importing).not.toBeNull();
      await letGo();
      for (const worker of cluster.workers) expect(await prepared(worker)).toBeGreaterThan(0);
      await cluster.coordinator.start();
      await goOn(INTERVALS);
      await isWhole();
    },
  );

  it(
    'is committed if the coordinator had committed; until the worker commits, the data version is unknown',
    { timeout: 300_000 },
    async () => {
      const [first] = cluster.workers;
      const { importing, letGo } = await holdHalfPrepared();
      await first.kill();
      await letGo();
      expect(await importing).toMatch(/a server of the database did not commit its prepared transaction/);
      await first.start();
      expect(await prepared(first)).toBeGreaterThan(0);
      await cluster.look(async (database) => {
        expect(await database.knex('data_changes')).not.toEqual([]);
      });
      await goOn(INTERVALS + 1);
      await isWhole();
    },
  );
});

/** Imports or deletes what a step says. */
async function run(database: Database, { name, what }: PlannedStep): Promise<ImportSummary> {
  if ('condition' in what) return deleteRecords(database, name, what.condition, 'delete');
  const opened = await openFile(database, createReadStream(what.path), name, NO_FILE_OPTIONS);
  if (!opened?.rows) throw new Error(`${what.path} holds no rows of ${name}`);
  return importRecords(database, opened.resource, { name: basename(what.path), rows: opened.rows });
}
