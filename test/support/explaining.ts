import type { Database, Queryable } from '../../src/data/database.js';
import { PLANNED_ONCE } from '../../src/data/sql.js';

/** What is read with to see plans rather than rows. */
export interface Explaining {
  readonly queryable: Queryable;
  /** How PostgreSQL would run what was asked last. */
  readonly plan: () => string;
}

/** Asks for the plan of each statement, and finds nothing. What is planned once is planned without what is bound to it. */
export function explaining(database: Database): Explaining {
  let plan = '';
  const explain = async (statement: string, bindings: readonly unknown[]): Promise<readonly never[]> => {
    const lines = statement.startsWith(PLANNED_ONCE)
      ? await generic(database, statement, bindings.length)
      : await database.rows<Line>(`explain ${statement}`, bindings);
    plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    return [];
  };
  return { queryable: { snapshot: (run) => run({ rows: explain }), rows: explain, tuples: explain }, plan: () => plan };
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
