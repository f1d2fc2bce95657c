import { idParameter } from '../data/sql.js';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_COMPANY_ID } from '../../seeds/sample.js';
import type { Config } from '../config/config.js';
import type { Database } from '../data/database.js';
import { openDatabase } from '../data/open.js';
import { requireFree } from '../server/listen.js';
import { demoKey } from './demoKey.js';
import { withFolder } from './failures.js';
import { tell } from './output.js';
import { seedWithProgress } from './seed.js';
import { untilReached } from './reachable.js';
import { serveUntilStopped } from './serveUntilStopped.js';
import type { StopSignal } from './stopSignal.js';
import { upgradeWithProgress } from './upgradeWithProgress.js';
import { withAnyDatabase } from './withDatabase.js';

/** Makes the database ready, of the sample portfolio where it is embedded and new, and serves until it is asked to stop. */
export async function startService(config: Config, json: boolean | undefined, signals: StopSignal): Promise<void> {
  const embedded = config.databaseUrl === null;
  tell(embedded ? `Embedded database in ${config.dataDir}` : 'PostgreSQL at DATABASE_URL');
  const database = await openDatabase(config, config.statementTimeoutMs);
  try {
    await requireFree({ host: config.host, port: config.port, variable: 'PORT' });
    if (embedded) {
      await prepare(database, config.dataDir);
    } else {
      await untilReached(database);
      // Without the limit on statements: a migration may wait for another process's.
      await withAnyDatabase(upgradeWithProgress);
    }
  } catch (error) {
    await database.close();
    throw withFolder(error, embedded ? config.dataDir : null);
  }
  const announce = async (address: string): Promise<void> => {
    if (!embedded) {
      tell('A key: udg keys issue --role reader --company <id>; the sample portfolio: udg seed');
      return;
    }
    // An embedded database of somebody's own data has no use for the sample's key.
    if (!(await holdsSample(database))) return;
    const key = await demoKey(database, config.dataDir);
    tell(`Demo key  ${key}`);
    tell(
      `In a browser, with that key: ${address}/dashboard, ${address}/playground (GraphQL) and ${address}/docs (REST)`,
    );
    const command = `curl -H 'x-api-key: ${key}' '${address}/2.0/accounts?type=electricity&limit=2'`;
    for (const line of ['', 'Try it:', `  ${command}`, '']) tell(line);
  };
  await serveUntilStopped(database, config, { json, signals, announce });
}

/** Migrates, and loads the sample portfolio into a new database, or goes on where a start was killed doing so. */
async function prepare(database: Database, dataDir: string): Promise<void> {
  await upgradeWithProgress(database);
  const unfinished = join(dataDir, 'seeding');
  if (!existsSync(unfinished) && !(await isEmpty(database))) return;
  writeFileSync(unfinished, '');
  await seedWithProgress(database);
  rmSync(unfinished);
}

async function holdsSample({ knex }: Database): Promise<boolean> {
  return (
    (await knex('companies')
      .where({ _id: idParameter(SAMPLE_COMPANY_ID) })
      .first()) !== undefined
  );
}

async function isEmpty({ knex }: Database): Promise<boolean> {
  return (await knex('companies').first()) === undefined;
}
