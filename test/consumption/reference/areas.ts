import type { Range } from './periods.js';
import type { Account, Asset, Records } from './records.js';
import { DAY, dayOf, instant } from './time.js';
import { startOfDate } from './zone.js';

/** A plain decimal number, or nothing. */
export function decimal(text: string | null | undefined): number | undefined {
  return typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

export const accountArea = (accounts: readonly Account[]): number =>
  accounts.reduce((total, { meterAreaServed }) => total + (decimal(meterAreaServed) ?? 0), 0);

export const assetArea = (assets: readonly Asset[]): number =>
  assets.reduce(
    (total, { floorArea, floorAreaUnit }) =>
      total + (floorArea ?? 0) * (floorAreaUnit?.toLowerCase() === 'imperial' ? 0.09290304 : 1),
    0,
  );

/** The address lines, without the country and the coordinates. */
export const addressOf = ({ address }: Asset): string =>
  [address?.streetAddress, address?.locality, address?.region, address?.postCode].filter((line) => line).join(', ');

/** How many accounts have a contract at some time of the range. */
export function contractCoverage(
  records: Records,
  accounts: readonly Account[],
  { from, to }: Range,
  zone: string,
): { readonly withContract: number; readonly withoutContract: number } {
  const covered = accounts.filter((account) =>
    (records.contracts ?? []).some(
      ({ accountId, startDate, endDate }) =>
        accountId === account._id &&
        startOfDate(dayOf(instant(startDate)), zone) < to &&
        (endDate ? startOfDate(dayOf(instant(endDate)) + DAY, zone) : Infinity) > from,
    ),
  );
  return { withContract: covered.length, withoutContract: accounts.length - covered.length };
}
