/** The minimum coverage for a ranking by use per area. A site with less data would look like one with low use. */
export const LEAST_RANKED_COVERAGE = 0.9;

/**
 * The highest plausible use of a site in kWh per m² and year: the highest benchmark of CIBSE TM46:2008, of swimming
 * pool centres, 245 of electricity and 1,130 of fossil fuel. A larger use points to a wrong floor area.
 */
export const MAX_PLAUSIBLE_USE = 1_375;

const DAYS_PER_YEAR = 365;

/** Use per area in a period. */
export interface UsePerArea {
  /** In `unit` per m²; null without a floor area. */
  readonly perArea: number | null;
  readonly unit: string | null;
  /** The share of the time with data, 0 to 1. */
  readonly coverage: number | null;
  /** Length of the period in days. */
  readonly days: number;
}

/**
 * Returns why a use per area must not be ranked among others: the floor area is not plausible, or data covers only a
 * part of the time. Null if it may be ranked.
 */
export function doubtOfUse({ perArea, unit, coverage, days }: UsePerArea): 'area' | 'part' | null {
  if (perArea === null) return null;
  if (unit === 'kWh' && perArea > (MAX_PLAUSIBLE_USE * days) / DAYS_PER_YEAR) return 'area';
  return (coverage ?? 0) < LEAST_RANKED_COVERAGE ? 'part' : null;
}
