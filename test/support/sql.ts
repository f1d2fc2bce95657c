import type { Database } from '../../src/data/database.js';

/** Runs something and tells the statements that it sent to the database, but for those of keys: look-ups, due every 4 seconds, and the day of their use; and for the version of distributed data, which is asked before and after. */
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
