import { quoted } from '../../errors/suggest.js';
import type { SourceRow } from '../sourceRow.js';
import type { Period } from './daySpans.js';
import { badRow, intervalRow, leftOutRow, unmatchedRow } from './meterRow.js';
import type { Found } from './meters.js';
import { nemNumber } from './nem.js';

/** A quantity of a metering point: a group 101. */
export interface D0036Mpan {
  readonly mpan: string;
  /** As it is listed. */
  readonly text: string;
  /** Whose data it is; or why it is left out. */
  readonly found: Found | { readonly leftOut: string };
}

/** A settlement date of it: a group 102, with its groups 103. */
export interface D0036Day {
  readonly line: number;
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
  /** Actual/Estimated Indicator (DTC item J0020). */
  readonly indicator: string;
  /** Period Metered Consumption (J0177), kWh; it may be empty. */
  readonly value: string;
}

const UNIT = 'kWh';

/**
 * Adds the rows of a date.
 * @param spans the periods of the date in the zone
 */
export function d0036DayRows(
  { mpan, text, found }: D0036Mpan,
  { line, date, periods, count }: D0036Day,
  spans: readonly Period[],
  zone: string,
  rows: SourceRow[],
): void {
  const whole = (field: string, problem: string): void => {
    rows.push(badRow(line, field, problem, { meter: mpan, start: date, value: null }));
  };
  if ('leftOut' in found) {
    const { leftOut } = found;
    rows.push(...periods.map((of) => leftOutRow(of.line, leftOut, { meter: mpan, start: date, value: of.value })));
    return;
  }
  if ('problem' in found) {
    whole('MPAN Core', found.problem);
    return;
  }
  if ('unmatched' in found) {
    const startOf = (span: Period | undefined): string => (span === undefined || 'problem' in span ? date : span.start);
    for (const [index, { line: at, value }] of periods.entries()) {
      rows.push(unmatchedRow(at, found.unmatched, { meter: mpan, start: startOf(spans[index]), value }));
    }
    return;
  }
  const size = spans.filter((span) => !('problem' in span)).length;
  if (count !== size) {
    whole(
      'HH Periods',
      `must be ${size}, the half-hours of that date in ${zone}, got ${count}: which is which cannot be told`,
    );
    return;
  }
  for (const [index, { line: at, indicator, value }] of periods.entries()) {
    const span = spans[index];
    if (span === undefined || 'problem' in span) continue;
    if (value === '') {
      rows.push(leftOutRow(at, `${text}: no value`, { meter: mpan, start: span.start, value }));
      continue;
    }
    // The catalogue writes numbers with a sign.
    const number = nemNumber(value.replace(/^\+/, ''));
    const bad =
      number === undefined
        ? { field: 'Period Metered Consumption', problem: `must be a number of kWh, got ${quoted(value)}` }
        : indicatorProblem(indicator);
    const measured = { account: found.account, unit: UNIT, isEstimated: indicator === 'E' };
    rows.push(intervalRow(at, span, number ?? value, measured, bad));
  }
}

/** The catalogue knows C too, "Long Day/Short Day Indicator", and does not say whether such a value was measured. */
function indicatorProblem(indicator: string): { readonly field: string; readonly problem: string } | undefined {
  if (indicator === 'A' || indicator === 'E') return undefined;
  const hint = indicator === 'C' ? ' (long or short day), which does not say whether it was measured' : '';
  return { field: 'Actual/Estimated Indicator', problem: `must be A or E, got ${quoted(indicator)}${hint}` };
}
