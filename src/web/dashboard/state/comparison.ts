import { parsePeriod, timeBefore, yearBefore, type Period } from '../format/periods.js';
import { texts } from '../texts/texts.js';

/** What a period is compared with. The service compares day by day with the first two (`comparable`). */
export interface Comparison {
  readonly kind: 'year' | 'previous' | 'other' | 'none';
  /** The earlier time; of `none` the year before, which is asked and not shown. */
  readonly period: Period;
}

/**
 * @param text as it stands in addresses: null for the year before, `previous`, `none`, or a period
 * @throws Error in a sentence when it is none of these
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
