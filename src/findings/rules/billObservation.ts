import { DAY_MS, type DayRange } from '../../usage/grid.js';
import type { Bill } from '../bills.js';
import type { Evidence, Observation } from '../finding.js';

/** Returns an observation for the days of a bill, or for some of them. */
export function observationOf(
  { from, to }: DayRange,
  bills: readonly Bill[],
  more: Partial<Observation> = {},
): Observation {
  const evidence: readonly Evidence[] = bills.map(({ id, number }) => ({ name: 'invoice', text: number ?? id }));
  return {
    ...{ from: from * DAY_MS, to: to * DAY_MS, invoices: bills.map(({ id }) => id) },
    ...more,
    evidence: [...(more.evidence ?? []), ...evidence],
  };
}
