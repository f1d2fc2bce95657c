import { useMemo, type ReactElement, type ReactNode } from 'react';
import { rangeOf } from '../format/periods.js';
import { useTargetDays, usePortfolioDays, type DaysCoveredFragment } from '../generated/operations.js';
import { Answer, type Question } from '../parts/Answer.js';
import { lastDaysOf } from '../state/lastDays.js';
import { SceneContext, sceneOf, useScene } from '../state/scene.js';
import type { Target } from './figures.js';

/**
 * If the URL asks for the last days, provides the scene of the days up to the last one with data. It searches the last
 * year with data. Otherwise the scene stays the same.
 * @param target null for the whole portfolio
 */
export function LastDaysScene({
  target,
  children,
}: {
  readonly target: Target | null;
  readonly children: ReactNode;
}): ReactElement {
  const { address, catalogue, asked } = useScene();
  const [last] = catalogue.years;
  const wanted = lastDaysOf(address.period) !== null && last !== undefined;
  const question = useDays(target, `${last?.year ?? catalogue.lastFull}`, wanted);
  if (!wanted) return <>{children}</>;
  return (
    <Answer to={question}>
      {(day) => (
        <Until day={day} types={asked.types}>
          {children}
        </Until>
      )}
    </Answer>
  );
}

/** Loads the last day of a year that has data; null if no day has. */
function useDays(target: Target | null, year: string, wanted: boolean): Question<string | null> {
  const { asked, catalogue } = useScene();
  const range = rangeOf({ id: year, from: `${year}-01-01`, to: `${year}-12-31` }, catalogue.endIsIncluded);
  const variables = { ...range, types: asked.types };
  const portfolio = usePortfolioDays(variables, {
    enabled: wanted && target === null,
    select: ({ viewer }) => lastCovered(viewer.consumption),
  });
  const ofTarget = useTargetDays(
    { ...target, ...variables },
    { enabled: wanted && target !== null, select: ({ consumption }) => lastCovered(consumption) },
  );
  return target === null ? portfolio : ofTarget;
}

function lastCovered(figures: DaysCoveredFragment | null): string | null {
  return figures?.data.findLast(({ coverage }) => Boolean(coverage))?.date ?? null;
}

function Until({
  day,
  types,
  children,
}: {
  readonly day: string | null;
  readonly types: ReturnType<typeof useScene>['asked']['types'];
  readonly children: ReactNode;
}): ReactElement {
  const { address, catalogue } = useScene();
  const scene = useMemo(() => {
    const scene = sceneOf(address, catalogue, day);
    return { ...scene, asked: { ...scene.asked, types } };
  }, [address, catalogue, day, types]);
  return <SceneContext value={scene}>{children}</SceneContext>;
}
