import type { ReactElement } from 'react';
import { formatShare } from '../format/numbers.js';
import { formatPeriod } from '../format/periods.js';
import type { DaysQuery, HalfHoursQuery, TargetDemandQuery, UtilityType } from '../generated/operations.js';
import { Answer, type QueryState } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { KINDS } from '../state/dataYears.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import type { Clock } from './clock.js';
import { DayAndNight } from './DayAndNight.js';
import { HeatMap } from './HeatMap.js';
import { LoadCurve } from './LoadCurve.js';

/** Shows the charts that need interval records: all half-hours, the mean day, and day against night. */
export function Shape({
  halfHours,
  days,
  peak,
  clock: { words },
  types,
}: {
  readonly halfHours: QueryState<HalfHoursQuery>;
  readonly days: QueryState<DaysQuery>;
  readonly peak: number | null;
  readonly clock: Clock;
  /** The types with interval records. */
  readonly types: readonly UtilityType[];
}): ReactElement {
  const { variables } = useScene();
  const coverage = halfHours.data?.consumption?.coverage ?? 1;
  const { shape, types: typeNames } = texts();
  const missingTypes = variables.types.filter((type) => !types.includes(type)).map((type) => typeNames[type]);
  const only =
    missingTypes.length === 0
      ? ''
      : ` ${shape.onlyOf(
          types.map((type) => typeNames[type]),
          missingTypes,
        )}`;
  const part = `${coverage === 1 ? '' : ` ${shape.covers(formatShare(coverage))}`}${only}`;
  return (
    <>
      <Card title={shape.halfHours} about={`${shape.halfHoursAbout(words)}${part}`} wide>
        <Answer query={halfHours}>{({ consumption }) => <HeatMap halfHours={consumption} />}</Answer>
      </Card>
      <Card title={shape.loadCurve} about={`${shape.loadCurveAbout(words)}${only}`}>
        <Answer query={halfHours}>{({ consumption }) => <LoadCurve halfHours={consumption} peak={peak} />}</Answer>
      </Card>
      <Card title={shape.dayAndNight} about={`${shape.dayAndNightAbout(words)}${only}`}>
        <Answer query={days}>{({ consumption }) => <DayAndNight days={consumption} />}</Answer>
      </Card>
    </>
  );
}

/** Explains why there are no charts of half-hours: the records cover longer periods, or the period is too long. */
export function NoShape({
  demand: { consumption, intervals },
  most,
}: {
  readonly demand: TargetDemandQuery;
  /** The maximum length of a period with charts, in days. */
  readonly most: number;
}): ReactElement {
  const { period } = useScene();
  const shownKinds = KINDS.filter((kind) => consumption?.data.some(({ combinedBreakdown }) => combinedBreakdown[kind]));
  const { shape, sources, within } = texts();
  const only = shownKinds.map((kind) => within(sources[kind]));
  const why = intervals?.coverage ? shape.tooLong(most) : shape.noIntervals(formatPeriod(period), only);
  return <p className="card wide nothing">{shape.notDrawn(why)}</p>;
}
