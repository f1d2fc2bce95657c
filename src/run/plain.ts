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
import { JsonBytes } from '../values/jsonBytes.js';
import { isPromise, leafSerializer } from './json.js';

/** Writes a value as JSON; returns whether it is plain, which is found out by trying. */
export type WritePlain = (out: JsonBytes, value: unknown) => boolean;

/** A field whose value stands in its object, which no resolver works out, and which is no promise and no function. */
export interface PlainField {
  readonly responseName: string;
  readonly name: string;
  readonly write: WritePlain;
}

/**
 * What a resolver that does nothing else reads of its object, by the field's arguments, which are conditions; null: nothing,
 * and it gives null. A field says so as `reads` of its extensions.
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
 * Returns what reads the key of an object, by which a field gives the same for all objects that have it. The field names the key's
 * field as `key` of its extensions; one that does not gives each object its own.
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

/** What is selected of an object type, all of it plain; undefined: it is not. Worked out when the first object is met. */
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
