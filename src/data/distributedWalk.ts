import type { CountedSteps } from './countedSteps.js';
import type { Comparison, Position, Resource, SortKey } from './resource.js';
import { afterSql, idParameter, identifier, join, orderSql, sql, type Sql, whereSql } from './sql.js';

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
  list: string,
): CountedSteps | undefined {
  const [path, time] = resource.order;
  const [first, second, ...rest] = keys;
  const [id, from, ...others] = after;
  if (first?.column.path !== path || !second || second.column.path !== time || typeof id !== 'string') return undefined;
  const key = identifier(owner);
  const start = `t.${identifier(second.column.name)}`;
  const own = idParameter(id);
  const owners = sql(
    `select key, id, case when id > ? then '${FIRST}' else ?::timestamptz end as at
     from (
       select key, id, sum(size) filter (where id > ?) over (order by id) - size as before from owners where id >= ?
     ) o where coalesce(before, 0) < ? order by id`,
    ...[own, from, own, own, limit],
  );
  const behind = afterSql([second, ...rest], [from ?? null, ...others]);
  const inTime = join([sql('true'), ...times.map((compare) => whereSql({ compare }))], ' and ');
  /** @param from SQL of the moment that is begun at */
  const records = (ofKey: string, moment: string, conditions: readonly Sql[]): Sql =>
    join(
      [
        sql(
          `select ${list} from ${identifier(resource.table)} t where t.${key} = ${ofKey} and ${start} >= ${moment} and`,
        ),
        join(conditions, ' and '),
        sql(`order by ${orderSql([second, ...rest])} limit ?`, limit),
      ],
      ' ',
    );
  return {
    limit,
    overlaps: sql(
      `select key, at, ?::bigint as wanted, 0::bigint as skipped from (${owners.text}) o order by id`,
      ...[limit, ...owners.bindings],
    ),
    recordsOf: ({ key: own, at }) => {
      const conditions = at === FIRST ? [inTime] : [behind, inTime];
      const { text, bindings } = records('?', '?', conditions);
      return sql(text, own, at, ...bindings);
    },
    recordsOfEach: () => records(`s.${key}`, `'${FIRST}'`, [inTime]),
  };
}
