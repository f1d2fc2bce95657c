import type { ReactElement } from 'react';
import { areaUnit } from '../format/area.js';
import { formatNumber, formatQuantity, formatShare } from '../format/numbers.js';
import { rateUnit } from '../format/words.js';
import type { LevelDemandQuery } from '../generated/operations.js';
import { Fact } from '../parts/Fact.js';
import type { Clock } from './clock.js';
import { baseloadOf, type Slots } from './slots.js';

export type Demand = LevelDemandQuery['consumption'];

/** Use per area and estimates; baseload, peak and night, which interval records alone tell of. */
export function DemandFacts({
  demand: { consumption: demand, intervals },
  slots,
  clock,
}: {
  readonly demand: LevelDemandQuery;
  /** Null: not known yet, or there are none. */
  readonly slots: Slots;
  /** That of the half-hours. */
  readonly clock: Clock;
}): ReactElement {
  const unit = demand?.units ?? '';
  const used = demand?.consumption ?? 0;
  const area = demand?.assetFloorArea ?? 0;
  const shown = areaUnit();
  const load = intervals?.peakLoad ?? null;
  const baseload = baseloadOf(slots);
  return (
    <dl className="tiles" aria-label="Demand">
      <Fact
        name="Use per area"
        value={
          area > 0 && used > 0
            ? `${formatNumber(shown.perArea(demand?.intensity?.consumption ?? null), 1)} ${unit}/${shown.name}`
            : '–'
        }
        note={area > 0 ? `of ${formatNumber(shown.area(area))} ${shown.name} of floor` : 'The floor area is not known'}
      />
      {intervals?.coverage ? (
        <>
          <Fact
            name="Baseload"
            value={baseload === null ? '–' : `${formatNumber(baseload, 1)} ${rateUnit(unit)}`}
            note="95% of the half-hours are above"
          />
          <Fact
            name="Peak demand"
            value={intervals.maxDemand === null ? '–' : `${formatNumber(intervals.maxDemand, 1)} kW`}
            note={load === null ? 'in a half-hour, of interval records' : `${formatNumber(load, 1)}% of the capacity`}
          />
          <Fact
            name="By night"
            value={shareOf(intervals.nightConsumption, intervals.consumption)}
            note={`${formatQuantity(intervals.nightConsumption, unit)} of interval records, 18:00 to 06:00 ${clock.short}`}
          />
        </>
      ) : null}
      <Fact
        name="Estimated"
        value={shareOf(demand?.estimatedConsumption, demand?.consumption)}
        note={formatQuantity(demand?.estimatedConsumption, unit)}
      />
    </dl>
  );
}

/** A part in per cent; a dash where there is nothing that it is a part of. */
function shareOf(part: number | null | undefined, all: number | null | undefined): string {
  return all && typeof part === 'number' ? formatShare(part / all) : '–';
}
