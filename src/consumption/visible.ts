import type { Snapshot } from '../data/database.js';
import { idParameter } from '../data/parsers.js';
import type { Access, Resource } from '../data/resource.js';
import { identifier, join, sql } from '../data/sql.js';
import { accessSql } from '../data/where.js';
import type { Level } from './question.js';

/** The kinds of records that a level may name, by the name of the identifier. */
export type Named = Readonly<Record<keyof Level, Resource>>;

/**
 * Looks up the records that a level names.
 * @returns the name of the first identifier that the viewer may not see, or that does not exist; null: there is none
 */
export async function findHidden(
  snapshot: Snapshot,
  access: Access,
  named: Named,
  level: Level,
): Promise<keyof Level | null> {
  const names = (['accountId', 'assetId', 'assetGroupId', 'entityId'] as const).flatMap((name) => {
    const id = level[name];
    return id === undefined ? [] : [{ name, id, resource: named[name] }];
  });
  if (names.length === 0) return null;
  const found = join(
    names.map(({ name, id, resource }) => {
      const seen = accessSql(resource, access);
      const text = `exists (select from ${identifier(resource.table)} t where t._id = ? and ${seen.text}) as "${name}"`;
      return sql(text, idParameter(id), ...seen.bindings);
    }),
    ', ',
  );
  const [row] = await snapshot.rows<Readonly<Record<string, boolean>>>(`select ${found.text}`, found.bindings);
  return names.find(({ name }) => row?.[name] !== true)?.name ?? null;
}
