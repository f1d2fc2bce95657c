import type { Database } from '../../src/data/database.js';

/** Runs something and tells the statements that it sent to the database, but for look-ups of keys, which are due every 4 seconds. */
export async function statementsOf({ knex }: Database, run: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  const note = ({ sql }: { readonly sql: string }): void => {
    if (!sql.includes('from api_keys')) statements.push(sql);
  };
  knex.on('query', note);
  try {
    await run();
  } finally {
    knex.removeListener('query', note);
  }
  return statements;
}
