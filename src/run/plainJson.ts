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

/** Bytes of a number at most, as JavaScript writes it. */
const NUMBER_BYTES = 32;
/** Bytes of a character of a string at most, in UTF-8. */
const CHARACTER_BYTES = 3;
/** Decimals of the numbers whose digits are written without the runtime's help. */
const DECIMALS = 6;
const MILLION = 1_000_000;
/** A whole number of millionths below it has one shortest decimal form. */
const MOST_MILLIONTHS = 2 ** 50;

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
/** Characters of an instant behind its date. */
const TIME_LENGTH = 'Thh:mm:ss.sssZ'.length;
/** What stands behind the date of an instant at each half-hour of a day: figures have no others. */
const HALF_HOURS = Array.from({ length: DAY_MS / HALF_HOUR_MS }, (_, slot) =>
  Buffer.from(`${new Date(slot * HALF_HOUR_MS).toISOString().slice(-TIME_LENGTH)}"`),
);

/** JSON that is written as bytes of UTF-8, the values as `JSON.stringify` writes them. */
export class JsonBytes {
  #bytes: Buffer;
  #at = 0;
  /** The day of the last instant, counted from 1970-01-01, and its date. */
  #day = NaN;
  #date: Uint8Array = Buffer.alloc(0);

  /** @param size bytes that there is room for at first */
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafeSlow(size);
  }

  /** Bytes that are written. */
  get length(): number {
    return this.#at;
  }

  /** Takes back what was written behind so many bytes. */
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

  /** Writes bytes as they are, one by one: most are few, and a call of the runtime costs as much as twenty. */
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

  /** Writes a number; one that JSON does not have as null. */
  number(value: number): void {
    const millionths = Math.round(value * MILLION);
    if (Math.abs(millionths) < MOST_MILLIONTHS && millionths / MILLION === value) this.#decimal(millionths);
    else this.#json(JSON.stringify(value));
  }

  /**
   * Writes an instant, in milliseconds, as ISO 8601.
   * @throws RangeError where there is no such instant
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

  /** Writes the digits of a whole number of millionths, without zeros at the end. */
  #decimal(millionths: number): void {
    const bytes = this.#roomFor(NUMBER_BYTES);
    if (millionths < 0) bytes[this.#at++] = MINUS;
    const amount = Math.abs(millionths);
    const whole = Math.floor(amount / MILLION);
    this.#digits(whole, digitsOf(whole));
    let rest = amount - whole * MILLION;
    if (rest === 0) return;
    let decimals = DECIMALS;
    for (; rest % 10 === 0; decimals -= 1) rest /= 10;
    bytes[this.#at++] = POINT;
    this.#digits(rest, decimals);
  }

  /** Writes a whole number with so many digits. */
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

  /** Returns the bytes, with room for so many more. */
  #roomFor(size: number): Buffer {
    const wanted = this.#at + size;
    if (wanted <= this.#bytes.length) return this.#bytes;
    const larger = Buffer.allocUnsafeSlow(Math.max(wanted, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    return larger;
  }
}

function digitsOf(whole: number): number {
  let digits = 1;
  for (let power = 10; power <= whole; power *= 10) digits += 1;
  return digits;
}

/** Writes a value as JSON; returns whether it is plain, which is found out by trying. */
export type WritePlain = (out: JsonBytes, value: unknown) => boolean;

/** A field whose value stands in its object, which no resolver works out, and which is no promise and no function. */
export interface PlainField {
  readonly responseName: string;
  readonly name: string;
  readonly write: WritePlain;
}

/**
 * Returns the name of the property that a plain resolver reads from its object, depending on the field's arguments,
 * which are conditions. Null: the field is null. A field has this function as `reads` in its extensions.
 */
export type Reads = (args: Readonly<Record<string, unknown>>) => string | null;

/** The field of its object that a field has; null: none, so that it is null; undefined: it has to be resolved. */
export function fieldRead({ definition, nodes, variables }: PlannedField): string | null | undefined {
  const { name, args, resolve, extensions } = definition;
  const { reads } = extensions as { readonly reads?: Reads };
  if (!reads) return resolve || args.length > 0 ? undefined : name;
  try {
    return reads(getArgumentValues(definition, nodes[0], variables));
  } catch {
    // What is wrong with its arguments is met again, where it is told with its place.
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
      // The resolver meets it again, and it is reported with its place.
      return undefined;
    }
  };
}

/** Returns the selected fields of an object type if all are plain, else undefined. It runs for the first object. */
export type PlainFieldsOf = () => readonly PlainField[] | undefined;

/**
 * How values of a type are written as JSON, without texts in between.
 * @returns undefined where values of the type are not plain
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
    const own = isObjectType(item) ? plainObject(fieldsOf) : isLeafType(item) && plainType(type.ofType, fieldsOf);
    return own ? plainList(own) : undefined;
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

/** A field of {@link plainObject}, with what stands before its value. */
interface KeyedField extends PlainField {
  readonly key: Uint8Array;
}

/** How objects are written with the fields that are selected of them; one that may be a promise or an error is not plain. */
export function plainObject(fieldsOf: PlainFieldsOf): WritePlain {
  let fields: readonly KeyedField[] | undefined;
  let isKnown = false;
  let shape: Shape | undefined;
  let indexes: readonly number[] = [];
  const know = (): void => {
    fields = fieldsOf()?.map((field, index) => ({
      ...field,
      key: Buffer.from(`${index === 0 ? '{' : ','}"${field.responseName}":`),
    }));
    isKnown = true;
  };
  const valueIn = (source: Stored, index: number, name: string): unknown => {
    // The objects of a list are alike.
    if (source.$shape !== shape) {
      shape = source.$shape;
      indexes = (fields ?? []).map((field) => source.$shape.indexes.get(field.name) ?? -1);
    }
    const at = indexes[index] ?? -1;
    return at < 0 ? valueOf(source, name) : source.$values[at];
  };
  return (out, source) => {
    if (!isKnown) know();
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

/** As a property is read a tenth as fast by `Reflect.get`. */
function valueOf(source: object, name: string): unknown {
  return (source as Readonly<Record<string, unknown>>)[name];
}

/** Bytes that there is room for at first. Lists are written one after the other, each by one call. */
const ROOM = 65_536;
const shared = new JsonBytes(ROOM);
/** Bytes up to which a text is a string, which is put together with others. */
const SHORT = 4_096;

/**
 * Writes objects with a separator between them.
 * @returns a string where they are short, else a part in UTF-8; undefined where any of them is not plain
 */
export function plainTexts(
  write: WritePlain,
  items: readonly unknown[],
  separator: string,
): string | readonly [Buffer] | undefined {
  const between = Buffer.from(separator);
  shared.truncate(0);
  for (const [index, item] of items.entries()) {
    if (index > 0) shared.raw(between);
    if (!write(shared, item)) return undefined;
  }
  return shared.length > SHORT ? [shared.copy()] : shared.text();
}

const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
const END = Buffer.from('}');
const EMPTY = Buffer.from('{}');
