import { locale } from '../../shared/language.js';

/** What stands for a figure that there is not. */
export const NONE = '–';

/** A number with separators for thousands; no number is a dash. */
export function formatNumber(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined) return NONE;
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);
}

/** A share of 1 in per cent. What is not all is never shown as 100 %, and what is something never as 0 %. */
export function formatShare(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  const clear = value < 1 && value > 0.999 ? 0.999 : value > 0 && value < 0.001 ? 0.001 : value;
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(clear);
}

/** A change as a share of what was before, with its sign. */
export function formatChange(change: number): string {
  return new Intl.NumberFormat(locale(), {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(change);
}

/** A unit that figures of this size are easier to read in. */
export interface Scale {
  readonly unit: string;
  /** What is divided by to get there. */
  readonly divisor: number;
}

const STEPS: Readonly<Record<string, readonly (readonly [least: number, unit: string, divisor: number])[]>> = {
  kWh: [
    [10_000_000, 'GWh', 1_000_000],
    [10_000, 'MWh', 1_000],
  ],
  'kg CO₂e': [[10_000, 't CO₂e', 1_000]],
  kg: [[10_000, 't', 1_000]],
};

/** The unit to show figures in of which the largest is this one. */
export function scaleOf(largest: number, unit: string): Scale {
  const step = (STEPS[unit] ?? []).find(([least]) => Math.abs(largest) >= least);
  return step ? { unit: step[1], divisor: step[2] } : { unit, divisor: 1 };
}

/** A figure in the unit that suits it: 45.6 GWh. */
export function formatQuantity(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return NONE;
  const scale = scaleOf(value, unit);
  const scaled = value / scale.divisor;
  const digits = Math.abs(scaled) < 10 ? 2 : Math.abs(scaled) < 1_000 ? 1 : 0;
  return `${formatNumber(scaled, digits)} ${scale.unit}`.trim();
}
