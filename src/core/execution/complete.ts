import {
  type FieldNode,
  getNullableType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { isTurnOver, nextTurn } from '../../values/turns.js';
import { listWriter } from './list.js';
import { isPromise, leafWriter, type Text } from './text.js';
import { type PlainFieldsOf, plainObjects } from './plain.js';
import type { Path, Run } from './run.js';

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
  /** What an object costs in a run. */
  readonly costOf: (run: Run) => number;
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
