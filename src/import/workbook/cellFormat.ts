import { readAllXml } from './xmlPart.js';

/**
 * How the number of a cell is meant: a date, a date with a time, a time of day, a duration of hours, or a number, with the
 * digits that it has at least (an identifier such as 0012345; 0: as it is).
 */
export type CellFormat = 'date' | 'dateTime' | 'time' | 'duration' | { readonly digits: number };

export const NUMBER: CellFormat = { digits: 0 };
/** Excel allows 65,490. */
const MOST_FORMATS = 100_000;

/** Formats that have no code in the file (ECMA-376, part 1, 18.8.30), those of East Asian dates too. */
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
 * Reads the formats that cells name by number.
 * @throws Error that begins with "the workbook" when they cannot be read
 */
export async function readCellFormats(part: AsyncIterable<Uint8Array>, name: string): Promise<readonly CellFormat[]> {
  const codes = new Map<string, CellFormat>();
  const formats: CellFormat[] = [];
  let isOfCells = false;
  await readAllXml(part, name, {
    open: (element, attribute) => {
      if (element === 'cellXfs') isOfCells = true;
      else if (element === 'numFmt') codes.set(attribute('numFmtId') ?? '', formatOf(attribute('formatCode') ?? ''));
      else if (element === 'xf' && isOfCells) {
        const id = attribute('numFmtId') ?? '0';
        formats.push(codes.get(id) ?? builtIn(Number(id)));
      }
      if (codes.size + formats.length > MOST_FORMATS) {
        throw new Error(`the workbook has more than ${MOST_FORMATS} formats of cells`);
      }
    },
    close: (element) => {
      if (element === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}

function builtIn(id: number): CellFormat {
  const [, , format = NUMBER] = BUILT_IN.find(([from, to]) => id >= from && id <= to) ?? [];
  return format;
}

/**
 * What a format's code means, by the letters that stand for parts of dates and times.
 * @param code as in `dd/mm/yyyy hh:mm`, `[h]:mm`, `#,##0.00` or `00000`
 */
export function formatOf(code: string): CellFormat {
  if (/^0{2,}$/.test(code)) return { digits: code.length };
  // Texts, escaped and repeated characters, and what is in brackets, but for the hours, minutes and seconds of a duration.
  const plain = code
    .replace(/"[^"]*"|[\\_*]./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';', 1)
    .join('')
    .toLowerCase();
  if (/\[[hms]+\]/.test(plain)) return 'duration';
  if (plain.includes('general')) return NUMBER;
  const hasTime = /[hs]/.test(plain) || plain.includes('am/pm');
  // Beside hours or seconds, m is a minute.
  const hasDate = /[yd]/.test(plain) || (plain.includes('m') && !hasTime);
  if (hasDate) return hasTime ? 'dateTime' : 'date';
  return hasTime ? 'time' : NUMBER;
}
