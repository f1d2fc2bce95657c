import type { Value } from '../values/scalars.js';
import { type CountedQuery, FIRST_OWNERS, type Key, ownerKey } from './countedOwners.js';
import type { Access, Comparison, Where } from './resource.js';
import {
  accessSql,
  afterSql,
  idParameter,
  identifier,
  join,
  orderKeys,
  orderSql,
  pinnedBy,
  sql,
  type Sql,
  whereSql,
} from './sql.js';

/** Few records may have what these ask for, which an index of their own finds. */
const FOUND_BY_THEMSELVES = ['_id', 'updatedAt'];

/**
 * The records of a page in the order of owners (accounts), times and identifiers, owner by owner: the records of each that match
 * are a range of the index on owner and time, and further owners are read until the page is full. So a page costs what it passes,
 * wherever it lies. A statement over all owners would read and sort all that lies behind the page.
 * @param query its `after` is behind which record the page begins
 * @param asked its condition on a record `t`; access is checked of the owner
 * @param list what to select of a record `t`
 * @returns undefined where the order is another, or of one owner, or an index of its own serves the filter
 */
export function ownerWalk(query: CountedQuery, access: Access, asked: Sql, list: string): Sql | undefined {
  const { resource, where, sort, limit, skip, after } = query;
  const key = ownerKey(resource);
  const [owner, time] = resource.order;
  const [first, second, ...rest] = orderKeys(resource, sort, pinnedBy(where));
  const isInOrder = first?.column.path === owner && second?.column.path === time && !first?.descending;
  const [place, from, ...others] = after ?? [];
  if (!key || !second || second.descending || !isInOrder || place === null) return undefined;
  const conditions = allOf(where);
  if (conditions.some(({ column }) => FOUND_BY_THEMSELVES.includes(column.path))) return undefined;
  const named = conditions.filter(({ column, operator }) => column.path === owner && operator === 'in');
  const own = place === undefined ? null : { id: idParameter(String(place)), from: from ?? null };
  const owners = ownersSql(key, [accessSql(resource, access), ...named.map((compare) => whereSql({ compare }))], own);
  const behind = own ? afterSql([second, ...rest], [own.from, ...others]) : sql('true');
  const start = `t.${identifier(second.column.name)}`;
  // What is lateral is joined by a nested loop, which keeps the order, and ends with the page.
  return sql(
    `(select r.* from (${owners.text}) o cross join lateral (
       select ${list} from ${identifier(resource.table)} t
       where t.${identifier(key.column)} = o.key and ${start} >= o.at and (o.is_later or ${behind.text}) and ${asked.text}
       order by ${orderSql([second, ...rest])} limit ?) r limit ? offset ?)`,
    ...[...owners.bindings, ...behind.bindings, ...asked.bindings, skip + limit, limit, skip],
  );
}

/**
 * A table of owners in their order: `key`, `at`, from which moment on their records are wanted, and `is_later`, whether all of
 * these are. The first ones are found before the others, which few pages come to.
 * @param own where the page goes on
 */
function ownersSql(
  { column, table }: Key,
  conditions: readonly Sql[],
  own: { readonly id: string; readonly from: Value | null } | null,
): Sql {
  const wanted = (more: Sql): Sql => {
    const condition = join([...conditions, more], ' and ');
    const text = `select t.${identifier(column)} as key, t._id as id from ${identifier(table)} t where ${condition.text} order by t._id`;
    return sql(text, ...condition.bindings);
  };
  const first = wanted(own ? sql('t._id >= ?', own.id) : sql('true'));
  const others = wanted(
    sql(`t._id > (select id from first order by id desc limit 1) and (select count(*) from first) = ${FIRST_OWNERS}`),
  );
  const [later, laterBindings, at, atBindings] = own
    ? ['id > ?', [own.id], `case when id > ? then '-infinity' else ?::timestamptz end`, [own.id, own.from]]
    : ['true', [], `'-infinity'::timestamptz`, []];
  return sql(
    `with first as materialized (${first.text} limit ${FIRST_OWNERS})
     select key, ${later} as is_later, ${at} as at from (select * from first union all (${others.text})) w`,
    ...first.bindings,
    ...laterBindings,
    ...atBindings,
    ...others.bindings,
  );
}

/** The comparisons that hold together, whatever else a filter asks for. */
function allOf(where: Where | undefined): readonly Comparison[] {
  if (where === undefined) return [];
  if ('compare' in where) return [where.compare];
  return 'all' in where ? where.all.flatMap(allOf) : [];
}
