import { propertyReader, recordsJson } from '../data/columns.js';
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
  Kind,
  type ValueNode,
} from 'graphql';
import { COST_AT_ONCE, type Path, type Run } from './run.js';
import { withPlaceholder, type Draft, ended, isPromise, joined, leafWriter, type Text } from './json.js';
import {
  sourceProperty,
  keyReader,
  type PlainField,
  type PlainFieldsOf,
  plainObject,
  plainType,
  writeNull,
} from './plainJson.js';
import type { PlannedField } from '../plan/selection.js';
import type { Style } from './style.js';
import { isTurnOver, nextTurn } from '../values/turns.js';
import { listWriter } from './list.js';

/** The selection of an object: its fields, prepared for writing, and the text around them. */
export interface Selected {
  readonly fields: readonly SelectedField[];
  readonly open: string;
  readonly close: string;
}

/** A field of a selection. */
export interface SelectedField {
  readonly responseName: string;
  /** The text before its value: in JSON its name, with the comma before it. */
  readonly key: string;
  /** The text of a null, with the key. */
  readonly ifNull: string;
  readonly write: (run: Run, source: unknown, parent: Path | undefined) => Text;
  readonly plain: PlainField | undefined;
}

/**
 * Makes the description of a field for its resolver, in addition to the `info` of graphql-js.
 * @param isJson whether the answer is JSON, so that records can be written from the database's bytes
 * @returns `planned` of its `info`; computed when the field is first resolved
 */
export type Describe<Described> = (field: PlannedField, isJson: boolean) => Described;

/**
 * Returns the writers of an object's selected fields.
 * @param style of the object
 */
export function selectedFields<Described>(
  fields: readonly PlannedField[],
  describe: Describe<Described>,
  style: Style,
): Selected {
  const { open, close } = style;
  const written = fields.filter(style.isWritten);
  return { fields: written.map((field, index) => selectedField(field, index, describe, style)), open, close };
}

/**
 * Writes an object, by `executeFields` of graphql-js.
 * @param cost with a high cost, the fields are written one after the other
 */
function writeObject(selected: Selected, run: Run, source: unknown, path: Path | undefined, cost: number): Text {
  return cost > COST_AT_ONCE ? writeInSeries(selected, run, source, path) : writeFields(selected, run, source, path);
}

async function writeInSeries(
  { fields, open, close }: Selected,
  run: Run,
  source: unknown,
  path: Path | undefined,
): Promise<Draft> {
  const texts: Text[] = [open];
  for (const { key, ifNull, write } of fields) {
    const text = await write(run, source, path);
    texts.push(...(text === null ? [ifNull] : [key, text]));
  }
  return joined([...texts, close]);
}

function writeFields({ fields, open, close }: Selected, run: Run, source: unknown, path: Path | undefined): Text {
  let texts: Text[] | undefined;
  let text = open;
  try {
    for (const { key, ifNull, write } of fields) {
      const value = write(run, source, path);
      if (typeof value === 'string') text += key + value;
      else if (value === null) text += ifNull;
      else {
        (texts ??= []).push(text + key, value);
        text = '';
      }
    }
  } catch (error) {
    if (!texts) throw error;
    // Started fields end first.
    return ended(texts).finally(() => {
      throw error;
    }) as Promise<never>;
  }
  return texts ? joined([...texts, text + close]) : text + close;
}

/**
 * Prepares a field for writing.
 * @param index its position in the selection
 */
export function selectedField<Described>(
  field: PlannedField,
  index: number,
  describe: Describe<Described>,
  style: Style,
): SelectedField {
  const { responseName, nodes, definition, parentType } = field;
  let selected: Selected | undefined;
  const below = (): Selected => (selected ??= selectedFields(field.fields(), describe, style.below()));
  const type = getNamedType(definition.type);
  const costOf = (run: Run): number => (isObjectType(type) ? run.costFor(type, nodes) : 0);
  const fieldContext: FieldContext = {
    name: `${parentType.name}.${definition.name}`,
    nodes,
    writeObject: (run, value, path) => recordsJson([value], '') ?? writeObject(below(), run, value, path, costOf(run)),
    plainFields: () => allPlain(below()),
    costOf,
  };
  const key = style.keyOf(field, index);
  const finish = finisher(completer(definition.type, fieldContext, style), nodes, isNonNullType(definition.type));
  const resolve = resolverOf(field, describe, true);
  const { nullText } = style;
  const mayBeNull = !isNonNullType(definition.type);
  const keyIn = keyReader(definition);
  const write: SelectedField['write'] = (run, source, parent) => {
    const finishField = (): Text => {
      const path: Path = { prev: parent, key: responseName, typename: parentType.name };
      return finish(run, () => resolve(run, source, path), path);
    };
    if (!mayBeNull || run.isLarge || !parent) return finishField();
    const sharedKey = keyIn(source);
    return sharedKey === undefined
      ? withPlaceholder(finishField(), nullText)
      : run.once(field.fieldPath, sharedKey, finishField, nullText);
  };
  return {
    responseName,
    key,
    ifNull: key + nullText,
    write: storedLeaf(definition, write) ?? write,
    plain: plainField(field, fieldContext.plainFields),
  };
}

function allPlain({ fields }: Selected): readonly PlainField[] | undefined {
  const plain = fields.flatMap((field) => field.plain ?? []);
  return plain.length === fields.length ? plain : undefined;
}

function plainField(field: PlannedField, plainFields: PlainFieldsOf): PlainField | undefined {
  const { responseName, definition } = field;
  const name = sourceProperty(field);
  if (name === undefined) return undefined;
  const write = plainType(definition.type, plainFields);
  if (name === null) {
    return isNonNullType(definition.type) ? undefined : { responseName, name: definition.name, write: writeNull };
  }
  return write && { responseName, name, write };
}

/** Returns a faster writer for a leaf stored in its object. It needs no path unless the value is invalid. */
function storedLeaf(
  { name, args, type, resolve }: GraphQLField<unknown, unknown>,
  write: SelectedField['write'],
): SelectedField['write'] | undefined {
  const leaf = getNullableType(type);
  if (resolve || args.length > 0 || !isLeafType(leaf)) return undefined;
  const writeLeaf = leafWriter(leaf);
  const mayBeNull = !isNonNullType(type);
  const valueIn = propertyReader(name);
  return (run, source, parent) => {
    try {
      if (typeof source === 'object' && source !== null) {
        const value = valueIn(source);
        if (value === null && mayBeNull) return null;
        // An object may be a promise or an error, and a function is called.
        if (value !== undefined && typeof value !== 'object' && typeof value !== 'function') return writeLeaf(value);
      }
    } catch {
      // `write` meets the error again, and reports it with its path.
    }
    return write(run, source, parent);
  };
}

const NO_ARGUMENTS = Object.freeze({});

/** Whether a value in a document depends on variables. */
function hasVariables(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true;
  if (value.kind === Kind.LIST) return value.values.some(hasVariables);
  return value.kind === Kind.OBJECT && value.fields.some((field) => hasVariables(field.value));
}

/**
 * Returns a faster `getArgumentValues` for a field whose arguments are all variables, such as those of the REST
 * operations; undefined for other fields.
 * @returns a function of the coerced variables; its result is undefined if a default or an error is needed
 */
function variablesReader(
  { args }: GraphQLField<unknown, unknown>,
  { arguments: nodes = [] }: FieldNode,
): ((variables: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined) | undefined {
  const variableByName = new Map(
    nodes.flatMap(({ name, value }) => (value.kind === Kind.VARIABLE ? [[name.value, value.name.value] as const] : [])),
  );
  if (variableByName.size < nodes.length) return undefined;
  const read = args.map(({ name, type, defaultValue }) => ({
    name,
    variable: variableByName.get(name) ?? '',
    isRequired: isNonNullType(type),
    hasDefault: defaultValue !== undefined,
  }));
  return (variables) => {
    const values: Record<string, unknown> = {};
    for (const { name, variable, isRequired, hasDefault } of read) {
      const value = variables[variable];
      if (value === undefined ? isRequired || hasDefault : isRequired && value === null) return undefined;
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}

/** Returns a function that resolves a field. A field without a resolver follows `defaultFieldResolver` of graphql-js. */
export function resolverOf<Described>(
  field: PlannedField,
  describe: Describe<Described>,
  isJson: boolean,
): (run: Run, source: unknown, path: Path) => unknown {
  const { definition, nodes, parentType } = field;
  const { name: fieldName, type: returnType, args, resolve } = definition;
  const [node] = nodes;
  let planned: Described | undefined;
  const isFixed = !(node.arguments ?? []).some(({ value }) => hasVariables(value));
  let fixed: Readonly<Record<string, unknown>> | undefined;
  const variablesIn = variablesReader(definition, node);
  const argumentsIn = ({ info: { variableValues } }: Run): Readonly<Record<string, unknown>> => {
    if (args.length === 0) return NO_ARGUMENTS;
    if (!isFixed) return variablesIn?.(variableValues) ?? getArgumentValues(definition, node, variableValues);
    return (fixed ??= Object.freeze(getArgumentValues(definition, node)));
  };
  const infoOf = ({ info }: Run, path: Path): GraphQLResolveInfo & { readonly planned: Described } => {
    const { schema, fragments, operation, variableValues, rootValue } = info;
    const fieldNodes = nodes;
    // A spread of `info` takes ten times as long.
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
      planned: (planned ??= describe(field, isJson)),
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

/** Writes the value of a resolver or of its promise. */
type Complete = (run: Run, value: unknown, path: Path) => Text;

/** The field that a value belongs to. */
export interface FieldContext {
  /** The name for messages: `Account.name`. */
  readonly name: string;
  readonly nodes: readonly FieldNode[];
  /** Writes the selected fields of an object. */
  readonly writeObject: Complete;
  /** The selected fields of an object if all are plain. */
  readonly plainFields: PlainFieldsOf;
  /** Returns the cost of an object in a run. */
  readonly costOf: (run: Run) => number;
}

/**
 * Returns a function that writes values of a type, by `completeValue` of graphql-js. It examines the type once.
 * @throws Error for an abstract type; no field of the schema has one
 */
function completer(type: GraphQLOutputType, fieldContext: FieldContext, style: Style): Complete {
  if (isNonNullType(type)) return required(completer(type.ofType, fieldContext, style), fieldContext);
  if (isListType(type)) return unlessNull(listOf(type.ofType, fieldContext, style));
  if (isLeafType(type)) {
    const write = leafWriter(type);
    return unlessNull((_run, value) => write(value));
  }
  if (!isObjectType(type)) throw new Error(`${fieldContext.name} is of the abstract type ${String(type)}`);
  return unlessNull(fieldContext.writeObject);
}

function required(complete: Complete, { name }: FieldContext): Complete {
  return (run, value, path) => {
    const text = complete(run, value, path);
    if (text === null) throw new Error(`Cannot return null for non-nullable field ${name}.`);
    return text;
  };
}

function unlessNull(complete: Complete): Complete {
  return (run, value, path) => {
    if (value instanceof Error) throw value;
    return value === null || value === undefined ? null : complete(run, value, path);
  };
}

/**
 * Returns a function that writes a field's value, after its promise is fulfilled if it is one, and handles failures.
 * @param isRequired whether the field is non-null, so that a failure makes its parent fail
 */
function finisher(
  complete: Complete,
  nodes: readonly FieldNode[],
  isRequired: boolean,
): (run: Run, getValue: () => unknown, path: Path) => Text {
  return (run, getValue, path) => {
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
      value = getValue();
    } catch (raw) {
      return fail(raw);
    }
    if (!isPromise(value)) return finish(value);
    if (!run.isLarge) return value.then(finish, fail);
    // One statement may return many rows, so a new turn begins if the current one is over. The loads are batched
    // anyway.
    return value.then(
      (resolved) => (isTurnOver() ? nextTurnOf(run).then(() => finish(resolved)) : finish(resolved)),
      fail,
    );
  };
}

async function nextTurnOf({ batches }: Run): Promise<void> {
  await batches.together(nextTurn);
}

function listOf(type: GraphQLOutputType, fieldContext: FieldContext, style: Style): Complete {
  const complete = completer(type, fieldContext, style);
  const item = getNullableType(type);
  return listWriter({
    name: fieldContext.name,
    plainItem: isObjectType(item) ? plainObject(fieldContext.plainFields) : undefined,
    writeItem: finisher(complete, fieldContext.nodes, isNonNullType(type)),
    costOf: fieldContext.costOf,
    delimiters: style.delimiters,
  });
}
