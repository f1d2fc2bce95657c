/** So much is unpacked of anything, however small it was packed. */
const FREE_BYTES = 64 * 1024 * 1024;
/** Beyond that, data is packed to a hundredth at most: rows differ, if only in their times. */
const MOST_RATIO = 200;
const MOST_GIGABYTES = 64;

/** Counts what comes out of packed data. */
export interface UnpackBound {
  /**
   * @param bytes unpacked since the last call
   * @throws Error that begins with "the" when the total exceeds the limit for data
   */
  add(bytes: number): void;
}

/**
 * Bounds what packed data may unpack to, so that a small file cannot keep the process busy for days. What comes out is
 * counted as it comes, whatever headers say.
 * @param packed the packed bytes, so far
 * @param what as in "the archive"
 */
export function createUnpackBound(packed: () => number, what: string): UnpackBound {
  let total = 0;
  return {
    add(bytes) {
      total += bytes;
      if (total <= FREE_BYTES) return;
      if (total > packed() * MOST_RATIO) {
        throw new Error(`${what} unpacks to more than ${MOST_RATIO} times its size, which is not plausible for data`);
      }
      if (total > MOST_GIGABYTES * 1024 ** 3) {
        throw new Error(`${what} unpacks to more than ${MOST_GIGABYTES} GB; divide it`);
      }
    },
  };
}
