import { unseenCompanies } from '../auth/companyGrants.js';
import type { Config } from '../config/config.js';
import type { Database } from '../db/database.js';
import type { ImportSummary } from '../import/importRecords.js';
import { context } from './commandContext.js';
import { widenDemoKey } from './demoKey.js';
import { count, logLine } from './output.js';

/** How a user sees the imported data. */
export interface NextStep {
  /** The imported companies that no key sees. */
  readonly companiesWithoutKey: readonly string[];
  /** The command that issues a key for these companies; otherwise the address of the dashboard. */
  readonly next: string;
  readonly inWords: string;
}

/** The maximum number of companies that the command for a key names. */
const MAX_NAMED = 5;

/**
 * Lets the demo key of an embedded database see the imported companies, and returns how the user sees them.
 * @param companies the companies of the imported rows
 * @returns null if the rows belong to no company
 */
export async function nextStep(
  database: Database,
  config: Config,
  companies: readonly string[],
): Promise<NextStep | null> {
  if (companies.length === 0) return null;
  await widenDemoKey(database, config);
  const unseen = await unseenCompanies(database, companies);
  const companiesWithoutKey = unseen.map(({ id }) => id);
  const [first] = unseen;
  if (first === undefined) {
    const next = dashboardAddress(config);
    return { companiesWithoutKey, next, inWords: `The dashboard: npm start, then ${next}` };
  }
  const options = companiesWithoutKey.slice(0, MAX_NAMED).map((id) => `--company ${id}`);
  const next = `npx udg keys issue --role reader ${options.join(' ')}`;
  const others = unseen.length - 1;
  const names = `${first.name ?? first.id}${others > 0 ? ` and ${count(others)} other ${others === 1 ? 'company' : 'companies'}` : ''}`;
  return { companiesWithoutKey, next, inWords: `No key sees ${names} yet: ${next}` };
}

/**
 * Prints how to see the imported data: always if no key sees it. Otherwise only a terminal gets the line, and only if
 * the import changed something, because scheduled imports would repeat it.
 */
export function logNextStep({ companiesWithoutKey, inWords }: NextStep, files: readonly ImportSummary[]): void {
  const isChanged = files.some(({ inserted, updated, deleted }) => inserted + updated + deleted > 0);
  if (companiesWithoutKey.length === 0 && !(isChanged && context().stderr.isTTY === true)) return;
  const newFindings = files.reduce((sum, file) => sum + file.newFindings, 0);
  const findings = `${count(newFindings)} new ${newFindings === 1 ? 'finding' : 'findings'}`;
  logLine(newFindings > 0 ? `${findings}. ${inWords}` : inWords);
}

/** The address of the dashboard that `npm start` serves. */
function dashboardAddress({ host, port }: Config): string {
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}/dashboard`;
}
