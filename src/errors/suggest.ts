import { closest, distance } from 'fastest-levenshtein';

/**
 * Returns the nearest name; undefined if every name differs in more than a third of its letters.
 * @param received the received name
 * @param names the allowed names
 */
export function suggest(received: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || received.length > 100) return undefined;
  const lower = received.toLowerCase();
  const same = names.find((name) => name.toLowerCase() === lower);
  if (same !== undefined) return same;
  // The distance is at least the difference in length, so other names need no comparison.
  const comparable = names.filter((name) => Math.abs(name.length - received.length) <= allowedDistance(name));
  if (comparable.length === 0) return undefined;
  const near = closest(received, comparable);
  return distance(received, near) <= allowedDistance(near) ? near : undefined;
}

function allowedDistance(name: string): number {
  return Math.max(1, Math.floor(name.length / 3));
}

/** Quotes a client's text for a message, on one line and cut at 60 characters. */
export function quoted(text: string): string {
  const clean = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return clean;
}
