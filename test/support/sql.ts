import type { Database } from '../../src/data/database.js';

/** Runs something and tells the statements that it sent to the database. */
export async function statementsOf({ knex }: Database, run: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  const note = ({ sql }: { readonly sql: string }): void => {
    statements.push(sql);
  };
  knex.on('query', note);
  try {
    await run();
  } finally {
    knex.removeListener('query', note);
  }
  return statements;
}
