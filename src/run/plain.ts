import { type Shape, Stored } from '../data/columns.js';
import {
  getArgumentValues,
  getNullableType,
  type GraphQLLeafType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { PlannedField } from '../plan/selection.js';
import { isPromise, leafSerializer } from './json.js';

/** A value as JSON.stringify takes it; undefined where it is not plain, which is found out by trying. */
export type ToJson = (value: unknown) => unknown;

/** A field whose value stands in its object, which no resolver works out, and which is no promise and no function. */
export interface PlainField {
  readonly responseName: string;
  readonly name: string;
  readonly toJson: ToJson;
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

/** What is selected of an object type, all of it plain; undefined: it is not. Worked out when the first object is met. */
export type PlainFieldsOf = () => readonly PlainField[] | undefined;

/**
 * How values of a type are given to JSON.stringify, which writes many objects faster than they are put together as text.
 * @returns undefined where values of the type are not plain
 */
export function plainType(type: GraphQLOutputType, fieldsOf: PlainFieldsOf): ToJson | undefined {
  const given = plainNullable(getNullableType(type), fieldsOf);
  if (!given) return undefined;
  const mayBeNull = !isNonNullType(type);
  return (value) => (value === null || value === undefined ? (mayBeNull ? null : undefined) : given(value));
}

function plainNullable(type: GraphQLOutputType, fieldsOf: PlainFieldsOf): ToJson | undefined {
  if (isLeafType(type)) return plainLeaf(type);
  if (isListType(type)) {
    const item = getNullableType(type.ofType);
    if (isObjectType(item)) {
      const objects = plainObjects(fieldsOf);
      return (value) => (Array.isArray(value) ? objects(value) : undefined);
    }
    const leaf = isLeafType(item) ? plainType(type.ofType, fieldsOf) : undefined;
    return leaf && ((value) => (Array.isArray(value) ? allOf(value, leaf) : undefined));
  }
  if (!isObjectType(type)) return undefined;
  const objects = plainObjects(fieldsOf);
  return (value) => objects([value])?.[0];
}

function allOf(values: readonly unknown[], toJson: ToJson): readonly unknown[] | undefined {
  const made = values.map(toJson);
  return made.includes(undefined) ? undefined : made;
}

function plainLeaf(type: GraphQLLeafType): ToJson {
  const serialize = leafSerializer(type);
  return (value) => {
    if (typeof value === 'object' || typeof value === 'function') return undefined;
    const json = serialize(value);
    return typeof json === 'object' ? undefined : json;
  };
}

/**
 * Makes objects for JSON.stringify.
 * @returns undefined where any of them is not plain
 */
export function plainObjects(fieldsOf: PlainFieldsOf): (sources: readonly unknown[]) => readonly object[] | undefined {
  let fields: readonly PlainField[] | undefined;
  let isKnown = false;
  let blank: Readonly<Record<string, unknown>> = {};
  let shape: Shape | undefined;
  let indexes: readonly number[] = [];
  const know = (): void => {
    fields = fieldsOf();
    blank = Object.fromEntries((fields ?? []).map(({ responseName }) => [responseName, null]));
    isKnown = true;
  };
  return (sources) => {
    if (!isKnown) know();
    if (!fields) return undefined;
    const made: object[] = [];
    for (const source of sources) {
      if (typeof source !== 'object' || source === null || source instanceof Error) return undefined;
      const own: Record<string, unknown> = { ...blank };
      const isStored = source instanceof Stored;
      if (isStored && source.$shape !== shape) {
        // The objects of a list are alike.
        shape = source.$shape;
        indexes = fields.map(({ name }) => source.$shape.indexes.get(name) ?? -1);
      } else if (!isStored && isPromise(source)) return undefined;
      for (let at = 0; at < fields.length; at += 1) {
        const field = fields[at];
        if (!field) return undefined;
        const index = isStored ? (indexes[at] ?? -1) : -1;
        const value: unknown = isStored && index >= 0 ? source.$values[index] : Reflect.get(source, field.name);
        const json = field.toJson(value);
        if (json === undefined) return undefined;
        own[field.responseName] = json;
      }
      made.push(own);
    }
    return made;
  };
}
