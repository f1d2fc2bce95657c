import { LRUCache } from 'lru-cache';

/**
 * Returns a function that remembers what it last made.
 * @param most things that are remembered
 * @param nameOf names the arguments, so that the same name has the same result; null: it is not remembered
 * @param make has no effect, and depends on nothing but its arguments
 */
export function remembered<Args extends readonly unknown[], Made extends object>(
  most: number,
  nameOf: (...args: Args) => string | null,
  make: (...args: Args) => Made,
): (...args: Args) => Made {
  const known = new LRUCache<string, Made>({ max: most });
  return (...args) => {
    const name = nameOf(...args);
    if (name === null) return make(...args);
    const found = known.get(name);
    if (found) return found;
    const made = make(...args);
    known.set(name, made);
    return made;
  };
}
