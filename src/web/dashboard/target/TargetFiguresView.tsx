import { useMemo, type ReactElement } from 'react';
import { useGateway } from '../../../hooks/index.js';
import { MAX_DRAWN_DAYS } from '../findings/chartsOf.js';
import { countDays } from '../format/days.js';
import { useTargetDemand, useTargetFigures } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { kindsNear } from '../state/dataYears.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { ByMonth } from './ByMonth.js';
import { clockOf } from './clock.js';
import { hasAny, type Target } from './figures.js';
import { DataYears } from './DataYears.js';
import { DemandFacts } from './DemandFacts.js';
import { OpenFindings } from './OpenFindings.js';
import { Gaps } from './Gaps.js';
import { NoData } from './NoData.js';
import { NoShape, Shape } from './Shape.js';
import { Sources } from './Sources.js';
import { Totals } from './Totals.js';
import { useIntervals } from './useIntervals.js';
import { useTypes } from './useTypes.js';

/** Shows the figures of a building or an account: totals, bars by period, half-hours, demand, sources and gaps. */
export function TargetFiguresView({
  target,
  names,
  timeZone,
}: {
  readonly target: Target;
  /** Names of its accounts by identifier. */
  readonly names: ReadonlyMap<string, string>;
  /** IANA name of the building's time zone; null if it is unknown. */
  readonly timeZone: string | null;
}): ReactElement {
  const client = useGateway();
  const { variables, catalogue, period } = useScene();
  const { startDate, endDate, types, granularity } = variables;
  const all = { ...target, ...variables };
  const clock = useMemo(() => clockOf(timeZone, period), [timeZone, period]);
  const part = { ...target, startDate, endDate, types, timeZone: clock.timeZone };
  const kinds = kindsNear(catalogue.years, period);
  const options = { enabled: kinds.length > 0 };
  const isDrawn = countDays(period.from, period.to) <= MAX_DRAWN_DAYS;
  const totals = useTargetFigures(all, options);
  const demand = useTargetDemand({ ...part, granularity }, options);
  const intervals = useIntervals(target, clock, kinds.includes('hh') && isDrawn);
  const byType = useTypes(options.enabled ? types : [], (type) =>
    useTargetFigures.options(client, { ...all, types: [type] }),
  );
  if (kinds.length === 0 || (totals.data !== undefined && !hasAny(totals.data))) return <NoData />;
  const words = texts().figures;
  const shape =
    demand.data === undefined ? null : demand.data.intervals?.coverage && isDrawn ? (
      <Shape {...intervals} peak={demand.data.intervals.maxDemand} clock={clock} />
    ) : (
      <NoShape demand={demand.data} most={MAX_DRAWN_DAYS} />
    );
  return (
    <>
      <DataYears />
      <Answer query={totals}>{(figures) => <Totals figures={figures} target={target} />}</Answer>
      <Answer query={demand}>
        {(data) => (
          <DemandFacts demand={data} halfHours={intervals.halfHours.data?.consumption ?? null} clock={clock} />
        )}
      </Answer>
      <div className="cards">
        <ByMonth query={byType} />
        {shape}
        <OpenFindings />
        <Card title={words.sources} about={words.sourcesAbout}>
          <Answer query={demand}>{({ consumption }) => <Sources demand={consumption} />}</Answer>
        </Card>
        <Card title={words.gaps} about={words.gapsAbout}>
          <Answer query={demand}>{({ consumption }) => <Gaps demand={consumption} names={names} />}</Answer>
        </Card>
      </div>
    </>
  );
}
