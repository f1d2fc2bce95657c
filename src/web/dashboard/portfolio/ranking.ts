import { areaUnit } from '../format/area.js';
import { formatNumber } from '../format/numbers.js';
import { KG } from '../format/words.js';
import type { Table } from '../parts/table.js';
import { emittedOf } from '../target/figures.js';
import { texts } from '../texts/texts.js';
import { type Building, unrankedReason } from './unrankedReason.js';

/** Returns the buildings with data in the period. */
const measured = (buildings: readonly Building[]): readonly Building[] =>
  buildings.filter(({ consumption }) => (consumption?.coverage ?? 0) > 0);

export const nameOf = ({ _id, siteName, siteCode }: Pick<Building, '_id' | 'siteName' | 'siteCode'>): string =>
  siteName ?? siteCode ?? _id;

/**
 * Returns a table of buildings by use per area. A use that cannot be compared stands in a separate column, so that the
 * table does not rank it.
 * @param days length of the period in days
 */
export function byIntensity(buildings: readonly Building[], days: number): Table {
  const { columns, portfolio } = texts();
  const rows = measured(buildings);
  const unit = rows[0]?.consumption?.units ?? '';
  const { name: areaName, area, perArea } = areaUnit();
  const hasUnranked = rows.some((building) => unrankedReason(building, days) !== null);
  return {
    columns: [
      { name: columns.building, as: 'text' },
      { name: columns.usePerArea, unit: `${unit}/${areaName}`, as: 'number', digits: 1, bar: true },
      { name: columns.consumption, unit, as: 'number' },
      { name: portfolio.floorArea, unit: areaName, as: 'number' },
      { name: columns.withData, as: 'share' },
      ...(hasUnranked ? [{ name: portfolio.notRanked, as: 'text', none: '' } as const] : []),
    ],
    rows: rows.map((building) => {
      const reason = unrankedReason(building, days);
      const use = perArea(building.consumption?.intensity?.consumption ?? null);
      const shown = `${formatNumber(use, 1)} ${unit}/${areaName}`;
      return {
        id: building._id,
        to: { building: building._id },
        cells: [
          nameOf(building),
          reason === null ? use : null,
          building.consumption?.consumption ?? null,
          area(building.consumption?.assetFloorArea ?? null),
          building.consumption?.coverage ?? null,
          ...(hasUnranked ? [reason === null ? null : portfolio.unrankedUse[reason](shown)] : []),
        ],
      };
    }),
  };
}

/**
 * Returns a table of buildings by emissions.
 * @param days length of the period in days
 */
export function byEmissions(buildings: readonly Building[], days: number): Table {
  const { columns, portfolio } = texts();
  const { name: areaName, perArea } = areaUnit();
  return {
    columns: [
      { name: columns.building, as: 'text' },
      { name: columns.emissions, unit: KG, as: 'number', bar: true },
      { name: portfolio.perAreaShort, unit: `${KG}/${areaName}`, as: 'number', digits: 1 },
      { name: columns.withData, as: 'share' },
    ],
    rows: measured(buildings).map((building) => {
      const emitted = emittedOf(building.consumption);
      return {
        id: building._id,
        to: { building: building._id },
        cells: [
          nameOf(building),
          emitted,
          perArea(
            emitted === null || unrankedReason(building, days) !== null
              ? null
              : (building.consumption?.intensity?.emissions ?? null),
          ),
          building.consumption?.coverage ?? null,
        ],
      };
    }),
  };
}
