import { useMemo, type ReactElement, type ReactNode } from 'react';
import { rangeOf } from '../format/periods.js';
import { useTargetDays, usePortfolioDays, type DaysCoveredFragment } from '../generated/operations.js';
import { Answer, type QueryState } from '../parts/Answer.js';
import { lastDaysOf } from '../state/lastDays.js';
import { SceneContext, sceneOf, useScene } from '../state/scene.js';
import type { Target } from './figures.js';

/**
 * If the URL requests the last days, provides the scene of the days up to the last one with data. It searches the last
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
  const { address, catalogue, variables } = useScene();
  const [last] = catalogue.years;
  const isRequested = lastDaysOf(address.period) !== null && last !== undefined;
  const query = useDays(target, `${last?.year ?? catalogue.defaultYear}`, isRequested);
  if (!isRequested) return <>{children}</>;
  return (
    <Answer query={query}>
      {(day) => (
        <SceneUpTo day={day} types={variables.types}>
          {children}
        </SceneUpTo>
      )}
    </Answer>
  );
}

/** Loads the last day of a year that has data; null if no day has data. */
function useDays(target: Target | null, year: string, enabled: boolean): QueryState<string | null> {
  const { variables, catalogue } = useScene();
  const range = rangeOf({ id: year, from: `${year}-01-01`, to: `${year}-12-31` }, catalogue.endIsIncluded);
  const dayVariables = { ...range, types: variables.types };
  const portfolio = usePortfolioDays(dayVariables, {
    enabled: enabled && target === null,
    select: ({ viewer }) => lastCovered(viewer.consumption),
  });
  const ofTarget = useTargetDays(
    { ...target, ...dayVariables },
    { enabled: enabled && target !== null, select: ({ consumption }) => lastCovered(consumption) },
  );
  return target === null ? portfolio : ofTarget;
}

function lastCovered(figures: DaysCoveredFragment | null): string | null {
  return figures?.data.findLast(({ coverage }) => Boolean(coverage))?.date ?? null;
}

function SceneUpTo({
  day,
  types,
  children,
}: {
  readonly day: string | null;
  readonly types: ReturnType<typeof useScene>['variables']['types'];
  readonly children: ReactNode;
}): ReactElement {
  const { address, catalogue } = useScene();
  const scene = useMemo(() => {
    const scene = sceneOf(address, catalogue, day);
    return { ...scene, variables: { ...scene.variables, types } };
  }, [address, catalogue, day, types]);
  return <SceneContext value={scene}>{children}</SceneContext>;
}
