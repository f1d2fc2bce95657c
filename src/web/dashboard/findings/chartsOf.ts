import { countDays, lastOfMonth } from '../format/days.js';
import { periodOf } from '../format/periods.js';
import type { Address } from '../route/address.js';
import { NO_FINDINGS } from '../route/findingsAddress.js';
import { NO_SITES } from '../route/sitesAddress.js';

/**
 * The longest period whose half-hours the dashboard draws, in days. The service returns up to 50,000 half-hours
 * (`MAX_PERIODS`), and a chart of more would be illegible.
 */
export const MAX_DRAWN_DAYS = 1_000;

/** The account and the period of a finding. */
interface FindingPeriod {
  readonly accountId: string;
  readonly assetId: string | null;
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * Returns the address of the account's charts for the months that a finding touches. The heat map outlines the finding
 * there. A very long finding gets only its first year.
 */
export function chartsOf({ accountId, assetId, startDate, endDate }: FindingPeriod): Partial<Address> {
  const last = new Date(Date.parse(endDate) - 1).toISOString();
  const [from, to] = [`${startDate.slice(0, 7)}-01`, lastOfMonth(last.slice(0, 7))];
  const period = countDays(from, to) > MAX_DRAWN_DAYS ? startDate.slice(0, 4) : periodOf(from, to).id;
  return {
    ...NO_SITES,
    ...NO_FINDINGS,
    building: assetId,
    account: accountId,
    type: null,
    measure: null,
    by: null,
    period,
  };
}
