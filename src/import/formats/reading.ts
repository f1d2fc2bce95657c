import { skippedRow, type SourceRow } from '../sourceRow.js';
import { SOURCE, stableId, type MeterMatch } from './meters.js';

/** A part of a reading that cannot be read. */
export interface Unreadable {
  /** The column, item or field of the file; null or undefined: the complete row. */
  readonly field?: string | null;
  /** A clause with the allowed form and the text of the file: `must be a number, got "x"`. */
  readonly problem: string;
  /** The text of the file, which the rejected row shows. */
  readonly text?: unknown;
}

/** The time of an interval. */
export interface Span {
  /** ISO 8601 UTC with milliseconds. */
  readonly start: string;
  readonly end: string;
  readonly isHalfHourly: boolean;
}

/** The account of a meter, why no account matches, or why the import skips the readings of the meter. */
export type MeterOutcome = MeterMatch | Unreadable | { readonly skipped: string };

/**
 * A measured value of an interval, unchanged from the file. The reader of a format supplies the parts. {@link rowOf}
 * decides the outcome.
 */
export interface Reading {
  readonly line: number;
  /** The meter as the file names it. */
  readonly meter: string;
  readonly match: MeterOutcome;
  /** The `text` of an unread span is the start in the file. */
  readonly span: Span | (Unreadable & { readonly isHalfHourly?: boolean });
  /** Null: the unit of the account. */
  readonly unit: string | null | Unreadable;
  readonly value: number | Unreadable;
  readonly isEstimated: boolean | Unreadable;
  /** The estimated part of a sum; null: all or none of the sum is estimated. */
  readonly estimatedValue?: number | null;
  /** The time of the last change by the source; null: not stated. Undefined: the format has no such time. */
  readonly statedAt?: string | null;
}

/** The fields of an interval's row, in order; all rows share one array, so the import resolves the fields once. */
const INTERVAL_NAMES: readonly string[] = [
  ...['_id', 'accountId', 'type', 'unit', 'value', 'startTimestamp', 'endTimestamp'],
  ...['readType', 'isHalfHourly', 'isEstimated', 'source'],
];
/** The fields of rows of formats that state the date of the last change. */
const STATED_NAMES: readonly string[] = [...INTERVAL_NAMES, 'estimatedValue', 'statedAt'];

const HALF_HOUR = 30 * 60_000;

/**
 * Returns the time of an interval.
 * @param start milliseconds since 1970 UTC; `end` too
 */
export function spanOf(start: number, end: number): Span {
  return {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    isHalfHourly: end - start === HALF_HOUR,
  };
}

/** Whether a part of a reading cannot be read. */
export function isUnreadable(part: unknown): part is Unreadable {
  return typeof part === 'object' && part !== null && 'problem' in part;
}

/** The parts of a reading, in the order of the checks. All formats report the first bad part in this order. */
const PARTS = ['match', 'register', 'span', 'unit', 'value', 'isEstimated'] as const;

/** Returns the first part that cannot be read, in the order of {@link PARTS}; null: all parts are readable. */
export function refusalOf(parts: Readonly<Partial<Record<(typeof PARTS)[number], unknown>>>): Unreadable | null {
  for (const name of PARTS) {
    const part = parts[name];
    if (isUnreadable(part)) return part;
  }
  return null;
}

/**
 * Returns the row of a reading: a record, or a rejected row. Decides in this order: skipped, unmatched, refused ({@link
 * refusalOf}), record.
 */
export function rowOf(reading: Reading): SourceRow {
  const { line, match, span, unit, value, isEstimated, statedAt } = reading;
  if ('skipped' in match) return skippedRow(line, match.skipped);
  const isRead = typeof value === 'number' && typeof isEstimated === 'boolean' && !isUnreadable(unit);
  if (!isRead || !('account' in match) || 'problem' in span) return rejectedRow(reading);
  const { id, type } = match.account;
  const { start, end, isHalfHourly } = span;
  const recordId = stableId(id, start, end, SOURCE);
  const readType = isEstimated ? 'E' : 'A';
  const values: unknown[] = [recordId, id, type, unit, value, start, end, readType, isHalfHourly, isEstimated, SOURCE];
  if (statedAt === undefined) return { line, names: INTERVAL_NAMES, values };
  values.push(reading.estimatedValue ?? null, statedAt);
  return { line, names: STATED_NAMES, values };
}

/**
 * Returns the row of a rejected reading. It has no `_id`, because the import derives the `_id` from the corrected row.
 * An unreadable part has the text of the file, so the import rejects the row again until that part is corrected too.
 */
function rejectedRow(reading: Reading): SourceRow {
  const { line, meter, match, span, unit, value, isEstimated, statedAt } = reading;
  const { id, type } = 'account' in match ? match.account : {};
  const { start, end } = 'problem' in span ? { start: span.text, end: undefined } : span;
  const estimate = isUnreadable(isEstimated) ? isEstimated.text : isEstimated;
  const readType = isUnreadable(isEstimated) ? undefined : isEstimated ? 'E' : 'A';
  const [shownUnit, shownValue] = [isUnreadable(unit) ? unit.text : unit, isUnreadable(value) ? value.text : value];
  const values: unknown[] = [undefined, id, type, shownUnit, shownValue, start, end, readType];
  values.push(span.isHalfHourly, estimate, SOURCE);
  if (statedAt !== undefined) values.push(reading.estimatedValue ?? null, statedAt);
  const row = { line, names: statedAt === undefined ? INTERVAL_NAMES : STATED_NAMES, values, meter };
  return 'unmatched' in match
    ? { ...row, unmatched: match.unmatched }
    : { ...row, ...problemFields(refusalOf(reading)) };
}

/** Returns the row of a rejected line. The rejects file contains the text of the line. */
export function badLine(
  { line, text }: { readonly line: number; readonly text: string },
  refusal: Unreadable,
  meter = '',
): SourceRow {
  return { line, names: [], values: [], meter, text, ...problemFields(refusal) };
}

/** Returns the field and the problem of a row. */
export function problemFields(refusal: Unreadable | null): Pick<SourceRow, 'field' | 'problem'> {
  const { field = null, problem = '' } = refusal ?? {};
  return field === null ? { problem } : { problem, field };
}

/** Adds the field of the meter to a refusal. */
export function inField(match: MeterMatch, field: string | null): MeterMatch | Unreadable {
  return 'problem' in match ? { ...match, field } : match;
}
