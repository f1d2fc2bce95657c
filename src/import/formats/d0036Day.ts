import { quoted } from '../../errors/suggest.js';
import type { SourceRow } from '../sourceRow.js';
import type { Period } from './daySpans.js';
import { badLine, badRow, intervalRow, skippedRow, unmatchedRow, type Span } from './meterRow.js';
import type { Found, MeterAccount } from './meters.js';
import { nemNumber } from './nem.js';

/** A quantity of a metering point: a group 101. */
export interface D0036Mpan {
  readonly mpan: string;
  /** As it is listed. */
  readonly text: string;
  /** Whose data it is; or why it is skipped. */
  readonly found: Found | { readonly skipped: string };
}

/** A settlement date of it: a group 102, with its groups 103. */
export interface D0036Day {
  readonly line: number;
  /** The group 102 as it stands. */
  readonly text: string;
  readonly date: string;
  /** Midnight, in milliseconds as if it were UTC. */
  readonly dayMs: number;
  /** As many as a date can have. */
  readonly periods: D0036Period[];
  /** How many there are. */
  count: number;
}

interface D0036Period {
  readonly line: number;
  /** The group as it stands. */
  readonly text: string;
  /** Actual/Estimated Indicator (DTC item J0020). */
  readonly indicator: string;
  /** Period Metered Consumption (J0177), kWh; it may be empty. */
  readonly value: string;
}

const UNIT = 'kWh';

/** A date with its periods as they stand in the file, for whoever mends it. */
export function dayText({ line, text, periods }: Pick<D0036Day, 'line' | 'text' | 'periods'>): {
  readonly line: number;
  readonly text: string;
} {
  return { line, text: [text, ...periods.map((period) => period.text)].join('\n') };
}

/**
 * Adds the rows of a date.
 * @param spans the periods of the date in the zone
 */
export function d0036DayRows(
  { mpan, text, found }: D0036Mpan,
  day: D0036Day,
  spans: readonly Period[],
  zone: string,
  rows: SourceRow[],
): void {
  const { date, periods, count } = day;
  const size = spans.filter((span) => !('problem' in span)).length;
  if ('skipped' in found) {
    const { skipped } = found;
    rows.push(...periods.map((of) => skippedRow(of.line, skipped, { meter: mpan, start: date, value: of.value })));
  } else if ('problem' in found) {
    rows.push(badLine(dayText(day), 'MPAN Core', found.problem, mpan));
  } else if ('unmatched' in found) {
    for (const [index, period] of periods.entries()) {
      const span = spans[index];
      // If the date lacks periods, nothing tells which of them these are.
      const time = span === undefined || 'problem' in span || count !== size ? { start: date } : span;
      const value = numberOf(period.value) ?? period.value;
      const data = { meter: mpan, unit: UNIT, ...time, ...estimated(period.indicator), value };
      rows.push(unmatchedRow(period.line, found.unmatched, data));
    }
  } else if (count !== size) {
    const problem = `must be ${size}, the half-hours of that date in ${zone}, got ${count}: which is which cannot be told`;
    rows.push(badLine(dayText(day), 'HH Periods', problem, mpan));
  } else {
    const channel = { mpan, text, account: found.account };
    for (const [index, period] of periods.entries()) {
      const span = spans[index];
      if (span !== undefined && !('problem' in span)) rows.push(periodRow(channel, period, span));
    }
  }
}

/** The row of a period whose account and time are known. */
function periodRow(
  { mpan, text, account }: Pick<D0036Mpan, 'mpan' | 'text'> & { readonly account: MeterAccount },
  { line, indicator, value }: D0036Period,
  span: Span,
): SourceRow {
  if (value === '') return skippedRow(line, `${text}: no value`, { meter: mpan, start: span.start, value });
  const number = numberOf(value);
  if (number === undefined) {
    const data = { meter: mpan, account, unit: UNIT, ...span, ...estimated(indicator), value };
    return badRow(line, 'Period Metered Consumption', `must be a number of kWh, got ${quoted(value)}`, data);
  }
  const problem = indicatorProblem(indicator);
  if (problem !== null) {
    const data = { meter: mpan, account, unit: UNIT, ...span, value: number };
    return badRow(line, 'Actual/Estimated Indicator', problem, data);
  }
  return intervalRow(line, span, number, { account, unit: UNIT, isEstimated: indicator === 'E' });
}

/** The catalogue writes numbers with a sign. */
function numberOf(value: string): number | undefined {
  return nemNumber(value.replace(/^\+/, ''));
}

/** Whether a value is estimated, where its indicator says. */
function estimated(indicator: string): { readonly isEstimated?: boolean } {
  return indicatorProblem(indicator) === null ? { isEstimated: indicator === 'E' } : {};
}

/** The catalogue knows C too, "Long Day/Short Day Indicator", and does not say whether such a value was measured. */
function indicatorProblem(indicator: string): string | null {
  if (indicator === 'A' || indicator === 'E') return null;
  const hint = indicator === 'C' ? ' (long or short day), which does not say whether it was measured' : '';
  return `must be A or E, got ${quoted(indicator)}${hint}`;
}
