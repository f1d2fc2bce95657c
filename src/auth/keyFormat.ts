import { createHash, randomBytes } from 'node:crypto';

/** The parts of an API key, `<USER_ID>:<secret>` (contract 5, rule 2). */
export interface ApiKey {
  readonly userId: string;
  readonly secret: string;
}

const KEY = /^([0-9a-fA-F]{24}):([\w-]{43})$/;

/** Reads a key by its form alone; null when it has another. */
export function parseKey(text: string | undefined): ApiKey | null {
  const match = KEY.exec(text ?? '');
  const [, userId, secret] = match ?? [];
  return userId === undefined || secret === undefined ? null : { userId: userId.toLowerCase(), secret };
}

/** A new secret: 32 random bytes in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret: its SHA-256, 32 bytes. The secret is random, so no slow hash is needed. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
