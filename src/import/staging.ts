import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import type { Column } from '../data/resource.js';
import { identifier } from '../db/sql.js';
import type { CheckedRow } from './checkRow.js';
import type { ImportFields } from './fields.js';
import type { Cell } from './readCell.js';

/**
 * The tables of an import. They are in the schema of its workspace, which is first in the search path of its
 * transactions.
 */
export const STAGED = 'udg_staged';
export const KINDS = 'udg_kinds';
export const CHANGES = 'udg_changes';
/** On a distributed database, a copy of the stored records of the staged rows. */
export const STORED = 'udg_stored';
/** The operation of a change on its table. */
export type ChangeKind = 'insert' | 'update' | 'delete';
/** The wrong accounts of rows, each with its field and reason. */
export const OWNERS = 'udg_owners';
export const REPEATED = 'udg_repeated';
export const BAD = 'udg_bad';
/** On a distributed database, new values of staged rows. */
const VALUES = 'udg_values';
/** The stored readings of staged accounts, and the readings that others supersede. */
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

/** Returns the SQL test whether a staged number is NaN, which stands for the stored number. */
export function isStoredValue(column: string): string {
  return `(${column} is not distinct from 'NaN')`;
}

/** The approximate size of the chunks for COPY, in characters. */
const CHUNK_BYTES = 64 * 1024;

export interface StagedRow extends CheckedRow {
  readonly line: number;
}

/** Drops the tables of a workspace. They belong to an import that has ended or was killed. */
export async function dropStaging(trx: Knex.Transaction, workspace: number): Promise<void> {
  const tables = [STAGED, KINDS, CHANGES, STORED, OWNERS, REPEATED, BAD, VALUES, NEAR, SUPERSEDED].map(
    (name) => `${schemaOf(workspace)}.${name}`,
  );
  await trx.raw(`drop table if exists ${tables.join(', ')}`);
}

/** Returns the schema of a workspace. The number of workspaces limits how many imports run at a time. */
export function schemaOf(workspace: number): string {
  return workspace === 1 ? 'udg_import' : `udg_import_${workspace}`;
}

/**
 * Creates the table of checked rows. It has the row number, the line in the source, whether the row deletes its record,
 * and the number of the shape (the fields that the row lacks). Each field has a column; the fields of a kind share one
 * text, a JSON list. The table is unlogged, because its rows have no use after a crash.
 */
export async function createStaging(trx: Knex.Transaction, fields: ImportFields): Promise<void> {
  const list = plainColumns(fields).map((column) => {
    const list = column.kind === 'id' ? 'bytea[]' : 'text[] collate "C"';
    return `${identifier(column.name)} ${column.list && !column.fields ? list : SQL_TYPES[column.kind]}`;
  });
  const kind = fields.kind.length > 0 ? ['kind text collate "C"'] : [];
  await trx.raw(
    `create unlogged table ${STAGED} (row integer not null, line integer not null, deleted boolean not null, shape integer, ${[...kind, ...list].join(', ')})`,
  );
}

/** Writes checked rows with COPY, with back-pressure. Memory holds one chunk. */
export async function copyStaged(
  database: Database,
  trx: Knex.Transaction,
  fields: ImportFields,
  rows: AsyncIterable<readonly StagedRow[]>,
): Promise<void> {
  const kind = fields.kind.length > 0 ? ['kind'] : [];
  const names = ['row', 'line', 'deleted', 'shape', ...kind, ...plainColumns(fields).map(({ name }) => name)].map(
    identifier,
  );
  await database.copyIn(trx, `copy ${STAGED} (${names.join(', ')}) from`, Readable.from(chunks(fields, rows)));
  // Later statements join and group by these columns.
  const keyColumns = names.filter((name) =>
    ['row', ...fields.key, 'account_id', 'kind'].map(identifier).includes(name),
  );
  await trx.raw(`analyze ${STAGED} (${keyColumns.join(', ')})`);
}

/** Returns the columns that are staged separately, not as part of the kind. */
function plainColumns({ columns, kind }: ImportFields): readonly Column[] {
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

/** Returns a function that formats the kind of a row as a JSON list. Consecutive rows mostly have the same kind. */
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

/** Formats a value for COPY in text format. */
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

/** Formats an element of an array literal. */
function element(value: unknown, kind: Column['kind']): string {
  const text = kind === 'id' ? `\\x${String(value)}` : String(value);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escape(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/**
 * Sets columns of staged rows.
 * @param columns their names
 * @param select a query with the column `row` and these columns
 */
export async function setStaged(
  trx: Knex.Transaction,
  { topology }: ImportFields,
  columns: readonly string[],
  select: string,
  bindings: readonly unknown[] = [],
): Promise<void> {
  const set = columns.map((name) => `${identifier(name)} = v.${identifier(name)}`).join(', ');
  const update = (values: string): string => `update ${STAGED} s set ${set} from ${values} v where v.row = s.row`;
  if (topology.joinsFreely) {
    await trx.raw(update(`(${select})`), [...bindings] as never[]);
    return;
  }
  // Citus would send a statement that updates a local table and reads replicated tables to another server.
  await trx.raw(`create unlogged table ${VALUES} as ${select}`, [...bindings] as never[]);
  await trx.raw(update(VALUES));
  await trx.raw(`drop table ${VALUES}`);
}
