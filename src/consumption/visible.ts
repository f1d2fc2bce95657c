import type { Snapshot } from '../data/database.js';
import { databaseFailure } from '../data/failure.js';
import { idParameter } from '../data/parsers.js';
import type { Resource } from '../data/resource.js';
import { identifier, join, sql } from '../data/sql.js';
import { rowState, stateColumns, type DataState } from '../data/state.js';
import { accessSql } from '../data/where.js';
import { AppError } from '../errors/appError.js';
import type { ConsumptionRequest } from './context.js';
import { LEVEL_IDS, type Level } from './question.js';

type Request = Omit<ConsumptionRequest, 'queryable'>;

/**
 * An identifier that the viewer may not see answers like one that does not exist; what the database is at is told.
 * @throws AppError not-found
 */
export async function requireVisible(snapshot: Snapshot, request: Request, level: Level): Promise<void> {
  const found = readNamed(snapshot, request, level);
  const { hidden, state } = await found.catch((error: unknown) => {
    // Looking up one identifier cannot be made cheaper.
    throw databaseFailure(error, 'Try again in a few seconds.');
  });
  if (state) request.onState?.(state);
  if (hidden === null) return;
  const what = hidden.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  throw new AppError('not-found', `There is no ${what} with this identifier that you may see.`);
}

interface Found {
  /** The first identifier that the viewer may not see, or that does not exist; null: there is none. */
  readonly hidden: keyof Level | null;
  /** Undefined where it is not wanted. */
  readonly state: DataState | undefined;
}

/** Looks up the records that a level names, and what the database is at. */
async function readNamed(
  snapshot: Snapshot,
  { access, account, asset, assetGroup, entity, onState }: Request,
  level: Level,
): Promise<Found> {
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
    const visible = accessSql(resource, access);
    const text = `exists (select from ${identifier(resource.table)} t where t._id = ? and ${visible.text}) as "${name}"`;
    return sql(text, idParameter(id), ...visible.bindings);
  });
  const state = onState ? stateColumns().map((column) => sql(column)) : [];
  const columns = join([...state, ...seen], ', ');
  if (columns.text === '') return { hidden: null, state: undefined };
  const rows = await snapshot.rows<Readonly<Record<string, unknown>>>(`select ${columns.text}`, columns.bindings);
  return {
    hidden: named.find(({ name }) => rows[0]?.[name] !== true)?.name ?? null,
    state: onState ? rowState(rows) : undefined,
  };
}
