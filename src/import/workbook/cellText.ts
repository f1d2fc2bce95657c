import type { CellFormat } from './cellFormat.js';

const DAY = 86_400;
/** The first serial number of 10000-01-01. */
const LAST_DAY = 2_958_466;
const [EPOCH_1900, EPOCH_1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)];

/**
 * The text of a number in a cell: `12.5`; by its format `2024-01-31`, `2024-01-31 13:30:00` or `13:30`, local and without a
 * zone, to the second. A duration of hours is as a time, also above 24 hours. What is no date there is, such as Excel's
 * 29 February 1900, stays a number.
 * @param is1904 whether days count from 1904, as in workbooks of old Macs, rather than from 1900
 */
export function numberText(value: number, format: CellFormat, is1904: boolean): string {
  if (typeof format === 'object') {
    const text = plainNumber(value);
    return Number.isInteger(value) && value >= 0 ? text.padStart(format.digits, '0') : text;
  }
  const seconds = Math.round(value * DAY);
  if (seconds < 0) return plainNumber(value);
  if (format === 'duration' || (format === 'time' && seconds <= DAY)) return timeText(seconds);
  const day = Math.floor(seconds / DAY);
  const date = dateText(day, is1904);
  if (date === null) return plainNumber(value);
  const isDate = format === 'date' && seconds === day * DAY;
  return isDate ? date : `${date} ${timeText(seconds - day * DAY, true)}`;
}

/** The date of a serial number; null when it is none. */
function dateText(day: number, is1904: boolean): string | null {
  if (day >= LAST_DAY - (is1904 ? 1462 : 0) || (!is1904 && (day < 1 || day === 60))) return null;
  // Excel's 1900 has a 29 February, so that days before it are one less.
  const epoch = is1904 ? EPOCH_1904 : EPOCH_1900 + (day < 60 ? DAY * 1000 : 0);
  return new Date(epoch + day * DAY * 1000).toISOString().slice(0, 10);
}

/** Hours and minutes, with seconds where there are some or they are asked for. */
function timeText(seconds: number, withSeconds = false): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = withSeconds || seconds % 60 !== 0 ? parts : parts.slice(0, 2);
  return shown.map((part) => String(part).padStart(2, '0')).join(':');
}

/** A number without an exponent. */
export function plainNumber(value: number): string {
  const text = String(value);
  const found = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!found) return text;
  const [, sign = '', first = '', rest = '', exponent = ''] = found;
  const [digits, power] = [first + rest, Number(exponent)];
  return power < 0 ? `${sign}0.${'0'.repeat(-power - 1)}${digits}` : `${sign}${digits.padEnd(power + 1, '0')}`;
}
