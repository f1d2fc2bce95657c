const ENGLISH = 'january february march april may june july august september october november december'.split(' ');
const GERMAN = 'januar februar märz april mai juni juli august september oktober november dezember'.split(' ');
/** Short forms that do not begin a name. */
const SHORT: ReadonlyMap<string, number> = new Map([
  ['mrz', 3],
  ['maerz', 3],
]);

const NAMED = /^(\p{L}{3,9})\.?[\s/'’-]*(\d{4}|\d\d)$/u;
const YEAR_FIRST = /^(\d{4})[-/](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})[-/](\d{4})$/;

/**
 * Reads a month with its year: `Jan 2024`, `January-24`, `Mrz. 2024`, `2024-01`, `01/2024`. Years of two digits are
 * 20yy.
 * @returns `2024-01`; null if the text is not a month
 */
export function readWrittenMonth(text: string): string | null {
  const plain = text.normalize('NFC').trim();
  const [, name = '', written = ''] = NAMED.exec(plain) ?? [];
  if (name !== '') return monthText(written.length === 2 ? `20${written}` : written, numberOf(name.toLowerCase()));
  const [, year, first] = YEAR_FIRST.exec(plain) ?? [];
  if (year !== undefined) return monthText(year, Number(first));
  const [, last, after] = YEAR_LAST.exec(plain) ?? [];
  return after === undefined ? null : monthText(after, Number(last));
}

function numberOf(name: string): number {
  const index = [ENGLISH, GERMAN]
    .map((names) => names.findIndex((month) => month.startsWith(name)))
    .find((at) => at >= 0);
  return index === undefined ? (SHORT.get(name) ?? 0) : index + 1;
}

function monthText(year: string, month: number): string | null {
  return month >= 1 && month <= 12 ? `${year}-${String(month).padStart(2, '0')}` : null;
}
