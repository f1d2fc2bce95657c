import { type VisibleKey, accessSql } from '../data/access.js';
import type { VisibleSnapshot } from '../db/database.js';
import { databaseFailure } from '../db/failure.js';
import type { Access, Resource } from '../data/resource.js';
import { type Sql, type VisibleSql, idParameter, identifierSql, join, raw, sql } from '../db/sql.js';
import { type DataState, VERSION, stateColumns, stateOf } from '../data/state.js';
import { AppError } from '../errors/appError.js';
import { COMPANY_OF_FACTORS } from './factors.js';
import { type FigureQuery, GROUP_KEYS, TARGET_IDS, type Target } from './query.js';

/** Floor areas in m². */
export interface FloorAreas {
  readonly accountFloorArea: number;
  readonly assetFloorArea: number;
}

/** Returns the areas of the accounts in scope and of their assets (figures 5). */
export function floorAreas(accounts: readonly ScopeAccount[]): FloorAreas {
  const assets = new Map(accounts.map(({ assetId, assetArea }) => [assetId, assetArea ?? 0]));
  return {
    accountFloorArea: accounts.reduce((sum, { areaServed }) => sum + (areaServed ?? 0), 0),
    assetFloorArea: [...assets.values()].reduce((sum, area) => sum + area, 0),
  };
}

/** An asset of a target. */
export interface TargetAsset {
  readonly target: number;
  readonly id: string;
  readonly siteName: string | null;
  /** The address lines joined by commas. */
  readonly address: string;
  /** m². */
  readonly area: number | null;
}

/**
 * Reads all visible assets of each target, of any types and tags.
 * @param ofAccounts whether the assets of an entity include assets of other entities at which it has accounts
 */
export async function readTargetAssets(
  snapshot: VisibleSnapshot,
  access: Access,
  asset: Resource,
  targets: readonly Target[],
  ofAccounts = false,
): Promise<readonly TargetAsset[]> {
  const { accountId, assetId, assetGroupId, entityId } = targets[0] ?? {};
  const conditions: Sql[] = [];
  if (accountId !== undefined)
    conditions.push(sql` and s._id = (select a.asset_id from accounts a where a._id = l.account_id)`);
  if (assetId !== undefined) conditions.push(sql` and s._id = l.asset_id`);
  // An array can be looked up by an index.
  if (assetGroupId !== undefined) {
    conditions.push(
      sql` and s._id = any(array(select m.linked_id from asset_group_members m where m._id = l.asset_group_id))`,
    );
  }
  if (entityId !== undefined && ofAccounts) {
    conditions.push(
      sql` and s._id = any(array(select o._id from assets o where o.entity_id = l.entity_id
         union select a.asset_id from accounts a where a.entity_id = l.entity_id))`,
    );
  } else if (entityId !== undefined) conditions.push(sql` and s.entity_id = l.entity_id`);
  const ids = (name: keyof Target): (string | null)[] =>
    targets.map((target) => (target[name] === undefined ? null : idParameter(target[name])));
  const columns = [ids('accountId'), ids('assetId'), ids('assetGroupId'), ids('entityId')] as const;
  return snapshot.rows<TargetAsset>(
    sql`select l.position::int - 1 as target, s._id as id, s.site_name as "siteName", ${AREA} as area,
       concat_ws(', ', nullif(s.address_street_address, ''), nullif(s.address_locality, ''),
         nullif(s.address_region, ''), nullif(s.address_post_code, '')) as address
     from unnest(${columns[0]}::bytea[], ${columns[1]}::bytea[], ${columns[2]}::bytea[], ${columns[3]}::bytea[]) with ordinality
       l(account_id, asset_id, asset_group_id, entity_id, position)
     join assets s on ${accessSql(asset, access, { alias: 's' })}${join(conditions, '')}
     order by 1, s._id`,
  );
}

/** An account of a target, or one that represents a group of equal accounts. */
export interface ScopeAccount {
  /** The number of accounts that it represents. */
  readonly count: number;
  /** The index of its target in the batch. */
  readonly target: number;
  readonly key: VisibleKey;
  readonly id: string;
  readonly type: string;
  /** Whether the target's figure is incomplete without its data. */
  readonly expected: boolean;
  readonly user: 'tenant' | 'landlord' | null;
  /** kW. */
  readonly capacity: number | null;
  /** m². */
  readonly areaServed: number | null;
  /** The country of the asset if it is visible, else the default. */
  readonly country: string;
  /** The company if it has chosen a set of emission factors, otherwise empty. */
  readonly company: string;
  /** Null also if the asset is not visible. */
  readonly assetId: string | null;
  /** The floor area of the asset in m², if it is visible. */
  readonly assetArea: number | null;
}

/** Converts floor areas to m². Imperial floor areas are in square feet (exact). */
export const AREA = sql`case when s.floor_area_unit ilike 'imperial' then s.floor_area * 0.09290304 else s.floor_area end`;

/** A row of {@link scopeSql}. */
export type ScopeRow = Omit<ScopeAccount, 'count' | 'expected' | 'user' | 'capacity' | 'areaServed'> & {
  readonly status: string;
  readonly meterUser: string | null;
  readonly capacityText: string | null;
  readonly areaText: string | null;
};

/** The viewer's access, and the resources. */
export interface VisibleRecords {
  readonly access: Access;
  readonly account: Resource;
  readonly asset: Resource;
  readonly defaultCountry: string;
}

/**
 * Reads the visible accounts of each target of a batch (figures 5). All targets of a batch have the same kinds of
 * identifiers.
 */
export async function readScope(
  snapshot: VisibleSnapshot,
  visible: VisibleRecords,
  targets: readonly Target[],
  query: Pick<FigureQuery, 'types' | 'tags'>,
): Promise<readonly ScopeAccount[]> {
  const rows = await snapshot.rows<ScopeRow>(sql`${scopeSql(visible, targets, query)} order by 1, t._id`);
  return rows.map((row) => scopeAccount(row, targets));
}

/** Selects the accounts `t` of each target of a batch, a {@link ScopeRow} each, in any order. */
export function scopeSql(
  { access, account, asset, defaultCountry }: VisibleRecords,
  targets: readonly Target[],
  { types, tags }: Pick<FigureQuery, 'types' | 'tags'>,
): VisibleSql {
  const { from, where, assetAccess } = accountsOfTargets({ access, account, asset }, targets, { types, tags });
  const country = sql`coalesce(nullif(lower(s.address_country_code), ''), ${defaultCountry})`;
  return sql`select l.position::int - 1 as target, t.account_key as key, t._id as id, t.type, t.status,
       t.meter_user as "meterUser", t.capacity as "capacityText", t.meter_area_served as "areaText",
       ${country} as country, ${COMPANY_OF_FACTORS} as company, s._id as "assetId", ${AREA} as "assetArea"
     from ${from}
     join accounts t on ${where}
       left join assets s on s._id = t.asset_id and ${assetAccess}`;
}

/** The targets of a batch as a table, and the conditions of their accounts. */
interface AccountsOfTargets {
  /** The table of targets `l`. */
  readonly from: Sql;
  /** The condition of visible accounts `t` of a target `l`. */
  readonly where: VisibleSql;
  /** The condition of visible assets `s`. */
  readonly assetAccess: VisibleSql;
}

export function accountsOfTargets(
  { access, account, asset }: Omit<VisibleRecords, 'defaultCountry'>,
  targets: readonly Target[],
  { types, tags }: Pick<FigureQuery, 'types' | 'tags'>,
): AccountsOfTargets {
  const shape = targets[0] ?? {};
  const assetAccess = accessSql(asset, access, { alias: 's' });
  const conditions: Sql[] = [...targetSql(shape, assetAccess)];
  if (shape.accountId === undefined) conditions.push(sql` and t.is_virtual is not true`);
  if (types !== null) conditions.push(sql` and t.type = any(${[...types]}::text[])`);
  if (tags !== null) conditions.push(sql` and t.tags && ${[...tags]}::text[]`);
  const isOne = targets.length === 1;
  const names = [...TARGET_IDS, ...GROUP_KEYS.filter((name) => shape[name] !== undefined)];
  const values = names.map((name) => {
    const isText = TEXTS.includes(name);
    const all = targets.map((target) => {
      const value = target[name];
      return value === undefined || isText ? (value ?? null) : idParameter(value);
    });
    const type = raw(`${isText ? 'text' : 'bytea'}${isOne ? '' : '[]'}`);
    return sql`${isOne ? all[0] : all}::${type}`;
  });
  const list = join(values, ', ');
  // For an array, the planner estimates ten rows. It would read all accounts instead of looking up the assets.
  const rows = isOne ? sql`(select ${list}, 1)` : sql`unnest(${list}) with ordinality`;
  const columns = raw(names.map((name) => COLUMNS[name]).join(', '));
  return {
    from: sql`${rows} l(${columns}, position)`,
    where: sql`${accessSql(account, access)}${join(conditions, '')}`,
    assetAccess,
  };
}

/** The columns of targets. */
const COLUMNS: Readonly<Record<keyof Target, string>> = {
  accountId: 'account_id',
  assetId: 'asset_id',
  assetGroupId: 'asset_group_id',
  entityId: 'entity_id',
  companyId: 'company_id',
  type: 'type',
  tag: 'tag',
};
const TEXTS: readonly (keyof Target)[] = ['type', 'tag'];

/**
 * Returns the account of a row. The fields are written out: a spread costs ten times as much, and an entity may have
 * thousands of accounts.
 * @param targets the targets of the batch
 * @param count the number of accounts that it represents
 */
export function scopeAccount(row: ScopeRow, targets: readonly Target[], count = 1): ScopeAccount {
  return {
    count,
    target: row.target,
    key: row.key,
    id: row.id,
    type: row.type,
    expected: targets[0]?.accountId !== undefined || row.status !== 'inactive',
    user: userOf(row.meterUser),
    capacity: plainNumber(row.capacityText),
    areaServed: plainNumber(row.areaText),
    country: row.country,
    company: row.company,
    assetId: row.assetId,
    assetArea: row.assetArea,
  };
}

/**
 * Returns the conditions that link accounts `t` to a target `l`. Each begins with `and`.
 * @param assetAccess the condition of visible assets `s`: a group has no other assets
 */
function targetSql(
  { accountId, assetId, assetGroupId, entityId, companyId, type, tag }: Target,
  assetAccess: Sql,
): Sql[] {
  // An array, so that PostgreSQL uses an index. With `in` it would read all accounts, because each row has another
  // target.
  const member = sql`select m.linked_id from asset_group_members m join assets s on s._id = m.linked_id
    where m._id = l.asset_group_id and ${assetAccess}`;
  return [
    ...(accountId === undefined ? [] : [sql` and t._id = l.account_id`]),
    ...(assetId === undefined ? [] : [sql` and t.asset_id = l.asset_id`]),
    ...(assetGroupId === undefined ? [] : [sql` and t.asset_id = any(array(${member}))`]),
    ...(entityId === undefined ? [] : [sql` and t.entity_id = l.entity_id`]),
    ...(companyId === undefined ? [] : [sql` and t.company_id = l.company_id`]),
    ...(type === undefined ? [] : [sql` and t.type = l.type`]),
    ...(tag === undefined ? [] : [sql` and t.tags @> array[l.tag]`]),
  ];
}

function userOf(text: string | null): ScopeAccount['user'] {
  const user = text?.toLowerCase();
  return user === 'tenant' || user === 'landlord' ? user : null;
}

/** Returns the number of a plain decimal text (capacity, area served), otherwise null. */
function plainNumber(text: string | null): number | null {
  return text !== null && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

/**
 * Returns whether the stored months of companies and entities (`portfolio_months`) answer a query of whole months. They
 * do for an entity and for the whole portfolio, but not for means of temperatures, which are per account.
 */
export function isOfPortfolios(target: Target, { types, tags, emissionsOnly }: FigureQuery): boolean {
  const { accountId, assetId, assetGroupId } = target;
  if (accountId !== undefined || assetId !== undefined || assetGroupId !== undefined || tags !== null) return false;
  return emissionsOnly || (types !== null && !types.includes('temperature'));
}

/** Selects the groups of accounts `t` of a target: key, number of accounts, and their common columns of `scopeSql`. */
export function portfolioScopeSql(
  { access, account, asset, defaultCountry }: VisibleRecords,
  { entityId }: Target,
  { types }: Pick<FigureQuery, 'types'>,
): VisibleSql {
  const conditions: Sql[] = [];
  if (entityId !== undefined) conditions.push(sql` and t.entity_id = ${idParameter(entityId)}::bytea`);
  if (types !== null) conditions.push(sql` and t.type = any(${[...types]}::text[])`);
  const where = sql`${accessSql(account, access)} and t.accounts > 0${join(conditions, '')}`;
  const assetAccess = accessSql(asset, access, { alias: 't', prefix: 'asset_' });
  return sql`select 0 as target, t.group_key as key, ''::bytea as id, t.accounts, t.type,
       case when t.inactive then 'inactive' else 'active' end as status, t.meter_user as "meterUser",
       null::text as "capacityText", null::text as "areaText", null::bytea as "assetId", null::float8 as "assetArea",
       coalesce(case when ${assetAccess} then nullif(t.country, '') end, ${defaultCountry}) as country,
       ${COMPANY_OF_FACTORS} as company
     from portfolio_groups t where ${where}`;
}

/** The part of a statement that looks up the named records of a target, and the state. */
export interface NamedRecords {
  /** Columns without a table. Empty: there is nothing to look up. */
  readonly columns: readonly VisibleSql[];
  /** Their names. */
  readonly names: readonly string[];
  /**
   * Checks a row with these columns, and reports the state.
   * @throws AppError not-found if a record does not exist or is not visible
   */
  readonly check: (row: Readonly<Record<string, unknown>> | undefined) => void;
}

/** Returns a column name that differs from all columns of an account. */
function columnOf(name: keyof Target): string {
  return `$${name}`;
}

/** The resources whose records name targets. */
interface Named extends Pick<VisibleRecords, 'access' | 'account' | 'asset'> {
  readonly assetGroup: Resource;
  readonly entity: Resource;
  /** Called with the state in the snapshot of the records. */
  readonly onState?: ((state: DataState) => void) | undefined;
}

export function namedRecords(request: Named, target: Target): NamedRecords {
  const { access, account, asset, assetGroup, entity, onState } = request;
  const kinds: Readonly<Record<(typeof TARGET_IDS)[number], Resource>> = {
    accountId: account,
    assetId: asset,
    assetGroupId: assetGroup,
    entityId: entity,
  };
  const named = TARGET_IDS.flatMap((name) => {
    const id = target[name];
    return id === undefined ? [] : [{ name, id, resource: kinds[name] }];
  });
  const lookups = named.map(({ name, id, resource }) => {
    const record = sql`select from ${identifierSql(resource.table)} t
      where t._id = ${idParameter(id)} and ${accessSql(resource, access)}`;
    return sql`exists (${record}) as ${identifierSql(columnOf(name))}`;
  });
  // Figures have no cursor, so the version is enough.
  const state = onState ? stateColumns(access).slice(0, 1) : [];
  return {
    columns: [...state, ...lookups],
    names: [...state.map(() => VERSION), ...named.map(({ name }) => columnOf(name))],
    check(row) {
      if (row) onState?.(stateOf(row[VERSION]));
      const hidden = named.find(({ name }) => row?.[columnOf(name)] !== true)?.name;
      if (hidden === undefined) return;
      const what = hidden.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      throw new AppError('not-found', `No ${what} has this identifier, or you may not see it.`);
    },
  };
}

/**
 * Looks up the named records of a target with a separate statement.
 * @throws AppError not-found
 */
export async function requireVisible(snapshot: VisibleSnapshot, request: Named, target: Target): Promise<void> {
  const named = namedRecords(request, target);
  if (named.columns.length === 0) return;
  const [row] = await snapshot
    .rows<Readonly<Record<string, unknown>>>(sql`select ${join(named.columns, ', ')}`)
    .catch((error: unknown) => {
      // The lookup of an identifier cannot be made cheaper.
      throw databaseFailure(error, 'Try again in a few seconds.');
    });
  named.check(row);
}
