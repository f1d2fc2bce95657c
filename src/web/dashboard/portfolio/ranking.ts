import { KG } from '../format/words.js';
import type { BuildingsQuery } from '../generated/operations.js';
import type { Table } from '../parts/table.js';

export type Building = NonNullable<BuildingsQuery['assets']>['data'][number];

/** Those of which anything is known in the period. */
const measured = (buildings: readonly Building[]): readonly Building[] =>
  buildings.filter(({ consumption }) => (consumption?.coverage ?? 0) > 0);

export const nameOf = ({ _id, siteName, siteCode }: Pick<Building, '_id' | 'siteName' | 'siteCode'>): string =>
  siteName ?? siteCode ?? _id;

/** Buildings with what they use per m². */
export function byIntensity(buildings: readonly Building[]): Table {
  const rows = measured(buildings);
  const unit = rows[0]?.consumption?.units ?? '';
  return {
    columns: [
      { name: 'Building', as: 'text' },
      { name: 'Use per area', unit: `${unit}/m²`, as: 'number', digits: 1, bar: true },
      { name: 'Consumption', unit, as: 'number' },
      { name: 'Floor area', unit: 'm²', as: 'number' },
      { name: 'With data', as: 'share' },
    ],
    rows: rows.map((building) => ({
      id: building._id,
      to: { building: building._id },
      cells: [
        nameOf(building),
        building.consumption?.intensity?.consumption ?? null,
        building.consumption?.consumption ?? null,
        building.consumption?.assetFloorArea ?? null,
        building.consumption?.coverage ?? null,
      ],
    })),
  };
}

/** Buildings with what they emit. */
export function byEmissions(buildings: readonly Building[]): Table {
  return {
    columns: [
      { name: 'Building', as: 'text' },
      { name: 'Emissions', unit: KG, as: 'number', bar: true },
      { name: 'Per area', unit: `${KG}/m²`, as: 'number', digits: 1 },
      { name: 'With data', as: 'share' },
    ],
    rows: measured(buildings).map((building) => ({
      id: building._id,
      to: { building: building._id },
      cells: [
        nameOf(building),
        building.consumption?.emissions?.total ?? null,
        building.consumption?.intensity?.emissions ?? null,
        building.consumption?.coverage ?? null,
      ],
    })),
  };
}
