import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../db/database.js';
import { idParameter, raw, type Sql, sql } from '../db/sql.js';
import { type OnFirstUse, TODAY } from './keyUse.js';
import type { Viewer } from './viewer.js';

export interface Authenticator {
  /**
   * Returns the viewer of a key, or null if the key is unknown, expired or revoked.
   * @param isBatched whether to look the key up together with other possible guesses, in one statement
   * @throws the error of the database
   */
  authenticate(key: string, isBatched?: boolean): Promise<Viewer | null>;
  /** Returns the viewer of a valid key, if its look-up is still cached. */
  cachedViewer(key: string): Viewer | undefined;
  /** Whether the last look-up, of any age, found the key valid. Such a key is not a guess. */
  wasValid(key: string): boolean;
}

export interface AuthenticatorOptions {
  readonly onFirstUse?: OnFirstUse;
  readonly cacheMs?: number;
  readonly clock?: { readonly now: () => number };
}

interface KeyRow {
  readonly key: number;
  /** Whether the key was used earlier on this day. */
  readonly used: boolean;
  readonly user: string;
  readonly digest: string;
  readonly label: string | null;
  readonly role: string | null;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly companies: readonly string[];
  readonly entities: readonly string[];
}

/** Returns the statement for the valid keys of users, with scopes and grants. */
const lookUpSql = (users: readonly string[]): Sql => sql`
  select k.key_id as key, k.last_used is not distinct from ${raw(TODAY)} as used, encode(k.user_id, 'hex') as "user",
    encode(k.digest, 'hex') as digest, k.label, k.role, coalesce(k.scopes, r.scopes) as scopes, k.expires_at,
    array(select encode(company_id, 'hex') from grants where user_id = k.user_id and company_id is not null) as companies,
    array(select encode(entity_id, 'hex') from grants where user_id = k.user_id and entity_id is not null) as entities
  from api_keys k left join roles r on r.name = k.role
  where k.user_id = any(${users.map(idParameter)}::bytea[]) and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`;

/** How long a look-up is cached. With the time of the look-up, a revocation takes effect within 5 seconds. */
const CACHE_MS = 4_000;
const MAX_CACHED = 10_000;

/** The interval between batched look-ups, so that guessed keys cost only a few small statements per second. */
const BATCH_MS = 250;
const MAX_BATCHED = 1_000;

/**
 * Creates an authenticator with a cache of look-ups.
 * @param onFirstUse receives a valid key that was not used earlier on this day, at each look-up
 * @param cacheMs how long a look-up is cached, in milliseconds
 * @param clock a monotonic clock in milliseconds that starts above 0
 */
export function createAuthenticator(
  database: Queryable,
  { onFirstUse, cacheMs = CACHE_MS, clock = performance }: AuthenticatorOptions = {},
): Authenticator {
  const lookUpAll = async (keys: readonly ApiKey[]): Promise<(Viewer | null)[]> => {
    // Several clients may wait for this statement, so it is not cancelled if one of them leaves.
    const users = [...new Set(keys.map(({ userId }) => userId))];
    const rows = await database.rows<KeyRow>(lookUpSql(users));
    return keys.map((key) => viewerOf(key, rows));
  };
  const viewerOf = ({ userId, secret }: ApiKey, rows: readonly KeyRow[]): Viewer | null => {
    const userRows = rows.filter(({ user }) => user === userId);
    const row = matching(userRows, digestOf(secret));
    if (!row) return null;
    if (!row.used) onFirstUse?.(row.key);
    const { label, role, scopes, companies, entities, expires_at: expiresAt } = row;
    const granted = [companies, entities, scopes].map((names) => names.toSorted());
    const grants = hash('sha256', JSON.stringify(granted), 'base64url').slice(0, 16);
    return { userId, label, role, scopes: new Set(scopes), access: { companies, entities }, grants, expiresAt };
  };
  const valid = new LRUCache<string, true>({ max: MAX_CACHED });
  // Concurrent look-ups of a key share a query. A failed look-up is not cached.
  const cache = new LRUCache<string, { readonly viewer: Viewer | null }, LookUp>({
    max: MAX_CACHED,
    ttl: cacheMs,
    ttlResolution: 0,
    perf: clock,
    async fetchMethod(name, _stale, { context: { key, isBatched } }) {
      const viewer = isBatched ? await batched.load(key) : ((await lookUpAll([key]))[0] ?? null);
      if (viewer) valid.set(name, true);
      else valid.delete(name);
      return { viewer };
    },
  });
  const batched = new DataLoader(lookUpAll, {
    cache: false,
    maxBatchSize: MAX_BATCHED,
    batchScheduleFn: (lookUp) => setTimeout(lookUp, BATCH_MS),
  });
  const cacheKeyOf = ({ userId, secret }: ApiKey): string => `${userId} ${hash('sha256', secret, 'base64url')}`;
  return {
    cachedViewer(text) {
      const key = parseKey(text);
      const viewer = key && cache.get(cacheKeyOf(key))?.viewer;
      return viewer && !hasExpired(viewer) ? viewer : undefined;
    },
    wasValid(text) {
      const key = parseKey(text);
      return key !== null && valid.has(cacheKeyOf(key));
    },
    async authenticate(text, isBatched = false) {
      const key = parseKey(text);
      if (!key) return null;
      const lookedUp = await cache.fetch(cacheKeyOf(key), { context: { key, isBatched } });
      const viewer = lookedUp?.viewer ?? null;
      return viewer && !hasExpired(viewer) ? viewer : null;
    },
  };
}

/** Whether the key of a viewer has expired since its look-up. */
function hasExpired({ expiresAt }: Viewer): boolean {
  return expiresAt !== null && expiresAt <= new Date().toISOString();
}

interface LookUp {
  readonly key: ApiKey;
  readonly isBatched: boolean;
}

/** Compares a digest with every key in constant time. If the user has no key, it still makes one comparison. */
function matching(rows: readonly KeyRow[], digest: Buffer): KeyRow | undefined {
  let match: KeyRow | undefined;
  for (const row of rows) if (timingSafeEqual(Buffer.from(row.digest, 'hex'), digest)) match = row;
  if (rows.length === 0) timingSafeEqual(Buffer.alloc(digest.length), digest);
  return match;
}

/** The parts of an API key, `<USER_ID>:<secret>` (contract 5, rule 2). */
export interface ApiKey {
  readonly userId: string;
  readonly secret: string;
}

const KEY = /^([0-9a-fA-F]{24}):([\w-]{43})$/;

/** Splits a key into its parts, or returns null if its form is wrong. */
export function parseKey(text: string | undefined): ApiKey | null {
  const match = KEY.exec(text ?? '');
  const [, userId, secret] = match ?? [];
  return userId === undefined || secret === undefined ? null : { userId: userId.toLowerCase(), secret };
}

/** Returns a new secret: 32 random bytes in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the stored SHA-256 digest of a secret (32 bytes). As secrets are random, no slow hash is needed. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
