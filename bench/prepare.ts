import { logLine } from '../src/cli/output.js';
import { startProgress } from '../src/cli/progress.js';
import type { Database } from '../src/db/database.js';
import { migrate } from '../src/db/migrate.js';
import { rebuild } from '../src/usage/rebuild.js';
import { createBench, currentMarker, openBench, readMarker, writeMarker } from './database.js';
import { databaseName, loadPortfolio, type Size } from './portfolio.js';

/** The time for computing a part of the usage. */
export interface Computed {
  readonly what: string;
  readonly accounts: number;
  readonly records: number;
  readonly seconds: number;
}

/**
 * Makes sure that a database holds the portfolio, with the usage that this build computes.
 * @returns the times of the computation; empty if an earlier run has done it
 */
export async function prepare(size: Size, fresh: boolean): Promise<readonly Computed[]> {
  const name = databaseName(size);
  await createBench(name, fresh);
  const current = currentMarker();
  let database = openBench(name, 0);
  try {
    const stored = await readMarker(database);
    if (stored?.portfolio === current.portfolio && stored.usage_code === current.usage_code) {
      logLine(`${name}: already loaded and computed; --fresh loads it again`);
      return [];
    }
    if (stored?.portfolio !== current.portfolio) {
      logLine(`${name}: loading ${size.meters} meters of ${size.days} days`);
      await database.close();
      await createBench(name, true);
      database = openBench(name, 0);
      await migrate(database);
      const started = performance.now();
      await loadPortfolio(database, size);
      await database.knex.raw('vacuum analyze');
      logLine(`${name}: loaded in ${Math.round((performance.now() - started) / 1000)} s`);
    } else logLine(`${name}: the code that computes usage changed, computing usage again`);
    const computed = await compute(database);
    await database.knex.raw('vacuum analyze');
    await database.knex.raw('checkpoint');
    await writeMarker(database, current);
    return computed;
  } finally {
    await database.close();
  }
}

const KINDS = [
  ['intervals', `a.type = 'electricity'`],
  ['readings', `a.type <> 'electricity' and exists (select from readings r where r.account_key = a.account_key)`],
  ['invoices', `a.type <> 'electricity' and exists (select from invoices i where i.account_key = a.account_key)`],
] as const;

async function compute(database: Database): Promise<readonly Computed[]> {
  const computed: Computed[] = [];
  for (const [what, where] of KINDS) {
    const { rows }: { readonly rows: readonly { readonly id: string }[] } = await database.knex.raw(
      `select a._id as id from accounts a where ${where} order by account_key`,
    );
    const counted: { readonly rows: readonly { readonly n: number }[] } = await database.knex.raw(
      `select count(*) as n from ${what} r join accounts a using (account_key) where ${where}`,
    );
    const progress = startProgress(`usage ${what}`);
    const started = performance.now();
    await rebuild(database, {
      ids: rows.map(({ id }) => id),
      onAccount: (done, total) => {
        progress.update(done, total, 'accounts');
      },
    });
    progress.stop();
    const seconds = (performance.now() - started) / 1000;
    computed.push({ what, accounts: rows.length, records: counted.rows[0]?.n ?? 0, seconds });
  }
  return computed;
}
