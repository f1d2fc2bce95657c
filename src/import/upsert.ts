import type { Knex } from 'knex';
import { identifier } from '../db/sql.js';
import { type ImportFields, writtenColumns } from './fields.js';
import type { Part } from './parts.js';
import { CHANGES, type ChangeKind } from './staging.js';

/** The numbers of changed rows of a table. */
export interface Applied {
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
}

/** Returns the condition that a change `c` belongs to a part and has one of some kinds. */
export function ofPart({ from, to }: Part, ...kinds: readonly ChangeKind[]): string {
  const which = kinds.map((kind) => `'${kind}'`).join(', ');
  return `c.account_key between ${from} and ${to} and c.change in (${which})`;
}

/** Returns the condition that the stored row `t` is the record of the change `c`. */
export function isStored({ key, account }: ImportFields): string {
  const tests = key
    .filter((name) => name !== 'account_key')
    .map((name) => `t.${identifier(name)} = c.${identifier(name)}`);
  return [...tests, ...(account === null ? [] : ['t.account_key = c.stored_key'])].join(' and ');
}

/**
 * Returns the same condition for the changes of a part. A record that inherits its account stays with it, so its stored
 * row also belongs to an account of the part. With this bound the database can read the accounts in order instead of
 * looking up each row.
 */
export function isStoredOf(fields: ImportFields, { from, to }: Part): string {
  return `${isStored(fields)}${fields.account === 'inherits' ? ` and t.account_key between ${from} and ${to}` : ''}`;
}

/**
 * Writes a part of the changes into their table. It stores the given `created_at` and `updated_at`. Otherwise a new
 * record gets the time of the import for both, and a changed record for `updated_at`.
 */
export async function applyChanges(trx: Knex.Transaction, fields: ImportFields, part: Part): Promise<Applied> {
  const table = identifier(fields.table);
  const { counts } = part;
  const { key, values } = writtenColumns(fields);
  // The time is a literal: Citus does not send now() to the workers, because their clocks differ.
  const { rows }: { readonly rows: readonly { readonly now: string }[] } = await trx.raw(
    'select now()::timestamptz(3)::text as now',
  );
  const now = `timestamptz '${rows[0]?.now ?? ''}'`;
  const change = (kind: ChangeKind, statement: string): Promise<number> =>
    counts[kind] === 0 ? Promise.resolve(0) : affected(trx, changesOf(part, kind), statement);
  const deleted = await change('delete', `delete from ${table} t using c where ${isStoredOf(fields, part)}`);
  // An interval that keeps its time was counted without a look at the stored row (touched.ts), so that must still hold.
  const isInPlace =
    fields.table === 'intervals'
      ? ' and (c.moves or t.start_timestamp = c.start_timestamp and t.end_timestamp = c.end_timestamp)'
      : '';
  const set = values.map((name) => `${identifier(name)} = c.${identifier(name)}, `).join('');
  const updated = await change(
    'update',
    `update ${table} t set ${set}
       created_at = coalesce(c.created_at, t.created_at), updated_at = coalesce(c.updated_at, ${now})
     from c where ${isStoredOf(fields, part)}${isInPlace}`,
  );
  if (isInPlace !== '' && updated < counts.update) {
    throw new Error('another import or deletion changed the same intervals at the same time: run this import again');
  }
  const list = [...key, ...values].map(identifier);
  const inserted = await change(
    'insert',
    `insert into ${table} (${list.join(', ')}, created_at, updated_at)
     select ${list.map((name) => `c.${name}`).join(', ')}, coalesce(c.created_at, ${now}), coalesce(c.updated_at, ${now})
     from c`,
  );
  return { inserted, updated, deleted };
}

/**
 * Returns the common table expression `c`: the changes of one kind in a part. Updates and deletions are materialised,
 * because the changed rows may be on other servers and cannot be joined with the table of changes. Insertions need no
 * such copy.
 */
function changesOf(part: Part, kind: ChangeKind): string {
  const once = kind === 'insert' ? 'not materialized' : 'materialized';
  return `c as ${once} (select c.* from ${CHANGES} c where ${ofPart(part, kind)})`;
}

/** Runs a statement with the changes `c`, and returns the number of rows, in the same way on both engines. */
async function affected(trx: Knex.Transaction, changes: string, statement: string): Promise<number> {
  const { rows }: { readonly rows: readonly { n: number }[] } = await trx.raw(
    `with ${changes},
       changed as (${statement} returning 1)
     select count(*) as n from changed`,
  );
  return rows[0]?.n ?? 0;
}
