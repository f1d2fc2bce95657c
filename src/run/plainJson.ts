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
import { FIGURES, INSTANTS } from '../plan/scalars.js';
import type { PlannedField } from '../plan/selection.js';
import { isPromise, leafSerializer } from './json.js';
import { JsonBytes } from './jsonBytes.js';
import { TextWords } from '../values/textWords.js';

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
    // Property by property: the objects of a spread have different hidden classes.
    fields = fieldsOf()?.map(({ responseName, name, write }, index) => ({
      responseName,
      name,
      write,
      key: new TextWords(`${index === 0 ? '{' : ','}"${responseName}":`),
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
