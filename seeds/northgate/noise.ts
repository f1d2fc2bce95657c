import { digest } from '../generate/hash.js';

/**
 * Returns a generator of numbers from -1 to 1 that depend only on the key. It is mulberry32, which needs only 32-bit
 * integers. The seed is the hash of the key.
 */
export function noiseOf(key: string): () => number {
  let state = digest(`noise:${key}`).readUInt32BE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2_147_483_648 - 1;
  };
}
