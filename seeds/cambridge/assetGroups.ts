import { campusOf } from '../generate/address.js';
import { stableId } from '../generate/hash.js';
import type { Values } from '../rows.js';
import { readBuildings, type Building } from './files.js';
import { assetId, SAMPLE_COMPANY_ID, SAMPLE_CREATED_AT, SAMPLE_ENTITY_IDS } from './ids.js';
import { useOf } from './site.js';

interface Group {
  readonly key: string;
  readonly name: string;
  /** Set if all sites belong to one entity. */
  readonly entityId?: string;
  readonly holds: (building: Building) => boolean;
}

/** The floor area in m² from which a laboratory counts as large. */
const LARGE = 9_000;

const GROUPS: readonly Group[] = [
  { key: 'west', name: 'West campus', holds: ({ id }) => campusOf(id).slug === 'west' },
  { key: 'south', name: 'South campus', holds: ({ id }) => campusOf(id).slug === 'south' },
  {
    key: 'large-laboratories',
    name: 'Large laboratories',
    entityId: SAMPLE_ENTITY_IDS.research,
    holds: (building) => building.floorArea > LARGE && useOf(building).assetType === 'Laboratory',
  },
  {
    key: 'collections',
    name: 'Libraries and museums',
    entityId: SAMPLE_ENTITY_IDS.teaching,
    holds: (building) => ['Library', 'Museum'].includes(useOf(building).assetType),
  },
];

/** Returns groups of the company's sites: by part of the city and by use, both generated. A site may be in several. */
export function assetGroups(): readonly Values[] {
  return GROUPS.map(({ key, name, entityId, holds }) => ({
    _id: assetGroupId(key),
    name,
    assetIds: readBuildings()
      .filter(holds)
      .map(({ id }) => assetId(id)),
    companyId: SAMPLE_COMPANY_ID,
    entityId: entityId ?? null,
    createdAt: SAMPLE_CREATED_AT,
    updatedAt: SAMPLE_CREATED_AT,
  }));
}

/** Returns the group of a key: `west`, `south`, `large-laboratories` or `collections`. */
export function assetGroupId(key: string): string {
  return stableId(`asset-group:cambridge:${key}`);
}
