import type { SourceRow } from '../sourceRow.js';
import { stableId, type MeterAccount } from './meters.js';

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

/** What is known of data that is not a record of ours, as far as it can be written down. */
const DATA_NAMES: readonly string[] = ['meter', 'startTimestamp', 'value'];

const SOURCE = 'import';
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
}

/**
 * The row of an interval of consumption.
 * @param value a number, or the text that is none, with the reason as `problem`
 */
export function intervalRow(
  line: number,
  { start, end, isHalfHourly }: Span,
  value: number | string,
  { account: { id, type }, unit, isEstimated, estimatedValue }: Measured,
  bad?: { readonly field: string; readonly problem: string },
): SourceRow {
  const readType = isEstimated ? 'E' : 'A';
  const own = stableId(id, start, end, SOURCE);
  const values = [own, id, type, unit, value, start, end, readType, isHalfHourly, isEstimated, SOURCE];
  if (estimatedValue !== undefined) values.push(estimatedValue);
  const names = estimatedValue === undefined ? INTERVAL_NAMES : SUM_NAMES;
  return bad ? { line, names, values, ...bad } : { line, names, values };
}

/** What a row says of data that did not become a record. */
export interface Data {
  readonly meter: string;
  /** As far as it is known: a stamp, else what the file has. */
  readonly start: string;
  readonly value: unknown;
}

/** The row of data that is wrong, with the column or field that is meant. */
export function badRow(line: number, field: string | null, problem: string, data?: Data): SourceRow {
  const row = data ? dataRow(line, data) : { line, names: [], values: [] };
  return field === null ? { ...row, problem } : { ...row, problem, field };
}

/** The row of an interval whose meter no account has. */
export function unmatchedRow(line: number, unmatched: string, data: Data): SourceRow {
  return { ...dataRow(line, data), unmatched };
}

/** The row of an interval that is no record of ours, with the reason. */
export function leftOutRow(line: number, leftOut: string, data: Data): SourceRow {
  return { ...dataRow(line, data), leftOut };
}

function dataRow(line: number, { meter, start, value }: Data): SourceRow {
  return { line, names: DATA_NAMES, values: [meter, start, value] };
}
