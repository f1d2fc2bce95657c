/** URL parameters of the sites view: filters, order and page. */
export interface SitesAddress {
  /** `list` or `map`; null for the other views. */
  readonly sites: string | null;
  /** Search terms. */
  readonly search: string | null;
  readonly company: string | null;
  readonly entity: string | null;
  /** Type of the site, such as `Office`. */
  readonly use: string | null;
  readonly tag: string | null;
  readonly status: string | null;
  /** `all`, `some`, `none` or `notExpected`; null for sites with any share of data. */
  readonly data: string | null;
  /** A column and a direction, such as `coverage:desc`; null for the order by name. */
  readonly sort: string | null;
  /** From 1; null for the first page. */
  readonly page: string | null;
}

export const SITES_NAMES = [
  ...(['sites', 'search', 'company', 'entity', 'use', 'tag'] as const),
  ...(['status', 'data', 'sort', 'page'] as const),
] satisfies (keyof SitesAddress)[];

/**
 * Reads the parameters of the sites view.
 * @param value returns a parameter by its name
 */
export function readSites(value: (name: keyof SitesAddress) => string | null): SitesAddress {
  return {
    sites: value('sites'),
    search: value('search'),
    company: value('company'),
    entity: value('entity'),
    use: value('use'),
    tag: value('tag'),
    status: value('status'),
    data: value('data'),
    sort: value('sort'),
    page: value('page'),
  };
}

/** The parameters of every other view. */
export const NO_SITES: SitesAddress = readSites(() => null);
