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
  'finding-gap-hours': threshold('gap: hours without data that are a finding', 3, 0.5, 9_600),
  'finding-late-days': threshold('late: days that an account may be behind its company', 3, 1, 400),
  'finding-flat-line-days': threshold('flat-line: whole days of one value that are a finding', 1, 1, 14),
  'finding-zero-run-days': threshold('zero-run: whole days of zeros that are a finding', 3, 1, 14),
  'finding-spike-times': threshold('spike: times the highest of the 8 weeks before', 2.5, 1.5, 100),
  'finding-register-jump-times': threshold('register-jump: times the largest use of any other day', 20, 5, 10_000),
  'finding-register-jump-kwh': threshold('register-jump: kWh (of waste kg) that matter', 100, 0, 1_000_000_000),
  'finding-register-jump-m3': threshold('register-jump: m³ that matter', 10, 0, 1_000_000_000),
  'finding-estimated-run-days': threshold('estimated-run: days in a row that are estimated', 14, 1, 14),
  'finding-unit-suspect-gas-kwh': threshold('unit-suspect: kWh/m² in a year below which gas is no kWh', 12, 0, 100),
  'finding-baseload-rise-percent': threshold('baseload-rise: percent more than in the 4 weeks before', 30, 10, 1_000),
  'finding-night-use-percent': threshold('night-use: percent more at night than in the weeks before', 50, 10, 1_000),
  'finding-night-use-kwh': threshold('night-use: kWh more than usual that matter', 10, 0, 1_000_000),
  'finding-night-use-m3': threshold('night-use: m³ of water more than usual that matter', 1, 0, 1_000_000),
  'finding-night-use-cost': threshold(
    'night-use: money more than usual that matters, in the currency of the account; 0: kWh or m³ decide',
    ...([0, 0, 1_000_000_000] as const),
  ),
  'finding-weekend-use-percent': threshold('weekend-use: percent more than on weekends before', 50, 10, 1_000),
  'finding-weekend-use-kwh': threshold('weekend-use: kWh more than usual that matter', 20, 0, 1_000_000),
  'finding-weekend-use-m3': threshold('weekend-use: m³ of water more than usual that matter', 2, 0, 1_000_000),
  'finding-weekend-use-cost': threshold(
    'weekend-use: money more than usual that matters, in the currency of the account; 0: kWh or m³ decide',
    ...([0, 0, 1_000_000_000] as const),
  ),
  'finding-bill-overlap-days': threshold('bill-overlap: days that two bills have in common', 2, 1, 60),
  'finding-bill-gap-days': threshold('bill-gap: days between two bills that no bill is for', 4, 1, 400),
  'finding-bill-too-long-days': threshold("bill-too-long: days of a bill (Portfolio Manager's rule)", 65, 1, 400),
  'finding-bill-estimated-bills': threshold('bill-estimated: bills in a row whose last reading is estimated', 2, 1, 24),
  'finding-bill-units-differ-percent': threshold('bill-units-differ: percent between billed and metered', 10, 1, 1_000),
  'finding-bill-sum-differs-percent': threshold(
    'bill-sum-differs: percent of net cost that the rate lines may miss',
    0,
    0,
    100,
  ),
  'finding-bill-line-differs-percent': threshold(
    'bill-line-differs: percent that the cost of a line may be off quantity × rate',
    0.5,
    0,
    100,
  ),
  'finding-bill-rate-changed-percent': threshold('bill-rate-changed: percent of the unit rate before', 10, 1, 1_000),
  'finding-bill-price-changed-percent': threshold(
    'bill-price-changed: percent of cost ÷ quantity on the bill before',
    20,
    1,
    1_000,
  ),
  'finding-bill-after-contract-days': threshold('bill-after-contract: billed days outside any contract', 1, 1, 400),
} as const;

export type FindingSetting = keyof typeof FINDING_SETTINGS;
