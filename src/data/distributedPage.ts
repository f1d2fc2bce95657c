import type { Columns, Row } from './columns.js';
import type { CountedSql, CountedSteps, Overlap } from './countedPage.js';
import type { Tuple } from './database.js';
import { SHARDS } from './distribution.js';
import { join, sql, type Sql } from './sql.js';

/** What a page is made of. */
interface DistributedPage {
  readonly total: number;
  readonly rows: readonly Row[];
  /** The values of the state's columns. */
  readonly state: Tuple;
}

/**
 * A page of records that are counted and distributed: which accounts it overlaps by one statement, then their records by one or
 * two more, as servers that have some accounts each do not know where a page begins and ends.
 * @param state columns that tell what the database is at
 */
export async function distributedPage(
  ask: (statement: Sql) => Promise<readonly Tuple[]>,
  { owners, total }: CountedSql,
  steps: CountedSteps,
  columns: Columns,
  state: readonly string[],
): Promise<DistributedPage> {
  const first = [...state, 'n.total', 'o.key', 'o.at', 'o.wanted', 'o.skipped'].join(', ');
  const found = await ask(
    join([owners, sql(`select ${first} from`), total, sql('n left join ('), steps.overlaps, sql(') o on true')], ' '),
  );
  const told = found[0] ?? [];
  const overlaps = found.map((tuple) => overlapOf(tuple, state.length + 1)).filter((overlap) => overlap !== null);
  const [begun, ...others] = overlaps;
  const names = columns.names.join(', ');
  const [ofFirst, ofOthers] = await Promise.all([
    begun ? ask(selectFrom(steps.recordsOf(begun), names)) : [],
    others.length === 0
      ? []
      : ask(
          join(
            [
              sql(`select s.account_key, ${names} from ${SHARDS} s cross join lateral (`),
              steps.recordsOfEach,
              sql(
                ') d where s.account_key = any(?::int[])',
                others.map(({ key }) => key),
              ),
            ],
            ' ',
          ),
        ),
  ]);
  const byKey = new Map<number, Row[]>(others.map(({ key }) => [key, []]));
  const rowAt = columns.rowsAt(1);
  for (const tuple of ofOthers) byKey.get(Number(tuple[0]))?.push(rowAt(tuple));
  const rows = [
    ...ofFirst.map(columns.rowsAt(0)),
    ...others.flatMap(({ key, wanted }) => (byKey.get(key) ?? []).slice(0, wanted)),
  ];
  return { total: Number(told[state.length] ?? 0), rows, state: told.slice(0, state.length) };
}

function selectFrom(records: Sql, names: string): Sql {
  return join([sql(`select ${names} from (`), records, sql(') d')], ' ');
}

/** The account of a row; null where the page is empty. */
function overlapOf(tuple: Tuple, at: number): Overlap | null {
  const [key, start, wanted, skipped] = tuple.slice(at);
  if (typeof key !== 'number') return null;
  // What is read from the start is told by a moment that no parser of timestamps knows.
  return {
    key,
    at: String(start).includes('infinity') ? '-infinity' : String(start),
    wanted: Number(wanted),
    skipped: Number(skipped),
  };
}
