import {
  useTargetComparable,
  usePortfolioComparable,
  type ComparableCostFragment,
  type ComparableFragment,
  type EarlierCostFragment,
  type EarlierFragment,
} from '../generated/operations.js';
import type { QueryState } from '../parts/Answer.js';
import { useScene } from '../state/scene.js';
import type { Target } from './figures.js';

/** Two periods compared over the days with data in both. The queries are in `comparable.graphql`. */
export interface ComparableFigures {
  readonly combined: ComparableFragment | null;
  readonly billed: ComparableCostFragment | null;
}

/**
 * Loads the comparison with the year before or the previous period. It is a separate query, because the service must
 * read the days of every account. The query does not run if one of the periods has no data.
 * @param target null for the whole portfolio
 */
export function useComparable(target: Target | null, isNeeded: boolean): QueryState<ComparableFigures> {
  const { variables, comparison } = useScene();
  const { startDate, endDate, types } = variables;
  const enabled = isNeeded && (comparison.kind === 'year' || comparison.kind === 'previous');
  const comparedVariables = { startDate, endDate, types, previous: comparison.kind === 'previous' };
  const portfolio = usePortfolioComparable(comparedVariables, {
    enabled: enabled && target === null,
    select: ({ viewer }) => comparableOf(viewer),
  });
  const ofTarget = useTargetComparable(
    { ...target, ...comparedVariables },
    { enabled: enabled && target !== null, select: (result) => comparableOf(result) },
  );
  return target === null ? portfolio : ofTarget;
}

function comparableOf({
  combined,
  billed,
}: {
  readonly combined: EarlierFragment | null;
  readonly billed: EarlierCostFragment | null;
}): ComparableFigures {
  return {
    combined: (combined?.yearEarlier ?? combined?.previous)?.comparable ?? null,
    billed: (billed?.yearEarlier ?? billed?.previous)?.comparable ?? null,
  };
}
