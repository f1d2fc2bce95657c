import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_COMPANY_IDS } from '../../seeds/sample.js';
import { createAuthenticator } from '../auth/authenticator.js';
import { issueKey } from '../auth/keys.js';
import type { Database } from '../data/database.js';

/**
 * The key that `npm start` prints for the sample portfolio: kept beside the embedded database, for its owner's eyes
 * only, and issued anew when it no longer authenticates.
 */
export async function demoKey(database: Database, dataDir: string): Promise<string> {
  const path = join(dataDir, 'demo-key');
  const kept = read(path);
  if (kept !== null && (await createAuthenticator(database).authenticate(kept)) !== null) return kept;
  const { key } = await issueKey(database, { role: 'reader', companies: SAMPLE_COMPANY_IDS, entities: [] });
  writeFileSync(path, `${key}\n`, { mode: 0o600 });
  return key;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
