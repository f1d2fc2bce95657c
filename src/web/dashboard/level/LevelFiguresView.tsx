import { useMemo, type ReactElement } from 'react';
import { useGateway } from '../../../hooks/index.js';
import { useDays, useLevelDemand, useLevelFigures, useSlots, type UtilityType } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { SceneContext, useScene } from '../state/scene.js';
import { ByMonth } from './ByMonth.js';
import { DayAndNight } from './DayAndNight.js';
import { DemandFacts } from './DemandFacts.js';
import { Gaps } from './Gaps.js';
import { HeatMap } from './HeatMap.js';
import type { LevelId } from './levelId.js';
import { LoadCurve } from './LoadCurve.js';
import { Sources } from './Sources.js';
import { Totals } from './Totals.js';
import { useTypes } from './useTypes.js';

interface LevelProps {
  readonly level: LevelId;
  /** What its accounts are called. */
  readonly names: ReadonlyMap<string, string>;
}

/** The figures of a building or an account, of those of its types that are looked at. */
export function LevelFiguresView({
  types,
  ...props
}: LevelProps & { readonly types: readonly UtilityType[] }): ReactElement {
  const scene = useScene();
  const own = useMemo(() => ({ ...scene, asked: { ...scene.asked, types } }), [scene, types]);
  return (
    <SceneContext value={own}>
      <Figures {...props} />
    </SceneContext>
  );
}

/** Totals, months, half-hours, demand, sources and gaps. */
function Figures({ level, names }: LevelProps): ReactElement {
  const client = useGateway();
  const { asked } = useScene();
  const { startDate, endDate, types, granularity } = asked;
  const all = { ...level, ...asked };
  const part = { ...level, startDate, endDate, types };
  const totals = useLevelFigures(all);
  const demand = useLevelDemand({ ...part, granularity });
  const slots = useSlots(part);
  const days = useDays(part);
  const byType = useTypes(types, (type) => useLevelFigures.options(client, { ...all, types: [type] }));
  return (
    <>
      <Answer to={totals}>{(figures) => <Totals level={figures} of={level} />}</Answer>
      <Answer to={demand}>
        {({ consumption }) => <DemandFacts demand={consumption} slots={slots.data?.consumption ?? null} />}
      </Answer>
      <div className="cards">
        <ByMonth question={byType} />
        <Card title="Half-hours" about="Each column is a day, each row a half-hour of it (UTC)." wide>
          <Answer to={slots}>{({ consumption }) => <HeatMap slots={consumption} />}</Answer>
        </Card>
        <Card title="Load curve" about="The mean demand of each half-hour of the day; night is 18:00 to 06:00 UTC.">
          <Answer to={slots}>
            {({ consumption }) => <LoadCurve slots={consumption} peak={demand.data?.consumption?.maxDemand ?? null} />}
          </Answer>
        </Card>
        <Card title="Day and night" about="What each day used by day, 06:00 to 18:00 UTC, and by night.">
          <Answer to={days}>{({ consumption }) => <DayAndNight days={consumption} />}</Answer>
        </Card>
        <Card title="Sources" about="Which kind of record each figure comes from.">
          <Answer to={demand}>{({ consumption }) => <Sources demand={consumption} />}</Answer>
        </Card>
        <Card title="Gaps" about="Times that no data covers; they are never guessed.">
          <Answer to={demand}>{({ consumption }) => <Gaps demand={consumption} names={names} />}</Answer>
        </Card>
      </div>
    </>
  );
}
