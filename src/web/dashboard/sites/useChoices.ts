import { locale } from '../../shared/language.js';
import { useSiteChoices, type SiteChoicesQuery } from '../generated/operations.js';
import { MAX_RANKED } from '../state/sites.js';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Options of the filters of the sites. */
export interface Choices {
  readonly companies: readonly Option[];
  readonly entities: readonly Option[];
  readonly uses: readonly Option[];
  readonly tags: readonly Option[];
}

const NONE: Choices = { companies: [], entities: [], uses: [], tags: [] };

/** Loads the filter options from the sites of the key; empty until the answer arrives. */
export function useChoices(): Choices {
  return useSiteChoices({ limit: MAX_RANKED }, { select: choicesOf }).data ?? NONE;
}

function choicesOf({ assets, entities }: SiteChoicesQuery): Choices {
  const sites = assets?.data ?? [];
  const entityList = entities?.data ?? [];
  const nameOf = ({ _id, name }: (typeof entityList)[number]): string => name ?? _id;
  const texts = (values: readonly (string | null)[]): readonly Option[] =>
    [...new Set(values)]
      .flatMap((value) => (value === null || value === '' ? [] : [{ value, label: value }]))
      .toSorted((one, other) => one.label.localeCompare(other.label, locale(), { numeric: true }));
  // Companies have no name in the API, so the names of their entities identify them.
  const companies = [...new Set(sites.map(({ companyId }) => companyId))].map((value) => {
    const names = entityList.filter(({ companyId }) => companyId === value).map(nameOf);
    return { value, label: names.length === 0 ? value : names.join(', ') };
  });
  return {
    companies,
    entities: entityList.map((entity) => ({ value: entity._id, label: nameOf(entity) })),
    uses: texts(sites.map(({ assetType }) => assetType)),
    tags: texts(sites.flatMap(({ tags }) => tags)),
  };
}
