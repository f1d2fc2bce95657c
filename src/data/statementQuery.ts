import pg from 'pg';
import { parserOf } from './connection.js';
import { type DataRow, LENGTH_BYTES } from './dataRow.js';

/** Makes a value of a text that the server has sent. */
type Parser = (text: string) => unknown;

/** How the rows of a statement are read. */
export interface RowShape {
  readonly names: readonly string[];
  readonly parsers: readonly Parser[];
}

/** A statement as it is sent. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Set where the server keeps its plan under this name. */
  readonly name?: string;
  /** See `unparsedFrom` in `sql.ts`. */
  readonly unparsedFrom: number | null;
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
    const query: StatementQuery = new StatementQuery(sent, (error) => {
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
  #shape: RowShape | undefined;

  /** @param onEnd called with the error, or null once all rows have come */
  constructor(
    readonly sent: SentStatement,
    onEnd: (error: Error | null) => void,
  ) {
    const { text, values, name } = sent;
    super({ text, values: [...values], ...(name === undefined ? {} : { name }) }, undefined, onEnd);
    this.#shape = sent.shape;
    this.query_timeout = sent.query_timeout;
  }

  /** What its rows are like; undefined before the server has said so. */
  get shape(): RowShape | undefined {
    return this.#shape;
  }

  override prepare(connection: Wire): void {
    const { text, name, values } = this.sent;
    const isKnown =
      name !== undefined &&
      (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]) !== undefined;
    if (!isKnown) {
      connection.parse({ text, name });
      if (name !== undefined) connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values: values.map(parameterText) });
    if (!this.#shape) connection.describe({ type: 'P' });
    connection.execute({});
    connection.sync();
  }

  override handleRowDescription({ fields }: RowDescription): void {
    this.#shape = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
    };
  }

  override handleDataRow(row: DataRow): void {
    if (!this.#shape) throw new Error('the server sent a row before it said what rows are like');
    const { unparsedFrom, isTuples } = this.sent;
    const tuple = tupleOf(row, this.#shape.parsers, unparsedFrom);
    this.found.push(
      isTuples ? tuple : Object.fromEntries(this.#shape.names.map((name, index) => [name, tuple[index]])),
    );
  }
}

/** The values of a row; where not all are parsed, the row itself comes behind them. */
function tupleOf(row: DataRow, parsers: readonly Parser[], unparsedFrom: number | null): unknown[] {
  const { bytes } = row;
  const count = unparsedFrom ?? parsers.length;
  const tuple: unknown[] = [];
  let { at } = row;
  for (let index = 0; index < count; index += 1) {
    const size = bytes.readInt32BE(at);
    at += LENGTH_BYTES;
    if (size < 0) {
      tuple.push(null);
      continue;
    }
    tuple.push(parsers[index]?.(bytes.toString('utf8', at, at + size)));
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
