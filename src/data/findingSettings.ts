import { isProblem, parseNumber } from '../values/scalars.js';

/** A threshold of the finding rules (docs/findings.md), stored as a setting of the database. */
export interface Threshold {
  readonly meaning: string;
  readonly fallback: string;
  readonly problem: (text: string) => string | null;
}

/** Returns a threshold that accepts numbers from `least` to `most`. */
function threshold(meaning: string, fallback: number, least: number, most: number): Threshold {
  return {
    meaning,
    fallback: String(fallback),
    problem(text) {
      const read = parseNumber(text);
      if (isProblem(read)) return read.problem;
      return read.value >= least && read.value <= most ? null : `must be ${least} to ${most}, got ${text}`;
    },
  };
}

/** The thresholds by setting: `finding-<kind>-<unit>`. */
export const FINDING_SETTINGS = {
  'finding-gap-hours': threshold('gap: hours without data', 3, 0.5, 9_600),
  'finding-late-days': threshold('late: days without new data, while other accounts have newer data', 3, 1, 400),
  'finding-flat-line-days': threshold('flat-line: whole days with the same value', 1, 1, 14),
  'finding-zero-run-days': threshold('zero-run: whole days with only zeros', 3, 1, 14),
  'finding-spike-times': threshold(
    'spike: multiple of the third highest daily maximum of the 8 weeks before',
    2.5,
    1.5,
    100,
  ),
  'finding-register-jump-times': threshold(
    'register-jump: multiple of the largest daily use on other days',
    20,
    5,
    10_000,
  ),
  'finding-register-jump-kwh': threshold('register-jump: least rise in kWh (of waste: kg)', 100, 0, 1_000_000_000),
  'finding-register-jump-m3': threshold('register-jump: least rise in m³', 10, 0, 1_000_000_000),
  'finding-estimated-run-days': threshold('estimated-run: estimated days in a row', 14, 1, 14),
  'finding-unit-suspect-gas-kwh': threshold(
    'unit-suspect: kWh/m² a year; gas for heating below it may be in m³',
    12,
    0,
    100,
  ),
  'finding-baseload-rise-percent': threshold('baseload-rise: rise in percent over the 4 weeks before', 30, 10, 1_000),
  'finding-night-use-percent': threshold(
    'night-use: rise in percent over the nights of the weeks before',
    50,
    10,
    1_000,
  ),
  'finding-night-use-kwh': threshold('night-use: least excess in kWh', 10, 0, 1_000_000),
  'finding-night-use-m3': threshold('night-use: least excess of water in m³', 1, 0, 1_000_000),
  'finding-night-use-cost': threshold(
    'night-use: least cost of the excess, in the currency of the account; 0: use the kWh or m³ threshold',
    ...([0, 0, 1_000_000_000] as const),
  ),
  'finding-weekend-use-percent': threshold('weekend-use: rise in percent over the weekends before', 50, 10, 1_000),
  'finding-weekend-use-kwh': threshold('weekend-use: least excess in kWh', 20, 0, 1_000_000),
  'finding-weekend-use-m3': threshold('weekend-use: least excess of water in m³', 2, 0, 1_000_000),
  'finding-weekend-use-cost': threshold(
    'weekend-use: least cost of the excess, in the currency of the account; 0: use the kWh or m³ threshold',
    ...([0, 0, 1_000_000_000] as const),
  ),
  'finding-bill-overlap-days': threshold('bill-overlap: days that two bills have in common', 2, 1, 60),
  'finding-bill-gap-days': threshold('bill-gap: days between two bills that no bill covers', 4, 1, 400),
  'finding-bill-too-long-days': threshold(
    'bill-too-long: most days that a bill may cover (65 in ENERGY STAR Portfolio Manager)',
    65,
    1,
    400,
  ),
  'finding-bill-estimated-bills': threshold('bill-estimated: bills in a row with an estimated last reading', 2, 1, 24),
  'finding-bill-units-differ-percent': threshold(
    'bill-units-differ: difference of billed and metered quantity in percent',
    10,
    1,
    1_000,
  ),
  'finding-bill-sum-differs-percent': threshold(
    'bill-sum-differs: allowed difference of the rate lines from the net cost in percent',
    0,
    0,
    100,
  ),
  'finding-bill-line-differs-percent': threshold(
    'bill-line-differs: allowed difference of a cost from quantity × rate in percent',
    0.5,
    0,
    100,
  ),
  'finding-bill-rate-changed-percent': threshold('bill-rate-changed: change of a unit rate in percent', 10, 1, 1_000),
  'finding-bill-price-changed-percent': threshold(
    'bill-price-changed: change of cost ÷ quantity in percent',
    20,
    1,
    1_000,
  ),
  'finding-bill-after-contract-days': threshold('bill-after-contract: billed days outside any contract', 1, 1, 400),
} as const;

export type FindingSetting = keyof typeof FINDING_SETTINGS;
