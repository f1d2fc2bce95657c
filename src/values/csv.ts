/** What a spreadsheet would take for a formula, or for the start of one behind a separator (OWASP, CSV injection). */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** What an apostrophe stands before: a formula, or in files of others a number that is to stay a text. */
const APOSTROPHE = /^'(?:'*[=+\-@\t\r\n＝＋－＠]|'*\d+$)/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Writes a line of CSV (RFC 4180). */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/**
 * Reads the text of a cell: without the apostrophe by which a spreadsheet takes it for a text. Every text that is written
 * by {@link csvLine} comes back as it was.
 */
export function textOfCell(cell: string): string {
  return cell.charCodeAt(0) === 39 && APOSTROPHE.test(cell) ? cell.slice(1) : cell;
}

/**
 * Numbers stay numbers; no value is an empty cell, the empty text a quoted one; lists of texts are written with commas, what
 * else has parts as JSON: as the import reads them.
 */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return text(value);
  const plain = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return text(plain ? value.join(',') : JSON.stringify(value));
}

function text(value: string): string {
  if (value === '') return '""';
  const safe = FORMULA.test(value) || APOSTROPHE.test(value) ? `'${value}` : value;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
