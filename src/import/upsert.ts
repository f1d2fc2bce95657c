import type { Knex } from 'knex';
import { identifier } from '../db/sql.js';
import type { ImportFields } from './fields.js';
import type { Part } from './parts.js';
import { CHANGES, type ChangeKind } from './staging.js';
import { writtenColumns } from './writtenColumns.js';

/** Rows of a table that were changed. */
export interface Applied {
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
}

/** A condition on the changes `c` of a part, of some kinds. */
export function ofPart({ from, to }: Part, ...kinds: readonly ChangeKind[]): string {
  const which = kinds.map((kind) => `'${kind}'`).join(', ');
  return `c.account_key between ${from} and ${to} and c.change in (${which})`;
}

/** A condition that the stored row `t` is the one that the change `c` is of. */
export function isStored({ key, account }: ImportFields): string {
  const own = key
    .filter((name) => name !== 'account_key')
    .map((name) => `t.${identifier(name)} = c.${identifier(name)}`);
  return [...own, ...(account === null ? [] : ['t.account_key = c.stored_key'])].join(' and ');
}

/**
 * Returns the same condition for the changes of a part. A record that inherits its account stays with it, so the stored
 * rows belong to accounts of the part too. If these accounts have few other rows, the database reads them in order and
 * looks up no single row.
 */
export function isStoredOf(fields: ImportFields, { from, to }: Part): string {
  return `${isStored(fields)}${fields.account === 'inherits' ? ` and t.account_key between ${from} and ${to}` : ''}`;
}

/**
 * Writes a part of the changes into their table. A stamp is kept where it is given; one that is not given is the moment
 * of the import when the record is new or, for `updated_at`, changed.
 */
export async function applyChanges(trx: Knex.Transaction, fields: ImportFields, part: Part): Promise<Applied> {
  const table = identifier(fields.table);
  const { counts } = part;
  const { key, values } = writtenColumns(fields);
  // As a value: a statement that is divided among servers takes no function that each would ask its own clock.
  const { rows }: { readonly rows: readonly { readonly now: string }[] } = await trx.raw(
    'select now()::timestamptz(3)::text as now',
  );
  const now = `timestamptz '${rows[0]?.now ?? ''}'`;
  const change = (kind: ChangeKind, statement: string): Promise<number> =>
    counts[kind] === 0 ? Promise.resolve(0) : affected(trx, changesOf(part, kind), statement);
  const deleted = await change('delete', `delete from ${table} t using c where ${isStoredOf(fields, part)}`);
  // What stays in its place was counted, and its days found, by the change alone (touched.ts).
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
    throw new Error('another statement changed or deleted intervals of the file meanwhile; run this import again');
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

/** Runs a statement by changes `c`, and counts its rows, alike on both engines. */
async function affected(trx: Knex.Transaction, changes: string, statement: string): Promise<number> {
  const { rows }: { readonly rows: readonly { n: number }[] } = await trx.raw(
    `with ${changes},
       changed as (${statement} returning 1)
     select count(*) as n from changed`,
  );
  return rows[0]?.n ?? 0;
}
