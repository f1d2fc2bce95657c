import { createHash } from 'node:crypto';

/** Names things by their content, in 16 characters. */
export function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}
