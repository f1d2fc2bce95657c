import { accessSql } from '../data/access.js';
import { identifierSql, idParameter, join, sql, type VisibleSql } from '../data/sql.js';
import type { VisibleSnapshot } from '../data/database.js';
import { databaseFailure } from '../data/failure.js';
import type { Resource } from '../data/resource.js';
import { rowState, stateColumns } from '../data/state.js';
import { AppError } from '../errors/appError.js';
import type { ConsumptionRequest } from './context.js';
import { type Level, LEVEL_IDS } from './question.js';

/** The records that a level names, as a statement looks them up beside what the database is at. */
export interface NamedRecords {
  /** Columns of a statement, without a table; none: there is nothing to look up. */
  readonly columns: readonly VisibleSql[];
  /**
   * Reads a row that has them: tells what the database is at.
   * @throws AppError not-found: what the viewer may not see answers like what does not exist
   */
  readonly check: (row: Readonly<Record<string, unknown>> | undefined) => void;
}

/** Differs from what a row tells of an account. */
function columnOf(name: keyof Level): string {
  return `$${name}`;
}

type Request = Omit<ConsumptionRequest, 'queryable'>;

export function namedRecords(request: Request, level: Level): NamedRecords {
  const { access, account, asset, assetGroup, entity, onState } = request;
  const kinds: Readonly<Record<keyof Level, Resource>> = {
    accountId: account,
    assetId: asset,
    assetGroupId: assetGroup,
    entityId: entity,
  };
  const named = LEVEL_IDS.flatMap((name) => {
    const id = level[name];
    return id === undefined ? [] : [{ name, id, resource: kinds[name] }];
  });
  const seen = named.map(({ name, id, resource }) => {
    const record = sql`select from ${identifierSql(resource.table)} t
      where t._id = ${idParameter(id)} and ${accessSql(resource, access)}`;
    return sql`exists (${record}) as ${identifierSql(columnOf(name))}`;
  });
  const state = onState ? stateColumns(access) : [];
  return {
    columns: [...state, ...seen],
    check(row) {
      if (row) onState?.(rowState([row]));
      const hidden = named.find(({ name }) => row?.[columnOf(name)] !== true)?.name;
      if (hidden === undefined) return;
      const what = hidden.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      throw new AppError('not-found', `There is no ${what} with this identifier that you may see.`);
    },
  };
}

/**
 * Looks up the records that a level names, by a statement of its own.
 * @throws AppError not-found
 */
export async function requireVisible(snapshot: VisibleSnapshot, request: Request, level: Level): Promise<void> {
  const named = namedRecords(request, level);
  if (named.columns.length === 0) return;
  const [row] = await snapshot
    .rows<Readonly<Record<string, unknown>>>(sql`select ${join(named.columns, ', ')}`)
    .catch((error: unknown) => {
      // Looking up one identifier cannot be made cheaper.
      throw databaseFailure(error, 'Try again in a few seconds.');
    });
  named.check(row);
}
