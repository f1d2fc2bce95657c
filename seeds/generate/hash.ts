import { createHash } from 'node:crypto';

/** 32 bytes that are the same for the same key, on every machine. */
export function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** A stable identifier of 24 hexadecimal digits for a natural key such as `asset:b2`. */
export function stableId(key: string): string {
  return digest(`id:${key}`).toString('hex', 0, 12);
}

/** A whole number from `from` to `to`, both possible, decided by the key. */
export function pickInteger(key: string, from: number, to: number): number {
  return from + (digest(key).readUInt32BE(0) % (to - from + 1));
}

/** One of the choices, decided by the key; a choice listed twice is twice as likely. */
export function pick<T>(key: string, choices: readonly [T, ...T[]]): T {
  return choices[pickInteger(key, 0, choices.length - 1)] ?? choices[0];
}

/** A text of decimal digits, decided by the key. */
export function pickDigits(key: string, length: number): string {
  return Array.from({ length }, (_, place) => String(pickInteger(`${key}:${place}`, 0, 9))).join('');
}
