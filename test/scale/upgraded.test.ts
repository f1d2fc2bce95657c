import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { distribute } from '../../src/data/distribute.js';
import { ON_COORDINATOR } from '../../src/db/topology.js';
import { rebuildAll } from '../../src/findings/rebuild.js';
import { isUpToDate, upgradeAll } from '../../src/findings/upgrade.js';
import { expectCounted } from '../support/counts.js';
import { createDistributable, distributeAsBefore, isThere, opened, type Where } from '../support/distributed.js';
import { importPlain } from '../support/importPlain.js';
import { openPortfolio } from '../support/loadPortfolio.js';
import { fillOld, migrateOld, migrationsAfter, OLD_MIGRATIONS } from '../support/oldDatabase.js';
import { SHARDS } from '../support/onCluster.js';
import { COMPANIES, PORTFOLIO } from '../support/portfolio.js';
import { IS_LONG } from '../support/repeated.js';
import { figureTargets, itemTargets, listTargets } from '../support/randomTargets.js';
import { expectSame } from '../support/sameAnswers.js';
import { startServer, type TestServer } from '../support/server.js';
import { CHANGES } from '../support/twin.js';

const ACCOUNTS = PORTFOLIO.accounts.map(({ _id }) => String(_id));
/** The first that could be distributed, and all after it but the newest, which has nothing to be upgraded by. */
const STATES = OLD_MIGRATIONS.slice(OLD_MIGRATIONS.indexOf('017_own_statements'), -1);
/** What has columns that migrations after the first of them added. */
const FORGOTTEN = ['entities', 'assets', 'suppliers'] as const;

for (const where of ['plain server', 'citus'] as const) {
  describe.runIf(isThere(where))(`an upgrade of a database that is distributed (${where})`, () => {
    // Versions of then had counts and sums of months on the workers.
    testUpgrade(where, '017_own_statements', true);
    for (const state of IS_LONG ? STATES : []) testUpgrade(where, state, false);
  });
}

/** @param isSpread whether what is on the coordinator now was distributed too */
function testUpgrade(where: Where, state: string, isSpread: boolean): void {
  describe(`from ${state}${isSpread ? ', with counts on the workers' : ''}`, () => {
    let databases: readonly [plain: Database, upgraded: Database];
    let servers: readonly TestServer[] = [];
    beforeAll(async () => {
      const plain = await openPortfolio('postgres');
      const created = await createDistributable(where, null);
      const undistributed = await opened({ url: created.url, drop: () => Promise.resolve() });
      await migrateOld(undistributed, state);
      await fillOld(undistributed, plain);
      await distribute(undistributed.knex, SHARDS, () => undefined);
      if (isSpread) await distributeAsBefore(undistributed);
      await undistributed.close();
      // What a connection finds out holds for as long as the database is open.
      databases = [plain, await opened(created)];
    });
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.close()));
      await Promise.all(databases.map((database) => database.close()));
    });

    it('has all migrations, and returns the same responses as a database that was never distributed', async () => {
      const [plain, before] = databases;
      expect(await upgradeAll(before)).toEqual(migrationsAfter(state));
      expect(await isUpToDate(before)).toBe(true);
      const placed = await distribute(before.knex, SHARDS, () => undefined);
      expect(placed.map(({ table }) => table)).toEqual(isSpread ? ON_COORDINATOR : []);
      servers = await Promise.all([plain, before].map((database) => startServer(database)));
      for (const database of databases) {
        for (const name of FORGOTTEN) await importPlain(database, name, PORTFOLIO[name]);
      }
      await answerAlike();
    });

    it('returns the same responses after further imports', { timeout: 600_000 }, async () => {
      const goOn = async (database: Database): Promise<void> => {
        for (const name of ['accounts', 'readings', 'non-cumulative'] as const) {
          await importPlain(database, name, PORTFOLIO[name].filter((_, index) => index % 8 === 0).map(CHANGES[name]));
        }
        await expectCounted(database);
        expect(await rebuildAll(database, { dryRun: true })).toMatchObject({ rows: 0, different: [], portfolios: [] });
      };
      await Promise.all(databases.map(goOn));
      await answerAlike();
    });

    const answerAlike = async (): Promise<void> => {
      const keys = await Promise.all(
        servers.map(async (server) => [await server.key({ companies: COMPANIES, entities: [] })]),
      );
      const alike = { servers, keys, runs: IS_LONG ? 15 : 5, except: ['createdAt', 'updatedAt'] };
      for (const targets of [figureTargets(ACCOUNTS), listTargets, itemTargets]) {
        await expectSame(alike, targets, (server, target, key) => server.get(target, key));
      }
    };
  });
}
