import { whereSql } from './conditions.js';
import { accessSql } from './access.js';
import type { Access, Column, Position, Resource, SortKey, Where } from './resource.js';
import { type Counted, monthsSql, sizeSql } from './countedFilter.js';
import { identifierSql, idParameter, join, NOTHING, raw, sql, type Sql, type VisibleSql } from './sql.js';

/** A list as it is asked for; see PageQuery. */
export interface CountedQuery {
  readonly resource: Resource;
  readonly where: Where | undefined;
  readonly order: readonly SortKey[];
  readonly limit: number;
  readonly skip: number;
  readonly after?: Position;
}

/** How the owner of a record is stored. */
export type Key = NonNullable<Column['key']>;

/** That of a resource's records; undefined where they are not in the order of one. */
export function ownerKey({ order, columns }: Resource): Key | undefined {
  return columns.get(order[0] ?? '')?.key;
}

/** How many owners (accounts) are looked at before all are, so that a page does not sort, or add up, many. */
export const FIRST_OWNERS = 50;

/**
 * The accounts that have what is asked for, in the order of the list as far as a page may need them: the first ones, and the rest
 * where these have too few records.
 * @param isInOrder whether there is a page, of all accounts, in this order
 */
export function ownersSql(
  query: CountedQuery,
  key: Key,
  access: Access,
  counted: Counted,
  isInOrder: boolean,
): VisibleSql {
  const { skip, limit, after } = query;
  const place = after?.[0];
  if (!isInOrder || (after !== undefined && typeof place !== 'string')) {
    return sql`with owners as materialized (${sizesSql(query, key, access, counted)})`;
  }
  const id = typeof place === 'string' ? idParameter(place) : null;
  // The account that a page goes on in may have none left.
  const enough = id === null ? NOTHING : sql`filter (where id > ${id})`;
  const beyond = sql`t._id > (select id from first order by id desc limit 1) and (select count(*) from first) = ${raw(FIRST_OWNERS)}
       and (select coalesce(sum(size) ${enough}, 0) from first) < ${id === null ? skip + limit : limit}`;
  const first = sizesSql(query, key, access, counted, id === null ? [] : [sql`t._id >= ${id}`]);
  return sql`with first as materialized (${first} order by t._id limit ${raw(FIRST_OWNERS)}),
    owners as materialized (select * from first union all ${sizesSql(query, key, access, counted, [beyond])})`;
}

/** How many records of each visible account are asked for. */
function sizesSql(
  { resource }: CountedQuery,
  { column, table }: Key,
  access: Access,
  counted: Counted,
  more: readonly Sql[] = [],
): VisibleSql {
  const key = identifierSql(column);
  const accounts = counted.accounts.map((compare) => whereSql({ compare }));
  const condition = sql`${accessSql(resource, access)} and ${join([...accounts, ...more, monthsSql(counted)], ' and ')}`;
  const size = sizeSql(counted);
  // What is on all servers of a distributed database is grouped without knowing that an identifier has one key.
  return sql`select t.${key} as key, t._id as id, sum(${size}) as size
     from ${identifierSql(table)} t join ${identifierSql(resource.counts)} c on c.${key} = t.${key}
     where ${condition} group by t._id, t.${key}`;
}

/** Of all that the viewer may see: an account is of one company and entity, or none, so none counts twice. */
export function portfolioTotalSql(resource: Resource, access: Access, counted: Counted): VisibleSql {
  const condition = sql`${accessSql(resource, access)} and ${monthsSql(counted)}`;
  const size = sizeSql(counted);
  return sql`(select coalesce(sum(${size}), 0)::bigint as total
      from ${identifierSql(resource.countsByPortfolio)} t cross join lateral (select t.month, t.records, t.days) c
      where ${condition})`;
}
