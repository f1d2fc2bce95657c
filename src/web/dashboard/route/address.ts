import { texts } from '../texts/texts.js';
import { FINDINGS_NAMES, readFindings, type FindingsAddress } from './findingsAddress.js';
import { readSites, SITES_NAMES, type SitesAddress } from './sitesAddress.js';

/** What is looked at, as the address of the page says it, so that a view can be shared. */
export interface Address extends SitesAddress, FindingsAddress {
  /** A building; null: none is looked at. */
  readonly building: string | null;
  /** An account; null: none is looked at. */
  readonly account: string | null;
  /** As {@link parsePeriod} reads it; null: the last whole year that has data. */
  readonly period: string | null;
  /** What it is compared with, as {@link comparisonOf} reads it; null: the year before. */
  readonly compare: string | null;
  /** What each bar is of: day, week or month; null: as suits the period. */
  readonly by: string | null;
  /** A utility type; null: all that are in kWh. */
  readonly type: string | null;
  /** What the bars by month show; null: consumption. */
  readonly measure: string | null;
}

const NAMES = [
  ...(['building', 'account', 'period', 'compare', 'by', 'type', 'measure'] as const),
  ...SITES_NAMES,
  ...FINDINGS_NAMES,
] as const;

/**
 * Reads the query of an address.
 * @throws Error in a sentence when it names something that the dashboard does not know, or a thing twice
 */
export function readAddress(search: string): Address {
  const given = new URLSearchParams(search);
  for (const name of new Set(given.keys())) {
    if (!NAMES.some((known) => known === name)) throw new Error(texts().wrong.name(name, NAMES.join(', ')));
    if (given.getAll(name).length > 1) throw new Error(texts().wrong.twice(name));
  }
  const value = (name: (typeof NAMES)[number]): string | null => given.get(name) ?? null;
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
  };
}

/** The address of a view; what is null is left out. */
export function writeAddress(address: Address): string {
  const query = new URLSearchParams(
    NAMES.flatMap((name) => {
      const value = address[name];
      return value === null ? [] : [[name, value]];
    }),
  ).toString();
  return query === '' ? location.pathname : `${location.pathname}?${query}`;
}
