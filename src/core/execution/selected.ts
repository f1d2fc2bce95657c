import { type Shape, Stored, writtenJson } from '../../data/columns.js';
import {
  type FieldNode,
  getArgumentValues,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { COST_AT_ONCE, type Path, type Run } from './run.js';
import { isPromise, joined, leafWriter, settled, type Text } from './text.js';
import { fieldRead, type PlainField, type PlainFieldsOf, plainObjects, plainType } from './plain.js';
import type { PlannedField } from './plan.js';
import { isTurnOver, nextTurn } from '../../values/turns.js';
import { listWriter } from './list.js';

/** What is selected of an object: its fields, each ready to be written. */
export type Selected = readonly SelectedField[];

/** A field of a selection. */
interface SelectedField {
  /** Its name in the answer as JSON writes it, with the comma before it. */
  readonly key: string;
  readonly write: (run: Run, source: unknown, parent: Path | undefined) => Text;
  readonly plain: PlainField | undefined;
}

/**
 * What a resolver is told of its field beside what graphql-js tells.
 * @returns `planned` of its `info`, worked out when the field is resolved first
 */
export type Describe<Described> = (field: PlannedField) => Described;

/** The writers of the fields that a plan selects of an object. */
export function selectedFields<Described>(fields: readonly PlannedField[], describe: Describe<Described>): Selected {
  return fields.map((field, index) => selectedField(field, index, describe));
}

/**
 * Writes an object: graphql-js, `executeFields`.
 * @param cost where it is high, its fields are written one after the other
 */
export function writeObject(fields: Selected, run: Run, source: unknown, path: Path | undefined, cost: number): Text {
  return cost > COST_AT_ONCE ? writeInSeries(fields, run, source, path) : writeFields(fields, run, source, path);
}

async function writeInSeries(fields: Selected, run: Run, source: unknown, path: Path | undefined): Promise<string> {
  let text = '{';
  for (const { key, write } of fields) text += key + ((await write(run, source, path)) ?? 'null');
  return `${text}}`;
}

function writeFields(fields: Selected, run: Run, source: unknown, path: Path | undefined): Text {
  let pieces: Text[] | undefined;
  let text = '{';
  try {
    for (const { key, write } of fields) {
      const value = write(run, source, path);
      if (typeof value === 'string') text += key + value;
      else if (value === null) text += `${key}null`;
      else {
        (pieces ??= []).push(text + key, value);
        text = '';
      }
    }
  } catch (error) {
    if (!pieces) throw error;
    // What was begun comes to its end first.
    return settled(pieces).finally(() => {
      throw error;
    }) as Promise<never>;
  }
  return pieces ? joined([...pieces, `${text}}`]) : `${text}}`;
}

/** @param index its number in the selection */
function selectedField<Described>(field: PlannedField, index: number, describe: Describe<Described>): SelectedField {
  const { responseName, nodes, definition, parentType } = field;
  let selected: Selected | undefined;
  const below = (): Selected => (selected ??= selectedFields(field.fields(), describe));
  const type = getNamedType(definition.type);
  const costOf = (run: Run): number => (isObjectType(type) ? run.costFor(type, nodes) : 0);
  const place: Place = {
    name: `${parentType.name}.${definition.name}`,
    nodes,
    writeObject: (run, value, path) => writtenJson(value) ?? writeObject(below(), run, value, path, costOf(run)),
    plainFields: () => allPlain(below()),
    costOf,
  };
  const key = `${index === 0 ? '' : ','}"${responseName}":`;
  const finish = finisher(completer(definition.type, place), nodes, isNonNullType(definition.type));
  const resolve = resolverOf(field, describe);
  const write: SelectedField['write'] = (run, source, parent) => {
    const path: Path = { prev: parent, key: responseName, typename: parentType.name };
    return finish(run, () => resolve(run, source, path), path);
  };
  return { key, write: storedLeaf(definition, write) ?? write, plain: plainField(field, place.plainFields) };
}

function allPlain(fields: Selected): readonly PlainField[] | undefined {
  const plain = fields.flatMap((field) => field.plain ?? []);
  return plain.length === fields.length ? plain : undefined;
}

function plainField(field: PlannedField, plainFields: PlainFieldsOf): PlainField | undefined {
  const { responseName, definition } = field;
  const name = fieldRead(field);
  // Of an object that is made by names, this one is none.
  if (name === undefined || responseName === '__proto__') return undefined;
  const toJson = plainType(definition.type, plainFields);
  if (name !== null) return toJson && { responseName, name, toJson };
  return isNonNullType(definition.type) ? undefined : { responseName, name: definition.name, toJson: () => null };
}

/** A value that stands in the object as it is needs no place unless something is wrong with it. */
function storedLeaf(
  { name, args, type, resolve }: GraphQLField<unknown, unknown>,
  write: SelectedField['write'],
): SelectedField['write'] | undefined {
  const leaf = getNullableType(type);
  if (resolve || args.length > 0 || !isLeafType(leaf)) return undefined;
  const writeLeaf = leafWriter(leaf);
  const mayBeNull = !isNonNullType(type);
  let shape: Shape | undefined;
  let index = -1;
  const valueIn = (source: object): unknown => {
    if (!(source instanceof Stored)) return (source as Readonly<Record<string, unknown>>)[name];
    // The objects of a list are alike.
    if (source.$shape !== shape) {
      shape = source.$shape;
      index = shape.indexes.get(name) ?? -1;
    }
    return source.$values[index];
  };
  return (run, source, parent) => {
    try {
      if (typeof source === 'object' && source !== null) {
        const value = valueIn(source);
        if (value === null && mayBeNull) return null;
        // An object may be a promise or an error, and a function is called.
        if (value !== undefined && typeof value !== 'object' && typeof value !== 'function') return writeLeaf(value);
      }
    } catch {
      // Is met again below, where it is told with its place.
    }
    return write(run, source, parent);
  };
}

const NO_ARGUMENTS = Object.freeze({});

/** Calls a field's resolver; of a field without one, does as graphql-js' `defaultFieldResolver`. */
function resolverOf<Described>(
  field: PlannedField,
  describe: Describe<Described>,
): (run: Run, source: unknown, path: Path) => unknown {
  const { definition, nodes, parentType } = field;
  const { name: fieldName, type: returnType, args, resolve } = definition;
  const [node] = nodes;
  let planned: Described | undefined;
  const argumentsIn = ({ around }: Run): Readonly<Record<string, unknown>> =>
    args.length === 0 ? NO_ARGUMENTS : getArgumentValues(definition, node, around.variableValues);
  const infoOf = ({ around }: Run, path: Path): GraphQLResolveInfo & { readonly planned: Described } => {
    const { schema, fragments, operation, variableValues, rootValue } = around;
    const fieldNodes = nodes;
    // Written out, as spreading costs ten times as much.
    return {
      fieldName,
      fieldNodes,
      returnType,
      parentType,
      path,
      schema,
      fragments,
      operation,
      variableValues,
      rootValue,
      planned: (planned ??= describe(field)),
    };
  };
  if (resolve) {
    return (run, source, path) => resolve(source, argumentsIn(run), run.contextValue, infoOf(run, path));
  }
  return (run, source, path) => {
    const given = argumentsIn(run);
    if ((typeof source !== 'object' || source === null) && typeof source !== 'function') return undefined;
    const value: unknown = Reflect.get(source, fieldName);
    if (typeof value !== 'function') return value;
    return Reflect.apply(value, source, [given, run.contextValue, infoOf(run, path)]) as unknown;
  };
}

/** Writes what a resolver gave, or its promise came to. */
type Complete = (run: Run, value: unknown, path: Path) => Text;

/** Where in a document a value stands. */
export interface Place {
  /** As in messages: `Account.name`. */
  readonly name: string;
  readonly nodes: readonly FieldNode[];
  /** Writes an object with what the place selects of it. */
  readonly writeObject: Complete;
  /** What the place selects of an object, where all of it is plain. */
  readonly plainFields: PlainFieldsOf;
  /** What an object costs in a run. */
  readonly costOf: (run: Run) => number;
}

/**
 * How values of a type are completed at a place: the algorithm of graphql-js (`completeValue`), decided once.
 * @throws Error where the type is abstract; no field of the schema is
 */
function completer(type: GraphQLOutputType, place: Place): Complete {
  if (isNonNullType(type)) return required(completer(type.ofType, place), place);
  if (isListType(type)) return ifAny(listOf(type.ofType, place));
  if (isLeafType(type)) {
    const write = leafWriter(type);
    return ifAny((_run, value) => write(value));
  }
  if (!isObjectType(type)) throw new Error(`${place.name} is of the abstract type ${String(type)}`);
  return ifAny(place.writeObject);
}

function required(complete: Complete, { name }: Place): Complete {
  return (run, value, path) => {
    const text = complete(run, value, path);
    if (text === null) throw new Error(`Cannot return null for non-nullable field ${name}.`);
    return text;
  };
}

function ifAny(complete: Complete): Complete {
  return (run, value, path) => {
    if (value instanceof Error) throw value;
    return value === null || value === undefined ? null : complete(run, value, path);
  };
}

/**
 * Has what is found completed, at once or when its promise is fulfilled, and failures handled as the place allows.
 * @param isRequired whether the place must not be null
 */
function finisher(
  complete: Complete,
  nodes: readonly FieldNode[],
  isRequired: boolean,
): (run: Run, find: () => unknown, path: Path) => Text {
  return (run, find, path) => {
    const fail = (raw: unknown): null => run.fail(raw, nodes, path, isRequired);
    const finish = (value: unknown): Text => {
      try {
        const text = complete(run, value, path);
        return isPromise(text) ? text.then(undefined, fail) : text;
      } catch (raw) {
        return fail(raw);
      }
    };
    let value: unknown;
    try {
      value = find();
    } catch (raw) {
      return fail(raw);
    }
    if (!isPromise(value)) return finish(value);
    if (!run.isLarge) return value.then(finish, fail);
    // What one statement found may be much: it is written in turns, and what it asks for is loaded together all the same.
    return value.then((found) => (isTurnOver() ? nextTurnOf(run).then(() => finish(found)) : finish(found)), fail);
  };
}

async function nextTurnOf({ batches }: Run): Promise<void> {
  await batches.together(nextTurn);
}

function listOf(type: GraphQLOutputType, place: Place): Complete {
  const complete = completer(type, place);
  const item = getNullableType(type);
  return listWriter({
    name: place.name,
    plainItems: isObjectType(item) ? plainObjects(place.plainFields) : undefined,
    writeItem: finisher(complete, place.nodes, isNonNullType(type)),
    costOf: place.costOf,
  });
}
