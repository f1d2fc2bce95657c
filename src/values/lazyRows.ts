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
  map<Mapped>(make: (row: T) => Mapped): LazyRows<Mapped> {
    const each = function* (rows: Iterable<T>): Generator<Mapped> {
      for (const row of rows) yield make(row);
    };
    return new LazyRows(this.length, () => each(this));
  }
}
