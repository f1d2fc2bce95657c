import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NORTHGATE_COMPANY_ID, SAMPLE_COMPANY_ID, SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import type { Config } from '../config/config.js';
import type { Database } from '../db/database.js';
import { openDatabase } from '../db/open.js';
import { idParameter } from '../db/sql.js';
import { requireFree } from '../server/listen.js';
import { DASHBOARD_KEY, DEMO_KEY, demoKey, storedKey, widenDemoKey } from './demoKey.js';
import { withFolder } from './failures.js';
import { upgradeWithProgress } from './migrate.js';
import { logLine } from './output.js';
import { seedWithProgress } from './seed.js';
import { untilReached } from './reachable.js';
import { serveUntilStopped } from './serveUntilStopped.js';
import type { StopSignal } from './stopSignal.js';
import { withAnyDatabase } from './withDatabase.js';

/** Migrates the database, loads the sample portfolio into a new embedded one, and serves until a stop signal. */
export async function startService(config: Config, json: boolean | undefined, signals: StopSignal): Promise<void> {
  const embedded = config.databaseUrl === null;
  logLine(embedded ? `Embedded database in ${config.dataDir}` : 'PostgreSQL at DATABASE_URL');
  const database = await openDatabase(config, config.statementTimeoutMs);
  try {
    await requireFree({ host: config.host, port: config.port, variable: 'PORT' });
    if (embedded) {
      await prepare(database, config.dataDir);
    } else {
      await untilReached(database);
      // `withAnyDatabase` has no statement timeout: a migration may wait for that of another process.
      await withAnyDatabase(upgradeWithProgress);
    }
  } catch (error) {
    await database.close();
    throw withFolder(error, embedded ? config.dataDir : null);
  }
  const onListening = async (address: string): Promise<void> => {
    if (!embedded) {
      logLine('To issue a key: udg keys issue --role reader --company <id>. To load the sample portfolio: udg seed');
      return;
    }
    // Without the sample, the function issues no key: a new one would see none of the user's own data.
    const holdsSample = await holdsCompany(database, SAMPLE_COMPANY_ID);
    const key = holdsSample
      ? await demoKey(database, config.dataDir, DEMO_KEY, SAMPLE_COMPANY_IDS)
      : await storedKey(database, config.dataDir, DEMO_KEY);
    if (key === null) return;
    await widenDemoKey(database, config);
    logLine(`Demo key  ${key}`);
    logLine(`Open with this key: ${address}/dashboard, ${address}/playground (GraphQL) and ${address}/docs (REST)`);
    if (await holdsCompany(database, NORTHGATE_COMPANY_ID)) {
      const dashboardKey = await demoKey(database, config.dataDir, DASHBOARD_KEY, [NORTHGATE_COMPANY_ID]);
      logLine(`Dashboard key, for an invented company with two years of bills and half-hours:  ${dashboardKey}`);
    }
    const command = `curl -H 'x-api-key: ${key}' '${address}/2.0/accounts?type=electricity&limit=2'`;
    for (const line of ['', 'Try it:', `  ${command}`, '']) logLine(line);
  };
  await serveUntilStopped(database, config, { json, signals, onListening });
}

/** Migrates, and loads the sample portfolio into a new database or continues a load that was killed. */
async function prepare(database: Database, dataDir: string): Promise<void> {
  await upgradeWithProgress(database);
  const unfinished = join(dataDir, 'seeding');
  if (!existsSync(unfinished) && !(await isEmpty(database))) return;
  writeFileSync(unfinished, '');
  await seedWithProgress(database);
  rmSync(unfinished);
}

async function holdsCompany({ knex }: Database, id: string): Promise<boolean> {
  return (
    (await knex('companies')
      .where({ _id: idParameter(id) })
      .first()) !== undefined
  );
}

async function isEmpty({ knex }: Database): Promise<boolean> {
  return (await knex('companies').first()) === undefined;
}
