import type { AssetFilter, DataShare, RankedBy, Ranking, UtilityType } from '../generated/operations.js';
import type { SitesAddress } from '../route/sitesAddress.js';
import { texts } from '../texts/texts.js';
import { oneOf, pageOf } from './oneOf.js';

/** How the sites are shown. */
const VIEWS = ['list', 'map'] as const;
export const STATUSES = ['active', 'inactive'] as const;
export const DATA = ['all', 'some', 'none', 'notExpected'] as const satisfies readonly DataShare[];
/** What the list is sorted by in the database, and what by figures that are worked out for it. */
const STORED = ['siteName', 'assetType'] as const;
const FIGURES = ['coverage', 'intensity', 'consumption', 'lastDataMonth'] as const satisfies readonly RankedBy[];
export type SortBy = (typeof STORED)[number] | (typeof FIGURES)[number];
/** Sites that figures are worked out of at once: the service's largest page. */
export const MOST_RANKED = 10_000;

/** The time and the types that figures are of. */
interface Asked {
  readonly startDate: string;
  readonly endDate: string;
  readonly types: readonly UtilityType[];
}

/** What the view of the sites asks for, read from the address. */
export interface SitesAsked {
  readonly view: (typeof VIEWS)[number];
  readonly search: string | null;
  readonly filter: AssetFilter;
  readonly data: DataShare | null;
  readonly by: SortBy;
  readonly descending: boolean;
  readonly page: number;
}

/**
 * @throws Error in a sentence when the address asks for what there is not
 */
export function sitesOf(address: SitesAddress): SitesAsked | null {
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

/** How the service is to order and narrow the list by figures; null: by nothing that figures are needed for. */
export function rankingOf({ by, descending, data }: SitesAsked, asked: Asked, most: number): Ranking | null {
  const figure = FIGURES.find((name) => name === by);
  if (figure === undefined && data === null) return null;
  return { ...rankedTime(asked, most), by: figure ?? null, descending, data };
}

/** The time and the types of a ranking. */
export function rankedTime({ startDate, endDate, types }: Asked, most: number): Ranking {
  return { startDate, endDate, accountType: types, most };
}

/** The order of the database, where the list has one. */
export function sortOf({ by, descending }: SitesAsked): string | null {
  return STORED.some((name) => name === by) ? `${by}:${descending ? 'desc' : 'asc'}` : null;
}
