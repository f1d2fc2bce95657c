import type { CountedSteps } from './countedSteps.js';
import type { Comparison, Position, Resource, SortKey } from './resource.js';
import { accountKey } from './access.js';
import { afterSql, orderSql, whereSql } from './conditions.js';
import { identifierSql, idParameter, join, raw, type Sql, sql } from './sql.js';

/** Of those behind the account of the place all records. */
const FIRST = '-infinity';

/**
 * Where records are distributed, those of a page that goes on behind a place in the order of owners (accounts), times and
 * identifiers: the rest of the owner that the place is of, and of those behind it until their counts fill the page, so that it
 * costs the same wherever it lies. On one server it is found by one statement (ownerWalk.ts).
 * @param query to be put behind a table `owners` of `key`, `id` and `size`
 * @param keys of the order
 * @param owner the column of the owner's integer key
 * @param list what to select of a record `t`
 * @returns undefined where the order is of one owner, of which no counts are needed
 */
export function distributedWalk(
  { resource, limit, after }: { readonly resource: Resource; readonly limit: number; readonly after: Position },
  keys: readonly SortKey[],
  owner: string,
  times: readonly Comparison[],
  list: Sql,
): CountedSteps | undefined {
  const [path, time] = resource.order;
  const [first, second, ...rest] = keys;
  const [id, from, ...others] = after;
  if (first?.column.path !== path || !second || second.column.path !== time || typeof id !== 'string') return undefined;
  const key = identifierSql(owner);
  const start = sql`t.${identifierSql(second.column.name)}`;
  const own = idParameter(id);
  const owners = sql`select key, id, case when id > ${own} then ${raw(`'${FIRST}'`)} else ${from}::timestamptz end as at
     from (
       select key, id, sum(size) filter (where id > ${own}) over (order by id) - size as before from owners where id >= ${own}
     ) o where coalesce(before, 0) < ${limit} order by id`;
  const behind = afterSql([second, ...rest], [from ?? null, ...others]);
  const inTime = join([sql`true`, ...times.map((compare) => whereSql({ compare }))], ' and ');
  /** @param from the first moment */
  const records = <Key extends Sql>(ofKey: Key, from: Sql, conditions: readonly Sql[]) => sql`
    select ${list} from ${identifierSql(resource.table)} t where t.${key} = ${ofKey} and ${start} >= ${from}
      and ${join(conditions, ' and ')} order by ${orderSql([second, ...rest])} limit ${limit}`;
  return {
    limit,
    overlaps: sql`select key, at, ${limit}::bigint as wanted, 0::bigint as skipped from (${owners}) o order by id`,
    recordsOf: ({ key: own, at }) => records(accountKey(own), sql`${at}`, at === FIRST ? [inTime] : [behind, inTime]),
    recordsOfEach: () => records(sql`s.${key}`, raw(`'${FIRST}'`), [inTime]),
  };
}
