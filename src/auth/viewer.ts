import type { Access } from '../data/resource.js';

/** Who asks: the user behind an API key, what it may read and whose. */
export interface Viewer {
  /** 24 hexadecimal digits. */
  readonly userId: string;
  /** Null for a key with scopes of its own. */
  readonly role: string | null;
  readonly scopes: ReadonlySet<string>;
  readonly access: Access;
  /** Names the scopes and what is granted: the same for viewers who see the same. */
  readonly grants: string;
  /** ISO 8601; null: the key does not end. */
  readonly expiresAt: string | null;
}
