import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useTargetYears, type UtilityType } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { inYears } from '../state/catalogue.js';
import { yearsOfTarget, type DataYear } from '../state/dataYears.js';
import { SceneContext, sceneOf, useScene } from '../state/scene.js';
import { LastDaysScene } from './LastDaysScene.js';
import type { Target } from './figures.js';

/**
 * Provides the scene of a building or an account, restricted to its types and its years with data. Without a period in
 * the URL it opens with the default year of the portfolio. If the building or account has no data in that year, it
 * opens with its last year.
 */
export function TargetScene({
  target,
  types,
  children,
}: {
  readonly target: Target;
  /** The types to show; an empty list leaves the scene unchanged. */
  readonly types: readonly UtilityType[];
  readonly children: ReactNode;
}): ReactElement {
  const { catalogue } = useScene();
  const years = useTargetYears(
    { ...target, ...catalogue.searchedRange, types },
    { enabled: types.length > 0, select: yearsOfTarget },
  );
  if (types.length === 0) return <>{children}</>;
  return (
    <Answer query={years}>
      {(withData) => (
        <SceneOfYears target={target} years={withData} types={types}>
          {children}
        </SceneOfYears>
      )}
    </Answer>
  );
}

function SceneOfYears({
  target,
  years,
  types,
  children,
}: {
  readonly target: Target;
  readonly years: readonly DataYear[];
  readonly types: readonly UtilityType[];
  readonly children: ReactNode;
}): ReactElement {
  const { address, catalogue } = useScene();
  const scene = useMemo(() => {
    const restricted = sceneOf(address, inYears(catalogue, years));
    return { ...restricted, variables: { ...restricted.variables, types } };
  }, [address, catalogue, years, types]);
  return (
    <SceneContext value={scene}>
      <LastDaysScene target={target}>{children}</LastDaysScene>
    </SceneContext>
  );
}
