import { locale } from '../../shared/language.js';
import { formatUnit } from './units.js';

/** The text of a missing figure. */
export const NONE = '–';

/** Formats a number with thousands separators; a dash if it is missing. */
export function formatNumber(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined) return NONE;
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);
}

/** Formats a number with its unit, or without one if the unit is unknown; a dash if the number is missing. */
export function formatWithUnit(value: number | null | undefined, unit: string | null, digits = 0): string {
  return value === null || value === undefined
    ? NONE
    : `${formatNumber(value, digits)} ${formatUnit(unit ?? '')}`.trim();
}

/** Formats a number of any size: three significant digits, and all digits before the decimal point. */
export function formatFigure(value: number): string {
  const size = Math.abs(value);
  if (size < 0.1) return new Intl.NumberFormat(locale(), { maximumSignificantDigits: 2 }).format(value);
  return formatNumber(value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

/**
 * Formats a share (0 to 1) as a percentage. Only 1 becomes 100 %, and only 0 becomes 0 %: rounding must not hide a gap
 * or a little data.
 */
export function formatShare(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  const clear = value < 1 && value > 0.999 ? 0.999 : value > 0 && value < 0.001 ? 0.001 : value;
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(clear);
}

/** Formats a relative change with its sign. */
export function formatChange(change: number): string {
  return new Intl.NumberFormat(locale(), {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(change);
}

/** The most readable unit for figures of a certain size. */
export interface Scale {
  readonly unit: string;
  /** The divisor that converts figures to this unit. */
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

/**
 * Returns the unit for a set of figures.
 * @param largest the largest of them
 */
export function scaleOf(largest: number, unit: string): Scale {
  const step = (STEPS[unit] ?? []).find(([least]) => Math.abs(largest) >= least);
  return step ? { unit: step[1], divisor: step[2] } : { unit, divisor: 1 };
}

/** Formats a figure in the unit that suits its size: 45.6 GWh. */
export function formatQuantity(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return NONE;
  const scale = scaleOf(value, unit);
  const scaled = value / scale.divisor;
  const digits = Math.abs(scaled) < 10 ? 2 : Math.abs(scaled) < 1_000 ? 1 : 0;
  return formatWithUnit(scaled, scale.unit, digits);
}
