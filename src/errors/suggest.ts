import { closest, distance } from 'fastest-levenshtein';

/**
 * The name that was probably meant, or undefined when none is near: at most a third of the letters differ.
 * @param got what was written
 * @param names what is allowed
 */
export function suggest(got: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || got.length > 100) return undefined;
  const lower = got.toLowerCase();
  const same = names.find((name) => name.toLowerCase() === lower);
  if (same !== undefined) return same;
  // A distance is at least the difference in length, so other names need not be compared.
  const comparable = names.filter((name) => Math.abs(name.length - got.length) <= allowedDistance(name));
  if (comparable.length === 0) return undefined;
  const near = closest(got, comparable);
  return distance(got, near) <= allowedDistance(near) ? near : undefined;
}

function allowedDistance(name: string): number {
  return Math.max(1, Math.floor(name.length / 3));
}

/** A caller's text as it is quoted in a message: one line of at most 60 characters. */
export function quoted(text: string): string {
  const clean = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return clean;
}
