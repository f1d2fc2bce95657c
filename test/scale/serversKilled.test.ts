import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/data/database.js';
import { openPostgres } from '../../src/data/postgres.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { upgrade } from '../../src/usage/upgrade.js';
import { CAN_CITUS, openClusters, type Cluster, type Clusters } from '../support/cluster.js';
import { createOnCluster } from '../support/distributed.js';
import { loadPortfolio } from '../support/loadPortfolio.js';
import { PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { administer, databaseUrl } from '../support/postgres.js';
import { at, seeded } from '../support/random.js';
import { timesOf } from '../support/repeated.js';
import { startServer, type TestServer } from '../support/server.js';
import { checksums } from '../support/state.js';
import { startUdg } from '../support/udg.js';

const KILLS = timesOf('kills of a server of a cluster');
const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const ACCOUNT = String(PORTFOLIO['non-cumulative'][0]?.accountId);
const FIGURES = `/consumption?accountId=${ACCOUNT}&startDate=2023-01-01&endDate=2023-12-31&source=hh`;

/** What is read of all intervals after so many rounds. */
const changed = (round: number): readonly PlainRecord[] =>
  PORTFOLIO['non-cumulative'].map((record, index) => ({ ...record, value: round * 1_000 + (index % 50) }));

describe.runIf(CAN_CITUS)(`an import during which a server of a cluster is killed (seed ${SEED})`, () => {
  let folder: string;
  let clusters: Clusters;
  let servers: readonly Cluster[];
  let url: string;
  let database: Database;
  /** Whole, and never disturbed. */
  let plain: Database;
  let service: TestServer;
  let undisturbed: TestServer;
  let keys: readonly string[];

  const open = (address: string): Database => openPostgres({ url: address, poolMax: 4, statementTimeoutMs: 30_000 });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'udg-servers-killed-'));
    clusters = openClusters();
    servers = await clusters.citus(2);
    const { url: coordinator } = at(servers, 0);
    await administer(coordinator, 'create database plain');
    const loading = open(databaseUrl(coordinator, 'plain'));
    await upgrade(loading);
    await loadPortfolio(loading);
    await loading.close();
    ({ url } = await createOnCluster('plain', coordinator));
    [database, plain] = [open(url), open(databaseUrl(coordinator, 'plain'))];
    service = await startServer(database);
    undisturbed = await startServer(plain);
    keys = [await service.key(), await undisturbed.key()];
  });
  afterAll(async () => {
    await service.close();
    await undisturbed.close();
    await database.close();
    await plain.close();
    clusters.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** @returns milliseconds that it took, or null: it failed */
  const importFile = async (file: string, meanwhile?: () => Promise<void>): Promise<number | null> => {
    const started = performance.now();
    const { ended } = startUdg(['import', 'non-cumulative', file], { DATABASE_URL: url });
    await meanwhile?.();
    const { status } = await ended;
    return status === 0 ? performance.now() - started : null;
  };
  const fileOf = (round: number): string => {
    const file = join(folder, `${round}.ndjson`);
    writeFileSync(
      file,
      changed(round)
        .map((record) => JSON.stringify(record))
        .join('\n'),
    );
    return file;
  };
  const consumption = async (server: TestServer, key: string): Promise<unknown> => {
    const { status, body } = await server.get<{ readonly consumption?: number }>(FIGURES, key);
    return status === 200 ? body.consumption : status;
  };
  const importWhole = async (file: string): Promise<number> => {
    for (let attempt = 0; ; attempt += 1) {
      const took = await importFile(file);
      if (took !== null) return took;
      if (attempt === 20) throw new Error('an import does not succeed any more');
      await pause(500);
    }
  };

  it(
    `ends as one that was not disturbed when it is done again; answers meanwhile are of before or after: ${KILLS} kills`,
    { timeout: 3_600_000 },
    async () => {
      const random = seeded(SEED);
      const [key = '', plainKey = ''] = keys;
      const took = await importWhole(fileOf(0));
      let failed = 0;
      let unanswered = 0;
      for (let round = 1; round <= KILLS; round += 1) {
        const before = await consumption(service, key);
        await loadPortfolio(plain, ['non-cumulative'], { ...PORTFOLIO, 'non-cumulative': changed(round) });
        const after = await consumption(undisturbed, plainKey);
        expect(after).not.toBe(before);
        let isOver = false;
        const reader = (async () => {
          const seen = new Set<unknown>();
          while (!isOver) seen.add(await consumption(service, key));
          return seen;
        })();
        const file = fileOf(round);
        // The coordinator and each worker in turn.
        const victim = at(servers, round % servers.length);
        const done = await importFile(file, async () => {
          await pause(random() * took);
          await victim.restart('immediate');
        });
        if (done === null) failed += 1;
        await importWhole(file);
        isOver = true;
        const seen = await reader;
        if (seen.has(503)) unanswered += 1;
        expect([before, after, 503], `round ${round}`).toEqual(expect.arrayContaining([...seen]));

        expect(await consumption(service, key)).toBe(after);
        expect(await checksums(database), `round ${round}`).toEqual(await checksums(plain));
        expect((await rebuild(database, { dryRun: true })).different).toEqual([]);
        expect(await database.rows('select from data_changes', [])).toEqual([]);
      }
      console.log(`${KILLS} kills of servers: ${failed} imports failed, answers were missing during ${unanswered}`);
    },
  );
});
