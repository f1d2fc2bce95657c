/** Returns a generator of numbers in [0, 1) that is the same in every run (mulberry32). */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a random item of a list that is not empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return at(list, Math.floor(random() * list.length));
}

/** Returns a list in random order. */
export function shuffled<T>(random: Random, list: readonly T[]): readonly T[] {
  return list
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Returns an item that must exist. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list.at(index);
  if (item === undefined && index >= list.length) throw new Error(`there is no item ${index} of ${list.length}`);
  return item as T;
}

/** Returns 24 random hexadecimal digits. */
export function randomId(random: Random): string {
  return Array.from({ length: 24 }, () => Math.floor(random() * 16).toString(16)).join('');
}
