import type { Knex } from 'knex';
import { deletionsOf, KEPT, keepDeletions as keepSql, keepOwners } from '../data/deletionSql.js';
import type { ImportFields } from './fields.js';
import type { Part } from './parts.js';
import { CHANGES, type ChangeKind } from './staging.js';
import { isStoredOf, ofPart } from './upsert.js';

/**
 * Records deletions for the changes of a part: records that are deleted for all users, or that leave the users of one
 * entity. Call it before the part is applied, in the same transaction. No trigger records these deletions again there.
 */
export async function keepDeletions(trx: Knex.Transaction, fields: ImportFields, part: Part): Promise<void> {
  await trx.raw(`select set_config('udg.deletions', 'own', true)`);
  const kept = KEPT.find(({ table }) => table === fields.table);
  if (!kept) return;
  const { counts } = part;
  const stored = (kind: ChangeKind): string =>
    `${CHANGES} c join ${fields.stored} t on ${isStoredOf(fields, part)} and ${ofPart(part, kind)}`;
  const { gone, left } = deletionsOf(kept, { gone: stored('delete'), changed: stored('update') });
  // A record that is seen by its account stays with it.
  const each = [...(counts.delete > 0 ? [gone] : []), ...(counts.update > 0 && !kept.isOfAccount ? [left] : [])];
  if (each.length === 0) return;
  // Held, lest keeping begins while this is not kept.
  const { rows }: { readonly rows: readonly unknown[] } = await trx.raw(
    `select from deletions_known where since < 'infinity' for share`,
  );
  if (rows.length === 0) return;
  const all = each.join(' union all ');
  await trx.raw(keepOwners(all));
  await trx.raw(keepSql(all));
}
