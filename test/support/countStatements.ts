import { numberedText } from '../../src/data/sql.js';
import type { Database } from '../../src/data/database.js';

/** A database whose statements for answers are counted; looking up a key or the version of the data is none. */
export function countStatements(database: Database): { readonly counting: Database; take: () => number } {
  let statements = 0;
  const counting: Database = {
    ...database,
    rows: (statement, caller) => {
      const { text } = numberedText(statement);
      if (!text.includes('portfolio_versions v') && !text.includes('from api_keys')) statements += 1;
      return database.rows(statement, caller);
    },
    tuples: (statement, caller) => {
      statements += 1;
      return database.tuples(statement, caller);
    },
    snapshot: (run, caller) => {
      statements += 1;
      return database.snapshot(run, caller);
    },
  };
  return {
    counting,
    /** The statements since this was asked last. */
    take: () => {
      const taken = statements;
      statements = 0;
      return taken;
    },
  };
}
