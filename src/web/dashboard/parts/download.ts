import { csvLine } from '../../../values/csv.js';
import { texts } from '../texts/texts.js';
import { headOf, type Table } from './table.js';

/** A table as CSV, as the service's own exports are written, and the currency behind each column of money; a byte order mark tells spreadsheets that it is UTF-8. */
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

/** The name of a file that says what it is of, in lower case and without what some systems forbid. */
export function fileName(words: readonly string[], ending: 'csv' | 'png'): string {
  const name = words
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return `${name}.${ending}`;
}

/** Hands the browser a file to keep. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
