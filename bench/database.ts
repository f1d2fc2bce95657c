import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Database } from '../src/db/database.js';
import { openPostgres } from '../src/db/postgres.js';

const DEFAULT_URL = 'postgres://postgres@127.0.0.1:5432/test';

/** Returns the address of a database on the server of the environment; null: the default database. */
export function benchUrl(name: string | null): string {
  const set = process.env.BENCH_DATABASE_URL;
  const server = set === undefined || set === '' ? DEFAULT_URL : set;
  return name === null ? server : databaseUrl(server, name);
}

/** Returns the address of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

/** Opens a database on the server of the environment. @param statementTimeoutMs 0: no limit */
export function openBench(name: string, statementTimeoutMs: number): Database {
  return openPostgres({ url: benchUrl(name), poolMax: 10, statementTimeoutMs });
}

/**
 * Creates a database on the server of the environment, unless it exists.
 * @param fresh whether to drop it first
 */
export async function createBench(name: string, fresh: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: benchUrl(null) });
  await client.connect();
  try {
    if (fresh) await client.query(`drop database if exists ${name} with (force)`);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}

/** The inputs of a cached database's rows. */
export interface Marker {
  /** The generator and the tables. */
  readonly portfolio: string;
  /** Digest of the code that computes usage. */
  readonly usage_code: string;
}

/** Returns the marker of the current build. */
export function currentMarker(): Marker {
  const here = dirname(fileURLToPath(import.meta.url));
  const digest = (files: readonly string[]): string => {
    const hash = createHash('sha256');
    for (const file of files) hash.update(readFileSync(file));
    return hash.digest('hex').slice(0, 16);
  };
  const folder = (path: string): string[] =>
    readdirSync(path)
      .filter((file) => file.endsWith('.js'))
      .toSorted()
      .map((file) => join(path, file));
  return {
    portfolio: digest([...folder(join(here, '../src/db/migrations')), join(here, 'portfolio.js')]),
    usage_code: digest(folder(join(here, '../src/usage'))),
  };
}

/** Reads the marker of a database; null: it was not loaded completely. */
export async function readMarker({ knex }: Database): Promise<Marker | null> {
  if (!(await knex.schema.hasTable('bench_portfolio'))) return null;
  const rows: readonly Marker[] = await knex('bench_portfolio').select('portfolio', 'usage_code');
  return rows[0] ?? null;
}

export async function writeMarker({ knex }: Database, marker: Marker): Promise<void> {
  await knex.raw('create table if not exists bench_portfolio (portfolio text not null, usage_code text not null)');
  await knex('bench_portfolio').delete();
  await knex('bench_portfolio').insert(marker);
}
