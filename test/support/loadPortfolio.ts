import type { Database } from '../../src/db/database.js';
import { IMPORT_NAMES } from '../../src/import/importNames.js';
import { openTestDatabase, type Engine } from './engines.js';
import { importPlain } from './importPlain.js';
import { PORTFOLIO, type ResourceName } from './portfolio.js';
import type { Contents } from './templates.js';

const ORDER = IMPORT_NAMES.filter((name): name is ResourceName => name in PORTFOLIO);

/**
 * Loads a portfolio through the public import.
 * @param names the resources to load; all unless given
 */
export async function loadPortfolio(database: Database, names = ORDER, portfolio = PORTFOLIO): Promise<void> {
  for (const name of ORDER.filter((one) => names.includes(one))) await importPlain(database, name, portfolio[name]);
}

/** Loads the whole portfolio. */
export const PORTFOLIO_CONTENTS: Contents = {
  name: 'portfolio',
  load: (database) => loadPortfolio(database),
  sources: [import.meta.filename],
};

/** Creates a database that holds the whole portfolio. */
export function openPortfolio(engine: Engine): Promise<Database> {
  return openTestDatabase(engine, PORTFOLIO_CONTENTS);
}
