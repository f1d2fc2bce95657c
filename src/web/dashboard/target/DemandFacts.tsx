import type { ReactElement } from 'react';
import { areaUnit } from '../format/area.js';
import { formatNumber, formatQuantity, formatShare } from '../format/numbers.js';
import { rateUnit } from '../format/words.js';
import type { TargetDemandQuery } from '../generated/operations.js';
import { Fact } from '../parts/Tile.js';
import { texts } from '../texts/texts.js';
import type { Clock } from './clock.js';
import { baseloadOf, type HalfHours } from './halfHours.js';

export type Demand = TargetDemandQuery['consumption'];

/**
 * Shows use per area and the estimated share. If there are interval records, also baseload, peak and night use, which
 * no other records contain.
 */
export function DemandFacts({
  demand: { consumption: demand, intervals },
  halfHours,
  clock,
}: {
  readonly demand: TargetDemandQuery;
  /** Null without half-hours, or before they arrive. */
  readonly halfHours: HalfHours;
  /** The clock of the half-hours. */
  readonly clock: Clock;
}): ReactElement {
  const { columns, figures: words, units } = texts();
  const unit = demand?.units ?? '';
  const used = demand?.consumption ?? 0;
  const area = demand?.assetFloorArea ?? 0;
  const shown = areaUnit();
  const load = intervals?.peakLoad ?? null;
  const baseload = baseloadOf(halfHours);
  return (
    <dl className="tiles" aria-label={words.demand}>
      <Fact
        name={columns.usePerArea}
        value={
          area > 0 && used > 0
            ? `${formatNumber(shown.perArea(demand?.intensity?.consumption ?? null), 1)} ${unit}/${shown.name}`
            : '–'
        }
        note={area > 0 ? words.ofFloor(formatNumber(shown.area(area)), shown.name) : words.noFloor}
      />
      {intervals?.coverage ? (
        <>
          <Fact
            name={words.baseload}
            value={baseload === null ? '–' : `${formatNumber(baseload, 1)} ${rateUnit(unit)}`}
            note={words.baseloadNote}
          />
          <Fact
            name={words.peakDemand}
            value={intervals.maxDemand === null ? '–' : `${formatNumber(intervals.maxDemand, 1)} kW`}
            note={load === null ? words.peakNote : words.ofCapacity(units.percent(formatNumber(load, 1)))}
          />
          <Fact
            name={columns.byNight}
            value={shareOf(intervals.nightConsumption, intervals.consumption)}
            note={words.nightNote(formatQuantity(intervals.nightConsumption, unit), clock.short)}
          />
        </>
      ) : null}
      <Fact
        name={words.estimated}
        value={shareOf(demand?.estimatedConsumption, demand?.consumption)}
        note={formatQuantity(demand?.estimatedConsumption, unit)}
      />
    </dl>
  );
}

/** Formats a part of a total as a percentage; a dash if the total is missing or 0. */
function shareOf(part: number | null | undefined, all: number | null | undefined): string {
  return all && typeof part === 'number' ? formatShare(part / all) : '–';
}
