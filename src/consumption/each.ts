/** What is made of each of a list, one after the other as they are asked for, so that no two have to be held at a time. */
export function eachOf<T, Made>(list: Iterable<T>, make: (one: T, index: number) => Made): Iterable<Made> {
  return {
    *[Symbol.iterator]() {
      let index = 0;
      for (const one of list) {
        yield make(one, index);
        index += 1;
      }
    },
  };
}
