import { type Shape, Stored } from '../data/columns.js';
import {
  getArgumentValues,
  getNullableType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { INSTANTS } from '../plan/scalars.js';
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
/** Below this, the shortest decimal form of `millionths / MILLION` has the digits of `millionths`. */
const MAX_MILLIONTHS = 2 ** 50;

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
/** Characters of an instant after its date. */
const TIME_LENGTH = 'Thh:mm:ss.sssZ'.length;
/** The text after the date of an instant, for each half-hour of a day. All instants of figures begin a half-hour. */
const HALF_HOURS = Array.from({ length: DAY_MS / HALF_HOUR_MS }, (_, slot) =>
  Buffer.from(`${new Date(slot * HALF_HOUR_MS).toISOString().slice(-TIME_LENGTH)}"`),
);

/** Writes JSON as UTF-8 bytes, equal to those of `JSON.stringify`. */
export class JsonBytes {
  #bytes: Buffer;
  #at = 0;
  /** The day of the last instant, in days since 1970-01-01, and the text of its date. */
  #day = NaN;
  #date: Uint8Array = Buffer.alloc(0);

  /** @param size the initial capacity in bytes */
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafeSlow(size);
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

  /** Writes bytes unchanged. The loop copies 20 bytes in the time of one call of `set`, and most texts are shorter. */
  raw(source: Uint8Array): void {
    const { length } = source;
    const bytes = this.#roomFor(length);
    let at = this.#at;
    for (let index = 0; index < length; index += 1) bytes[at++] = source[index] ?? 0;
    this.#at = at;
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

  /** Writes a number. JSON has no NaN and no infinity: they become null. */
  number(value: number): void {
    const millionths = Math.round(value * MILLION);
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
      this.#date = Buffer.from(`"${new Date(ms).toISOString().slice(0, -TIME_LENGTH)}`);
      this.#day = day;
    }
    this.raw(this.#date);
    this.raw(time);
  }

  /** Writes a number given in millionths, without trailing zeros. */
  #decimal(millionths: number): void {
    const bytes = this.#roomFor(NUMBER_BYTES);
    if (millionths < 0) bytes[this.#at++] = MINUS;
    const amount = Math.abs(millionths);
    const integer = Math.floor(amount / MILLION);
    this.#digits(integer, digitsOf(integer));
    let rest = amount - integer * MILLION;
    if (rest === 0) return;
    let decimals = DECIMALS;
    for (; rest % 10 === 0; decimals -= 1) rest /= 10;
    bytes[this.#at++] = POINT;
    this.#digits(rest, decimals);
  }

  /** Writes an integer with `count` digits. */
  #digits(value: number, count: number): void {
    let rest = value;
    for (let at = this.#at + count - 1; at >= this.#at; at -= 1) {
      const tens = Math.floor(rest / 10);
      this.#bytes[at] = ZERO + rest - tens * 10;
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
    return larger;
  }
}

function digitsOf(integer: number): number {
  let digits = 1;
  for (let power = 10; power <= integer; power *= 10) digits += 1;
  return digits;
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
  const write = plainNullable(getNullableType(type), fieldsOf);
  if (!write) return undefined;
  const mayBeNull = !isNonNullType(type);
  return (out, value) => {
    if (value !== null && value !== undefined) return write(out, value);
    return mayBeNull && writeNull(out);
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
  const isInstant = type.extensions.isInstant === INSTANTS.isInstant;
  return (out, value) => {
    if (isInstant && typeof value === 'number') {
      out.instant(value);
      return true;
    }
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
  readonly key: Uint8Array;
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
      key: Buffer.from(`${index === 0 ? '{' : ','}"${field.responseName}":`),
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
  const between = Buffer.from(separator);
  sharedBytes.truncate(0);
  for (const [index, item] of items.entries()) {
    if (index > 0) sharedBytes.raw(between);
    if (!write(sharedBytes, item)) return undefined;
  }
  return sharedBytes.length > SHORT_BYTES ? [sharedBytes.copy()] : sharedBytes.text();
}

const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
const END = Buffer.from('}');
const EMPTY = Buffer.from('{}');
