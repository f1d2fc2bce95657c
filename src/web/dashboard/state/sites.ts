import type { AssetFilter, DataShare, RankedBy, Ranking, UtilityType } from '../generated/operations.js';
import type { SitesAddress } from '../route/sitesAddress.js';
import { texts } from '../texts/texts.js';
import { oneOf, pageOf } from './oneOf.js';

/** Forms of the sites view. */
const VIEWS = ['list', 'map'] as const;
export const STATUSES = ['active', 'inactive'] as const;
export const DATA = ['all', 'some', 'none', 'notExpected'] as const satisfies readonly DataShare[];
/** The database sorts by these columns. The service computes the figures for each request. */
const STORED = ['siteName', 'assetType'] as const;
const FIGURES = ['coverage', 'intensity', 'consumption', 'lastDataMonth'] as const satisfies readonly RankedBy[];
export type SortBy = (typeof STORED)[number] | (typeof FIGURES)[number];
/** The maximum number of sites for which the service computes figures: its largest page. */
export const MAX_RANKED = 10_000;

/** Period and types of the figures. */
interface FigureVariables {
  readonly startDate: string;
  readonly endDate: string;
  readonly types: readonly UtilityType[];
}

/** Parameters of the sites view, parsed from the URL. */
export interface SitesParams {
  readonly view: (typeof VIEWS)[number];
  readonly search: string | null;
  readonly filter: AssetFilter;
  readonly data: DataShare | null;
  readonly by: SortBy;
  readonly descending: boolean;
  readonly page: number;
}

/**
 * Parses the parameters of the sites view; null for another view.
 * @throws Error with a sentence for the user if a value is not valid
 */
export function sitesOf(address: SitesAddress): SitesParams | null {
  if (address.sites === null) return null;
  const { company, entity, use, tag } = address;
  const { what } = texts().wrong;
  const status = address.status === null ? null : oneOf(what.status, STATUSES, address.status);
  const [by = '', direction = ''] = (address.sort ?? 'siteName:asc').split(':');
  return {
    view: oneOf(what.view, VIEWS, address.sites),
    search: address.search,
    filter: {
      ...(company === null ? {} : { companyId: { eq: company } }),
      ...(entity === null ? {} : { entityId: { eq: entity } }),
      ...(use === null ? {} : { assetType: { eq: use } }),
      ...(tag === null ? {} : { tags: { has: [tag] } }),
      ...(status === null ? {} : { status: { eq: status } }),
    },
    data: address.data === null ? null : oneOf(what.data, DATA, address.data),
    by: oneOf(what.order, [...STORED, ...FIGURES], by),
    descending: oneOf(what.direction, ['asc', 'desc'], direction) === 'desc',
    page: pageOf(address.page),
  };
}

/** Returns the ranking by figures for the query; null if neither the order nor a filter needs figures. */
export function rankingOf(
  { by, descending, data }: SitesParams,
  figures: FigureVariables,
  most: number,
): Ranking | null {
  const figure = FIGURES.find((name) => name === by);
  if (figure === undefined && data === null) return null;
  return { ...rankedTime(figures, most), by: figure ?? null, descending, data };
}

/** Returns the period and types of a ranking, without an order. */
export function rankedTime({ startDate, endDate, types }: FigureVariables, most: number): Ranking {
  return { startDate, endDate, accountType: types, most };
}

/** Returns the order by a database column; null if the list is sorted by a figure. */
export function sortOf({ by, descending }: SitesParams): string | null {
  return STORED.some((name) => name === by) ? `${by}:${descending ? 'desc' : 'asc'}` : null;
}
