import type { Columns, Row } from './columns.js';
import type { CountedSql, CountedSteps, Overlap } from './countedSteps.js';
import type { Tuple } from './database.js';
import { SHARDS } from './distribution.js';
import { accountKeys, type VisibleKey } from './access.js';
import { raw, sql, type VisibleSql } from './sql.js';

/**
 * A page of records that are counted and distributed: which accounts it overlaps by one statement, then their records by one or
 * two more, as servers that have some accounts each do not know where a page begins and ends.
 */
export async function distributedPage(
  ask: (statement: VisibleSql) => Promise<readonly Tuple[]>,
  { owners, total }: CountedSql,
  steps: CountedSteps,
  columns: Columns,
): Promise<{ readonly total: number; readonly rows: readonly Row[] }> {
  const found = await ask(
    sql`${owners} select n.total, o.key, nullif(o.at, '-infinity'), o.wanted, o.skipped
      from ${total} n left join (${steps.overlaps}) o on true`,
  );
  const [first, ...others] = found.flatMap((tuple) => overlapOf(tuple) ?? []);
  const { names } = columns;
  const recordsOf = (own: Overlap): Promise<readonly Tuple[]> =>
    ask(sql`select ${names} from (${steps.recordsOf(own)}) d`);
  const recordsOfEach = (keys: readonly VisibleKey[]): Promise<readonly Tuple[]> =>
    ask(
      sql`select s.account_key, ${names} from ${raw(SHARDS)} s cross join lateral (${steps.recordsOfEach()}) d
        where s.account_key = any(${accountKeys(keys)})`,
    );
  const keys = others.map(({ key }) => key);
  const [ofFirst, ofOthers] = await Promise.all([
    first ? recordsOf(first) : [],
    keys.length > 0 ? recordsOfEach(keys) : [],
  ]);
  // Servers answer in any order, each in that of an account's records.
  const byKey = new Map<number, Row[]>(keys.map((key) => [key, []]));
  const rowAt = columns.rowsAt(1);
  for (const tuple of ofOthers) byKey.get(Number(tuple[0]))?.push(rowAt(tuple));
  const rest = others.flatMap(({ key, wanted }) => (byKey.get(key) ?? []).slice(0, wanted));
  return {
    total: Number(found[0]?.[0] ?? 0),
    rows: [...ofFirst.map(columns.rowsAt(0)), ...rest].slice(0, steps.limit),
  };
}

/** The account of a row; null where the page is empty. */
function overlapOf([, key, at, wanted, skipped]: Tuple): Overlap | null {
  if (!isKey(key)) return null;
  return { key, at: typeof at === 'string' ? at : '-infinity', wanted: Number(wanted), skipped: Number(skipped) };
}

/** A key that a statement with the viewer's access has found. */
function isKey(value: unknown): value is VisibleKey {
  return typeof value === 'number';
}
