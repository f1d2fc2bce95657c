import type { Snapshot } from '../data/database.js';
import { idParameter } from '../data/parsers.js';
import type { Access, Resource } from '../data/resource.js';
import { identifier, join, sql } from '../data/sql.js';
import { rowState, stateColumns, type DataState } from '../data/state.js';
import { accessSql } from '../data/where.js';
import type { Level } from './question.js';

/** The kinds of records that a level may name, by the name of the identifier. */
export type Named = Readonly<Record<keyof Level, Resource>>;

export interface Opening {
  /** The first identifier that the viewer may not see, or that does not exist; null: there is none. */
  readonly hidden: keyof Level | null;
  /** Undefined where it is not wanted. */
  readonly state: DataState | undefined;
}

/** Looks up the records that a level names, and what the database is at. */
export async function readOpening(
  snapshot: Snapshot,
  access: Access,
  named: Named,
  level: Level,
  wantsState: boolean,
): Promise<Opening> {
  const names = (['accountId', 'assetId', 'assetGroupId', 'entityId'] as const).flatMap((name) => {
    const id = level[name];
    return id === undefined ? [] : [{ name, id, resource: named[name] }];
  });
  const found = names.map(({ name, id, resource }) => {
    const seen = accessSql(resource, access);
    const text = `exists (select from ${identifier(resource.table)} t where t._id = ? and ${seen.text}) as "${name}"`;
    return sql(text, idParameter(id), ...seen.bindings);
  });
  const columns = join([...(wantsState ? stateColumns().map((column) => sql(column)) : []), ...found], ', ');
  if (columns.text === '') return { hidden: null, state: undefined };
  const rows = await snapshot.rows<Readonly<Record<string, unknown>>>(`select ${columns.text}`, columns.bindings);
  return {
    hidden: names.find(({ name }) => rows[0]?.[name] !== true)?.name ?? null,
    state: wantsState ? rowState(rows) : undefined,
  };
}
