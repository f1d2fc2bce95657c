import type { Columns, Row } from './columns.js';
import type { Tuple } from '../db/database.js';
import { SHARDS } from '../db/topology.js';
import { accountKey, accountKeys, type VisibleKey } from './access.js';
import { identifierSql, idParameter, join, raw, sql, type Sql, unparsedFrom, type VisibleSql } from '../db/sql.js';
import type { Comparison, Position, Resource, SortKey } from './resource.js';
import { afterSql, orderSql, whereSql } from './conditions.js';

/**
 * Reads a page of counted, distributed records. One statement finds the accounts that the page overlaps. One or two
 * more read their records. A server holds only some of the accounts, so it cannot find the start and end of a page.
 */
export async function distributedPage(
  read: (statement: VisibleSql) => Promise<readonly Tuple[]>,
  { owners, total }: CountedSql,
  steps: CountedSteps,
  columns: Columns,
): Promise<{ readonly total: number; readonly rows: readonly Row[] }> {
  const overlapRows = await read(
    sql`${owners} select n.total, o.key, nullif(o.at, '-infinity'), o.wanted, o.skipped
      from ${total} n left join (${steps.overlaps}) o on true`,
  );
  const [first, ...others] = overlapRows.flatMap((tuple) => overlapOf(tuple) ?? []);
  const { names, isUnparsed } = columns;
  /** @param at index of the columns' first value */
  const readRecords = (statement: VisibleSql, at: number): Promise<readonly Tuple[]> =>
    read(unparsedFrom(statement, isUnparsed ? at : null));
  const recordsOf = (overlap: Overlap): Promise<readonly Tuple[]> =>
    readRecords(sql`select ${names} from (${steps.recordsOf(overlap)}) d`, 0);
  const recordsOfEach = (keys: readonly VisibleKey[]): Promise<readonly Tuple[]> =>
    readRecords(
      sql`select s.account_key, ${names} from ${raw(SHARDS)} s cross join lateral (${steps.recordsOfEach()}) d
        where s.account_key = any(${accountKeys(keys)})`,
      1,
    );
  const keys = others.map(({ key }) => key);
  const [ofFirst, ofOthers] = await Promise.all([
    first ? recordsOf(first) : [],
    keys.length > 0 ? recordsOfEach(keys) : [],
  ]);
  // Servers answer in any order, but each server sorts the records of an account.
  const byKey = new Map<number, Row[]>(keys.map((key) => [key, []]));
  const rowAt = columns.rowsAt(1);
  for (const tuple of ofOthers) byKey.get(Number(tuple[0]))?.push(rowAt(tuple));
  const rest = others.flatMap(({ key, wanted }) => (byKey.get(key) ?? []).slice(0, wanted));
  return {
    total: Number(overlapRows[0]?.[0] ?? 0),
    rows: [...ofFirst.map(columns.rowsAt(0)), ...rest].slice(0, steps.limit),
  };
}

/** Returns the account of a row; null: the page is empty. */
function overlapOf([, key, at, wanted, skipped]: Tuple): Overlap | null {
  if (!isKey(key)) return null;
  return { key, at: typeof at === 'string' ? at : '-infinity', wanted: Number(wanted), skipped: Number(skipped) };
}

/** Returns whether a value is a key. The statement that returned it contained the viewer's access. */
function isKey(value: unknown): value is VisibleKey {
  return typeof value === 'number';
}

/** The start of later accounts: the page needs all of their records. */
const FIRST = '-infinity';

/**
 * Returns the statements of a page of distributed records behind a cursor, sorted by owner (account), time and
 * identifier. The page has the remaining records of the cursor's owner, then those of the next owners until their
 * counts fill the page. So every page costs the same. One server needs only one statement (`pageByOwner`).
 * @param query its statements follow a table `owners` of `key`, `id` and `size`
 * @param keys of the order
 * @param owner the column of the owner's integer key
 * @param list the columns to select from a record `t`
 * @returns undefined if the query is about one owner, which needs no counts
 */
export function pageAfterCursor(
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
  const cursorId = idParameter(id);
  const owners = sql`select key, id, case when id > ${cursorId} then ${raw(`'${FIRST}'`)} else ${from}::timestamptz end as at
     from (
       select key, id, sum(size) filter (where id > ${cursorId}) over (order by id) - size as before from owners where id >= ${cursorId}
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
    recordsOf: ({ key: owner, at }) =>
      records(accountKey(owner), sql`${at}`, at === FIRST ? [inTime] : [behind, inTime]),
    recordsOfEach: () => records(sql`s.${key}`, raw(`'${FIRST}'`), [inTime]),
  };
}

/** Parts of a statement that reads total and page from counts, instead of counting and skipping records. */
export interface CountedSql {
  /** The beginning of the statement: selects the accounts that the page may overlap, with their numbers of matching records. */
  readonly owners: VisibleSql;
  /** A table with the `total`. */
  readonly total: Sql;
  /** A table of the page's records in order; undefined if the counts are in another order. */
  readonly page?: Sql;
  /** Total and page in two steps, for distributed records. */
  readonly steps?: CountedSteps | undefined;
}

/**
 * A page of records as two consecutive statements: the first finds the accounts that it overlaps, the second reads
 * their records.
 */
interface CountedSteps {
  /** The maximum number of records. */
  readonly limit: number;
  /** A table of these accounts in order: `key`, `at`, `wanted`, `skipped`; see {@link Overlap}. */
  readonly overlaps: Sql;
  /** Selects the records of one account from `at` on: skips `skipped`, and returns at most `wanted`. */
  readonly recordsOf: (overlap: Overlap) => VisibleSql;
  /** Selects the first records of each account `s`, at most a full page of each. */
  readonly recordsOfEach: () => Sql;
}

/** An account that a page overlaps. */
interface Overlap {
  readonly key: VisibleKey;
  /** The start of the day on which the page begins; `-infinity` if it begins before the account's first record. */
  readonly at: string;
  /** The maximum number of the account's records on the page. */
  readonly wanted: number;
  /** The number of its records from `at` on that are on earlier pages. */
  readonly skipped: number;
}
