import { commaListText } from './commaList.js';

/**
 * Matches where a spreadsheet may begin a formula (OWASP, CSV injection): the start of a text, and the place after a
 * character that may end a cell. A spreadsheet that expects semicolons or tabs splits a line there, even inside our
 * quotes. Spaces, quotes and apostrophes before the sign make no difference.
 */
const FORMULA = /(?:^(?=[ "']*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=[ "']*[=+\-@＝＋－＠]))/g;
/** Matches the same places with the apostrophe that {@link cell} writes there. */
const GUARDED = /(?:^'(?=[ "']*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])'(?=[ "']*[=+\-@＝＋－＠]))/g;
/**
 * Other programs write an apostrophe before a number that should stay a text. An apostrophe that belongs to such a text
 * is therefore doubled.
 */
const NUMBER = /^'+\d+$/;
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

/** Writes a line of CSV (RFC 4180). */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/**
 * Reads the text of a cell without the apostrophes that protect it from a spreadsheet. It returns every text that
 * {@link csvLine} has written unchanged.
 */
export function textOfCell(cell: string): string {
  if (!cell.includes("'")) return cell;
  return NUMBER.test(cell) ? cell.slice(1) : cell.replace(GUARDED, '');
}

/**
 * Writes a cell. Numbers stay numbers. A null is an empty cell, and the empty text is a quoted empty cell. Lists of
 * texts are comma lists; the empty list is a quoted empty cell. Other objects and lists are JSON. The import reads all
 * of them back unchanged.
 */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return textCell(value);
  const plain = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return textCell(plain ? commaListText(value) : JSON.stringify(value));
}

/** Writes a cell with a text. */
export function textCell(value: string): string {
  if (value === '') return '""';
  const safe = NUMBER.test(value) ? `'${value}` : value.replace(FORMULA, "'");
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
