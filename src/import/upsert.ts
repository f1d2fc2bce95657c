import type { Knex } from 'knex';
import { identifier } from '../data/sql.js';
import type { Touch, touchesOf } from './touched.js';

export interface Applied {
  readonly inserted: number;
  readonly updated: number;
}

interface Upsert {
  readonly table: string;
  /** The columns that tell rows apart. */
  readonly key: readonly string[];
  readonly values: readonly string[];
  /** The table of rows, with the columns of the key and values, `created_at` and `updated_at`. */
  readonly from: string;
  readonly touches: ReturnType<typeof touchesOf>;
}

/**
 * What differs is updated, what is new inserted, the rest not touched. A stamp is kept where it is given; one that is
 * not given is the moment of the import when the record is new or, for `updated_at`, changed.
 */
export async function upsert(trx: Knex.Transaction, { table, key, values, from, touches }: Upsert): Promise<Applied> {
  const quoted = (names: readonly string[], alias: string): string =>
    names.map((name) => `${alias}.${identifier(name)}`).join(', ');
  const match = (alias: string): string =>
    key.map((name) => `${alias}.${identifier(name)} = s.${identifier(name)}`).join(' and ');
  const updated = await affected(
    trx,
    `update ${identifier(table)} t
     set ${values.map((name) => `${identifier(name)} = s.${identifier(name)}`).join(', ')}${values.length > 0 ? ',' : ''}
       created_at = coalesce(s.created_at, t.created_at), updated_at = coalesce(s.updated_at, now())
     from ${from} s, ${identifier(table)} old
     where ${match('t')} and ${match('old')} and (
       row(${quoted(values, 't')}) is distinct from row(${quoted(values, 's')})
       or t.created_at <> s.created_at or t.updated_at <> s.updated_at)`,
    touches.updated,
  );
  const list = [...key, ...values].map(identifier).join(', ');
  const inserted = await affected(
    trx,
    `insert into ${identifier(table)} (${list}, created_at, updated_at)
     select ${quoted([...key, ...values], 's')}, coalesce(s.created_at, now()), coalesce(s.updated_at, now())
     from ${from} s on conflict do nothing`,
    touches.inserted,
  );
  return { inserted, updated };
}

/** Runs a statement, notes in `touched` what its rows touch, and counts them, alike on both engines. */
async function affected(trx: Knex.Transaction, statement: string, touches: readonly Touch[]): Promise<number> {
  const names = (index: number): readonly string[] =>
    ['account', 'first', 'after', 'hh'].map((name) => `${name}${index}`);
  const returning = touches.flatMap((touch, index) =>
    names(index).map((name, place) => `${touch[place] ?? 'null'} as ${name}`),
  );
  const noted = touches.map((_, index) => {
    const columns = names(index).join(', ');
    return `, noted${index} as (insert into touched select distinct ${columns} from changed where account${index} > 0)`;
  });
  const result: { readonly rows: readonly { n: number }[] } = await trx.raw(
    `with changed as (${statement} returning ${returning.join(', ') || '1'})${noted.join('')}
     select count(*) as n from changed`,
  );
  return result.rows[0]?.n ?? 0;
}
