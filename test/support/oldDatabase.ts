import type { Knex } from 'knex';
import type { Database } from '../../src/db/database.js';
import { MIGRATIONS } from '../../src/db/migrate.js';
import { levelOf, stateLeastLevels } from '../../src/db/schemaLevels.js';
import { numberOf } from '../../src/usage/amounts.js';
import { type Engine, openNewDatabase } from './engines.js';

const NAMES = MIGRATIONS.map(({ name }) => name);

/** The names of the migrations before the baseline, in their order. */
export const OLD_MIGRATIONS: readonly string[] = NAMES.filter((name) => name < '031');

/** Returns the names of the migrations after this one, which a database at this one lacks. */
export function migrationsAfter(last: string): readonly string[] {
  return NAMES.slice(NAMES.indexOf(last) + 1);
}

/** Opens an empty database at the state of a version whose last migration was this one. */
export async function openOldDatabase(engine: Engine, last: string): Promise<Database> {
  const database = await openNewDatabase(engine);
  await migrateOld(database, last);
  return database;
}

/**
 * Runs the migrations up to this one on a database without tables, by Knex's migrator, as versions before the baseline
 * did.
 */
export async function migrateOld({ knex }: Pick<Database, 'knex'>, last: string): Promise<void> {
  const until = MIGRATIONS.findIndex(({ name }) => name === last);
  if (until === -1) throw new Error(`there is no migration ${last}`);
  const migrations = MIGRATIONS.slice(0, until + 1);
  await knex.transaction(async (trx) => {
    await trx.migrate.latest({
      migrationSource: {
        getMigrations: () => Promise.resolve([...migrations]),
        getMigrationName: ({ name }: (typeof migrations)[number]) => name,
        getMigration: async ({ load }: (typeof migrations)[number]) => ({
          ...(await load()),
          down: () => Promise.reject(new Error('migrations are not taken back')),
        }),
      },
    });
    const level = levelOf(last);
    if (level >= 28) await stateLeastLevels(trx, level, 25);
  });
}

/** Tables that the database fills itself: journals, and rows that migrations insert. */
const OWN = ['knex_migrations', 'knex_migrations_lock', 'data_version', 'data_changes', 'roles', 'emission_factors'];

type Columns = Readonly<Record<string, readonly string[]>>;
type Row = Readonly<Record<string, unknown>>;

/**
 * Fills the empty tables of an old database with the rows of a current one, in the form of the old version. No trigger
 * runs.
 * @returns for each filled table, the columns that did not exist yet or that cannot be the same; without settings
 */
export async function fillOld(old: Pick<Database, 'knex'>, source: Pick<Database, 'knex'>): Promise<Columns> {
  return old.knex.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    const [columns, all] = [await columnsOf(trx), await columnsOf(source.knex)];
    if (columns.portfolio_versions) await trx('portfolio_versions').delete();
    const lacking: Record<string, readonly string[]> = {};
    for (const [table, own] of Object.entries(columns)) {
      const now = all[table];
      if (now === undefined || OWN.includes(table) || (await trx(table).first()) !== undefined) continue;
      const rows = await asOfThen(source.knex, table, columns);
      if (rows.length === 0) continue;
      await insert(
        trx,
        table,
        own.filter((name) => rows.some((row) => name in row)),
        rows,
      );
      // A register had an identifier before migration 012, and some settings did not exist.
      const differ = own.includes('register_digits') || table !== 'readings' ? [] : ['register_id'];
      if (table !== 'settings') lacking[table] = [...now.filter((name) => !own.includes(name)), ...differ];
    }
    return lacking;
  });
}

async function columnsOf(knex: Knex): Promise<Columns> {
  const rows: readonly { readonly table: string; readonly columns: readonly string[] }[] = await knex(
    'information_schema.columns',
  )
    .join('pg_tables', { tablename: 'table_name', schemaname: 'table_schema' })
    .where({ table_schema: 'public' })
    .groupBy('table_name')
    .select({ table: 'table_name', columns: knex.raw('array_agg(column_name::text)') });
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
}

async function rowsOf(knex: Knex, table: string): Promise<readonly Row[]> {
  const { rows }: { readonly rows: readonly { readonly row: Row }[] } = await knex.raw(
    `select to_jsonb(t) as row from ${table} t`,
  );
  return rows.map(({ row }) => row);
}

const AMOUNTS = ['quantity', 'estimated', 'day_quantity', 'hh', 'reading', 'invoice', 'custom'];

/** Returns the rows of a table in the form of a version with these columns. */
async function asOfThen(source: Knex, table: string, columns: Columns): Promise<readonly Row[]> {
  const rows = await rowsOf(source, table);
  // Registers had identifiers before migration 012.
  if (table === 'readings' && !columns.readings?.includes('register_digits')) {
    return rows.map((row) => ({ ...row, register_id: asIdentifier(row.register_id) }));
  }
  // Amounts of months were not whole numbers before migration 025.
  if (table === 'usage_months' && !columns.usage_months?.includes('decimals')) {
    const amount = (value: unknown, decimals: unknown): number | null =>
      value === null ? null : numberOf(Number(value), Number(decimals));
    return rows.map((row) => ({
      ...row,
      ...Object.fromEntries(AMOUNTS.map((name) => [name, amount(row[name], row.decimals)])),
    }));
  }
  if (table === 'accounts' && columns.accounts?.includes('longest_interval_ms')) {
    const shards = await rowsOf(source, 'account_shards');
    const longest = new Map(shards.map((row) => [row.account_key, row.longest_interval_ms]));
    return rows.map((row) => ({ ...row, longest_interval_ms: longest.get(row.account_key) ?? 0 }));
  }
  // These columns record computations whose tables do not exist yet.
  const tableOf = new Map<unknown, string>([
    ['painted', 'usage_months'],
    ['found', 'findings'],
  ]);
  if (table === 'settings') return rows.filter(({ name }) => (tableOf.get(name) ?? table) in columns);
  return rows;
}

function asIdentifier(register: unknown): string | null {
  return typeof register === 'string' && /^[\da-f]{24}$/.test(register) ? `\\x${register}` : null;
}

async function insert(trx: Knex, table: string, names: readonly string[], rows: readonly Row[]): Promise<void> {
  const list = names.map((name) => `"${name}"`).join(', ');
  await trx.raw(
    `insert into ${table} (${list}) overriding system value
     select ${list} from jsonb_populate_recordset(null::${table}, ?::jsonb)`,
    [JSON.stringify(rows)],
  );
  // Later inserts must get new keys.
  const identities: readonly string[] = await trx('information_schema.columns')
    .where({ table_schema: 'public', table_name: table, is_identity: 'YES' })
    .pluck('column_name');
  for (const name of identities) {
    await trx.raw(`select setval(pg_get_serial_sequence(?, ?), max(${name})) from ${table}`, [table, name]);
  }
}
