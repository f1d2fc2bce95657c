import type { ReactElement } from 'react';
import { formatShare } from '../format/numbers.js';
import { periodInWords } from '../format/periods.js';
import { count, inWords, SOURCES } from '../format/words.js';
import type { DaysQuery, LevelDemandQuery, SlotsQuery } from '../generated/operations.js';
import { Answer, type Question } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { KINDS } from '../state/dataYears.js';
import { useScene } from '../state/scene.js';
import type { Clock } from './clock.js';
import { DayAndNight } from './DayAndNight.js';
import { HeatMap } from './HeatMap.js';
import { LoadCurve } from './LoadCurve.js';

/** What interval records alone tell: every half-hour, the mean day, day and night. */
export function Shape({
  slots,
  days,
  peak,
  clock: { words },
}: {
  readonly slots: Question<SlotsQuery>;
  readonly days: Question<DaysQuery>;
  readonly peak: number | null;
  readonly clock: Clock;
}): ReactElement {
  const coverage = slots.data?.consumption?.coverage ?? 1;
  const part =
    coverage === 1
      ? ''
      : ` Interval records cover ${formatShare(coverage)} of the accounts’ time; the rest is not in it.`;
  return (
    <>
      <Card title="Half-hours" about={`Each column is a day, each row a half-hour of it (${words}).${part}`} wide>
        <Answer to={slots}>{({ consumption }) => <HeatMap slots={consumption} />}</Answer>
      </Card>
      <Card
        title="Load curve"
        about={`The mean demand of each half-hour of the day (${words}); night is 18:00 to 06:00.`}
      >
        <Answer to={slots}>{({ consumption }) => <LoadCurve slots={consumption} peak={peak} />}</Answer>
      </Card>
      <Card title="Day and night" about={`What each day used by day, 06:00 to 18:00, and by night (${words}).`}>
        <Answer to={days}>{({ consumption }) => <DayAndNight days={consumption} />}</Answer>
      </Card>
    </>
  );
}

/** Why there is no shape of a time: what is there is of longer times, or there is too much. */
export function NoShape({
  demand: { consumption, intervals },
  most,
}: {
  readonly demand: LevelDemandQuery;
  /** Days of which half-hours are drawn. */
  readonly most: number;
}): ReactElement {
  const { period } = useScene();
  const there = KINDS.filter((kind) => consumption?.data.some(({ combinedBreakdown }) => combinedBreakdown[kind]));
  const only =
    there.length === 0
      ? ''
      : ` but ${inWords(there.map((kind) => SOURCES[kind].toLowerCase()))}, which are of longer times`;
  const why = intervals?.coverage
    ? `choose at most ${count(most, 'day')}.`
    : `${periodInWords(period)} has no interval records${only}.`;
  return <p className="card wide nothing">{`Half-hours, load curve, baseload, day and night are not drawn: ${why}`}</p>;
}
