import { createHash } from 'node:crypto';

/** Returns 32 bytes that depend only on the key. */
export function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Returns a stable identifier of 24 hexadecimal digits for a natural key such as `asset:b2`. */
export function stableId(key: string): string {
  return digest(`id:${key}`).toString('hex', 0, 12);
}

/** Returns a whole number from `from` to `to`, both included, that depends only on the key. */
export function pickInteger(key: string, from: number, to: number): number {
  return from + (digest(key).readUInt32BE(0) % (to - from + 1));
}

/** Returns one of the choices, which depends only on the key. A choice with two entries is twice as likely. */
export function pick<T>(key: string, choices: readonly [T, ...T[]]): T {
  return choices[pickInteger(key, 0, choices.length - 1)] ?? choices[0];
}

/** Returns a text of decimal digits that depends only on the key. */
export function pickDigits(key: string, length: number): string {
  return Array.from({ length }, (_, index) => String(pickInteger(`${key}:${index}`, 0, 9))).join('');
}
