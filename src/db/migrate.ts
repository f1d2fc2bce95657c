import { sql } from './sql.js';
import type { Knex } from 'knex';
import type { Database, Queryable } from './database.js';
import { levelOf, stateLeastLevels } from './schemaLevels.js';

/** A migration. Its module is loaded only if it runs. */
interface Migration {
  readonly name: string;
  /** Set if older versions would misread the data after it. */
  readonly breaksReaders?: true;
  readonly load: () => Promise<{ readonly up: (knex: Knex) => Promise<void> }>;
}

/** Creates the schema of a new database. It replaces the migrations whose names it records. */
const BASELINE: Migration = { name: 'baseline', load: () => import('./migrations/baseline/baseline.js') };

/**
 * The migrations that led to the schema of the baseline, in order. They run only on databases older than the baseline.
 * A new database records their names. Versions older than the baseline then find it up to date, or newer than they are.
 */
const BEFORE_BASELINE: readonly Migration[] = [
  { name: '001_portfolio', load: () => import('./migrations/beforeBaseline/001_portfolio.js') },
  { name: '002_intervals', load: () => import('./migrations/beforeBaseline/002_intervals.js') },
  { name: '003_keys', load: () => import('./migrations/beforeBaseline/003_keys.js') },
  { name: '004_records', load: () => import('./migrations/beforeBaseline/004_records.js') },
  { name: '005_emission_factors', load: () => import('./migrations/beforeBaseline/005_emission_factors.js') },
  { name: '006_usage', load: () => import('./migrations/beforeBaseline/006_usage.js') },
  { name: '007_imports', load: () => import('./migrations/beforeBaseline/007_imports.js') },
  { name: '008_covers', load: () => import('./migrations/beforeBaseline/008_covers.js') },
  { name: '009_sync', load: () => import('./migrations/beforeBaseline/009_sync.js') },
  { name: '010_version', load: () => import('./migrations/beforeBaseline/010_version.js') },
  { name: '011_counts', load: () => import('./migrations/beforeBaseline/011_counts.js') },
  { name: '012_readings', load: () => import('./migrations/beforeBaseline/012_readings.js') },
  { name: '013_estimated_value', load: () => import('./migrations/beforeBaseline/013_estimated_value.js') },
  { name: '014_without_covers', load: () => import('./migrations/beforeBaseline/014_without_covers.js') },
  { name: '015_version_mark', load: () => import('./migrations/beforeBaseline/015_version_mark.js') },
  { name: '016_import_places', load: () => import('./migrations/beforeBaseline/016_import_places.js') },
  { name: '017_own_statements', load: () => import('./migrations/beforeBaseline/017_own_statements.js') },
  { name: '018_portfolio_versions', load: () => import('./migrations/beforeBaseline/018_portfolio_versions.js') },
  { name: '019_suppliers_currencies', load: () => import('./migrations/beforeBaseline/019_suppliers_currencies.js') },
  { name: '020_findings', load: () => import('./migrations/beforeBaseline/020_findings.js') },
  { name: '021_deletions', load: () => import('./migrations/beforeBaseline/021_deletions.js') },
  { name: '022_asset_time_zone', load: () => import('./migrations/beforeBaseline/022_asset_time_zone.js') },
  { name: '023_findings_told', load: () => import('./migrations/beforeBaseline/023_findings_told.js') },
  { name: '024_portfolio_counts', load: () => import('./migrations/beforeBaseline/024_portfolio_counts.js') },
  {
    // Earlier versions would read billionths as units.
    name: '025_whole_months',
    breaksReaders: true,
    load: () => import('./migrations/beforeBaseline/025_whole_months.js'),
  },
  { name: '026_portfolio_months', load: () => import('./migrations/beforeBaseline/026_portfolio_months.js') },
  { name: '027_changed_at', load: () => import('./migrations/beforeBaseline/027_changed_at.js') },
  { name: '028_least_versions', load: () => import('./migrations/beforeBaseline/028_least_versions.js') },
  { name: '029_factor_sets', load: () => import('./migrations/beforeBaseline/029_factor_sets.js') },
  { name: '030_stated_at', load: () => import('./migrations/beforeBaseline/030_stated_at.js') },
];

/** The migrations since the baseline, in order: `migrations/031_….ts`. */
const SINCE_BASELINE: readonly Migration[] = [];

/** All migrations of a current database, in order. */
export const MIGRATIONS: readonly Migration[] = [...BEFORE_BASELINE, ...SINCE_BASELINE];

/** The schema level of this version. */
export const SCHEMA_LEVEL = levelOf(MIGRATIONS.at(-1)?.name ?? '');
/** The lowest level whose versions read this schema correctly. */
const LEAST_READER = levelOf(MIGRATIONS.findLast(({ breaksReaders }) => breaksReaders)?.name ?? '');

/** Declares the version that sends the statements of a session (`refuse_older_version`). */
export const STATE_LEVEL = `set udg.schema = '${SCHEMA_LEVEL}'`;

/** Called before each migration with the number of finished migrations, the number of all and its name. */
export type OnMigration = (done: number, total: number, name: string) => void;

/** The number of the advisory lock of migrations, which no other lock uses. */
const LOCK = 7_251_001;

/**
 * Upgrades the database in one transaction under an advisory lock. Two processes take turns. A killed process leaves no
 * changes.
 * @returns the names of the migrations that ran; for a new database, `baseline` and the migrations since
 */
export async function migrate(
  database: Database,
  onMigration: OnMigration = () => undefined,
): Promise<readonly string[]> {
  const { missing } = await migrationState(database);
  // The lock and the journal need the right to write.
  if (missing.length === 0) return [];
  return database.knex.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    await trx.raw(`select pg_advisory_xact_lock(${LOCK})`);
    const due = await dueMigrations(trx);
    // Another process has run the missing migrations.
    if (due.length === 0) return [];
    for (const [done, { name, load }] of due.entries()) {
      onMigration(done, due.length, name);
      const { up } = await load();
      await up(trx);
    }
    await record(trx, due);
    await stateLeastLevels(trx, SCHEMA_LEVEL, LEAST_READER);
    return due.map(({ name }) => name);
  });
}

/** Returns the missing migrations of a database; the baseline for a new one. */
async function dueMigrations(trx: Knex.Transaction): Promise<readonly Migration[]> {
  const hasJournal = await trx.schema.hasTable('knex_migrations');
  const ran = hasJournal ? await trx('knex_migrations').pluck<string[]>('name') : [];
  if (ran.length === 0) return [BASELINE, ...SINCE_BASELINE];
  return MIGRATIONS.filter(({ name }) => !ran.includes(name));
}

/** Records migrations in the journal. The baseline is recorded as the migrations that it replaces. */
async function record(trx: Knex.Transaction, ran: readonly Migration[]): Promise<void> {
  const [last]: readonly { readonly batch: number | null }[] = await trx('knex_migrations').max({ batch: 'batch' });
  const batch = (last?.batch ?? 0) + 1;
  const recorded = ran.flatMap((migration) => (migration === BASELINE ? BEFORE_BASELINE : migration));
  await trx('knex_migrations').insert(recorded.map(({ name }) => ({ name, batch, migration_time: new Date() })));
}

/** The migrations of a database, compared with those of this version. */
export interface MigrationState {
  /** In order. Empty: the database has all of them. It may also have later ones, of a newer version. */
  readonly missing: readonly string[];
  /** The last migration that ran; null: none has run. */
  readonly last: string | null;
  /** Whether it has migrations that this version lacks. */
  readonly isNewer: boolean;
  /**
   * The lowest schema level whose versions read the database correctly, if this version's level is lower; null: this
   * version can read it.
   */
  readonly leastReader: number | null;
}

const UNDEFINED_TABLE = '42P01';

/** Compares the migrations of this version with those of the database. */
export async function migrationState(database: Pick<Queryable, 'rows'>): Promise<MigrationState> {
  const ran = await ranMigrations(database);
  const names = MIGRATIONS.map(({ name }) => name);
  const missing = names.filter((name) => !ran.includes(name));
  const isNewer = missing.length === 0 && ran.some((name) => !names.includes(name));
  const [levels] = isNewer ? await database.rows<{ readonly least: number }>(sql`select least_reader() as least`) : [];
  const leastReader = levels && levels.least > SCHEMA_LEVEL ? levels.least : null;
  return { missing, last: ran.at(-1) ?? null, isNewer, leastReader };
}

/** Returns whether a newer version has upgraded the database. Then only the newer version recomputes its usage. */
export async function isNewer(database: Pick<Queryable, 'rows'>): Promise<boolean> {
  return (await migrationState(database)).isNewer;
}

/** Returns a clause with the reason why a database cannot be read; null: it can be read. */
export function behind({ missing, last, leastReader }: MigrationState): string | null {
  if (leastReader !== null) return `has schema ${SCHEMA_LEVEL}, the database needs ${leastReader} or later`;
  const needed = missing.at(-1);
  return needed === undefined ? null : `needs ${needed}, the database has ${last ?? 'none'}`;
}

/** The message about a database without tables. */
export const NO_TABLES = 'The database has no tables yet: run udg migrate, or udg start.';

/** Returns a sentence with the reason why a command cannot run and the next step; null: it can run. */
export function lacking({ missing, last, leastReader }: MigrationState): string | null {
  if (leastReader !== null) return tooOld('read it', leastReader);
  if (missing.length === 0) return null;
  if (last === null) return NO_TABLES;
  const migrations = missing.length === 1 ? 'the migration' : `${missing.length} migrations:`;
  return `The database lacks ${migrations} ${missing.join(', ')}. Run udg migrate.`;
}

/** Returns the message about a database that a newer version has upgraded; null: no newer version has. */
export function newerVersionMessage({ isNewer: is, last }: MigrationState): string | null {
  return is ? `A newer version of udg has upgraded this database, to ${last}: nothing was changed.` : null;
}

/**
 * Returns the message of an operation that the database rejects for versions below a schema level.
 * @param what the rejected operation, such as `read it`
 */
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
