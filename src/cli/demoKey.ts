import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthenticator } from '../auth/authenticator.js';
import { grantAllCompanies } from '../auth/companyGrants.js';
import { issueKey } from '../auth/keys.js';
import type { Config } from '../config/config.js';
import type { Database } from '../db/database.js';

/**
 * The files in the data folder with the keys that `npm start` prints: one for all companies, one for the invented
 * company.
 */
export const DEMO_KEY = 'demo-key';
export const DASHBOARD_KEY = 'dashboard-key';
/** The labels of these keys, which the dashboard shows as the name of the user. */
const LABELS = { [DEMO_KEY]: 'Sample portfolio', [DASHBOARD_KEY]: 'Northgate Foods (invented)' } as const;

/**
 * Returns a key that `npm start` prints for the sample portfolio. A file in the data folder, readable only by its
 * owner, stores the key. If the stored key no longer authenticates, the function issues a new one.
 * @param file the name of that file
 * @param companies the companies that the key sees
 */
export async function demoKey(
  database: Database,
  dataDir: string,
  file: keyof typeof LABELS,
  companies: readonly string[],
): Promise<string> {
  const stored = await storedKey(database, dataDir, file);
  if (stored !== null) return stored;
  const { key } = await issueKey(database, { role: 'reader', companies, entities: [], label: LABELS[file] });
  writeFileSync(join(dataDir, file), `${key}\n`, { mode: 0o600 });
  return key;
}

/** Returns the key of a file in the data folder; null if the file does not exist, or the key no longer authenticates. */
export async function storedKey(database: Database, dataDir: string, file: string): Promise<string | null> {
  let stored: string;
  try {
    stored = readFileSync(join(dataDir, file), 'utf8').trim();
  } catch {
    return null;
  }
  return (await createAuthenticator(database).authenticate(stored)) === null ? null : stored;
}

/**
 * Grants the demo key every company of the embedded database, so that it sees the user's own data too. Other keys stay
 * as they are: if its user has another active key, the function grants nothing.
 */
export async function widenDemoKey(database: Database, { databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== null) return;
  const key = await storedKey(database, dataDir, DEMO_KEY);
  const [userId = ''] = key?.split(':') ?? [];
  if (userId !== '') await grantAllCompanies(database, userId);
}
