import { csvLine } from '../../../values/csv.js';
import { headOf, type Table } from './table.js';

/** A table as CSV, as the service's own exports are written; a byte order mark tells spreadsheets that it is UTF-8. */
export function csvOf({ columns, rows }: Table): string {
  return `\uFEFF${csvLine(columns.map(headOf))}${rows.map(({ cells }) => csvLine(cells)).join('')}`;
}

/** Hands the browser a file to keep. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
