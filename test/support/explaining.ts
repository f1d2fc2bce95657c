import { numberedText, sql, type Sql } from '../../src/db/sql.js';
import type { Database, Queryable } from '../../src/db/database.js';
import { ONE_SERVER, type Topology } from '../../src/db/topology.js';

/** A database that returns query plans in place of rows. */
export interface Explaining {
  readonly queryable: Queryable;
  /** Returns PostgreSQL's plan for the last statement. */
  readonly plan: () => string;
  /** Returns the plans for all statements so far. */
  readonly plans: () => readonly string[];
  /** The statements so far. */
  readonly statements: () => readonly string[];
}

/**
 * Requests the plan of each statement. Statements that are planned once are planned without their parameters.
 * @param finds whether reads return rows; without rows, the code sends no dependent statements
 */
export function explaining(database: Database, finds = false): Explaining {
  const plans: string[] = [];
  const statements: string[] = [];
  const explain = async (statement: Sql): Promise<void> => {
    const lines = statement.isPlannedOnce
      ? await generic(database, statement)
      : await database.rows<Line>(sql`explain ${statement}`);
    statements.push(numberedText(statement).text);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
  };
  const rows = async <T>(statement: Sql): Promise<readonly T[]> => {
    await explain(statement);
    return finds ? database.rows<T>(statement) : [];
  };
  const tuples: Queryable['tuples'] = async (statement) => {
    await explain(statement);
    return finds ? database.tuples(statement) : [];
  };
  const topology = (): Topology => ONE_SERVER;
  return {
    queryable: { topology, snapshot: (run) => run({ topology, rows, tuples }), rows, tuples },
    plan: () => plans.at(-1) ?? '',
    plans: () => plans,
    statements: () => statements,
  };
}

interface Line {
  readonly 'QUERY PLAN': string;
}

function generic({ knex }: Database, statement: Sql): Promise<readonly Line[]> {
  const { text: numbered, bindings } = numberedText(statement);
  return knex.transaction(async (trx) => {
    const said: { readonly rows: readonly Line[] }[] = [];
    for (const text of [
      'set local plan_cache_mode = force_generic_plan',
      `prepare explained as ${numbered}`,
      `explain execute explained(${bindings.map(() => 'null').join(', ')})`,
      'deallocate explained',
    ]) {
      // Knex would take a question mark for a placeholder; the statement has none left.
      said.push(await trx.raw(text));
    }
    return said[2]?.rows ?? [];
  });
}
