import { numberedText } from '../../src/db/sql.js';
import type { Database } from '../../src/db/database.js';

/** A statement that reads only the version of the data. */
const VERSION = /^select s\."\$version"(?:, s\."\$syncFrom")? from/;

/** Counts the statements that a database runs for responses. Look-ups of keys and of the data version do not count. */
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
      if (!VERSION.test(numberedText(statement).text)) statements += 1;
      return database.tuples(statement, caller);
    },
    snapshot: (run, caller) => {
      statements += 1;
      return database.snapshot(run, caller);
    },
  };
  return {
    counting,
    /** Returns the number of statements since the last call. */
    take: () => {
      const taken = statements;
      statements = 0;
      return taken;
    },
  };
}
