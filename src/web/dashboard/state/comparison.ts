import { parsePeriod, timeBefore, yearBefore, type Period } from '../format/periods.js';
import { texts } from '../texts/texts.js';

/** The comparison of a period. For `year` and `previous` the service compares day by day (`comparable`). */
export interface Comparison {
  readonly kind: 'year' | 'previous' | 'other' | 'none';
  /** The earlier period. With `none` this is the year before, which is loaded but not shown. */
  readonly period: Period;
}

/**
 * Parses the comparison in a URL.
 * @param text null for the year before, `previous`, `none`, or a period
 * @throws Error with a sentence for the user for any other text
 */
export function comparisonOf(text: string | null, period: Period): Comparison {
  if (text === null) return { kind: 'year', period: yearBefore(period) };
  if (text === 'none') return { kind: 'none', period: yearBefore(period) };
  if (text === 'previous') return { kind: 'previous', period: timeBefore(period) };
  const other = parsePeriod(text);
  if (other !== null) return { kind: 'other', period: other };
  const { comparison, periodForms } = texts().wrong;
  throw new Error(comparison(text, periodForms));
}
