import type { Duplex } from 'node:stream';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { type Reader, readerOf, readNumber } from './pgValues.js';
import { numberedText, type Sql } from './sql.js';

/* Parts of PostgreSQL's protocol that pg lacks: rows as bytes, and statements that are described once. */

/**
 * The values of a row as PostgreSQL's DataRow message. A value is its length in bytes as a 32-bit integer, -1 for null,
 * and its text in UTF-8.
 * See https://www.postgresql.org/docs/current/protocol-message-formats.html.
 */
export class DataRow {
  /**
   * @param at index of the first value's length
   * @param end index after the last value
   */
  constructor(
    readonly bytes: Buffer,
    readonly at: number,
    readonly end: number,
  ) {}

  /** The texts of all values; null for a null value. pg reads them for its statements. */
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

  /** Returns the numbers of `count` values from an index on; null for a null value. */
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

  /** Returns the text of one value; null for a null value. */
  textAt(index: number): string | null {
    const { bytes } = this;
    let { at } = this;
    for (let before = 0; before < index; before += 1) at += LENGTH_BYTES + Math.max(0, bytes.readInt32BE(at));
    const size = bytes.readInt32BE(at);
    at += LENGTH_BYTES;
    return size < 0 ? null : bytes.toString('utf8', at, at + size);
  }
}

/** The size in bytes of a value's length. */
export const LENGTH_BYTES = 4;

/** Returns a row in the form that a server sends. */
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
 * Passes on the rows of a connection as {@link DataRow}, without decoding their bytes. pg's parser gets every other
 * message. Call it when the connection is ready and no message is in transit.
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
 * Splits the bytes from a server into rows and other messages.
 * @param onRow gets each row; nothing writes to its bytes afterwards
 * @param onOthers gets whole consecutive messages that are not rows
 * @returns a function to call with each chunk of bytes
 */
export function splitter(onRow: (row: DataRow) => void, onOthers: (bytes: Buffer) => void): (chunk: Buffer) => void {
  /** The chunks of an incomplete message. */
  let incomplete: Buffer[] = [];
  let has = 0;
  let needs = HEADER_BYTES;
  return (chunk) => {
    incomplete.push(chunk);
    has += chunk.length;
    // A long message is concatenated only once.
    if (has < needs) return;
    const bytes = incomplete.length === 1 ? chunk : Buffer.concat(incomplete, has);
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
    incomplete = at < bytes.length ? [bytes.subarray(at)] : [];
    has = bytes.length - at;
  };
}

/** pg's connection below a client. The types of pg lack it. */
interface WireConnection {
  readonly stream: Duplex;
  emit(event: 'dataRow', row: DataRow): boolean;
}

/** Returns pg's connection below a client; undefined: the client is not connected. */
export function connectionOf(driver: pg.Client): WireConnection | undefined {
  return (driver as { readonly connection?: WireConnection }).connection;
}

/** A statement for PostgreSQL. */
export interface Prepared {
  /** The parameters are numbered: `$1`. */
  readonly text: string;
  readonly values: readonly unknown[];
  /** The name under which the server stores its plan; undefined: the plan is not stored. */
  readonly name: string | undefined;
  /** Whether its plan is the same for all values of its parameters. */
  readonly isPlannedOnce: boolean;
  /** See `unparsedFrom` in `sql.ts`. */
  readonly unparsedFrom: number | null;
}

/** The maximum number of prepared statements. A connection that reaches it is replaced. */
export const MAX_PREPARED = 500;

/**
 * Names statements that are sent more than once: each connection parses and plans them only the first time. A statement
 * that is sent once is not stored on the server: clients can create any number of these.
 */
export function createPrepared(): (statement: Sql) => Prepared {
  /** Names by text; undefined: the statement was sent once. */
  const statements = new LRUCache<string, { readonly name: string | undefined }>({ max: MAX_PREPARED });
  let names = 0;
  return (statement) => {
    const { text, bindings } = numberedText(statement);
    const { isPlannedOnce, unparsedFrom } = statement;
    const entry = statements.get(text);
    const name = entry === undefined ? undefined : (entry.name ?? `udg_${(names += 1)}`);
    if (entry === undefined || name !== entry.name) statements.set(text, { name });
    return { text, values: bindings, isPlannedOnce, unparsedFrom, name };
  };
}

/** The columns of a statement's rows, with the functions that read them. */
export interface RowShape {
  readonly names: readonly string[];
  readonly readers: readonly Reader[];
  /** A row of nulls. */
  readonly blank: Readonly<Record<string, unknown>>;
}

/** A statement with its options for one connection. */
export interface SentStatement {
  readonly prepared: Prepared;
  /** The shape of its rows; undefined: the server has not described it yet. */
  readonly shape: RowShape | undefined;
  /** Whether a row is a list of values in order, or an object by column name. */
  readonly isTuples: boolean;
  /** pg's timeout in milliseconds; undefined: that of the connection. */
  readonly timeoutMs: number | undefined;
}

/**
 * Sends a statement over a connection of pg.
 * @returns its rows and their shape
 */
export function sendStatement(driver: pg.Client, sent: SentStatement): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    driver.query(new StatementQuery(sent, { resolve, reject }));
  });
}

/** The rows of a statement and their shape, which is undefined if the statement returns no columns. */
interface StatementResult {
  readonly rows: readonly unknown[];
  readonly shape: RowShape | undefined;
}

/** The functions that settle the promise of a statement. */
interface Settlement {
  readonly resolve: (result: StatementResult) => void;
  readonly reject: (error: Error) => void;
}

/** The methods of pg's query that take the server's messages. The types of pg lack them. */
interface Receiver {
  handleRowDescription(message: RowDescription): void;
  handleDataRow(row: DataRow): void;
  prepare(connection: Wire): void;
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** The methods of pg's connection that send messages, and the named statements that it has sent. */
interface Wire {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { readonly text: string; readonly name: string | undefined }): void;
  bind(values: { readonly statement: string | undefined; readonly values: readonly (string | null)[] }): void;
  describe(portal: { readonly type: 'P' }): void;
  execute(portal: object): void;
  sync(): void;
}

/** pg's query. The types of pg lack its message methods. */
const PgQuery = pg.Query as unknown as new (text: string, values: readonly unknown[]) => pg.Query & Receiver;

/**
 * A prepared statement that requests the description of its rows only once. It can return the columns of records as the
 * server sent them. If the result of a prepared statement would change, the statement fails and its connection is
 * replaced.
 */
class StatementQuery extends PgQuery {
  /** If the query fails, pg forgets the prepared statement of this name. */
  readonly name: string | undefined;
  readonly query_timeout: number | undefined;
  readonly #parameters: readonly (string | null)[];
  /** Undefined after the end. */
  #settlement: Settlement | undefined;
  #records: unknown[] = [];
  #shape: RowShape | undefined;
  /** The error of a row that could not be read; null: all rows could be read. */
  #failure: Error | null = null;

  /** @throws Error if a parameter has a type that no statement binds */
  constructor(
    readonly sent: SentStatement,
    settlement: Settlement,
  ) {
    const { text, values, name } = sent.prepared;
    // pg does not copy a plain text.
    super(text, values);
    this.name = name;
    this.#parameters = values.map(parameterText);
    this.#settlement = settlement;
    this.#shape = sent.shape;
    this.query_timeout = sent.timeoutMs;
  }

  /**
   * pg calls it with the error, or null after the last row. It forgets the rows: pg assigns a function expression to a
   * property of each query, which V8 allocates in its old generation, so until the next full collection of memory that
   * function keeps its query.
   */
  callback = (error: Error | null): void => {
    const [settlement, rows, failure] = [this.#settlement, this.#records, error ?? this.#failure];
    this.#settlement = undefined;
    this.#records = [];
    if (failure) settlement?.reject(failure);
    else settlement?.resolve({ rows, shape: this.#shape });
  };

  override prepare(connection: Wire): void {
    const { text, name } = this.sent.prepared;
    const isParsed =
      name !== undefined &&
      (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]) !== undefined;
    if (!isParsed) {
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

  /**
   * Runs in an event of the socket. It stores an error until the end of the statement: an error thrown here would end
   * the process.
   */
  override handleDataRow(row: DataRow): void {
    if (this.#failure) return;
    try {
      this.#records.push(this.#read(row));
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  #read(row: DataRow): unknown {
    if (!this.#shape) throw new Error('the server sent a row before it said what rows are like');
    const { prepared, isTuples } = this.sent;
    const { names, readers, blank } = this.#shape;
    const tuple = tupleOf(row, readers, prepared.unparsedFrom);
    if (isTuples) return tuple;
    // A copy already has its hidden class. It costs a tenth of an object that gets its names one by one.
    const object: Record<string, unknown> = { ...blank };
    for (let index = 0; index < names.length; index += 1) object[names[index] ?? ''] = tuple[index];
    return object;
  }
}

/** Returns the values of a row. With unparsed values, the row itself follows the parsed ones. */
function tupleOf(row: DataRow, readers: readonly Reader[], unparsedFrom: number | null): unknown[] {
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
    tuple.push(readers[index]?.(bytes, at, at + size));
    at += size;
  }
  if (unparsedFrom !== null) tuple.push(row);
  return tuple;
}

/**
 * Returns a parameter in PostgreSQL's text form. A list is `{"a","b"}`.
 * @throws Error if a value has a type that no statement binds
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
  if (Array.isArray(value)) return text;
  // Most elements are identifiers, with one backslash. A regular expression would take longer.
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
