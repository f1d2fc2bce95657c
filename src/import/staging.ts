import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import type { Column } from '../data/resource.js';
import { identifier } from '../data/sql.js';
import type { Cell } from './checkRow.js';

const TYPES = {
  id: 'bytea',
  text: 'text collate "C"',
  choice: 'text collate "C"',
  number: 'float8',
  boolean: 'boolean',
  timestamp: 'timestamptz(3)',
} as const;

/** Rows are handed to COPY in pieces of about this size. */
const CHUNK_BYTES = 256 * 1024;

export interface StagedRow {
  readonly line: number;
  readonly cells: readonly Cell[];
}

/** Creates the temporary table `staged`: a column per field and the line of the source. */
export async function createStaging(trx: Knex.Transaction, columns: readonly Column[]): Promise<void> {
  const list = columns.map((column) => {
    const type = column.list ? 'text[] collate "C"' : TYPES[column.kind];
    return `${identifier(column.name)} ${type}`;
  });
  await trx.raw(`create temporary table staged (line integer not null, ${list.join(', ')}) on commit drop`);
}

/** Writes checked rows into `staged` by COPY, with back-pressure; memory holds one piece. */
export async function copyStaged(
  database: Database,
  trx: Knex.Transaction,
  columns: readonly Column[],
  rows: AsyncIterable<StagedRow>,
): Promise<void> {
  const names = columns.map((column) => identifier(column.name)).join(', ');
  await database.copyIn(trx, `copy staged (line, ${names}) from`, Readable.from(chunks(columns, rows)));
  await trx.raw('analyze staged');
}

async function* chunks(columns: readonly Column[], rows: AsyncIterable<StagedRow>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const { line, cells } of rows) {
    text += `${line}\t${cells.map((cell, index) => field(cell, columns[index]?.kind === 'id')).join('\t')}\n`;
    if (text.length < CHUNK_BYTES) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** A value in COPY's text format. */
function field(cell: Cell, id: boolean): string {
  if (cell === null) return '\\N';
  if (Array.isArray(cell)) return escape(`{${(cell as readonly unknown[]).map(element).join(',')}}`);
  return id ? `\\\\x${String(cell)}` : escape(String(cell));
}

/** An element of an array literal. */
function element(value: unknown): string {
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escape(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}
