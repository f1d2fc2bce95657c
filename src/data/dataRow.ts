import type { Duplex } from 'node:stream';
import type pg from 'pg';

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
