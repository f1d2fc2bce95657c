/** FNV-1a of 64 bits, http://www.isthe.com/chongo/tech/comp/fnv: where crypto.subtle is missing, as over plain HTTP. */
const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** A short text that differs where the text does, and that says nothing of a text as random as a key. */
export function fingerprint(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(36);
}
