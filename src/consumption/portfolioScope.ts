import { accessSql } from '../data/access.js';
import { idParameter, join, type Sql, sql, type VisibleSql } from '../data/sql.js';
import type { Access, Resource } from '../data/resource.js';
import { COMPANY_OF_FACTORS } from './factors.js';
import type { Level, Question } from './question.js';

/** What figures of companies and entities are made of where no account has to be looked at. */
interface Seen {
  readonly access: Access;
  readonly account: Resource;
  readonly asset: Resource;
  readonly defaultCountry: string;
}

/**
 * Whether the months that are kept of companies and entities (migration 026) have all that a question of whole months takes: it is
 * about an entity, or all that the viewer may see, and about no means of temperatures, which are of each account.
 */
export function isOfPortfolios(level: Level, { types, tags, emissionsOnly }: Question): boolean {
  const { accountId, assetId, assetGroupId } = level;
  if (accountId !== undefined || assetId !== undefined || assetGroupId !== undefined || tags !== null) return false;
  return emissionsOnly || (types !== null && !types.includes('temperature'));
}

/**
 * The groups of accounts `t` that count at a level, by their key, with the number of accounts of each and what scopeSql tells of an
 * account that is the same of all of them.
 */
export function portfolioScopeSql(
  { access, account, asset, defaultCountry }: Seen,
  { entityId }: Level,
  { types }: Pick<Question, 'types'>,
): VisibleSql {
  const conditions: Sql[] = [];
  if (entityId !== undefined) conditions.push(sql` and t.entity_id = ${idParameter(entityId)}::bytea`);
  if (types !== null) conditions.push(sql` and t.type = any(${[...types]}::text[])`);
  const where = sql`${accessSql(account, access)} and t.accounts > 0${join(conditions, '')}`;
  const seen = accessSql(asset, access, { alias: 't', prefix: 'asset_' });
  return sql`select 0 as level, t.group_key as key, ''::bytea as id, t.accounts, t.type,
       case when t.inactive then 'inactive' else 'active' end as status, t.meter_user as "meterUser",
       null::text as "capacityText", null::text as "areaText", null::bytea as "assetId", null::float8 as "assetArea",
       coalesce(case when ${seen} then nullif(t.country, '') end, ${defaultCountry}) as country,
       ${COMPANY_OF_FACTORS} as company
     from portfolio_groups t where ${where}`;
}
