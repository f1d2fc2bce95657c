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

/** The path of a field in an answer. It is one object for each field, so paths are compared by identity. */
export type Path = GraphQLResolveInfo['path'];

/** The values of an execution that resolvers get. */
type ExecutionInfo = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'operation' | 'variableValues' | 'rootValue'>;

/** The nodes whose selections apply to an object. */
type SelectedBy = readonly { readonly selectionSet?: SelectionSetNode | undefined }[];

/** Returns the cost of one object with its selection: the records to read, and the periods of figures. */
export type CostOf = (info: ExecutionInfo, type: GraphQLObjectType, selectedBy: SelectedBy) => number;

/** The total cost of the items that a large answer starts together, unless one statement reads them all. */
export const COST_AT_ONCE = 2_000;

/** The options of an execution. */
export interface RunOptions {
  /** The batches that the loaders of the context use. */
  readonly batches?: Batches;
  /** Lazily made rows, over all lists, that the executor writes immediately. It streams longer lists later. */
  readonly immediateRows?: number;
  /** Set for a very expensive answer. The executor then makes it part by part, and compresses buffered lists. */
  readonly costOf?: CostOf | undefined;
}

/** One execution of an operation, with the errors so far. */
export class Run {
  readonly errors: GraphQLError[] = [];
  readonly #nullPaths = new Set<Path | undefined>();
  readonly #costs = new Map<SelectedBy, number>();
  readonly #placeholders = new Map<string, Map<string, Placeholder>>();
  #rows = 0;
  #hasFailed = false;

  /** Decides when the loaders load. */
  readonly batches: Batches;
  readonly #immediateRows: number;
  readonly #costOf: CostOf | undefined;

  constructor(
    readonly info: ExecutionInfo,
    readonly contextValue: unknown,
    { batches = new Batches(), immediateRows = Infinity, costOf }: RunOptions,
  ) {
    this.batches = batches;
    this.#immediateRows = immediateRows;
    this.#costOf = costOf;
  }

  /** Whether the answer is so expensive that it is made part by part. */
  get isLarge(): boolean {
    return this.#costOf !== undefined;
  }

  /** Returns the cost of one object with its selection; 0 unless the answer is large. */
  costFor(type: GraphQLObjectType, selectedBy: SelectedBy): number {
    if (!this.#costOf) return 0;
    const cached = this.#costs.get(selectedBy);
    const cost = cached ?? this.#costOf(this.info, type, selectedBy);
    if (cached === undefined) this.#costs.set(selectedBy, cost);
    return cost;
  }

  /** Reserves rows among those written immediately. Returns whether the limit allows them. */
  reserveRows(rows: number): boolean {
    if (this.#rows + rows > this.#immediateRows) return false;
    this.#rows += rows;
    return true;
  }

  /**
   * Writes a value that many objects share only once. After any error it is written for each object, because an error
   * names its path.
   * @param fieldPath the path of the field, without the positions of list items
   * @param key identifies the value among those of the field
   * @param ifNull the text of a null value
   */
  once(fieldPath: string, key: string, write: () => Text, ifNull: string): Draft | null {
    const placeholders = this.#placeholders.get(fieldPath) ?? new Map<string, Placeholder>();
    const placeholder = placeholders.get(key);
    if (placeholder && this.#isFlawless()) return [new Repeat(placeholder, this.#isFlawless, write)];
    const text = write();
    if (!isPromise(text)) return text;
    const created = new Placeholder(text, ifNull);
    this.#placeholders.set(fieldPath, placeholders.set(key, created));
    return [created];
  }

  readonly #isFlawless = (): boolean => !this.#hasFailed;

  /**
   * Records an error unless its field, or a parent field, is already null because of another error (graphql-js,
   * CollectedErrors).
   * @param path undefined: the whole answer
   */
  add(error: GraphQLError, path: Path | undefined): void {
    for (let field = path; field !== undefined; field = field.prev) if (this.#nullPaths.has(field)) return;
    if (this.#nullPaths.has(undefined)) return;
    this.#nullPaths.add(path);
    this.errors.push(error);
  }

  /**
   * Handles the failure of a field.
   * @returns null for a nullable field
   * @throws the error with its path for a non-null field, so that the parent fails
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
 * Decides when the loaders of an answer load: once no list is being started. The number of statements then depends on
 * the request only, not on the length of turns of the event loop.
 */
export class Batches {
  #begun = 0;
  #waiting: (() => void)[] = [];

  /** Starts the items of a list, over as many turns as that takes. Their loads are batched. */
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

  /** Runs a load once no list is being started (DataLoader's `batchScheduleFn`). Lists that begin meanwhile delay it. */
  readonly schedule = (load: () => void): void => {
    soon(() => {
      if (this.#begun > 0) this.#waiting.push(load);
      else load();
    });
  };

  #end(): void {
    this.#begun -= 1;
    if (this.#begun > 0) return;
    const loads = this.#waiting;
    this.#waiting = [];
    loads.forEach(this.schedule);
  }
}

/** Runs a load after all callbacks of promises that are settled by now, like DataLoader's default. */
function soon(load: () => void): void {
  void Promise.resolve().then(() => {
    process.nextTick(load);
  });
}
