import type { Comparison } from '../state/comparison.js';
import type { Measure } from '../state/scene.js';
import { series, type Level } from './compared.js';

/**
 * A measure of an earlier time, beside the periods of now: of the year before by month, week or day of the year, so that
 * 29 February moves nothing; of other times by their place.
 */
export function earlierSeries(level: Level, measure: Measure, { kind }: Comparison): readonly (number | null)[] {
  const dates = level.now?.data.map(({ date }) => date) ?? [];
  const values = series(level, measure, 'before');
  if (kind === 'none') return dates.map(() => null);
  if (kind !== 'year') return dates.map((_, index) => values[index] ?? null);
  const found = new Map((level.before?.data ?? []).map(({ date }, index) => [date, values[index] ?? null]));
  return dates.map((date) => found.get(`${Number(date.slice(0, 4)) - 1}${date.slice(4)}`) ?? null);
}
