import { useQueries, type UseQueryOptions } from '@tanstack/react-query';
import type { GatewayError } from '../../../hooks/index.js';
import type { UtilityType } from '../generated/operations.js';
import type { QueryState } from '../parts/Answer.js';
import type { TypeFigures } from './ByMonth.js';
import type { Figures } from './figures.js';

/**
 * Loads the figures of each type with a separate query, because different units cannot be added up.
 * @param optionsOf returns the query of one type
 */
export function useTypes<Result>(
  types: readonly UtilityType[],
  optionsOf: (type: UtilityType) => UseQueryOptions<Result, GatewayError<Result>, Figures>,
): QueryState<readonly TypeFigures[]> {
  const answers = useQueries({ queries: types.map(optionsOf) });
  const loaded = answers.flatMap(({ data }, index) => {
    const type = types[index];
    return data && type ? [{ type, figures: data }] : [];
  });
  return {
    data: loaded.length === types.length ? loaded : undefined,
    error: answers.find(({ error }) => error)?.error ?? null,
    failureReason: answers.find(({ failureReason }) => failureReason)?.failureReason ?? null,
    isFetching: answers.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(answers.filter(({ error }) => error).map(({ refetch }) => refetch())),
  };
}
