import type { Database } from '../../src/data/database.js';
import { IMPORT_NAMES } from '../../src/import/importRecords.js';
import { importPlain } from './importPlain.js';
import { PORTFOLIO, type ResourceName } from './portfolio.js';

const ORDER = IMPORT_NAMES.filter((name): name is ResourceName => name in PORTFOLIO);

/** Loads the whole portfolio through the import that users have. */
export async function loadPortfolio(database: Database): Promise<void> {
  for (const name of ORDER) await importPlain(database, name, PORTFOLIO[name]);
}
