import type { Knex } from 'knex';
import type { Database } from './database.js';
import { wordsOf } from './failure.js';
import { MAX_PROBLEMS, type StorageProblem } from './verifyPages.js';

/** The result of reading all tables and indexes. */
export interface RelationsVerified {
  readonly tables: number;
  readonly indexes: number;
  /** Whether amcheck checked each row and each index entry. Otherwise the rows were read and counted. */
  readonly amcheck: boolean;
  /** At most {@link MAX_PROBLEMS} problems. */
  readonly problems: readonly StorageProblem[];
}

interface Relation {
  readonly oid: number;
  readonly name: string;
  /** Its B-trees. */
  readonly indexes: readonly { readonly oid: number; readonly name: string }[];
  /** The first column of an index on all rows; null: there is no such index. */
  readonly key: string | null;
}

/** Error codes of a session that has ended. */
const LOST = /^(57P0\d|08\w{3})$/;

/**
 * Reads all tables and B-trees, including the catalogue, in one read-only snapshot. With amcheck it checks each row,
 * and whether the indexes contain it. For other relations, and without amcheck, it counts the rows of each table in the
 * table and in an index.
 * @param onRelation called before each relation, and after the last one
 */
export async function verifyRelations(
  { knex }: Pick<Database, 'knex'>,
  onRelation: (done: number, total: number) => void,
): Promise<RelationsVerified> {
  const trx = await knex.transaction(undefined, { isolationLevel: 'repeatable read' });
  const problems: StorageProblem[] = [];
  let [tables, indexes, amcheck] = [0, 0, false];
  try {
    await trx.raw('set local statement_timeout = 0');
    amcheck = await hasAmcheck(trx);
    const relations = await relationsOf(trx);
    for (const [index, relation] of relations.entries()) {
      onRelation(index, relations.length);
      tables += 1;
      indexes += relation.indexes.length;
      const onProblem = (where: string, problem: string): void => {
        if (problems.length < MAX_PROBLEMS) problems.push({ where, problem });
      };
      if (!(await verifyRelation(trx, relation, amcheck, onProblem))) break;
    }
    onRelation(relations.length, relations.length);
  } catch (error) {
    problems.push({ where: 'the catalogue', problem: wordsOf(error).message });
  } finally {
    await trx.rollback().catch(() => undefined);
  }
  return { tables, indexes, amcheck, problems };
}

/** Creates amcheck for this transaction if possible. @returns whether amcheck can be used */
async function hasAmcheck(trx: Knex.Transaction): Promise<boolean> {
  return (
    (await attempt(trx, async () => {
      await trx.raw('create extension if not exists amcheck');
      // A role may see the extension without the right to use it.
      await trx.raw(`select bt_index_check('pg_class_oid_index', true)`);
    })) === null
  );
}

/** Runs a function that may fail, within a transaction. @returns its error; null: it succeeded */
async function attempt(trx: Knex.Transaction, run: () => Promise<unknown>): Promise<Error | null> {
  try {
    await trx.raw('savepoint attempt');
    await run();
    await trx.raw('release savepoint attempt');
    return null;
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    await trx.raw('rollback to savepoint attempt').catch(() => undefined);
    return failure;
  }
}

/**
 * Returns the tables that the role may read: of the current schema, of imports and of the catalogue, with their TOAST
 * tables.
 */
async function relationsOf(trx: Knex.Transaction): Promise<readonly Relation[]> {
  const { rows }: { readonly rows: readonly Relation[] } = await trx.raw(`
    with chosen as (
      select c.oid, c.reltoastrelid from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'm') and c.relpersistence <> 't' and has_table_privilege(c.oid, 'select')
        and has_schema_privilege(n.oid, 'usage')
        and (n.nspname in (current_schema(), 'pg_catalog') or n.nspname like 'udg\\_import%')
    ), all_of_them as (
      select oid from chosen
      union all select reltoastrelid from chosen where reltoastrelid <> 0 and has_table_privilege(reltoastrelid, 'select')
        and has_schema_privilege('pg_toast', 'usage')
    )
    select c.oid::int8::float8 as oid, c.oid::regclass::text as name,
      coalesce((
        select json_agg(json_build_object('oid', i.indexrelid::int8, 'name', i.indexrelid::regclass::text) order by i.indexrelid)
        from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am a on a.oid = x.relam
        where i.indrelid = c.oid and i.indisvalid and a.amname = 'btree'
      ), '[]') as indexes,
      (
        select quote_ident(t.attname) from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am a on a.oid = x.relam
          join pg_attribute t on t.attrelid = c.oid and t.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisvalid and i.indpred is null and a.amname = 'btree'
        order by i.indexrelid limit 1
      ) as key
    from all_of_them join pg_class c using (oid) order by c.oid`);
  return rows;
}

type OnProblem = (where: string, problem: string) => void;

/**
 * Verifies a relation.
 * @returns false if the session is lost and no further relation can be read
 */
async function verifyRelation(
  trx: Knex.Transaction,
  { oid, name, indexes, key }: Relation,
  amcheck: boolean,
  onProblem: OnProblem,
): Promise<boolean> {
  const verify = async (where: string, run: () => Promise<string | null>): Promise<boolean> => {
    const problems: string[] = [];
    const failure = await attempt(trx, async () => {
      const problem = await run();
      if (problem !== null) problems.push(problem);
    });
    if (failure) onProblem(where, wordsOf(failure).message);
    for (const problem of problems) onProblem(where, problem);
    return failure === null || !isLost(failure);
  };
  if (!(await verify(name, () => compareCounts(trx, name, key)))) return false;
  if (!amcheck) return true;
  if (!(await verify(name, () => rowsOf(trx, oid)))) return false;
  for (const index of indexes) {
    const isThere = await verify(index.name, async () => {
      await trx.raw('select bt_index_check(?::oid, true)', [index.oid]);
      return null;
    });
    if (!isThere) return false;
  }
  return true;
}

/** Returns whether the server or the embedded database failed, not the statement. */
function isLost(failure: Error): boolean {
  const { code } = wordsOf(failure);
  return code === '' || LOST.test(code);
}

async function rowsOf(trx: Knex.Transaction, oid: number): Promise<string | null> {
  const { rows }: { readonly rows: readonly { readonly text: string; readonly total: number }[] } = await trx.raw(
    `select 'row ' || offnum || ' of page ' || blkno || ': ' || msg as text, count(*) over ()::int as total
     from verify_heapam(?::oid, check_toast => true) limit 1`,
    [oid],
  );
  const [first] = rows;
  if (!first) return null;
  return first.total === 1 ? first.text : `${first.text}; and ${first.total - 1} more`;
}

/** Counts the rows of a table, and again by an index. The index still has the entries of lost pages. */
async function compareCounts(trx: Knex.Transaction, name: string, key: string | null): Promise<string | null> {
  const count = async (byIndex: boolean): Promise<string> => {
    await trx.raw(`set local enable_indexscan = ${byIndex}`);
    for (const scan of ['seqscan', 'bitmapscan', 'indexonlyscan'])
      await trx.raw(`set local enable_${scan} = ${!byIndex}`);
    const rows = byIndex ? `select from ${name} order by ${key} offset 0` : `select from ${name}`;
    const result: { readonly rows: readonly { readonly count: string }[] } = await trx.raw(
      `select count(*)::text as count from (${rows}) r`,
    );
    return result.rows[0]?.count ?? '0';
  };
  const all = await count(false);
  const indexed = key === null ? all : await count(true);
  return all === indexed ? null : `it has ${all} rows, and its index has ${indexed}`;
}
