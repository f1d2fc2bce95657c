import type { Database } from '../../src/db/database.js';

/**
 * Returns the statements that a function sends to the database. Leaves out the statements for keys (look-ups, which
 * depend on the time, and the day of last use) and for the version of distributed data.
 */
export async function statementsOf(database: Database, run: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  const stop = database.onStatement(({ sql }) => {
    if (!sql.includes(' api_keys') && !sql.includes('$isUnconfirmed')) statements.push(sql);
  });
  try {
    await run();
  } finally {
    stop();
  }
  return statements;
}
