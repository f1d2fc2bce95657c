import {
  type FieldNode,
  type GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  locatedError,
  responsePathAsArray,
  type SelectionSetNode,
} from 'graphql';
import { type Draft, isPromise, Placeholder, Repeat, type Text } from './json.js';

/** A place in an answer; the same place is the same object. */
export type Path = GraphQLResolveInfo['path'];

/** What resolvers are told of the execution that they are part of. */
type ExecutionInfo = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'operation' | 'variableValues' | 'rootValue'>;

/** What is selected of an object, by one node of the document or several. */
type SelectedBy = readonly { readonly selectionSet?: SelectionSetNode | undefined }[];

/** What one object costs, for what is selected of it: the records that are read, and periods of figures. */
export type CostOf = (around: ExecutionInfo, type: GraphQLObjectType, selectedBy: SelectedBy) => number;

/** What is begun at a time costs no more, in an answer that costs more, as far as it does not come by one statement. */
export const COST_AT_ONCE = 2_000;

/** How an operation is run. */
export interface RunOptions {
  /** Where loaders of the context load by it: when what objects ask for is loaded. */
  readonly batches?: Batches;
  /** Rows made as they are asked for that are written at once, of all lists; those of lists beyond are written later. */
  readonly wholeRows?: number;
  /** Set where the answer costs very much: it is made part by part then, and its long lists are kept compressed. */
  readonly costOf?: CostOf | undefined;
}

/** One execution of an operation: what it runs with, and the errors met so far. */
export class Run {
  readonly errors: GraphQLError[] = [];
  readonly #places = new Set<Path | undefined>();
  readonly #costs = new Map<SelectedBy, number>();
  readonly #placeholders = new Map<string, Map<string, Placeholder>>();
  #rows = 0;
  #hasFailed = false;

  /** When what its objects ask for is loaded. */
  readonly batches: Batches;
  readonly #wholeRows: number;
  readonly #costOf: CostOf | undefined;

  constructor(
    readonly around: ExecutionInfo,
    readonly contextValue: unknown,
    { batches = new Batches(), wholeRows = Infinity, costOf }: RunOptions,
  ) {
    this.batches = batches;
    this.#wholeRows = wholeRows;
    this.#costOf = costOf;
  }

  /** Whether the answer costs so much that it is made part by part. */
  get isLarge(): boolean {
    return this.#costOf !== undefined;
  }

  /** What one object of a place costs, for what is selected of it; nothing in an answer that is not large. */
  costFor(type: GraphQLObjectType, selectedBy: SelectedBy): number {
    if (!this.#costOf) return 0;
    const known = this.#costs.get(selectedBy);
    const cost = known ?? this.#costOf(this.around, type, selectedBy);
    if (known === undefined) this.#costs.set(selectedBy, cost);
    return cost;
  }

  /** Whether so many rows more are written at once. */
  takes(rows: number): boolean {
    if (this.#rows + rows > this.#wholeRows) return false;
    this.#rows += rows;
    return true;
  }

  /**
   * Writes what is the same for many objects once. As soon as anything fails it is written for each, as an error says where it
   * happened.
   * @param place of the field in the answer, whichever items of lists
   * @param key names the value among those at the place
   * @param ifNull what is written where the value is null
   */
  once(place: string, key: string, write: () => Text, ifNull: string): Draft | null {
    const known = this.#placeholders.get(place) ?? new Map<string, Placeholder>();
    const placeholder = known.get(key);
    if (placeholder && this.#isFlawless()) return [new Repeat(placeholder, this.#isFlawless, write)];
    const text = write();
    if (!isPromise(text)) return text;
    const made = new Placeholder(text, ifNull);
    this.#placeholders.set(place, known.set(key, made));
    return [made];
  }

  readonly #isFlawless = (): boolean => !this.#hasFailed;

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
    this.#hasFailed = true;
    const error = locatedError(raw, [...nodes], responsePathAsArray(path));
    if (isRequired) throw error;
    this.add(error, path);
    return null;
  }
}

/**
 * When what the objects of an answer ask for is loaded: once none of its lists is being begun, so that how many statements it
 * takes depends on what is asked, never on how long turns of the event loop last.
 */
export class Batches {
  #begun = 0;
  #waiting: (() => void)[] = [];

  /** Begins items of a list, in as many turns as that takes: what they ask for is loaded together. */
  together<T>(begin: () => T | Promise<T>): T | Promise<T> {
    this.#begun += 1;
    try {
      const items = begin();
      if (isPromise(items))
        return items.finally(() => {
          this.#end();
        });
      this.#end();
      return items;
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** Loads what was asked for, as soon as that is due: DataLoader's `batchScheduleFn`. */
  readonly schedule = (load: () => void): void => {
    if (this.#begun > 0) this.#waiting.push(load);
    else soon(load);
  };

  #end(): void {
    this.#begun -= 1;
    if (this.#begun > 0) return;
    const loads = this.#waiting;
    this.#waiting = [];
    loads.forEach(soon);
  }
}

/** After all that is done in promises that are settled by now, as DataLoader does it by itself. */
function soon(load: () => void): void {
  void Promise.resolve().then(() => {
    process.nextTick(load);
  });
}
