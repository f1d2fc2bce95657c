import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import type { Column } from '../data/resource.js';
import { identifier } from '../db/sql.js';
import type { CheckedRow } from './checkRow.js';
import type { ImportFields } from './fields.js';
import type { Cell } from './readCell.js';

/** The tables of an import, in the schema of its place, which its transactions have first in their search path. */
export const STAGED = 'udg_staged';
export const KINDS = 'udg_kinds';
export const CHANGES = 'udg_changes';
/** On a distributed database, a copy of the stored records of the staged rows. */
export const STORED = 'udg_stored';
/** The operation of a change on its table. */
export type ChangeKind = 'insert' | 'update' | 'delete';
/** Accounts that rows name, where they are not right. */
export const OWNERS = 'udg_owners';
export const REPEATED = 'udg_repeated';
export const BAD = 'udg_bad';
/** Values that staged rows are about to get. */
const VALUES = 'udg_values';
/** What staged rows get of stored records. */
export const FILLED = 'udg_filled';
/** The stored readings of staged accounts, and the readings that give way to others. */
export const NEAR = 'udg_near';
export const SUPERSEDED = 'udg_superseded';

export const SQL_TYPES = {
  id: 'bytea',
  text: 'text collate "C"',
  choice: 'text collate "C"',
  number: 'float8',
  boolean: 'boolean',
  timestamp: 'timestamptz(3)',
  records: 'jsonb',
} as const;

/** An expression: whether a staged number is that of the stored record, whatever that is. */
export function isKept(column: string): string {
  return `(${column} is not distinct from 'NaN')`;
}

/** Rows are handed to COPY in pieces of about this size. */
const CHUNK_BYTES = 64 * 1024;

export interface StagedRow extends CheckedRow {
  readonly line: number;
}

/** Drops the tables of a place. They belong to an import that has ended or was killed. */
export async function dropStaging(trx: Knex.Transaction, place: number): Promise<void> {
  const tables = [STAGED, KINDS, CHANGES, STORED, OWNERS, REPEATED, BAD, VALUES, FILLED, NEAR, SUPERSEDED].map(
    (name) => `${schemaOf(place)}.${name}`,
  );
  await trx.raw(`drop table if exists ${tables.join(', ')}`);
}

/** Where the tables of an import are: as many can be prepared at once as there are places. */
export function schemaOf(place: number): string {
  return place === 1 ? 'udg_import' : `udg_import_${place}`;
}

/**
 * Creates the table of checked rows. It has the row number, the line in the source, whether the row deletes its record,
 * and the number of the shape (the fields that the row lacks). Each field has a column; the fields of a kind share one
 * text, a JSON list. The table is unlogged, because its rows have no use after a crash.
 */
export async function createStaging(trx: Knex.Transaction, fields: ImportFields): Promise<void> {
  const list = own(fields).map((column) => {
    const list = column.kind === 'id' ? 'bytea[]' : 'text[] collate "C"';
    return `${identifier(column.name)} ${column.list && !column.fields ? list : SQL_TYPES[column.kind]}`;
  });
  const kind = fields.kind.length > 0 ? ['kind text collate "C"'] : [];
  await trx.raw(
    `create unlogged table ${STAGED} (row integer not null, line integer not null, deleted boolean not null, shape integer, ${[...kind, ...list].join(', ')})`,
  );
}

/** Writes checked rows by COPY, with back-pressure; memory holds one piece. */
export async function copyStaged(
  database: Database,
  trx: Knex.Transaction,
  fields: ImportFields,
  rows: AsyncIterable<readonly StagedRow[]>,
): Promise<void> {
  const kind = fields.kind.length > 0 ? ['kind'] : [];
  const names = ['row', 'line', 'deleted', 'shape', ...kind, ...own(fields).map(({ name }) => name)].map(identifier);
  await database.copyIn(trx, `copy ${STAGED} (${names.join(', ')}) from`, Readable.from(chunks(fields, rows)));
  // What rows are joined and told apart by.
  const told = names.filter((name) => ['row', ...fields.key, 'account_id', 'kind'].map(identifier).includes(name));
  await trx.raw(`analyze ${STAGED} (${told.join(', ')})`);
}

/** The columns that are staged one by one. */
function own({ columns, kind }: ImportFields): readonly Column[] {
  return columns.filter(({ name }) => !kind.includes(name));
}

async function* chunks(fields: ImportFields, rows: AsyncIterable<readonly StagedRow[]>): AsyncGenerator<Buffer> {
  const { columns } = fields;
  const ofKind = columns.flatMap(({ name }, index) => (fields.kind.includes(name) ? [index] : []));
  const plain = columns.flatMap(({ name, kind }, index) => (fields.kind.includes(name) ? [] : [{ index, kind }]));
  const kindText = createKindText();
  let text = '';
  let count = 0;
  for await (const batch of rows) {
    for (const { line, cells, deleted, shape } of batch) {
      count += 1;
      text += `${count}\t${line}\t${deleted ? 't' : 'f'}\t${shape}`;
      if (ofKind.length > 0) text += `\t${kindText(ofKind.map((index) => cells[index] ?? null))}`;
      for (const { index, kind } of plain) text += `\t${field(cells[index] ?? null, kind)}`;
      text += '\n';
    }
    if (text.length < CHUNK_BYTES) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** The kind of a row as a JSON list; rows after each other are mostly of the same. */
function createKindText(): (cells: readonly Cell[]) => string {
  let last: readonly Cell[] = [];
  let text = '';
  return (cells) => {
    if (cells.length === last.length && cells.every((cell, index) => cell === last[index])) return text;
    last = cells;
    text = escape(JSON.stringify(cells));
    return text;
  };
}

/** A value in COPY's text format. */
function field(cell: Cell, kind: Column['kind']): string {
  if (cell === null) return '\\N';
  if (kind === 'records') return escape(JSON.stringify(cell));
  if (Array.isArray(cell))
    return escape(`{${(cell as readonly unknown[]).map((item) => element(item, kind)).join(',')}}`);
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  if (typeof cell !== 'string') return JSON.stringify(cell);
  if (kind === 'id') return `\\\\x${cell}`;
  return kind === 'timestamp' ? cell : escape(cell);
}

/** An element of an array literal. */
function element(value: unknown, kind: Column['kind']): string {
  const text = kind === 'id' ? `\\x${String(value)}` : String(value);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escape(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/**
 * Sets a column of staged rows. A separate statement reads the values first. Citus would send a statement that changes
 * a table of the first server, and reads tables of all servers, to another server.
 * @param select yields `row` and `value`
 */
export async function setStaged(
  trx: Knex.Transaction,
  column: string,
  select: string,
  bindings: readonly unknown[] = [],
): Promise<void> {
  await trx.raw(`create unlogged table ${VALUES} as ${select}`, [...bindings] as never[]);
  await trx.raw(`update ${STAGED} s set ${column} = v.value from ${VALUES} v where v.row = s.row`);
  await trx.raw(`drop table ${VALUES}`);
}
