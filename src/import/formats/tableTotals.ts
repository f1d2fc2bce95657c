import type { CsvRecord } from './csvRecords.js';

/** What the first filled cell of a line of totals says, alone or before what is added up. */
const TOTALS =
  /^(?:grand|overall|sub|sous|gesamt|zwischen)?[\s_-]*(?:totals?|totaux|totaal|totale|totales|sums?|summe|somme|suma|som|gesamt|insgesamt|counts?|averages?|mittelwert|durchschnitt|moyenne|media|promedio|gemiddelde|minimum|maximum)(?!\p{L})/iu;

/**
 * Whether a record at the end of a table is no row: it fills none of the columns that every row fills, or only one of
 * them, the first filled cell, which says total, sum or the like.
 * @param columns of the header
 * @param keys places of the columns that every row has
 */
export function isBelowTable({ cells, problem }: CsvRecord, columns: number, keys: readonly number[]): boolean {
  if (problem !== undefined) return false;
  const at = cells.findIndex((cell) => cell.trim() !== '');
  const isFilled = (place: number): boolean => (cells[place] ?? '').trim() !== '';
  if (TOTALS.test((cells[at] ?? '').trim())) return !keys.some((place) => place !== at && isFilled(place));
  // A single column that every row fills is easily forgotten in one: that is a bad row.
  return cells.length === columns && keys.length > 1 && !keys.some(isFilled);
}
