import { sql } from './sql.js';
import type { Knex } from 'knex';
import type { Database, Queryable } from './database.js';
import * as portfolio from './migrations/001_portfolio.js';
import * as intervals from './migrations/002_intervals.js';
import * as keys from './migrations/003_keys.js';
import * as records from './migrations/004_records.js';
import * as factors from './migrations/005_emission_factors.js';
import * as usage from './migrations/006_usage.js';
import * as imports from './migrations/007_imports.js';
import * as covers from './migrations/008_covers.js';
import * as sync from './migrations/009_sync.js';
import * as version from './migrations/010_version.js';
import * as counts from './migrations/011_counts.js';
import * as readings from './migrations/012_readings.js';
import * as estimatedValue from './migrations/013_estimated_value.js';
import * as withoutCovers from './migrations/014_without_covers.js';
import * as versionMark from './migrations/015_version_mark.js';
import * as importPlaces from './migrations/016_import_places.js';
import * as ownStatements from './migrations/017_own_statements.js';
import * as portfolioVersions from './migrations/018_portfolio_versions.js';
import * as suppliersCurrencies from './migrations/019_suppliers_currencies.js';
import * as findings from './migrations/020_findings.js';
import * as deletions from './migrations/021_deletions.js';
import * as assetTimeZone from './migrations/022_asset_time_zone.js';
import * as findingsTold from './migrations/023_findings_told.js';
import * as portfolioCounts from './migrations/024_portfolio_counts.js';
import * as wholeMonths from './migrations/025_whole_months.js';
import * as portfolioMonths from './migrations/026_portfolio_months.js';
import * as changedAt from './migrations/027_changed_at.js';
import * as leastVersions from './migrations/028_least_versions.js';
import * as factorSets from './migrations/029_factor_sets.js';
import * as statedAt from './migrations/030_stated_at.js';
import { levelOf, stateLeastLevels } from './schemaLevels.js';

/** A migration, as its module in `migrations` exports it. */
interface NamedMigration extends Knex.Migration {
  readonly name: string;
  /** Set where versions before it would read what it has changed as something else. */
  readonly breaksReaders?: true;
}

/** In their order. */
export const MIGRATIONS: readonly NamedMigration[] = [
  { name: '001_portfolio', ...portfolio },
  { name: '002_intervals', ...intervals },
  { name: '003_keys', ...keys },
  { name: '004_records', ...records },
  { name: '005_emission_factors', ...factors },
  { name: '006_usage', ...usage },
  { name: '007_imports', ...imports },
  { name: '008_covers', ...covers },
  { name: '009_sync', ...sync },
  { name: '010_version', ...version },
  { name: '011_counts', ...counts },
  { name: '012_readings', ...readings },
  { name: '013_estimated_value', ...estimatedValue },
  { name: '014_without_covers', ...withoutCovers },
  { name: '015_version_mark', ...versionMark },
  { name: '016_import_places', ...importPlaces },
  { name: '017_own_statements', ...ownStatements },
  { name: '018_portfolio_versions', ...portfolioVersions },
  { name: '019_suppliers_currencies', ...suppliersCurrencies },
  { name: '020_findings', ...findings },
  { name: '021_deletions', ...deletions },
  { name: '022_asset_time_zone', ...assetTimeZone },
  { name: '023_findings_told', ...findingsTold },
  { name: '024_portfolio_counts', ...portfolioCounts },
  { name: '025_whole_months', ...wholeMonths },
  { name: '026_portfolio_months', ...portfolioMonths },
  { name: '027_changed_at', ...changedAt },
  { name: '028_least_versions', ...leastVersions },
  { name: '029_factor_sets', ...factorSets },
  { name: '030_stated_at', ...statedAt },
];

/** The level of the schema that this version is for. */
export const SCHEMA_LEVEL = levelOf(MIGRATIONS.at(-1)?.name ?? '');
/** The least level whose versions read this schema as it is meant. */
const LEAST_READER = levelOf(MIGRATIONS.findLast(({ breaksReaders }) => breaksReaders)?.name ?? '');

/** Has the statements of a session say which version sends them (migration 028). */
export const STATE_LEVEL = `set udg.schema = '${SCHEMA_LEVEL}'`;

/** Told of each migration before it runs: how many ran before it, of how many, and its name. */
export type OnMigration = (done: number, total: number, name: string) => void;

function sourceOf(total: number, onMigration: OnMigration): Knex.MigrationSource<(typeof MIGRATIONS)[number]> {
  let done = 0;
  return {
    getMigrations: () => Promise.resolve([...MIGRATIONS]),
    getMigrationName: (migration) => migration.name,
    getMigration: (migration) =>
      Promise.resolve({
        ...migration,
        up(knex) {
          onMigration(done, total, migration.name);
          done += 1;
          return migration.up(knex);
        },
      }),
  };
}

/** The number of the advisory lock of migrations. No other lock has it. */
const LOCK = 7_251_001;

/**
 * Brings the database up to date, in one transaction under an advisory lock: two processes at once take turns, and a
 * killed one leaves nothing behind, neither half a migration nor Knex's own lock row.
 * @returns the names of the migrations that ran
 */
export async function migrate(
  database: Database,
  onMigration: OnMigration = () => undefined,
): Promise<readonly string[]> {
  const { knex } = database;
  const { missing } = await migrationState(database);
  // Taking Knex's lock is writing, which a role that only reads may not.
  if (missing.length === 0) return [];
  return knex.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    await trx.raw(`select pg_advisory_xact_lock(${LOCK})`);
    const migrationSource = sourceOf(missing.length, onMigration);
    const [, ran] = (await trx.migrate.latest({ migrationSource })) as [number, readonly string[]];
    await stateLeastLevels(trx, SCHEMA_LEVEL, LEAST_READER);
    return ran;
  });
}

/** The migrations that the database should have, and has. */
export interface MigrationState {
  /** In their order. None: it has all of them; it may have later ones, of a newer version. */
  readonly missing: readonly string[];
  /** The last one that it has; null: it has none. */
  readonly last: string | null;
  /** Whether it has some that this version does not know. */
  readonly isNewer: boolean;
  /** The least schema level whose versions read it as it is meant, where that is not known to include this version; null: it is. */
  readonly leastReader: number | null;
}

const UNDEFINED_TABLE = '42P01';

/** Compares the migrations with those that ran. */
export async function migrationState(database: Pick<Queryable, 'rows'>): Promise<MigrationState> {
  const ran = await ranMigrations(database);
  const known = MIGRATIONS.map(({ name }) => name);
  const missing = known.filter((name) => !ran.includes(name));
  const isNewer = missing.length === 0 && ran.some((name) => !known.includes(name));
  const [levels] = isNewer ? await database.rows<{ readonly least: number }>(sql`select least_reader() as least`) : [];
  const leastReader = levels && levels.least > SCHEMA_LEVEL ? levels.least : null;
  return { missing, last: ran.at(-1) ?? null, isNewer, leastReader };
}

/** Whether a newer version has upgraded the database, whose business it is how that is computed. */
export async function isNewer(database: Pick<Queryable, 'rows'>): Promise<boolean> {
  return (await migrationState(database)).isNewer;
}

/** Why a database cannot be read, in words; null: it can. */
export function behind({ missing, last, leastReader }: MigrationState): string | null {
  if (leastReader !== null) return `has schema ${SCHEMA_LEVEL}, the database needs ${leastReader} or later`;
  const needed = missing.at(-1);
  return needed === undefined ? null : `needs ${needed}, the database has ${last ?? 'none'}`;
}

/** What is said of a database without tables. */
export const NO_TABLES = 'The database has no tables yet: run udg migrate, or udg start.';

/** Why a command cannot run on a database, and what makes it, in a sentence; null: it can. */
export function lacking({ missing, last, leastReader }: MigrationState): string | null {
  if (leastReader !== null) return tooOld('read it', leastReader);
  if (missing.length === 0) return null;
  if (last === null) return NO_TABLES;
  const migrations = missing.length === 1 ? 'the migration' : `${missing.length} migrations:`;
  return `The database lacks ${migrations} ${missing.join(', ')}. Run udg migrate.`;
}

/** What is said of a database that a newer version has upgraded; null: none has. */
export function newerThanKnown({ isNewer: is, last }: MigrationState): string | null {
  return is ? `A newer version of udg has upgraded this database, to ${last}: it stays as it is.` : null;
}

/** @param what a version may not do below a level, as `read it` */
export function tooOld(what: string, least: number): string {
  return (
    `A newer version of udg has upgraded this database: only versions with schema ${least} or later may ${what}, and ` +
    `this one has schema ${SCHEMA_LEVEL}. Install the newer version and run the command with that.`
  );
}

async function ranMigrations(database: Pick<Queryable, 'rows'>): Promise<readonly string[]> {
  try {
    const rows = await database.rows<{ readonly name: string }>(sql`select name from knex_migrations order by id`);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
