/** What a spreadsheet would take for a formula, or for the start of one behind a separator (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Writes a line of CSV (RFC 4180). */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
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
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
