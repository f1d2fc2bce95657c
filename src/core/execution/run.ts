import { randomUUID } from 'node:crypto';
import { type FieldNode, type GraphQLError, type GraphQLResolveInfo, locatedError, responsePathAsArray } from 'graphql';
import type { Hole } from './pieces.js';

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
  readonly holes: Hole[] = [];
  readonly #places = new Set<Path | undefined>();
  #id: string | undefined;
  #rows = 0;

  /** @param wholeRows rows made as they are asked for that are written at once, of all lists; those of further ones are left out */
  constructor(
    readonly around: ExecutionInfo,
    readonly contextValue: unknown,
    readonly wholeRows: number,
  ) {}

  /** Whether so many rows more are written at once. */
  takes(rows: number): boolean {
    if (this.#rows + rows > this.wholeRows) return false;
    this.#rows += rows;
    return true;
  }

  /**
   * Leaves out the items of a list.
   * @returns a text that stands in their place, and nowhere else
   */
  leaveOut(items: Hole['items']): string {
    this.#id ??= randomUUID();
    const mark = `"hole:${this.#id}:${this.holes.length}"`;
    this.holes.push({ mark, items });
    return mark;
  }

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
