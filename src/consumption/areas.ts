import { accessSql } from '../data/access.js';
import { idParameter, join, type Sql, sql } from '../data/sql.js';
import type { VisibleSnapshot } from '../data/database.js';
import type { Access, Resource } from '../data/resource.js';
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
  snapshot: VisibleSnapshot,
  access: Access,
  asset: Resource,
  levels: readonly Level[],
): Promise<readonly LevelAsset[]> {
  const { accountId, assetId, assetGroupId, entityId } = levels[0] ?? {};
  const conditions: Sql[] = [];
  if (accountId !== undefined)
    conditions.push(sql` and s._id = (select a.asset_id from accounts a where a._id = l.account_id)`);
  if (assetId !== undefined) conditions.push(sql` and s._id = l.asset_id`);
  // As an array, they are looked up by an index.
  if (assetGroupId !== undefined) {
    conditions.push(
      sql` and s._id = any(array(select m.linked_id from asset_group_members m where m._id = l.asset_group_id))`,
    );
  }
  if (entityId !== undefined) conditions.push(sql` and s.entity_id = l.entity_id`);
  const ids = (name: keyof Level): (string | null)[] =>
    levels.map((level) => (level[name] === undefined ? null : idParameter(level[name])));
  const named = [ids('accountId'), ids('assetId'), ids('assetGroupId'), ids('entityId')] as const;
  return snapshot.rows<LevelAsset>(
    sql`select l.position::int - 1 as level, s._id as id, s.site_name as "siteName", ${AREA} as area,
       concat_ws(', ', nullif(s.address_street_address, ''), nullif(s.address_locality, ''),
         nullif(s.address_region, ''), nullif(s.address_post_code, '')) as address
     from unnest(${named[0]}::bytea[], ${named[1]}::bytea[], ${named[2]}::bytea[], ${named[3]}::bytea[]) with ordinality
       l(account_id, asset_id, asset_group_id, entity_id, position)
     join assets s on ${accessSql(asset, access, { alias: 's' })}${join(conditions, '')}
     order by 1, s._id`,
  );
}
