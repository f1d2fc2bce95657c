import type { Snapshot } from '../data/database.js';
import type { Access, Resource } from '../data/resource.js';
import { join, sql, type Sql, accessSql, idParameter } from '../data/sql.js';
import type { Level } from './question.js';
import { AREA, type ScopeAccount } from './scope.js';

/** Floor areas in m². */
export interface FloorAreas {
  readonly accountFloorArea: number;
  readonly assetFloorArea: number;
}

/** The areas of the accounts in scope and of the assets that they belong to (figures 5). */
export function floorAreas(accounts: readonly ScopeAccount[]): FloorAreas {
  const assets = new Map(accounts.map(({ assetId, assetArea }) => [assetId, assetArea ?? 0]));
  return {
    accountFloorArea: accounts.reduce((sum, { areaServed }) => sum + (areaServed ?? 0), 0),
    assetFloorArea: [...assets.values()].reduce((sum, area) => sum + area, 0),
  };
}

/** An asset of a level. */
export interface LevelAsset {
  readonly level: number;
  readonly id: string;
  readonly siteName: string | null;
  /** The address lines joined by commas. */
  readonly address: string;
  /** m². */
  readonly area: number | null;
}

/** All assets of each level, those that the viewer may see, whatever types and tags are asked for. */
export async function readLevelAssets(
  snapshot: Snapshot,
  access: Access,
  asset: Resource,
  levels: readonly Level[],
): Promise<readonly LevelAsset[]> {
  const { accountId, assetId, assetGroupId, entityId } = levels[0] ?? {};
  const conditions: Sql[] = [accessSql(asset, access, { alias: 's' })];
  if (accountId !== undefined)
    conditions.push(sql('s._id = (select a.asset_id from accounts a where a._id = l.account_id)'));
  if (assetId !== undefined) conditions.push(sql('s._id = l.asset_id'));
  // As an array, they are looked up by an index.
  if (assetGroupId !== undefined) {
    conditions.push(
      sql('s._id = any(array(select m.linked_id from asset_group_members m where m._id = l.asset_group_id))'),
    );
  }
  if (entityId !== undefined) conditions.push(sql('s.entity_id = l.entity_id'));
  const where = join(conditions, ' and ');
  const ids = (name: keyof Level): (string | null)[] =>
    levels.map((level) => (level[name] === undefined ? null : idParameter(level[name])));
  const rows = await snapshot.rows<LevelAsset>(
    `select l.position::int - 1 as level, s._id as id, s.site_name as "siteName", ${AREA} as area,
       concat_ws(', ', nullif(s.address_street_address, ''), nullif(s.address_locality, ''),
         nullif(s.address_region, ''), nullif(s.address_post_code, '')) as address
     from unnest(?::bytea[], ?::bytea[], ?::bytea[], ?::bytea[]) with ordinality
       l(account_id, asset_id, asset_group_id, entity_id, position)
     join assets s on ${where.text}
     order by 1, s._id`,
    [ids('accountId'), ids('assetId'), ids('assetGroupId'), ids('entityId'), ...where.bindings],
  );
  return rows;
}
