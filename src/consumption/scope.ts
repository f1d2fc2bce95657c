import type { Snapshot } from '../data/database.js';
import type { Access, Resource } from '../data/resource.js';
import { join, sql, type Sql, accessSql, identifier, idParameter } from '../data/sql.js';
import { type Level, type Question, LEVEL_IDS } from './question.js';
import { databaseFailure } from '../data/failure.js';
import { rowState, stateColumns, type DataState } from '../data/state.js';
import { AppError } from '../errors/appError.js';
import type { ConsumptionRequest } from './context.js';

/** An account that counts at a level. */
export interface ScopeAccount {
  /** Which of the levels of the batch. */
  readonly level: number;
  readonly key: number;
  readonly id: string;
  readonly type: string;
  /** Whether its missing data makes the level's figure incomplete. */
  readonly expected: boolean;
  readonly user: 'tenant' | 'landlord' | null;
  /** kW. */
  readonly capacity: number | null;
  /** m². */
  readonly areaServed: number | null;
  /** Of the asset where it is visible, else the default. */
  readonly country: string;
  /** Null also where the asset is not visible. */
  readonly assetId: string | null;
  /** m², of the asset where it is visible. */
  readonly assetArea: number | null;
}

/** Imperial floor areas are square feet (exact). */
export const AREA = `case when s.floor_area_unit ilike 'imperial' then s.floor_area * 0.09290304 else s.floor_area end`;

type Row = Omit<ScopeAccount, 'expected' | 'user' | 'capacity' | 'areaServed'> & {
  readonly status: string;
  readonly meterUser: string | null;
  readonly capacityText: string | null;
  readonly areaText: string | null;
};

/**
 * The accounts that count at each level of a batch, those that the viewer may see (figures 5). All
 * levels of a batch name the same identifiers.
 */
export async function readScope(
  snapshot: Snapshot,
  access: Access,
  { account, asset }: { readonly account: Resource; readonly asset: Resource },
  levels: readonly Level[],
  { types, tags }: Pick<Question, 'types' | 'tags'>,
  defaultCountry: string,
): Promise<readonly ScopeAccount[]> {
  const shape = levels[0] ?? {};
  const seen = accessSql(asset, access);
  const conditions: Sql[] = [accessSql(account, access), ...levelSql(shape, seen)];
  if (shape.accountId === undefined) conditions.push(sql('t.is_virtual is not true'));
  if (types !== null) conditions.push(sql('t.type = any(?::text[])', [...types]));
  if (tags !== null) conditions.push(sql('t.tags && ?::text[]', [...tags]));
  const where = join(conditions, ' and ');
  const ids = (name: keyof Level): (string | null)[] =>
    levels.map((level) => (level[name] === undefined ? null : idParameter(level[name])));
  const rows = await snapshot.rows<Row>(
    `select l.position::int - 1 as level, t.account_key as key, t._id as id, t.type, t.status,
       t.meter_user as "meterUser", t.capacity as "capacityText", t.meter_area_served as "areaText",
       coalesce(nullif(lower(s.address_country_code), ''), ?) as country, s._id as "assetId", ${AREA} as "assetArea"
     from unnest(?::bytea[], ?::bytea[], ?::bytea[], ?::bytea[]) with ordinality
       l(account_id, asset_id, asset_group_id, entity_id, position)
     join accounts t on ${where.text}
       left join assets s on s._id = t.asset_id and ${seen.text.replaceAll('t.', 's.')}
     order by 1, t._id`,
    [
      defaultCountry,
      ids('accountId'),
      ids('assetId'),
      ids('assetGroupId'),
      ids('entityId'),
      ...where.bindings,
      ...seen.bindings,
    ],
  );
  // Written out, as the rest of an object costs ten times as much, and an entity may have thousands of accounts.
  return rows.map((row) => ({
    level: row.level,
    key: row.key,
    id: row.id,
    type: row.type,
    expected: shape.accountId !== undefined || row.status !== 'inactive',
    user: userOf(row.meterUser),
    capacity: plainNumber(row.capacityText),
    areaServed: plainNumber(row.areaText),
    country: row.country,
    assetId: row.assetId,
    assetArea: row.assetArea,
  }));
}

/**
 * How accounts `t` belong to a level `l`.
 * @param seen which assets `t` the viewer may see: a group has no others
 */
function levelSql({ accountId, assetId, assetGroupId, entityId }: Level, seen: Sql): Sql[] {
  const member = `select m.linked_id from asset_group_members m join assets s on s._id = m.linked_id
    where m._id = l.asset_group_id and ${seen.text.replaceAll('t.', 's.')}`;
  return [
    ...(accountId === undefined ? [] : [sql('t._id = l.account_id')]),
    ...(assetId === undefined ? [] : [sql('t.asset_id = l.asset_id')]),
    ...(assetGroupId === undefined ? [] : [sql(`t.asset_id in (${member})`, ...seen.bindings)]),
    ...(entityId === undefined ? [] : [sql('t.entity_id = l.entity_id')]),
  ];
}

function userOf(text: string | null): ScopeAccount['user'] {
  const user = text?.toLowerCase();
  return user === 'tenant' || user === 'landlord' ? user : null;
}

/** A text that is a plain decimal number, as a number (capacity, area served); else null. */
function plainNumber(text: string | null): number | null {
  return text !== null && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

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
