import { type Shape, Stored } from '../data/columns.js';
import {
  getArgumentValues,
  getNullableType,
  type GraphQLField,
  GraphQLID,
  type GraphQLLeafType,
  type GraphQLOutputType,
  GraphQLString,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { FIGURES, INSTANTS, MAX_MILLIONTHS, millionthsOf, roundFigure } from '../plan/scalars.js';
import type { PlannedField } from '../plan/selection.js';
import { isPromise, leafSerializer } from './json.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** The most bytes of a number in JSON. */
const NUMBER_BYTES = 32;
/** The most UTF-8 bytes of one UTF-16 code unit. */
const CHARACTER_BYTES = 3;
/** {@link JsonBytes} writes numbers with at most this many decimals itself. The slower `JSON.stringify` writes the others. */
const DECIMALS = 6;
const MILLION = 1_000_000;

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
/** Characters of an instant after its date. */
const TIME_LENGTH = 'Thh:mm:ss.sssZ'.length;

/** The bytes of a word. */
const WORD_BYTES = 8;

/**
 * A text in words of 8 bytes, the last one padded. {@link JsonBytes} copies a word in the time of a byte. It copies them
 * as floating-point numbers, because 64-bit integers would be objects. In little-endian order no UTF-8 text has the bytes
 * of NaN, which a copy may change.
 */
export class TextWords {
  /** The bytes of the text. */
  readonly length: number;
  readonly words: DataView;

  constructor(text: string) {
    const bytes = Buffer.from(text);
    this.length = bytes.length;
    const padded = new Uint8Array(WORD_BYTES * Math.ceil(bytes.length / WORD_BYTES));
    padded.set(bytes);
    this.words = new DataView(padded.buffer);
  }
}

/** The text after the date of an instant, for each half-hour of a day. All instants of figures begin a half-hour. */
const HALF_HOURS = Array.from(
  { length: DAY_MS / HALF_HOUR_MS },
  (_, slot) => new TextWords(`${new Date(slot * HALF_HOUR_MS).toISOString().slice(-TIME_LENGTH)}"`),
);

/** Writes JSON as UTF-8 bytes, equal to those of `JSON.stringify`. */
export class JsonBytes {
  #bytes: Buffer;
  #view: DataView;
  #at = 0;
  /** The day of the last instant, in days since 1970-01-01, and the text of its date. */
  #day = NaN;
  #date = new TextWords('');

  /** @param size the initial capacity in bytes */
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafeSlow(size);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** The number of written bytes. */
  get length(): number {
    return this.#at;
  }

  /** Drops all bytes after the first `length`. */
  truncate(length: number): void {
    this.#at = length;
  }

  /** Returns a copy of the bytes. */
  copy(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#at));
  }

  /** Returns the text. */
  text(): string {
    return this.#bytes.toString('utf8', 0, this.#at);
  }

  /** Writes a text unchanged. */
  raw({ words, length }: TextWords): void {
    this.#roomFor(length + WORD_BYTES);
    const view = this.#view;
    const at = this.#at;
    for (let word = 0; word < length; word += WORD_BYTES)
      view.setFloat64(at + word, words.getFloat64(word, true), true);
    this.#at = at + length;
  }

  /** Writes a text in quotation marks. */
  string(text: string): void {
    const { length } = text;
    const bytes = this.#roomFor(length + 2);
    let at = this.#at;
    bytes[at++] = QUOTE;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (code < SPACE || code >= DELETE || code === QUOTE || code === BACKSLASH) {
        this.#json(JSON.stringify(text));
        return;
      }
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.#at = at;
  }

  /** Writes a figure like {@link roundFigure}. */
  figure(value: number): void {
    const millionths = millionthsOf(value);
    if (Number.isNaN(millionths)) this.number(roundFigure(value));
    else this.#decimal(millionths);
  }

  /** Writes a number. JSON has no NaN and no infinity: they become null. */
  number(value: number): void {
    const millionths = Math.round(value * MILLION);
    // Then the shortest decimal form of the number has the digits of `millionths`.
    if (Math.abs(millionths) < MAX_MILLIONTHS && millionths / MILLION === value) this.#decimal(millionths);
    else this.#json(JSON.stringify(value));
  }

  /**
   * Writes an instant, in milliseconds, as ISO 8601.
   * @throws RangeError for an instant outside the range of `Date`
   */
  instant(ms: number): void {
    const day = Math.floor(ms / DAY_MS);
    const time = HALF_HOURS[(ms - day * DAY_MS) / HALF_HOUR_MS];
    if (!time) {
      this.string(new Date(ms).toISOString());
      return;
    }
    if (day !== this.#day) {
      this.#date = new TextWords(`"${new Date(ms).toISOString().slice(0, -TIME_LENGTH)}`);
      this.#day = day;
    }
    this.raw(this.#date);
    this.raw(time);
  }

  /**
   * Writes a number given in millionths, up to {@link MAX_MILLIONTHS}, without trailing zeros. Its parts fit in 32 bits.
   * `| 0` tells V8 so, which then computes with integers: `%` of two doubles is a call.
   */
  #decimal(millionths: number): void {
    const bytes = this.#roomFor(NUMBER_BYTES);
    if (millionths < 0) bytes[this.#at++] = MINUS;
    const amount = Math.abs(millionths);
    const integer = (amount / MILLION) | 0;
    let count = 1;
    for (let left = (integer / 10) | 0; left > 0; left = (left / 10) | 0) count += 1;
    this.#digits(integer, count);
    let rest = (amount - integer * MILLION) | 0;
    if (rest === 0) return;
    let decimals = DECIMALS;
    for (; rest % 10 === 0; rest = (rest / 10) | 0) decimals -= 1;
    bytes[this.#at++] = POINT;
    this.#digits(rest, decimals);
  }

  /** Writes an integer of 32 bits with `count` digits. */
  #digits(value: number, count: number): void {
    const bytes = this.#bytes;
    let rest = value;
    for (let at = this.#at + count - 1; at >= this.#at; at -= 1) {
      const tens = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tens * 10;
      rest = tens;
    }
    this.#at += count;
  }

  #json(text: string): void {
    this.#at += this.#roomFor(text.length * CHARACTER_BYTES).write(text, this.#at);
  }

  /** Returns the bytes, with capacity for `size` more. */
  #roomFor(size: number): Buffer {
    const needed = this.#at + size;
    if (needed <= this.#bytes.length) return this.#bytes;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
    return larger;
  }
}

/** Writes a value as JSON. Returns whether the value is plain; if not, the written bytes are of no use. */
export type WritePlain = (out: JsonBytes, value: unknown) => boolean;

/** A field whose value is a property of its object: no resolver computes it, and it is neither a promise nor a function. */
export interface PlainField {
  readonly responseName: string;
  readonly name: string;
  readonly write: WritePlain;
}

/**
 * Returns the name of the property that a resolver only copies from its object; null: the field is null. The name
 * depends on the field's arguments, which are conditions. A field has this function as `reads` in its extensions.
 */
export type SourceProperty = (args: Readonly<Record<string, unknown>>) => string | null;

/** Returns the property of the object that holds a field's value; null: the field is null; undefined: it has a resolver. */
export function sourceProperty({ definition, nodes, variables }: PlannedField): string | null | undefined {
  const { name, args, resolve, extensions } = definition;
  const { reads } = extensions as { readonly reads?: SourceProperty };
  if (!reads) return resolve || args.length > 0 ? undefined : name;
  try {
    return reads(getArgumentValues(definition, nodes[0], variables));
  } catch {
    // The resolver meets the invalid arguments again, and reports them with their path.
    return undefined;
  }
}

/**
 * Returns a function that reads the key of an object. A field has the same value for all objects with the same key. It
 * names the key's field as `key` in its extensions. Without it, each object has a separate value.
 */
export function keyReader({ extensions }: GraphQLField<unknown, unknown>): (source: unknown) => string | undefined {
  const { key } = extensions;
  if (typeof key !== 'string') return () => undefined;
  return (source) => {
    try {
      const value: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, key) : undefined;
      return typeof value === 'string' ? value : undefined;
    } catch {
      // The resolver meets the error again, and reports it with its path.
      return undefined;
    }
  };
}

/** Returns the selected fields of an object type if all are plain, else undefined. It runs for the first object. */
export type PlainFieldsOf = () => readonly PlainField[] | undefined;

/**
 * Returns a function that writes values of a type as JSON bytes, without intermediate strings.
 * @returns undefined if values of the type are not plain
 */
export function plainType(type: GraphQLOutputType, fieldsOf: PlainFieldsOf): WritePlain | undefined {
  const nullable = getNullableType(type);
  const write = plainNullable(nullable, fieldsOf);
  if (!write) return undefined;
  const mayBeNull = !isNonNullType(type);
  const writeValue: WritePlain = (out, value) => {
    if (value !== null && value !== undefined) return write(out, value);
    return mayBeNull && writeNull(out);
  };
  return isLeafType(nullable) ? frequentLeaf(nullable, writeValue) : writeValue;
}

/**
 * Returns a function that writes the most frequent values of a scalar with one call.
 * @param others writes all other values
 */
function frequentLeaf({ extensions, name }: GraphQLLeafType, others: WritePlain): WritePlain {
  if (extensions.isFigure === FIGURES.isFigure) {
    return (out, value) => {
      if (typeof value !== 'number') return others(out, value);
      out.figure(value);
      return true;
    };
  }
  if (extensions.isInstant === INSTANTS.isInstant) {
    return (out, value) => {
      if (typeof value !== 'number') return others(out, value);
      out.instant(value);
      return true;
    };
  }
  if (name !== GraphQLID.name && name !== GraphQLString.name) return others;
  return (out, value) => {
    if (typeof value !== 'string') return others(out, value);
    out.string(value);
    return true;
  };
}

/** Writes null, whatever the value. */
export function writeNull(out: JsonBytes): boolean {
  out.raw(NULL);
  return true;
}

function plainNullable(type: GraphQLOutputType, fieldsOf: PlainFieldsOf): WritePlain | undefined {
  if (isLeafType(type)) return plainLeaf(type);
  if (isListType(type)) {
    const item = getNullableType(type.ofType);
    const writeItem = isObjectType(item) ? plainObject(fieldsOf) : isLeafType(item) && plainType(type.ofType, fieldsOf);
    return writeItem ? plainList(writeItem) : undefined;
  }
  return isObjectType(type) ? plainObject(fieldsOf) : undefined;
}

function plainLeaf(type: GraphQLLeafType): WritePlain {
  const serialize = leafSerializer(type);
  return (out, value) => {
    if (typeof value === 'object' || typeof value === 'function') return false;
    const json = serialize(value);
    if (typeof json === 'number') out.number(json);
    else if (typeof json === 'string') out.string(json);
    else if (typeof json === 'boolean') out.raw(json ? TRUE : FALSE);
    else return false;
    return true;
  };
}

function plainList(write: WritePlain): WritePlain {
  return (out, value) => {
    if (!Array.isArray(value)) return false;
    out.raw(OPEN);
    for (let index = 0; index < value.length; index += 1) {
      if (index > 0) out.raw(COMMA);
      if (!write(out, value[index])) return false;
    }
    out.raw(CLOSE);
    return true;
  };
}

/** A field of {@link plainObject}, with the text before its value. */
interface KeyedField extends PlainField {
  readonly key: TextWords;
}

/** Returns a function that writes the selected fields of objects. A promise or an error is not plain. */
export function plainObject(fieldsOf: PlainFieldsOf): WritePlain {
  let fields: readonly KeyedField[] | undefined;
  let isPrepared = false;
  let shape: Shape | undefined;
  let indexes: readonly number[] = [];
  const prepare = (): void => {
    fields = fieldsOf()?.map((field, index) => ({
      ...field,
      key: new TextWords(`${index === 0 ? '{' : ','}"${field.responseName}":`),
    }));
    isPrepared = true;
  };
  const valueIn = (source: Stored, index: number, name: string): unknown => {
    // All objects of a list have the same shape.
    if (source.$shape !== shape) {
      shape = source.$shape;
      indexes = (fields ?? []).map((field) => source.$shape.indexes.get(field.name) ?? -1);
    }
    const at = indexes[index] ?? -1;
    return at < 0 ? valueOf(source, name) : source.$values[at];
  };
  return (out, source) => {
    if (!isPrepared) prepare();
    if (!fields || typeof source !== 'object' || source === null || source instanceof Error) return false;
    const isStored = source instanceof Stored;
    if (!isStored && isPromise(source)) return false;
    for (let index = 0; index < fields.length; index += 1) {
      const field = fields[index];
      if (!field) return false;
      out.raw(field.key);
      const value: unknown = isStored ? valueIn(source, index, field.name) : valueOf(source, field.name);
      if (!field.write(out, value)) return false;
    }
    out.raw(fields.length === 0 ? EMPTY : END);
    return true;
  };
}

/** Reads a property. `Reflect.get` takes ten times as long. */
function valueOf(source: object, name: string): unknown {
  return (source as Readonly<Record<string, unknown>>)[name];
}

/** The initial capacity in bytes of the shared buffer. Each call of {@link plainTexts} writes one list, without a pause. */
const INITIAL_BYTES = 65_536;
const sharedBytes = new JsonBytes(INITIAL_BYTES);
/** A text of at most this many bytes becomes a string, which is joined with others. */
const SHORT_BYTES = 4_096;

/**
 * Writes objects with a separator between them.
 * @returns a string if the text is short, else one part in UTF-8; undefined if an object is not plain
 */
export function plainTexts(
  write: WritePlain,
  items: readonly unknown[],
  separator: string,
): string | readonly [Buffer] | undefined {
  const between = new TextWords(separator);
  sharedBytes.truncate(0);
  for (const [index, item] of items.entries()) {
    if (index > 0) sharedBytes.raw(between);
    if (!write(sharedBytes, item)) return undefined;
  }
  return sharedBytes.length > SHORT_BYTES ? [sharedBytes.copy()] : sharedBytes.text();
}

const NULL = new TextWords('null');
const TRUE = new TextWords('true');
const FALSE = new TextWords('false');
const OPEN = new TextWords('[');
const COMMA = new TextWords(',');
const CLOSE = new TextWords(']');
const END = new TextWords('}');
const EMPTY = new TextWords('{}');
