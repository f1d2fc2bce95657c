import type { Counted } from './countedFilter.js';
import { join, sql, type Sql } from './sql.js';

/** The months that have a day of the range. */
export function monthsSql({ from, to }: Counted): Sql {
  const last = to && (to.day === 1 ? to.month - 1 : to.month);
  return every(from && sql`c.month >= ${from.month}`, last === null ? null : sql`c.month <= ${last}`);
}

/** The days of these months that are in the range. */
export function daysSql({ from, to }: Counted): Sql {
  return every(
    from && sql`(c.month > ${from.month} or d.day >= ${from.day})`,
    to && sql`(c.month < ${to.month} or d.day < ${to.day})`,
  );
}

function every(...conditions: readonly (Sql | null)[]): Sql {
  return join([sql`true`, ...conditions.flatMap((condition) => condition ?? [])], ' and ');
}

/** How many records of a month are asked for: of one that the range has in part, those of its days. */
export function sizeSql({ from, to }: Counted): Sql {
  const months = new Map<number, readonly [first: number, last: number]>();
  if (from && from.day > 1) months.set(from.month, [from.day, 31]);
  if (to && to.day > 1) months.set(to.month, [to.month === from?.month ? from.day : 1, to.day - 1]);
  if (months.size === 0) return sql`c.records`;
  const parts = [...months].map(
    ([month, days]) => sql`when ${month} then (select sum(n)::bigint from unnest(c.days[${days[0]}:${days[1]}]) n)`,
  );
  return join([sql`case c.month`, ...parts, sql`else c.records end`], ' ');
}
