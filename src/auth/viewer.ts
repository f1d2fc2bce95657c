import type { Access } from '../data/resource.js';

/** The user of an API key, with its scopes and grants. */
export interface Viewer {
  /** 24 hexadecimal digits. */
  readonly userId: string;
  /** The operator's label of the key, or null. */
  readonly label: string | null;
  /** Null for a key with explicit scopes. */
  readonly role: string | null;
  readonly scopes: ReadonlySet<string>;
  readonly access: Access;
  /** A digest of scopes and grants. Viewers with the same digest see the same data. */
  readonly grants: string;
  /** The expiry in ISO 8601, or null. */
  readonly expiresAt: string | null;
}
