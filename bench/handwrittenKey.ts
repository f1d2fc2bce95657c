import { createHash } from 'node:crypto';
import type pg from 'pg';
import { parseKey } from '../src/auth/authenticator.js';
import { KEY } from './handwrittenSql.js';

/** The grants of a key's user: identifiers in hexadecimal. */
export interface Grants {
  readonly companies: readonly string[];
  readonly entities: readonly string[];
}

const CACHE_MS = 4_000;

/**
 * The key check of the hand-written server. It looks up the digest of a key, and caches the result as long as the
 * service does.
 */
export function grantsReader(pool: pg.Pool): (text: string) => Promise<Grants | null> {
  const cache = new Map<string, { readonly grants: Grants; readonly until: number }>();
  return async (text) => {
    const cached = cache.get(text);
    if (cached && cached.until > Date.now()) return cached.grants;
    const key = parseKey(text);
    if (!key) return null;
    const digest = createHash('sha256').update(key.secret).digest();
    const { rows } = await pool.query<Grants>({ name: 'key', text: KEY, values: [`\\x${key.userId}`, digest] });
    const [grants] = rows;
    if (!grants) return null;
    cache.set(text, { grants, until: Date.now() + CACHE_MS });
    return grants;
  };
}
