/** The fields of many objects alike: where in an array of values each stands. */
export interface Shape {
  readonly indexes: ReadonlyMap<string, number>;
}

/**
 * An object whose values stand in an array, where the executor takes them from. Whoever makes such objects gives their class
 * a getter for each field, so that they are objects like others to everybody else. No field of GraphQL begins with `$`.
 */
export class Stored {
  constructor(
    readonly $shape: Shape,
    readonly $values: readonly unknown[],
  ) {}
}
