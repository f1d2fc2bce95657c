/** Rows that are created one by one in each iteration, because there may be many. */
export class LazyRows<T> implements Iterable<T> {
  readonly #make: () => Iterator<T>;

  /** @param length the number of rows */
  constructor(
    readonly length: number,
    make: () => Iterator<T>,
  ) {
    this.#make = make;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#make();
  }

  /** Returns lazy rows that convert these one by one. */
  map<Made>(make: (one: T) => Made): LazyRows<Made> {
    const each = function* (rows: Iterable<T>): Generator<Made> {
      for (const one of rows) yield make(one);
    };
    return new LazyRows(this.length, () => each(this));
  }
}
