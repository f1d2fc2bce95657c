import type { ReactElement } from 'react';
import { formatNumber, formatQuantity, formatShare } from '../format/numbers.js';
import { rateUnit } from '../format/words.js';
import type { LevelDemandQuery } from '../generated/operations.js';
import { Fact } from '../parts/Fact.js';
import { baseloadOf, type Slots } from './slots.js';

export type Demand = LevelDemandQuery['consumption'];

/** Use per m², baseload and peak, day and night, estimates. */
export function DemandFacts({
  demand,
  slots,
}: {
  readonly demand: Demand;
  /** Null: not known yet. */
  readonly slots: Slots;
}): ReactElement {
  const unit = demand?.units ?? '';
  const used = demand?.consumption ?? 0;
  const share = (part: number | null | undefined): string =>
    used > 0 && part !== null && part !== undefined ? formatShare(part / used) : '–';
  const area = demand?.assetFloorArea ?? 0;
  const load = demand?.peakLoad ?? null;
  const baseload = baseloadOf(slots);
  return (
    <dl className="tiles" aria-label="Demand">
      <Fact
        name="Use per area"
        value={area > 0 && used > 0 ? `${formatNumber(demand?.intensity?.consumption, 1)} ${unit}/m²` : '–'}
        note={area > 0 ? `of ${formatNumber(area)} m² of floor` : 'The floor area is not known'}
      />
      <Fact
        name="Baseload"
        value={baseload === null ? '–' : `${formatNumber(baseload, 1)} ${rateUnit(unit)}`}
        note="95% of the half-hours are above"
      />
      <Fact
        name="Peak demand"
        value={(demand?.maxDemand ?? null) === null ? '–' : `${formatNumber(demand?.maxDemand, 1)} kW`}
        note={load === null ? 'in a half-hour, of interval records' : `${formatNumber(load, 1)}% of the capacity`}
      />
      <Fact
        name="By night"
        value={share(demand?.nightConsumption)}
        note={`${formatQuantity(demand?.nightConsumption, unit)}; estimated ${share(demand?.estimatedConsumption)}`}
      />
    </dl>
  );
}
