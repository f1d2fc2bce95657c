import { StringDecoder } from 'node:string_decoder';
import { commaListText } from '../../values/commaList.js';
import type { TableColumn } from './columns.js';

/** The cells of a row, in the order of the columns. A timestamp is a Date; null is no value. */
export type Cells = readonly Cell[];
export type Cell = string | number | boolean | Date | null;

/**
 * Yields the rows of a table in batches.
 * @param chunks lines of NDJSON, cut anywhere. The executor writes rows as text only, and these formats need values
 */
export async function* rowsOf(
  chunks: AsyncIterable<string | Buffer>,
  columns: readonly TableColumn[],
): AsyncGenerator<readonly Cells[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.write(chunk))).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines.map((line) => cellsOf(line, columns));
  }
}

function cellsOf(line: string, columns: readonly TableColumn[]): Cells {
  const row: unknown = JSON.parse(line);
  return columns.map(({ kind, valueOf }) => cellOf(kind, valueOf(row)));
}

function cellOf(kind: TableColumn['kind'], value: unknown): Cell {
  if (value === null) return null;
  if (kind === 'timestamp' && typeof value === 'string') return new Date(value);
  if (kind === 'texts' && Array.isArray(value)) return commaListText(value.map(String));
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}
