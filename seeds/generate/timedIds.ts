import { digest } from './hash.js';

/**
 * Returns a function that creates the identifiers of a series of records, one per instant. An identifier has four bytes
 * with the instant in seconds, as in an ObjectId, and eight bytes from the series' key.
 */
export function timedIds(key: string): (seconds: number) => string {
  const tail = digest(key).toString('hex', 0, 8);
  return (seconds) => seconds.toString(16).padStart(8, '0') + tail;
}
