import type { SourceRow } from '../sourceRow.js';
import { SOURCE, stableId, type MeterAccount } from './meters.js';

/** The fields of an interval's row, in order; one array for all rows, so that what it means is looked up once. */
export const INTERVAL_NAMES: readonly string[] = [
  '_id',
  'accountId',
  'type',
  'unit',
  'value',
  'startTimestamp',
  'endTimestamp',
  'readType',
  'isHalfHourly',
  'isEstimated',
  'source',
];

/** The same with the estimated part of a sum; all rows of sums have it, so that they are of one shape. */
const SUM_NAMES: readonly string[] = [...INTERVAL_NAMES, 'estimatedValue'];

/** The same with the date of the last change, of formats that state it. */
const STATED_NAMES: readonly string[] = [...SUM_NAMES, 'statedAt'];

const HALF_HOUR = 30 * 60_000;

/** The time of an interval. */
export interface Span {
  /** ISO 8601 UTC with milliseconds. */
  readonly start: string;
  readonly end: string;
  readonly isHalfHourly: boolean;
}

/** @param start milliseconds since 1970 UTC; so is the end */
export function spanOf(start: number, end: number): Span {
  return {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    isHalfHourly: end - start === HALF_HOUR,
  };
}

/** What was measured in an interval. */
export interface Measured {
  readonly account: MeterAccount;
  /** Null: the account's. */
  readonly unit: string | null;
  readonly isEstimated: boolean;
  /** Of a sum: the part of it that is estimated; null where that is all or none of it. */
  readonly estimatedValue?: number | null;
  /** When its source last changed it; null: the source does not say. Absent: nor does the format. */
  readonly statedAt?: string | null;
}

/**
 * The row of an interval of consumption.
 * @param value a number, or the text that is none, or null where that is no record's either, with the reason as `problem`
 */
export function intervalRow(
  line: number,
  { start, end, isHalfHourly }: Span,
  value: number | string | null,
  { account: { id, type }, unit, isEstimated, estimatedValue, statedAt }: Measured,
  bad?: { readonly field: string; readonly problem: string },
): SourceRow {
  const readType = readTypeOf(isEstimated);
  const own = stableId(id, start, end, SOURCE);
  const values: unknown[] = [own, id, type, unit, value, start, end, readType, isHalfHourly, isEstimated, SOURCE];
  const isStated = statedAt !== undefined;
  if (estimatedValue !== undefined || isStated) values.push(estimatedValue ?? null);
  if (isStated) values.push(statedAt);
  const names = isStated ? STATED_NAMES : estimatedValue === undefined ? INTERVAL_NAMES : SUM_NAMES;
  return bad ? { line, names, values, ...bad } : { line, names, values };
}

/** What is known of an interval that did not become a record: whoever mends it adds what is not. */
export interface Data {
  readonly meter: string;
  /** Its account, where it has one. */
  readonly account?: MeterAccount | undefined;
  readonly unit?: string | null;
  /** As far as it is known: a stamp, else what the file has. */
  readonly start: string;
  readonly end?: string;
  readonly isHalfHourly?: boolean;
  readonly isEstimated?: boolean | undefined;
  /** As of {@link Measured}. */
  readonly statedAt?: string | null;
  readonly value: unknown;
}

/** The row of data that is wrong, with the column or field that is meant. */
export function badRow(line: number, field: string | null, problem: string, data: Data): SourceRow {
  const row = dataRow(line, data);
  return field === null ? { ...row, problem } : { ...row, problem, field };
}

/** The row of a line that is wrong as a whole, with its column or field, and its text for whoever mends it. */
export function badLine(
  { line, text }: { readonly line: number; readonly text: string },
  field: string | null,
  problem: string,
  meter: string,
): SourceRow {
  const row = { line, names: [], values: [], meter, text, problem };
  return field === null ? row : { ...row, field };
}

/** The row of an interval whose meter no account has. */
export function unmatchedRow(line: number, unmatched: string, data: Data): SourceRow {
  return { ...dataRow(line, data), unmatched };
}

/** The row of an interval that is no record of ours, with the reason. */
export function skippedRow(line: number, skipped: string, data: Data): SourceRow {
  return { ...dataRow(line, data), skipped };
}

/** It has no `_id`, which is made of what a mended row says. */
function dataRow(line: number, data: Data): SourceRow {
  const { meter, account, unit, start, end, isHalfHourly, isEstimated, statedAt, value } = data;
  const readType = isEstimated === undefined ? undefined : readTypeOf(isEstimated);
  const { id, type } = account ?? {};
  const values = [undefined, id, type, unit, value, start, end, readType, isHalfHourly, isEstimated, SOURCE];
  if (statedAt === undefined) return { line, names: INTERVAL_NAMES, values, meter };
  return { line, names: STATED_NAMES, values: [...values, null, statedAt], meter };
}

function readTypeOf(isEstimated: boolean): string {
  return isEstimated ? 'E' : 'A';
}
