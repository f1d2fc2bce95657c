import { issueKey } from '../../src/auth/keys.js';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres.js';
import { ACCOUNT, COMPANY } from './faulty.js';
import { importPlain } from './importPlain.js';

/** Migrates an empty database and inserts a company with one account. @returns a key that may read both */
export async function fillWithOneAccount(url: string): Promise<string> {
  const database = openPostgres({ url, poolMax: 2, statementTimeoutMs: 0 });
  try {
    await migrate(database);
    await importPlain(database, 'companies', [{ _id: COMPANY, name: 'Acme' }]);
    await importPlain(database, 'accounts', [{ _id: ACCOUNT, companyId: COMPANY, type: 'electricity', name: 'Main' }]);
    return (await issueKey(database, { role: 'reader', companies: [COMPANY], entities: [] })).key;
  } finally {
    await database.close();
  }
}
