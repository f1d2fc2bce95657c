import type { Database, Queryable } from '../../src/data/database.js';

/** What is read with to see plans rather than rows. */
export interface Explaining {
  readonly queryable: Queryable;
  /** How PostgreSQL would run what was asked last. */
  readonly plan: () => string;
}

/** Asks for the plan of each statement whose rows are tuples, and finds none. */
export function explaining(database: Database): Explaining {
  let plan = '';
  const queryable: Queryable = {
    snapshot: (run) => database.snapshot(run),
    rows: () => Promise.resolve([]),
    async tuples(statement, bindings) {
      const lines = await database.rows<Record<string, string>>(`explain ${statement}`, bindings);
      plan = lines.map((line) => line['QUERY PLAN'] ?? '').join('\n');
      return [];
    },
  };
  return { queryable, plan: () => plan };
}
