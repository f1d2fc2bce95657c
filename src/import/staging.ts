import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { Database } from '../data/database.js';
import type { Column } from '../data/resource.js';
import { identifier } from '../data/sql.js';
import type { Cell } from './readCell.js';

const TYPES = {
  id: 'bytea',
  text: 'text collate "C"',
  choice: 'text collate "C"',
  number: 'float8',
  boolean: 'boolean',
  timestamp: 'timestamptz(3)',
  records: 'jsonb',
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
    const list = column.kind === 'id' ? 'bytea[]' : 'text[] collate "C"';
    return `${identifier(column.name)} ${column.list && !column.fields ? list : TYPES[column.kind]}`;
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
    text += `${line}\t${cells.map((cell, index) => field(cell, columns[index]?.kind)).join('\t')}\n`;
    if (text.length < CHUNK_BYTES) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** A value in COPY's text format. */
function field(cell: Cell, kind: Column['kind'] | undefined): string {
  if (cell === null) return '\\N';
  if (kind === 'records') return escape(JSON.stringify(cell));
  if (Array.isArray(cell))
    return escape(`{${(cell as readonly unknown[]).map((item) => element(item, kind)).join(',')}}`);
  return escape(scalar(cell, kind));
}

/** An element of an array literal. */
function element(value: unknown, kind: Column['kind'] | undefined): string {
  return `"${scalar(value, kind).replace(/["\\]/g, '\\$&')}"`;
}

function scalar(value: unknown, kind: Column['kind'] | undefined): string {
  return kind === 'id' ? `\\x${String(value)}` : String(value);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escape(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}
