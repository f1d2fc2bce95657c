import type { ParameterProblem } from '../errors/appError.js';
import type { DayRange } from '../usage/grid.js';
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

/** The identifiers that a level may be named by. */
export const LEVEL_IDS = ['accountId', 'assetId', 'assetGroupId', 'entityId'] as const satisfies (keyof Level)[];

/** What is asked of every level of a batch. */
export interface Question {
  readonly range: DayRange;
  readonly granularity: Granularity;
  readonly source: string;
  /** Utility types; null: all. */
  readonly types: readonly string[] | null;
  /** Accounts with any of these; null: all. */
  readonly tags: readonly string[] | null;
  /** Whether only emissions are asked for: types of different units may be mixed, and there is no consumption. */
  readonly emissionsOnly: boolean;
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
