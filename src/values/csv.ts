import { commaListText } from './commaList.js';

/**
 * Where a spreadsheet would begin a formula (OWASP, CSV injection): at the start of a text, and behind whatever it may take
 * for the end of a cell. One that expects semicolons or tabs divides a line there, also within our quotes. Spaces, quotes and
 * apostrophes before the sign make no difference.
 */
const FORMULA = /(?:^(?=[ "']*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=[ "']*[=+\-@＝＋－＠]))/g;
/** The same with the apostrophe that is written before it. */
const GUARDED = /(?:^'(?=[ "']*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])'(?=[ "']*[=+\-@＝＋－＠]))/g;
/** In files of others an apostrophe stands before a number that is to stay a text, so one of a text is written twice. */
const NUMBER = /^'+\d+$/;
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

/** Writes a line of CSV (RFC 4180). */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/**
 * Reads the text of a cell: without the apostrophes by which a spreadsheet takes it for a text. Every text that is written
 * by {@link csvLine} comes back as it was.
 */
export function textOfCell(cell: string): string {
  if (!cell.includes("'")) return cell;
  return NUMBER.test(cell) ? cell.slice(1) : cell.replace(GUARDED, '');
}

/**
 * Writes a cell. Numbers stay numbers; no value is an empty cell, the empty text a quoted one; lists of texts are comma lists, the empty
 * one a quoted empty cell; other values with parts are JSON. The import reads all of them as they were.
 */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return textCell(value);
  const plain = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return textCell(plain ? commaListText(value) : JSON.stringify(value));
}

/** Writes a cell that holds a text. */
export function textCell(value: string): string {
  if (value === '') return '""';
  const safe = NUMBER.test(value) ? `'${value}` : value.replace(FORMULA, "'");
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
