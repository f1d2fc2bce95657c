import { texts } from '../texts/texts.js';
import { BILLS_NAMES, readBills, type BillsAddress } from './billsAddress.js';
import { FINDINGS_NAMES, readFindings, type FindingsAddress } from './findingsAddress.js';
import { readSites, SITES_NAMES, type SitesAddress } from './sitesAddress.js';

/** The state of the dashboard in the query string of its URL, so that users can share a view. */
export interface Address extends SitesAddress, FindingsAddress, BillsAddress {
  /** Identifier of the building; null for the other views. */
  readonly building: string | null;
  /** Identifier of the account; null for the other views. */
  readonly account: string | null;
  /** In the format of {@link parsePeriod}; null for the last full year with data. */
  readonly period: string | null;
  /** The comparison, in the format of {@link comparisonOf}; null for the year before. */
  readonly compare: string | null;
  /** Length of a bar: day, week or month; null for the default of the period. */
  readonly by: string | null;
  /** A utility type; null for all types in kWh. */
  readonly type: string | null;
  /** The measure of the bars; null for consumption. */
  readonly measure: string | null;
}

const NAMES = [
  ...(['building', 'account', 'period', 'compare', 'by', 'type', 'measure'] as const),
  ...SITES_NAMES,
  ...FINDINGS_NAMES,
  ...BILLS_NAMES,
] as const;

/**
 * Parses the query string of a URL.
 * @throws Error with a sentence for the user if a parameter is unknown or repeated
 */
export function readAddress(search: string): Address {
  const params = new URLSearchParams(search);
  for (const name of new Set(params.keys())) {
    if (!NAMES.some((parameter) => parameter === name)) throw new Error(texts().wrong.name(name, NAMES.join(', ')));
    if (params.getAll(name).length > 1) throw new Error(texts().wrong.twice(name));
  }
  const value = (name: (typeof NAMES)[number]): string | null => params.get(name) ?? null;
  return {
    building: value('building'),
    account: value('account'),
    period: value('period'),
    compare: value('compare'),
    by: value('by'),
    type: value('type'),
    measure: value('measure'),
    ...readSites(value),
    ...readFindings(value),
    ...readBills(value),
  };
}

/** Returns the URL of a view, without parameters that are null. */
export function writeAddress(address: Address): string {
  const query = new URLSearchParams(
    NAMES.flatMap((name) => {
      const value = address[name];
      return value === null ? [] : [[name, value]];
    }),
  ).toString();
  return query === '' ? location.pathname : `${location.pathname}?${query}`;
}
