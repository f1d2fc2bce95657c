import { type DataRow, LENGTH_BYTES } from '../db/pgProtocol.js';
import { parserOf } from '../db/pgValues.js';
import { PADDING, TextWords } from '../values/textWords.js';
import type { Column } from './resource.js';

/** A member of the JSON object of a record. */
export interface JsonMember {
  /** Its name in the response, a name of GraphQL: letters, digits and `_`. */
  readonly name: string;
  /** Its value: a column, an object with members, or a constant name. */
  readonly value: Column | readonly JsonMember[] | string;
}

/** A record whose values are bytes from the server. */
export interface UnparsedRecord {
  readonly $row: DataRow;
  /** The index of the first value of the JSON. Keys and values of the page come before it. */
  readonly $from: number;
}

/** Writes records as JSON from the bytes of the server's rows. */
export interface RecordWriter {
  /** The columns of the JSON, in the order of the object. A column may occur twice. */
  readonly columns: readonly Column[];
  /**
   * Returns the objects of records with a separator between them, equal to JSON.stringify.
   * @returns a string if it is short. Otherwise bytes in UTF-8: a long string would have to be encoded again
   */
  readonly write: (records: readonly UnparsedRecord[], separator: string) => string | readonly [Buffer];
}

/** Writes the text of a value into {@link Output.bytes}. */
type WriteValue = (out: Output, source: Buffer, from: number, to: number) => void;

/** The output buffer. */
interface Output {
  readonly bytes: Buffer;
  /** The same bytes. The buffer is not part of a pool, so both begin at 0. */
  readonly view: DataView;
  /** The index after the last written byte. */
  at: number;
  /** Whether all written bytes are ASCII. Decoding them is then faster. */
  isAscii: boolean;
}

/** The shared buffer. A longer text gets a separate buffer. */
const SCRATCH = Buffer.allocUnsafeSlow(1_048_576);
/** The maximum length of a result that is returned as a string. Callers join strings with others. */
const SHORT = 4_096;
/** The maximum size of an escaped byte: `\u0001`. */
const BYTES_OF_ONE = 6;
/** The maximum number of additional bytes of a value: quotation marks, or the digits of a number with an exponent. */
const BYTES_AROUND = 40;

/**
 * Returns a writer for records that have only stored values.
 * @param members of the JSON object
 */
export function recordWriter(members: readonly JsonMember[]): RecordWriter {
  const parts = partsOf(members);
  const before = parts.values.map(({ before }) => new TextWords(before));
  const writers = parts.values.map(({ column }) => writeValueOf(column));
  const end = new TextWords(parts.end);
  const around = before.reduce((sum, { length }) => sum + length + BYTES_AROUND, end.length);
  const writeRecord = (out: Output, { $row: { bytes, at: start }, $from }: UnparsedRecord): void => {
    let at = start;
    for (let index = 0; index < $from; index += 1) at += LENGTH_BYTES + Math.max(0, bytes.readInt32BE(at));
    for (let index = 0; index < writers.length; index += 1) {
      const name = before[index];
      if (name) writeWords(out, name);
      const size = bytes.readInt32BE(at);
      at += LENGTH_BYTES;
      if (size < 0) {
        writeWords(out, NULL);
        continue;
      }
      writers[index]?.(out, bytes, at, at + size);
      at += size;
    }
    writeWords(out, end);
  };
  return {
    columns: parts.values.map(({ column }) => column),
    write(records, separator) {
      const gap = new TextWords(separator);
      const maxSizeOf = ({ $row: { at, end } }: UnparsedRecord): number =>
        (end - at) * BYTES_OF_ONE + around + gap.length;
      const maxSize = records.reduce((sum, record) => sum + maxSizeOf(record), PADDING);
      const bytes = maxSize <= SCRATCH.length ? SCRATCH : Buffer.allocUnsafeSlow(maxSize);
      const out: Output = { bytes, view: new DataView(bytes.buffer), at: 0, isAscii: true };
      for (const [index, record] of records.entries()) {
        if (index > 0) writeWords(out, gap);
        writeRecord(out, record);
      }
      if (out.at > SHORT) return [Buffer.from(bytes.subarray(0, out.at))];
      return bytes.toString(out.isAscii ? 'latin1' : 'utf8', 0, out.at);
    },
  };
}

/** The parts of the JSON of an object. */
interface Parts {
  /** Each value with the text before it: names, brackets and constants. */
  readonly values: readonly { readonly before: string; readonly column: Column }[];
  /** The text after the last value. */
  readonly end: string;
}

function partsOf(members: readonly JsonMember[]): Parts {
  const values: { readonly before: string; readonly column: Column }[] = [];
  let text = '';
  const add = (children: readonly JsonMember[]): void => {
    text += '{';
    for (const [index, { name, value }] of children.entries()) {
      text += `${index === 0 ? '' : ','}"${name}":`;
      if (typeof value === 'string') text += JSON.stringify(value);
      else if (isMembers(value)) add(value);
      else {
        values.push({ before: text, column: value });
        text = '';
      }
    }
    text += '}';
  };
  add(members);
  return { values, end: text };
}

function isMembers(value: Column | readonly JsonMember[]): value is readonly JsonMember[] {
  return Array.isArray(value);
}

function writeValueOf({ kind, list }: Column): WriteValue {
  if (list) return writeTexts;
  switch (kind) {
    case 'id':
      return writeId;
    case 'timestamp':
      return writeTimestamp;
    case 'boolean':
      return writeBoolean;
    case 'number':
      return writeNumber;
    default:
      return writeText;
  }
}

const NULL = new TextWords('null');
const TRUE = new TextWords('true');
const FALSE = new TextWords('false');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

function writeWords(out: Output, text: TextWords): void {
  out.at = text.copy(out.view, out.at);
}

/** Copies byte by byte. Most values are short, and a call of the runtime costs as much as twenty bytes. */
function copy(out: Output, source: Buffer, from: number, to: number): void {
  const { bytes } = out;
  let { at } = out;
  for (let index = from; index < to; index += 1) bytes[at++] = source[index] ?? 0;
  out.at = at;
}

function writeByte(out: Output, byte: number): void {
  out.bytes[out.at] = byte;
  out.at += 1;
}

/** Writes text of any characters. */
function writeString(out: Output, text: string): void {
  out.at += out.bytes.write(text, out.at);
  out.isAscii = false;
}

/** Writes an identifier, which PostgreSQL prints as `\x` and hexadecimal digits. */
function writeId(out: Output, source: Buffer, from: number, to: number): void {
  writeByte(out, QUOTE);
  copy(out, source, from + 2, to);
  writeByte(out, QUOTE);
}

/** `2026-01-31 13:30:00[.123]+00`: sessions use UTC and the ISO date style. */
const SECONDS_END = 19;
const ZONE_BYTES = 3;
const DATE_END = 10;
const MILLISECOND_DIGITS = 3;

/** Writes a time in ISO 8601 with milliseconds. A text in another form, such as `infinity`, stays unchanged. */
function writeTimestamp(out: Output, source: Buffer, from: number, to: number): void {
  const zone = to - ZONE_BYTES;
  const isUsual = source[from + DATE_END] === SPACE && zone >= from + SECONDS_END && source[zone] === PLUS;
  if (!isUsual) {
    writeText(out, source, from, to);
    return;
  }
  writeByte(out, QUOTE);
  copy(out, source, from, from + DATE_END);
  writeByte(out, 0x54);
  copy(out, source, from + DATE_END + 1, from + SECONDS_END);
  writeByte(out, POINT);
  for (let digit = 1; digit <= MILLISECOND_DIGITS; digit += 1) {
    const at = from + SECONDS_END + digit;
    writeByte(out, at < zone ? (source[at] ?? ZERO) : ZERO);
  }
  writeByte(out, 0x5a);
  writeByte(out, QUOTE);
}

function writeBoolean(out: Output, source: Buffer, from: number): void {
  writeWords(out, source[from] === 0x74 ? TRUE : FALSE);
}

/** Writes a number. PostgreSQL prints the digits of JavaScript, except exponents (`1e-05`, `1e+15`) and `-0`. */
function writeNumber(out: Output, source: Buffer, from: number, to: number): void {
  let isSame = !(source[from] === MINUS && source[from + 1] === ZERO && to === from + 2);
  for (let index = from; index < to; index += 1) {
    const byte = source[index] ?? 0;
    if (byte > NINE || byte === PLUS) isSame = false;
  }
  if (isSame) copy(out, source, from, to);
  else out.at += out.bytes.write(JSON.stringify(Number(source.toString('latin1', from, to))), out.at);
}

function writeText(out: Output, source: Buffer, from: number, to: number): void {
  const { bytes, at: begin } = out;
  let at = begin;
  let all = 0;
  let isEscaped = false;
  bytes[at++] = QUOTE;
  for (let index = from; index < to; index += 1) {
    const byte = source[index] ?? 0;
    all |= byte;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) isEscaped = true;
    bytes[at++] = byte;
  }
  bytes[at++] = QUOTE;
  out.at = at;
  if (all > 0x7f) out.isAscii = false;
  if (!isEscaped) return;
  out.at = begin;
  writeString(out, JSON.stringify(source.toString('utf8', from, to)));
}

/** The type id of `text[]` in PostgreSQL's catalogue. */
const TEXT_ARRAY = 1009;
const readTexts = parserOf(TEXT_ARRAY);
const NO_TEXTS = new TextWords('[]');
const NO_TEXTS_BYTES = '{}'.length;

/** Writes a list of texts, which PostgreSQL prints `{a,"b c",NULL}`. */
function writeTexts(out: Output, source: Buffer, from: number, to: number): void {
  if (to - from === NO_TEXTS_BYTES) {
    writeWords(out, NO_TEXTS);
    return;
  }
  writeString(out, JSON.stringify(readTexts(source.toString('utf8', from, to))));
}
