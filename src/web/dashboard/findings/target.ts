import { countDays, lastOfMonth } from '../format/days.js';
import { periodOf } from '../format/periods.js';
import type { Address } from '../route/address.js';
import { NO_FINDINGS } from '../route/findingsAddress.js';
import { NO_SITES } from '../route/sitesAddress.js';

/** Half-hours of so many days are drawn. */
const MOST_DAYS = 1_000;

interface Placed {
  readonly accountId: string;
  readonly assetId: string | null;
  readonly startDate: string;
  readonly endDate: string;
}

/** The account's charts over the whole months of a finding, in which it is marked; of a very long one its first year. */
export function targetOf({ accountId, assetId, startDate, endDate }: Placed): Partial<Address> {
  const last = new Date(Date.parse(endDate) - 1).toISOString();
  const [from, to] = [`${startDate.slice(0, 7)}-01`, lastOfMonth(last.slice(0, 7))];
  const period = countDays(from, to) > MOST_DAYS ? startDate.slice(0, 4) : periodOf(from, to).id;
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
