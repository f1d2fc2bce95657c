/** Rows that are made one after the other as they are asked for, each time anew: there may be many. */
export class LazyRows<T> implements Iterable<T> {
  readonly #make: () => Iterator<T>;

  /** @param length how many there are */
  constructor(
    readonly length: number,
    make: () => Iterator<T>,
  ) {
    this.#make = make;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#make();
  }

  /** The same rows, something made of each. */
  map<Made>(make: (one: T) => Made): LazyRows<Made> {
    const each = function* (rows: Iterable<T>): Generator<Made> {
      for (const one of rows) yield make(one);
    };
    return new LazyRows(this.length, () => each(this));
  }
}
