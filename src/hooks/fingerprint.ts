/** The constants of 64-bit FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv. Over plain HTTP, crypto.subtle is missing. */
const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** Returns a short hash of a text. A text as random as a key cannot be recovered from it. */
export function fingerprint(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(36);
}
