import {
  type FieldNode,
  getNullableType,
  GraphQLError,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import { isIterableObject } from 'graphql/jsutils/isIterableObject.js';
import { inPortions, isPromise, joined, leafWriter, type Text } from './text.js';
import { type PlainFieldsOf, plainObjects } from './plain.js';

/** Writes what a resolver gave, or its promise came to. */
export type Complete = (run: Run, value: unknown, path: Path) => Text;

/** Where in a document a value stands. */
export interface Place {
  /** As in messages: `Account.name`. */
  readonly name: string;
  readonly nodes: readonly FieldNode[];
  /** Writes an object with what the place selects of it. */
  readonly writeObject: Complete;
  /** What the place selects of an object, where all of it is plain. */
  readonly plainFields: PlainFieldsOf;
}

/**
 * How values of a type are completed at a place: the algorithm of graphql-js (`completeValue`), decided once.
 * @throws Error where the type is abstract; no field of the schema is
 */
export function completer(type: GraphQLOutputType, place: Place): Complete {
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
export function finisher(
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
    return isPromise(value) ? value.then(finish, fail) : finish(value);
  };
}

/** Items of a list that are written together, where they are plain; so many are held as objects at a time. */
const TOGETHER = 500;

function listOf(type: GraphQLOutputType, place: Place): Complete {
  const complete = completer(type, place);
  const item = getNullableType(type);
  const objects = isObjectType(item) ? plainObjects(place.plainFields) : undefined;
  /** The text of items without the brackets; undefined where not all are plain. */
  const together = (items: readonly unknown[]): string | undefined => {
    try {
      const made = objects?.(items);
      return made && JSON.stringify(made).slice(1, -1);
    } catch {
      // Is met again, where it is told with its place.
      return undefined;
    }
  };
  const finish = finisher(complete, place.nodes, isNonNullType(type));
  return (run, value, prev) => {
    if (!isIterableObject(value)) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${place.name}".`);
    }
    const texts: Text[] = [];
    let count = 0;
    for (const items of objects ? inPortions(value, TOGETHER) : [value]) {
      const plain = Array.isArray(items) ? together(items) : undefined;
      if (plain !== undefined) {
        if (plain !== '') texts.push(plain);
        count += Array.isArray(items) ? items.length : 0;
        continue;
      }
      for (const one of items) {
        const text = finish(run, () => one, { prev, key: count, typename: undefined });
        count += 1;
        // When an item fails before this one is waited for, nobody waits for it any more.
        if (isPromise(text)) text.catch(() => undefined);
        texts.push(text);
      }
    }
    return joined(texts, ',', '[', ']');
  };
}

/** A place in an answer; the same place is the same object. */
export type Path = GraphQLResolveInfo['path'];

/** What resolvers are told of the execution that they are part of. */
export type ExecutionInfo = Pick<
  GraphQLResolveInfo,
  'schema' | 'fragments' | 'operation' | 'variableValues' | 'rootValue'
>;

/** One execution of an operation: what it runs with, and the errors met so far. */
export class Run {
  readonly errors: GraphQLError[] = [];
  readonly #places = new Set<Path | undefined>();

  constructor(
    readonly around: ExecutionInfo,
    readonly contextValue: unknown,
  ) {}

  /**
   * Notes an error, unless its place or one around it is null already because of another (graphql-js, CollectedErrors).
   * @param path undefined: the whole answer
   */
  add(error: GraphQLError, path: Path | undefined): void {
    for (let place = path; place !== undefined; place = place.prev) if (this.#places.has(place)) return;
    if (this.#places.has(undefined)) return;
    this.#places.add(path);
    this.errors.push(error);
  }

  /**
   * What a failed place becomes.
   * @returns null, where it may be
   * @throws the error with its place, where the place must not be null, so that the one around it fails
   */
  fail(raw: unknown, nodes: readonly FieldNode[], path: Path, isRequired: boolean): null {
    const error = locatedError(raw, [...nodes], responsePathAsArray(path));
    if (isRequired) throw error;
    this.add(error, path);
    return null;
  }
}
