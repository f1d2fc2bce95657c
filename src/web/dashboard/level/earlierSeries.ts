import type { Comparison } from '../state/comparison.js';
import type { Measure } from '../state/scene.js';
import { series, type Level } from './compared.js';

/**
 * Returns a measure of the earlier period, aligned with the bars of the period. The year before aligns by date, so that
 * 29 February shifts nothing; other periods align by position.
 */
export function earlierSeries(level: Level, measure: Measure, { kind }: Comparison): readonly (number | null)[] {
  const dates = level.now?.data.map(({ date }) => date) ?? [];
  const values = series(level, measure, 'before');
  if (kind === 'none') return dates.map(() => null);
  if (kind !== 'year') return dates.map((_, index) => values[index] ?? null);
  const found = new Map((level.before?.data ?? []).map(({ date }, index) => [date, values[index] ?? null]));
  return dates.map((date) => found.get(`${Number(date.slice(0, 4)) - 1}${date.slice(4)}`) ?? null);
}
