import type { Database, Queryable } from '../../src/data/database.js';
import { PLANNED_ONCE } from '../../src/data/sql.js';

/** What is read with to see plans rather than rows. */
export interface Explaining {
  readonly queryable: Queryable;
  /** How PostgreSQL would run what was asked last. */
  readonly plan: () => string;
  /** How it would run each of all that was asked. */
  readonly plans: () => readonly string[];
  /** All that was asked. */
  readonly statements: () => readonly string[];
}

/**
 * Asks for the plan of each statement. What is planned once is planned without what is bound to it.
 * @param finds whether rows are found; else there are none, so that nothing that depends on them is asked
 */
export function explaining(database: Database, finds = false): Explaining {
  const plans: string[] = [];
  const statements: string[] = [];
  const explain = async (statement: string, bindings: readonly unknown[]): Promise<void> => {
    const lines = statement.startsWith(PLANNED_ONCE)
      ? await generic(database, statement, bindings.length)
      : await database.rows<Line>(`explain ${statement}`, bindings);
    statements.push(statement);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
  };
  const rows = async <T>(statement: string, bindings: readonly unknown[]): Promise<readonly T[]> => {
    await explain(statement, bindings);
    return finds ? database.rows<T>(statement, bindings) : [];
  };
  const tuples: Queryable['tuples'] = async (statement, bindings) => {
    await explain(statement, bindings);
    return finds ? database.tuples(statement, bindings) : [];
  };
  const isDistributed = (): boolean => false;
  return {
    queryable: { isDistributed, snapshot: (run) => run({ isDistributed, rows }), rows, tuples },
    plan: () => plans.at(-1) ?? '',
    plans: () => plans,
    statements: () => statements,
  };
}

interface Line {
  readonly 'QUERY PLAN': string;
}

function generic({ knex }: Database, statement: string, bindings: number): Promise<readonly Line[]> {
  let number = 0;
  const numbered = statement.replaceAll('?', () => `$${(number += 1)}`);
  return knex.transaction(async (trx) => {
    const said: { readonly rows: readonly Line[] }[] = [];
    for (const text of [
      'set local plan_cache_mode = force_generic_plan',
      `prepare explained as ${numbered}`,
      `explain execute explained(${Array.from({ length: bindings }, () => 'null').join(', ')})`,
      'deallocate explained',
    ]) {
      // Knex would take a question mark for a binding; there is none left.
      said.push(await trx.raw(text));
    }
    return said[2]?.rows ?? [];
  });
}
