import { readAllXml } from './xmlPart.js';

/**
 * How to read the number in a cell: as a date, a date with a time, a time of day, a duration in hours, or a number. A
 * number has at least `digits` digits, as in an identifier such as 0012345. 0: the number has no leading zeros.
 */
export type CellFormat = 'date' | 'dateTime' | 'time' | 'duration' | { readonly digits: number };

export const NUMBER: CellFormat = { digits: 0 };
/** Excel allows 65,490. */
const MAX_FORMATS = 100_000;

/** Formats without a code in the file (ECMA-376, part 1, 18.8.30), including those of East Asian dates. */
const BUILT_IN: readonly (readonly [from: number, to: number, format: CellFormat])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'dateTime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 58, 'date'],
];

/**
 * Reads the formats to which cells refer by number.
 * @throws Error that begins with "the workbook" if the part cannot be read
 */
export async function readCellFormats(part: AsyncIterable<Uint8Array>, name: string): Promise<readonly CellFormat[]> {
  const codes = new Map<string, CellFormat>();
  const formats: CellFormat[] = [];
  let isInCellFormats = false;
  await readAllXml(part, name, {
    open: (element, attribute) => {
      if (element === 'cellXfs') isInCellFormats = true;
      else if (element === 'numFmt') codes.set(attribute('numFmtId') ?? '', formatOf(attribute('formatCode') ?? ''));
      else if (element === 'xf' && isInCellFormats) {
        const id = attribute('numFmtId') ?? '0';
        formats.push(codes.get(id) ?? builtIn(Number(id)));
      }
      if (codes.size + formats.length > MAX_FORMATS) {
        throw new Error(`the workbook has more than ${MAX_FORMATS} cell formats: save the sheet as CSV`);
      }
    },
    close: (element) => {
      if (element === 'cellXfs') isInCellFormats = false;
    },
  });
  return formats;
}

function builtIn(id: number): CellFormat {
  const [, , format = NUMBER] = BUILT_IN.find(([from, to]) => id >= from && id <= to) ?? [];
  return format;
}

/**
 * Parses the code of a number format by its letters for parts of dates and times.
 * @param code as in `dd/mm/yyyy hh:mm`, `[h]:mm`, `#,##0.00` or `00000`
 */
function formatOf(code: string): CellFormat {
  if (/^0{2,}$/.test(code)) return { digits: code.length };
  // Removes texts, escaped and repeated characters, and brackets. The brackets of hours, minutes and seconds stay,
  // because they mark a duration.
  const plain = code
    .replace(/"[^"]*"|[\\_*]./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';', 1)
    .join('')
    .toLowerCase();
  if (/\[[hms]+\]/.test(plain)) return 'duration';
  if (plain.includes('general')) return NUMBER;
  const hasTime = /[hs]/.test(plain) || plain.includes('am/pm');
  // Next to hours or seconds, m is a minute.
  const hasDate = /[yd]/.test(plain) || (plain.includes('m') && !hasTime);
  if (hasDate) return hasTime ? 'dateTime' : 'date';
  return hasTime ? 'time' : NUMBER;
}

const DAY = 86_400;
/** The first serial number of 10000-01-01. */
const LAST_DAY = 2_958_466;
const [EPOCH_1900, EPOCH_1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)];

/**
 * Formats the number of a cell as text: `12.5`, or by its format `2024-01-31`, `2024-01-31 13:30:00` or `13:30`. Times
 * are local, without a zone, to the second. A duration in hours has the form of a time, also above 24 hours. A number
 * without a date, such as Excel's 29 February 1900, stays a number.
 * @param is1904 whether days count from 1904, as in workbooks of old Macs; otherwise they count from 1900
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

/** Formats a serial number as a date; null when it has no date. */
function dateText(day: number, is1904: boolean): string | null {
  if (day >= LAST_DAY - (is1904 ? 1462 : 0) || (!is1904 && (day < 1 || day === 60))) return null;
  // Excel's 1900 has a 29 February, so the serial numbers of earlier days are one less.
  const epoch = is1904 ? EPOCH_1904 : EPOCH_1900 + (day < 60 ? DAY * 1000 : 0);
  return new Date(epoch + day * DAY * 1000).toISOString().slice(0, 10);
}

/** Formats seconds as hours and minutes. Adds the seconds if they are not 0 or the caller requests them. */
function timeText(seconds: number, withSeconds = false): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = withSeconds || seconds % 60 !== 0 ? parts : parts.slice(0, 2);
  return shown.map((part) => String(part).padStart(2, '0')).join(':');
}

/** A spreadsheet stores 15 digits of a number. */
const LOST_DIGITS = 1e15;

/** Formats a number without an exponent. A long integer has one, to show that its last digits are lost. */
function plainNumber(value: number): string {
  const text = String(value);
  if (Math.abs(value) >= LOST_DIGITS) return value.toExponential().toUpperCase();
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', first = '', rest = '', exponent = ''] = match;
  const [digits, power] = [first + rest, Number(exponent)];
  return power < 0 ? `${sign}0.${'0'.repeat(-power - 1)}${digits}` : `${sign}${digits.padEnd(power + 1, '0')}`;
}
