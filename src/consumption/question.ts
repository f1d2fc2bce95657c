import { invalidParameters, type ParameterProblem } from '../errors/appError.js';
import { DAY_MS, type DayRange } from '../usage/grid.js';
import { SOURCE, type SourceCode } from '../usage/sources.js';
import { canonicalUnit } from '../usage/units.js';
import type { Granularity } from './periods.js';

/** The sources of contract 4, /consumption, as they are stored. */
export const SOURCES: Readonly<Record<string, SourceCode>> = {
  hh: SOURCE.hh,
  invoice: SOURCE.invoice,
  reading: SOURCE.reading,
  custom: SOURCE.custom,
  combined: SOURCE.combined,
  'reading-hh': SOURCE.readingHh,
};

/** The level that is asked for; several narrow each other, none is the portfolio. */
export interface Level {
  readonly accountId?: string;
  readonly assetId?: string;
  readonly assetGroupId?: string;
  readonly entityId?: string;
}

/** What is asked of every level of a batch. */
export interface Question {
  readonly range: DayRange;
  readonly granularity: Granularity;
  readonly source: string;
  /** Utility types; null: all. */
  readonly types: readonly string[] | null;
  /** Accounts with any of these; null: all. */
  readonly tags: readonly string[] | null;
}

/** What is written as dates: days, `2024-01-31`, whose `endDate` is the last one unless the reading is exclusive. */
export interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * The days asked for (consumption, time).
 * @param inclusive whether `endDate` names the last day included
 * @throws AppError invalid-parameter when there is no day
 */
export function rangeOf({ startDate, endDate }: Dates, inclusive: boolean): DayRange {
  const [from, end] = [Date.parse(startDate) / DAY_MS, Date.parse(endDate) / DAY_MS];
  if (end < from || (end === from && !inclusive)) {
    const must = inclusive ? 'must not be before' : 'must be after';
    throw invalidParameters([
      { parameter: 'endDate', message: `endDate ${must} startDate ${startDate}, got ${endDate}.` },
    ]);
  }
  return { from, to: inclusive ? end + 1 : end };
}

/**
 * The unit that figures of these types have in common; null of no type.
 * @returns a problem that names the types when their units differ
 */
export function commonUnit(types: readonly string[]): string | null | ParameterProblem {
  const units = new Set(types.map(canonicalUnit));
  if (units.size < 2) return [...units][0] ?? null;
  const named = [...new Set(types)].map((type) => `${type} (${canonicalUnit(type)})`).join(', ');
  return {
    parameter: 'accountType',
    message: `accountType must name types of one unit, as their consumption is added up: ${named}.`,
  };
}
