import type { Comparison, Position, Resource, SortKey } from './resource.js';
import { afterSql, idParameter, identifier, join, orderSql, sql, type Sql, whereSql } from './sql.js';

/**
 * The records of a page that goes on behind a place in the order of owners (accounts), times and identifiers. The rest of the owner
 * that the place is of is a range of the index on owner and time, and those behind it are taken until their counts fill the page:
 * so a page costs the same wherever it lies. One statement over all owners would read each of them from its beginning.
 * @param query to be put behind a table `owners` of `key`, `id` and `size`
 * @param keys of the order
 * @param owner the column of the owner's integer key
 * @param list what to select of a record `t`
 * @returns undefined where the order is of one owner, of which no counts are needed
 */
export function countedWalk(
  { resource, limit, after }: { readonly resource: Resource; readonly limit: number; readonly after: Position },
  keys: readonly SortKey[],
  owner: string,
  times: readonly Comparison[],
  list: string,
): Sql | undefined {
  const [path, time] = resource.order;
  const [first, second, ...rest] = keys;
  const [id, from, ...others] = after;
  if (first?.column.path !== path || !second || second.column.path !== time || typeof id !== 'string') return undefined;
  const key = identifier(owner);
  const start = `t.${identifier(second.column.name)}`;
  const own = idParameter(id);
  const owners = sql(
    `select key, id, id > ? as is_later, case when id > ? then '-infinity' else ?::timestamptz end as at
     from (
       select key, id, sum(size) filter (where id > ?) over (order by id) - size as before from owners where id >= ?
     ) o where coalesce(before, 0) < ? order by id`,
    ...[own, own, from, own, own, limit],
  );
  const behind = afterSql([second, ...rest], [from ?? null, ...others]);
  const conditions = join([sql(`(o.is_later or ${behind.text})`, ...behind.bindings), ...within(times)], ' and ');
  // What is lateral is joined by a nested loop, which keeps the order, and ends with the page.
  return sql(
    `(select r.* from (${owners.text}) o cross join lateral (
       select ${list} from ${identifier(resource.table)} t
       where t.${key} = o.key and ${start} >= o.at and ${conditions.text}
       order by ${orderSql([second, ...rest])} limit ?) r limit ?)`,
    ...[...owners.bindings, ...conditions.bindings, limit, limit],
  );
}

function within(times: readonly Comparison[]): readonly Sql[] {
  return times.map((compare) => whereSql({ compare }));
}
