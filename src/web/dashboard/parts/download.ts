import { csvLine } from '../../../values/csv.js';
import { texts } from '../texts/texts.js';
import { headOf, type Table } from './table.js';

/**
 * Writes a table as CSV, in the format of the service's exports. A column of money is followed by one of currencies.
 * The file starts with a byte order mark, because spreadsheets otherwise do not read it as UTF-8.
 */
export function csvOf({ columns, rows }: Table): Blob {
  const isMoney = (index: number): boolean => columns[index]?.as === 'money';
  const head = columns.flatMap((column, index) => [
    headOf(column),
    ...(isMoney(index) ? [texts().columns.currency] : []),
  ]);
  const lines = rows.map(({ cells, currency }) =>
    csvLine(cells.flatMap((cell, index) => [cell, ...(isMoney(index) ? [currency?.toUpperCase() ?? null] : [])])),
  );
  return new Blob([`\uFEFF${csvLine(head)}${lines.join('')}`], { type: 'text/csv;charset=utf-8' });
}

/** Returns a descriptive file name in lower case, without characters that some systems forbid. */
export function fileName(words: readonly string[], ending: 'csv' | 'png'): string {
  const name = words
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return `${name}.${ending}`;
}

/** Starts a download in the browser. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
