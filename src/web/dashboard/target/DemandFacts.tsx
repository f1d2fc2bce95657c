import type { ReactElement } from 'react';
import { doubtOfUse } from '../../../values/usePerArea.js';
import { areaUnit } from '../format/area.js';
import { countDays } from '../format/days.js';
import { formatNumber, formatQuantity, formatShare } from '../format/numbers.js';
import { formatPeriod } from '../format/periods.js';
import { rateUnit } from '../format/words.js';
import type { TargetDemandQuery } from '../generated/operations.js';
import { Fact } from '../parts/Tile.js';
import { Link } from '../route/Link.js';
import { kindName } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import type { Clock } from './clock.js';
import { findingAtPeak } from './findingAtPeak.js';
import { baseloadOf, type HalfHours } from './halfHours.js';
import { usePeriodFindings, type PeriodFinding } from './usePeriodFindings.js';

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
  const { findings } = usePeriodFindings();
  const { columns, figures: words } = texts();
  const unit = demand?.units ?? '';
  const baseload = baseloadOf(halfHours);
  return (
    <dl className="tiles" aria-label={words.demand}>
      <AreaFact demand={demand} />
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
            note={<PeakNote intervals={intervals} finding={findingAtPeak(halfHours, findings)} />}
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

/** Shows the use per area, with its period, and the reason if it cannot be compared. */
function AreaFact({ demand }: { readonly demand: Demand }): ReactElement {
  const { period } = useScene();
  const { columns, figures: words } = texts();
  const unit = demand?.units ?? '';
  const floor = demand?.assetFloorArea ?? 0;
  if (floor === 0) return <Fact name={columns.usePerArea} value="–" note={words.noFloor} />;
  const perArea = demand?.intensity?.consumption ?? null;
  const coverage = demand?.coverage ?? null;
  const reason = doubtOfUse({ perArea, unit, coverage, days: countDays(period.from, period.to) });
  const areas = areaUnit();
  const note = words.ofFloor(formatNumber(areas.area(floor), 0), areas.name, formatPeriod(period));
  return (
    <Fact
      name={columns.usePerArea}
      value={(demand?.consumption ?? 0) > 0 ? `${formatNumber(areas.perArea(perArea), 1)} ${unit}/${areas.name}` : '–'}
      note={reason === null ? note : `${note}; ${words.notComparable[reason](formatShare(coverage))}`}
    />
  );
}

/** Explains how the peak relates to the capacity, and which finding makes it suspect. */
function PeakNote({
  intervals: { maxDemand, peakLoad, peakCapacity },
  finding,
}: {
  readonly intervals: NonNullable<TargetDemandQuery['intervals']>;
  readonly finding: PeriodFinding | null;
}): ReactElement {
  const { figures: words, units } = texts();
  const load = peakLoad === null || peakCapacity === null ? null : (peakLoad * peakCapacity) / 100;
  const isOfAll = load !== null && maxDemand !== null && Math.abs(load - maxDemand) <= 0.001 * maxDemand;
  const share = units.percent(formatNumber(peakLoad, 1));
  const capacity =
    load === null
      ? words.peakNote
      : isOfAll
        ? words.ofCapacity(share)
        : words.partOfCapacity(`${formatNumber(load, 1)} kW`, share);
  if (finding === null) return <>{capacity}</>;
  return (
    <>
      {words.peakSuspect}{' '}
      <Link to={{ findings: 'open', kind: finding.kind, building: finding.assetId, account: null }}>
        {kindName(finding.kind)}
      </Link>
      ; {capacity}
    </>
  );
}

/** Formats a part of a total as a percentage; a dash if the total is missing or 0. */
function shareOf(part: number | null | undefined, all: number | null | undefined): string {
  return all && typeof part === 'number' ? formatShare(part / all) : '–';
}
