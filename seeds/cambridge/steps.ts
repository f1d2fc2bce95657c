import type { SeedStep, Values } from '../rows.js';
import { accounts } from './accounts.js';
import { assets } from './assets.js';
import { companies, entities } from './companies.js';
import { countIntervals, intervals } from './intervals.js';

/** What the sample portfolio is made of, each step after what it refers to. */
export const CAMBRIDGE: readonly SeedStep[] = [
  few('cambridge/companies', 'companies', companies),
  few('cambridge/entities', 'entities', entities),
  few('cambridge/assets', 'assets', assets),
  few('cambridge/accounts', 'accounts', accounts),
  { name: 'cambridge/intervals', into: 'non-cumulative', rows: intervals, count: countIntervals },
];

function few(name: string, into: SeedStep['into'], rows: () => readonly Values[]): SeedStep {
  return { name, into, rows, count: () => rows().length };
}
