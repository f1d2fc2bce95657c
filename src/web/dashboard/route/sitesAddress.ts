/** What the view of the sites is narrowed to and ordered by, as the address says it. */
export interface SitesAddress {
  /** `list` or `map`; null: another view is looked at. */
  readonly sites: string | null;
  /** Words that are searched for. */
  readonly search: string | null;
  readonly company: string | null;
  readonly entity: string | null;
  /** The type of the site, such as `Office`. */
  readonly use: string | null;
  readonly tag: string | null;
  readonly status: string | null;
  /** `all`, `some`, `none` or `notExpected`; null: whatever data there is. */
  readonly data: string | null;
  /** A column and a direction, such as `coverage:desc`; null: by name. */
  readonly sort: string | null;
  /** From 1; null: the first. */
  readonly page: string | null;
}

export const SITES_NAMES = [
  ...(['sites', 'search', 'company', 'entity', 'use', 'tag'] as const),
  ...(['status', 'data', 'sort', 'page'] as const),
] satisfies (keyof SitesAddress)[];

/** @param value what the address has by a name */
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

/** What the address of every other view has of it. */
export const NO_SITES: SitesAddress = readSites(() => null);
