import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useLevelYears, type UtilityType } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { inYears } from '../state/catalogue.js';
import { yearsOfLevel, type DataYear } from '../state/dataYears.js';
import { SceneContext, sceneOf, useScene } from '../state/scene.js';
import { InTime } from './InTime.js';
import type { LevelId } from './levelId.js';

/**
 * The scene of a building or an account: its types, its years with data, and the last of these where the address asks for
 * none. It keeps to the year that the portfolio opens with where it has data of that.
 */
export function InLevel({
  level,
  types,
  children,
}: {
  readonly level: LevelId;
  /** Those of its types that are looked at; where there are none, the scene stays. */
  readonly types: readonly UtilityType[];
  readonly children: ReactNode;
}): ReactElement {
  const { catalogue } = useScene();
  const years = useLevelYears(
    { ...level, ...catalogue.lookedThrough, types },
    { enabled: types.length > 0, select: yearsOfLevel },
  );
  if (types.length === 0) return <>{children}</>;
  return (
    <Answer to={years}>
      {(found) => (
        <Within level={level} years={found} types={types}>
          {children}
        </Within>
      )}
    </Answer>
  );
}

function Within({
  level,
  years,
  types,
  children,
}: {
  readonly level: LevelId;
  readonly years: readonly DataYear[];
  readonly types: readonly UtilityType[];
  readonly children: ReactNode;
}): ReactElement {
  const { address, catalogue } = useScene();
  const own = useMemo(() => {
    const scene = sceneOf(address, inYears(catalogue, years));
    return { ...scene, asked: { ...scene.asked, types } };
  }, [address, catalogue, years, types]);
  return (
    <SceneContext value={own}>
      <InTime level={level}>{children}</InTime>
    </SceneContext>
  );
}
