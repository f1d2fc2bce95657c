import type { Knex } from 'knex';
import { deletionsOf, DELETION_TABLES, storeDeletions as insertDeletions, storeOwners } from '../data/deletionSql.js';
import type { ImportFields } from './fields.js';
import type { Part } from './parts.js';
import { CHANGES, type ChangeKind } from './staging.js';
import { isStoredOf, ofPart } from './upsert.js';

/**
 * Records the deletions of a part: records that it deletes, and records that move out of a viewer's sight to another
 * entity. Call it before the part is applied, in the same transaction. The setting `udg.deletions` turns off the
 * triggers, which would record the deletions again.
 */
export async function recordDeletions(trx: Knex.Transaction, fields: ImportFields, part: Part): Promise<void> {
  await trx.raw(`select set_config('udg.deletions', 'own', true)`);
  const resource = DELETION_TABLES.find(({ table }) => table === fields.table);
  if (!resource) return;
  const { counts } = part;
  const stored = (kind: ChangeKind): string =>
    `${CHANGES} c join ${fields.stored} t on ${isStoredOf(fields, part)} and ${ofPart(part, kind)}`;
  const { deleted, moved } = deletionsOf(resource, { deleted: stored('delete'), changed: stored('update') });
  // A record that viewers see by its account never moves to another one.
  const queries = [
    ...(counts.delete > 0 ? [deleted] : []),
    ...(counts.update > 0 && !resource.isOfAccount ? [moved] : []),
  ];
  if (queries.length === 0) return;
  // The row lock prevents that another transaction turns the record on before this one commits.
  const { rows }: { readonly rows: readonly unknown[] } = await trx.raw(
    `select from deletions_known where since < 'infinity' for share`,
  );
  if (rows.length === 0) return;
  const deletions = queries.join(' union all ');
  await trx.raw(storeOwners(deletions));
  await trx.raw(insertDeletions(deletions));
}
