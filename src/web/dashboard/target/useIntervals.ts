import { useQueries } from '@tanstack/react-query';
import { useGateway } from '../../../hooks/index.js';
import {
  useDays,
  useHalfHours,
  useTypeIntervals,
  type DaysQuery,
  type HalfHoursQuery,
  type UtilityType,
} from '../generated/operations.js';
import type { QueryState } from '../parts/Answer.js';
import { useScene } from '../state/scene.js';
import type { Clock } from './clock.js';
import type { Target } from './figures.js';

/** The half-hours and days of the types with interval records. */
interface Intervals {
  readonly halfHours: QueryState<HalfHoursQuery>;
  readonly days: QueryState<DaysQuery>;
  readonly types: readonly UtilityType[];
}

/** Loads the interval records of a building or an account in the period. */
export function useIntervals(target: Target, { timeZone }: Clock, enabled: boolean): Intervals {
  const { startDate, endDate, types } = useScene().variables;
  const measured = useIntervalTypes(target, enabled);
  const part = { ...target, startDate, endDate, timeZone, types: measured ?? types };
  const options = { enabled: enabled && measured !== undefined };
  return { halfHours: useHalfHours(part, options), days: useDays(part, options), types: part.types };
}

/**
 * Returns the types of the scene with interval records in the period; all types if only one is shown or none has such
 * records. Otherwise a type that is only billed would make every half-hour a gap. Undefined until the service has
 * answered.
 */
function useIntervalTypes(target: Target, enabled: boolean): readonly UtilityType[] | undefined {
  const client = useGateway();
  const { startDate, endDate, types } = useScene().variables;
  const isOne = types.length < 2;
  const answers = useQueries({
    queries: types.map((type) => ({
      ...useTypeIntervals.options(client, { ...target, startDate, endDate, types: [type] }),
      enabled: enabled && !isOne,
    })),
  });
  if (isOne) return types;
  if (answers.some(({ data, error }) => data === undefined && error === null)) return undefined;
  const measured = types.filter((_, index) => Boolean(answers[index]?.data?.consumption?.coverage));
  return measured.length === 0 ? types : measured;
}
