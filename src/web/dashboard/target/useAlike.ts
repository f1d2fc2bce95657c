import {
  useTargetComparable,
  usePortfolioComparable,
  type AlikeCostFragment,
  type AlikeFragment,
  type EarlierCostFragment,
  type EarlierFragment,
} from '../generated/operations.js';
import type { Question } from '../parts/Answer.js';
import { useScene } from '../state/scene.js';
import type { Target } from './figures.js';

/** Two periods compared over the days with data in both; see `comparable.graphql`. */
export interface AlikeFigures {
  readonly combined: AlikeFragment | null;
  readonly billed: AlikeCostFragment | null;
}

/**
 * Loads the comparison with the year before or the previous period. It has its own query, because the service must read
 * the days of every account. The query does not run if either period has no data.
 * @param target null for the whole portfolio
 */
export function useAlike(target: Target | null, wanted: boolean): Question<AlikeFigures> {
  const { asked, comparison } = useScene();
  const { startDate, endDate, types } = asked;
  const enabled = wanted && (comparison.kind === 'year' || comparison.kind === 'previous');
  const variables = { startDate, endDate, types, previous: comparison.kind === 'previous' };
  const portfolio = usePortfolioComparable(variables, {
    enabled: enabled && target === null,
    select: ({ viewer }) => alikeOf(viewer),
  });
  const ofTarget = useTargetComparable(
    { ...target, ...variables },
    { enabled: enabled && target !== null, select: (result) => alikeOf(result) },
  );
  return target === null ? portfolio : ofTarget;
}

function alikeOf({
  combined,
  billed,
}: {
  readonly combined: EarlierFragment | null;
  readonly billed: EarlierCostFragment | null;
}): AlikeFigures {
  return {
    combined: (combined?.yearEarlier ?? combined?.previous)?.comparable ?? null,
    billed: (billed?.yearEarlier ?? billed?.previous)?.comparable ?? null,
  };
}
