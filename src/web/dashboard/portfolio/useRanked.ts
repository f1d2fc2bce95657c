import { useBuildings, type BuildingsQuery } from '../generated/operations.js';
import type { QueryState } from '../parts/Answer.js';
import { useScene } from '../state/scene.js';

/** The maximum number of ranked buildings. A note names the total number. */
const MAX_BUILDINGS = 2_000;

/** Loads the figures of the buildings in the period. All cards of the portfolio share this query. */
export function useRanked(): QueryState<BuildingsQuery> {
  const { variables } = useScene();
  const { startDate, endDate, types } = variables;
  return useBuildings({ startDate, endDate, types, limit: MAX_BUILDINGS });
}
