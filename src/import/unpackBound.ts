/** The import unpacks up to this size at any ratio. */
const FREE_BYTES = 64 * 1024 * 1024;
/** The largest ratio beyond that. Data compresses to a hundredth at most, because rows differ at least in their times. */
const MAX_RATIO = 200;
const MAX_GIGABYTES = 64;

/** Limits the size of unpacked data. */
export interface UnpackBound {
  /**
   * @param bytes unpacked since the last call
   * @throws Error that begins with "the" when the total exceeds the limit for data
   */
  add(bytes: number): void;
}

/**
 * Creates a limit on unpacked data, so that a small file cannot occupy the process for days. It counts the bytes as
 * they are unpacked, because headers may lie.
 * @param packed returns the number of packed bytes so far
 * @param what the subject of the message, as in "the archive"
 */
export function createUnpackBound(packed: () => number, what: string): UnpackBound {
  let total = 0;
  return {
    add(bytes) {
      total += bytes;
      if (total <= FREE_BYTES) return;
      if (total > packed() * MAX_RATIO) {
        throw new Error(`${what} unpacks to more than ${MAX_RATIO} times its size, which is not plausible for data`);
      }
      if (total > MAX_GIGABYTES * 1024 ** 3) {
        throw new Error(`${what} unpacks to more than ${MAX_GIGABYTES} GB: split it`);
      }
    },
  };
}
