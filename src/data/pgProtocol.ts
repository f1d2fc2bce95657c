import type { Duplex } from 'node:stream';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { type Reader, readerOf, readNumber } from './pgValues.js';
import { numberedText, type Sql } from './sql.js';

/*
 * What PostgreSQL's protocol has and pg does not hand over: the bytes of rows, and statements that are described once.
 */

/**
 * The values of a row as PostgreSQL's DataRow message has them: each is its length in bytes as a 32-bit integer, -1 for null, and its
 * text in UTF-8 (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
export class DataRow {
  /**
   * @param at index of the first value's length
   * @param end index behind the last value
   */
  constructor(
    readonly bytes: Buffer,
    readonly at: number,
    readonly end: number,
  ) {}

  /** The texts of all values; null where a value is null. pg reads them of its own statements. */
  get fields(): (string | null)[] {
    const { bytes, end } = this;
    const texts: (string | null)[] = [];
    for (let { at } = this; at < end;) {
      const size = bytes.readInt32BE(at);
      at += LENGTH_BYTES;
      texts.push(size < 0 ? null : bytes.toString('utf8', at, at + size));
      if (size > 0) at += size;
    }
    return texts;
  }

  /** The numbers of so many values from an index on; null where a value is null. */
  numbersFrom(index: number, count: number): (number | null)[] {
    const { bytes } = this;
    const numbers: (number | null)[] = [];
    let { at } = this;
    for (let value = 0; value < index + count; value += 1) {
      const size = bytes.readInt32BE(at);
      at += LENGTH_BYTES;
      if (value >= index) numbers.push(size < 0 ? null : readNumber(bytes, at, at + size));
      if (size > 0) at += size;
    }
    return numbers;
  }

  /** The text of one value; null where it is null. */
  textAt(index: number): string | null {
    const { bytes } = this;
    let { at } = this;
    for (let before = 0; before < index; before += 1) at += LENGTH_BYTES + Math.max(0, bytes.readInt32BE(at));
    const size = bytes.readInt32BE(at);
    at += LENGTH_BYTES;
    return size < 0 ? null : bytes.toString('utf8', at, at + size);
  }
}

/** Bytes of a value's length. */
export const LENGTH_BYTES = 4;

/** A row of the texts of its values, as a server would send it. */
export function dataRowOf(texts: readonly (string | null)[]): DataRow {
  const values = texts.map((text) => (text === null ? null : Buffer.from(text)));
  const bytes = Buffer.alloc(values.reduce((sum, value) => sum + LENGTH_BYTES + (value?.length ?? 0), 0));
  let at = 0;
  for (const value of values) {
    at = bytes.writeInt32BE(value?.length ?? -1, at);
    if (value) at += value.copy(bytes, at);
  }
  return new DataRow(bytes, 0, at);
}

/** The code of a DataRow message: `D`. */
const DATA_ROW = 0x44;
/** A message begins with its code and its length, which counts itself. */
const HEADER_BYTES = 1 + LENGTH_BYTES;
/** A DataRow message begins with the number of its values. */
const COUNT_BYTES = 2;

/**
 * Hands the rows of a connection over as {@link DataRow}, before any text is made of their bytes. pg's own parser gets every other
 * message. To be called once the connection is ready, when none of its messages is under way.
 */
export function receiveDataRows(driver: pg.Client): void {
  const connection = connectionOf(driver);
  if (!connection) throw new Error('the connection of pg has no socket');
  const { stream } = connection;
  const listeners = stream.listeners('data');
  stream.removeAllListeners('data');
  const receive = splitter(
    (row) => connection.emit('dataRow', row),
    (bytes) => {
      for (const listener of listeners) Reflect.apply(listener, stream, [bytes]);
    },
  );
  stream.on('data', receive);
}

/**
 * Splits what a server sends into rows and other messages.
 * @param onRow gets each row; its bytes are not written to again
 * @param onOthers gets whole messages that follow each other, none of which is a row
 * @returns takes the bytes as they come
 */
export function splitter(onRow: (row: DataRow) => void, onOthers: (bytes: Buffer) => void): (chunk: Buffer) => void {
  /** A message that has not come whole, in parts. */
  let begun: Buffer[] = [];
  let has = 0;
  let needs = HEADER_BYTES;
  return (chunk) => {
    begun.push(chunk);
    has += chunk.length;
    // Put together once, however many parts a long message comes in.
    if (has < needs) return;
    const bytes = begun.length === 1 ? chunk : Buffer.concat(begun, has);
    let at = 0;
    let others = 0;
    needs = HEADER_BYTES;
    while (at + HEADER_BYTES <= bytes.length) {
      const size = 1 + bytes.readInt32BE(at + 1);
      if (at + size > bytes.length) {
        needs = size;
        break;
      }
      if (bytes[at] === DATA_ROW) {
        if (others < at) onOthers(bytes.subarray(others, at));
        others = at + size;
        onRow(new DataRow(bytes, at + HEADER_BYTES + COUNT_BYTES, others));
      }
      at += size;
    }
    if (others < at) onOthers(bytes.subarray(others, at));
    begun = at < bytes.length ? [bytes.subarray(at)] : [];
    has = bytes.length - at;
  };
}

/** pg's connection below a client, which its types leave out. */
interface WireConnection {
  readonly stream: Duplex;
  emit(event: 'dataRow', row: DataRow): boolean;
}

/** The connection below a client of pg; undefined: it has none yet. */
export function connectionOf(driver: pg.Client): WireConnection | undefined {
  return (driver as { readonly connection?: WireConnection }).connection;
}

/** A statement as PostgreSQL takes it. */
export interface Prepared {
  /** Parameters numbered: `$1`. */
  readonly text: string;
  readonly values: readonly unknown[];
  /** Set where the server is to keep its plan under this name. */
  readonly name?: string;
  /** Whether its plan is the same whatever is bound to it. */
  readonly isPlannedOnce: boolean;
  /** See `unparsedFrom` in `sql.ts`. */
  readonly unparsedFrom: number | null;
  /** See `sharedColumns` in `sql.ts`. */
  readonly sharedColumns: number;
}

/** Statements that are known at most; a connection that has as many names is replaced. */
export const MOST_PREPARED = 500;

/**
 * Names statements that are asked more than once, so that each connection parses and plans them only the first time. A
 * statement that is asked once, of which callers can make any number, is not kept.
 */
export function createPrepared(): (statement: Sql) => Prepared {
  /** Names by text; null: the statement was asked once. */
  const known = new LRUCache<string, { readonly name: string | null }>({ max: MOST_PREPARED });
  let names = 0;
  return (statement) => {
    const { text, bindings } = numberedText(statement);
    const { isPlannedOnce, unparsedFrom, sharedColumns } = statement;
    const found = known.get(text);
    const name = found === undefined ? null : (found.name ?? `udg_${(names += 1)}`);
    if (found === undefined || name !== found.name) known.set(text, { name });
    const reading = { isPlannedOnce, unparsedFrom, sharedColumns };
    return { text, values: bindings, ...reading, ...(name === null ? {} : { name }) };
  };
}

/** How the rows of a statement are read. */
export interface RowShape {
  readonly names: readonly string[];
  readonly readers: readonly Reader[];
  /** A row of nulls. */
  readonly blank: Readonly<Record<string, unknown>>;
}

/** A statement as it is sent. */
export interface SentStatement extends Prepared {
  /** What its rows are like, where the server has said so before; the server is not asked again. */
  readonly shape: RowShape | undefined;
  /** Whether each row is its values in order, or an object of them by name. */
  readonly isTuples: boolean;
  /** After how many milliseconds pg gives it up, where that is not what its connection says. */
  readonly query_timeout?: number;
}

/**
 * Sends a statement over a connection of pg.
 * @returns its rows, and what they are like; that is undefined where a statement has none
 */
export function sendStatement(
  driver: pg.Client,
  sent: SentStatement,
): Promise<{ readonly rows: readonly unknown[]; readonly shape: RowShape | undefined }> {
  return new Promise((resolve, reject) => {
    const query: StatementQuery = new StatementQuery(sent, (given) => {
      const error = given ?? query.failure;
      if (error) reject(error);
      else resolve({ rows: query.found, shape: query.shape });
    });
    driver.query(query);
  });
}

/** What pg's query does with the messages of the server, which its types leave out. */
interface Receiver {
  handleRowDescription(message: RowDescription): void;
  handleDataRow(row: DataRow): void;
  prepare(connection: Wire): void;
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** What pg's connection sends, and which statements it has sent by name. */
interface Wire {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { readonly text: string; readonly name: string | undefined }): void;
  bind(values: { readonly statement: string | undefined; readonly values: readonly (string | null)[] }): void;
  describe(portal: { readonly type: 'P' }): void;
  execute(portal: object): void;
  sync(): void;
}

/** pg's query, whose types leave out how it takes the server's messages. */
const PgQuery = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: undefined,
  callback: (error: Error | null) => void,
) => pg.Query & Receiver;

/**
 * A prepared statement of pg that asks what its rows are like only once, and hands over the columns of records as the server sent them.
 * A prepared statement whose result would change fails, and its connection is replaced.
 */
class StatementQuery extends PgQuery {
  readonly found: unknown[] = [];
  readonly query_timeout: number | undefined;
  readonly #parameters: readonly (string | null)[];
  #shape: RowShape | undefined;
  #failure: Error | null = null;

  /**
   * @param onEnd called with the error, or null once all rows have come
   * @throws Error where a parameter is of a type that no statement binds
   */
  constructor(
    readonly sent: SentStatement,
    onEnd: (error: Error | null) => void,
  ) {
    const { text, values, name } = sent;
    super({ text, values: [...values], ...(name === undefined ? {} : { name }) }, undefined, onEnd);
    this.#parameters = values.map(parameterText);
    this.#shape = sent.shape;
    this.query_timeout = sent.query_timeout;
  }

  /** What its rows are like; undefined before the server has said so. */
  get shape(): RowShape | undefined {
    return this.#shape;
  }

  /** Why a row could not be read; null: all could. */
  get failure(): Error | null {
    return this.#failure;
  }

  override prepare(connection: Wire): void {
    const { text, name } = this.sent;
    const isKnown =
      name !== undefined &&
      (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]) !== undefined;
    if (!isKnown) {
      connection.parse({ text, name });
      if (name !== undefined) connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values: this.#parameters });
    if (!this.#shape) connection.describe({ type: 'P' });
    connection.execute({});
    connection.sync();
  }

  override handleRowDescription({ fields }: RowDescription): void {
    this.#shape = {
      names: fields.map(({ name }) => name),
      readers: fields.map(({ dataTypeID }) => readerOf(dataTypeID)),
      blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  /** Runs in an event of the socket, so an error is kept for the end of the statement: thrown here it would end the process. */
  override handleDataRow(row: DataRow): void {
    if (this.#failure) return;
    try {
      this.found.push(this.#read(row));
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  #read(row: DataRow): unknown {
    if (!this.#shape) throw new Error('the server sent a row before it said what rows are like');
    const { unparsedFrom, sharedColumns, isTuples } = this.sent;
    const { names, readers, blank } = this.#shape;
    const isFirst = this.found.length === 0;
    const tuple = tupleOf(row, readers, isFirst || !isTuples ? 0 : sharedColumns, unparsedFrom);
    if (isTuples) return tuple;
    // A copy has its form already, which costs a tenth of an object that is given one name after the other.
    const object: Record<string, unknown> = { ...blank };
    for (let index = 0; index < names.length; index += 1) object[names[index] ?? ''] = tuple[index];
    return object;
  }
}

/**
 * The values of a row; where not all are parsed, the row itself comes behind them.
 * @param parsedFrom index of the first column that is parsed; those before are null
 */
function tupleOf(row: DataRow, readers: readonly Reader[], parsedFrom: number, unparsedFrom: number | null): unknown[] {
  const { bytes } = row;
  const count = unparsedFrom ?? readers.length;
  const tuple: unknown[] = [];
  let { at } = row;
  for (let index = 0; index < count; index += 1) {
    const size = bytes.readInt32BE(at);
    at += LENGTH_BYTES;
    if (size < 0) {
      tuple.push(null);
      continue;
    }
    tuple.push(index < parsedFrom ? null : readers[index]?.(bytes, at, at + size));
    at += size;
  }
  if (unparsedFrom !== null) tuple.push(row);
  return tuple;
}

/**
 * A parameter as PostgreSQL reads it: `{"a","b"}` is a list.
 * @throws Error where a value is of a type that no statement binds
 */
function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map(elementText).join(',')}}`;
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      throw new Error(`a parameter cannot be of type ${typeof value}`);
  }
}

function elementText(value: unknown): string {
  const text = parameterText(value);
  if (text === null) return 'NULL';
  return Array.isArray(value) ? text : `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
