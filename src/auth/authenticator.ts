import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../data/database.js';
import { idParameter, raw, type Sql, sql } from '../data/sql.js';
import { type OnFirstUse, TODAY } from './keyUse.js';
import type { Viewer } from './viewer.js';

export interface Authenticator {
  /**
   * The viewer behind a key; null when there is no such key, or it ended or was revoked.
   * @param together looked up with others of which nobody knows whether they are guesses, all in one statement
   * @throws what keeps the database from answering
   */
  authenticate(key: string, together?: boolean): Promise<Viewer | null>;
  /** The user whom a look-up that still counts found behind the key. */
  knownUser(key: string): string | undefined;
  /** Whether the last look-up found the key valid, however long ago: it is looked up again, but it is no guess. */
  wasValid(key: string): boolean;
}

export interface AuthenticatorOptions {
  readonly onFirstUse?: OnFirstUse;
  readonly rememberMs?: number;
  readonly clock?: { readonly now: () => number };
}

interface KeyRow {
  readonly key: number;
  /** Whether it was used on this day before. */
  readonly used: boolean;
  readonly user: string;
  readonly digest: string;
  readonly role: string | null;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly companies: readonly string[];
  readonly entities: readonly string[];
}

/** Every key of the users that counts now, with its scopes and its user's grants. */
const lookUpSql = (users: readonly string[]): Sql => sql`
  select k.key_id as key, k.last_used is not distinct from ${raw(TODAY)} as used, encode(k.user_id, 'hex') as "user",
    encode(k.digest, 'hex') as digest, k.role, coalesce(k.scopes, r.scopes) as scopes, k.expires_at,
    array(select encode(company_id, 'hex') from grants where user_id = k.user_id and company_id is not null) as companies,
    array(select encode(entity_id, 'hex') from grants where user_id = k.user_id and entity_id is not null) as entities
  from api_keys k left join roles r on r.name = k.role
  where k.user_id = any(${users.map(idParameter)}::bytea[]) and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`;

/** A revocation takes effect within 5 seconds: the look-up itself may take a while. */
const REMEMBER_MS = 4_000;
const REMEMBERED = 10_000;

/** Keys that are looked up together wait for each other so long, so that guesses cost a few small statements a second. */
const TOGETHER_MS = 250;
const TOGETHER = 1_000;

/**
 * @param onFirstUse told of a key that is valid and was not used on this day before, as often as it is looked up
 * @param rememberMs how long a look-up counts, at most
 * @param clock milliseconds of a clock that is never set back, from more than 0 on
 */
export function createAuthenticator(
  database: Queryable,
  { onFirstUse, rememberMs = REMEMBER_MS, clock = performance }: AuthenticatorOptions = {},
): Authenticator {
  const lookUpAll = async (keys: readonly ApiKey[]): Promise<(Viewer | null)[]> => {
    // Shared by all who ask with these keys, so no single client's leaving ends it.
    const users = [...new Set(keys.map(({ userId }) => userId))];
    const rows = await database.rows<KeyRow>(lookUpSql(users));
    return keys.map((key) => viewerOf(key, rows));
  };
  const viewerOf = ({ userId, secret }: ApiKey, found: readonly KeyRow[]): Viewer | null => {
    const own = found.filter(({ user }) => user === userId);
    const row = matching(own, digestOf(secret));
    if (!row) return null;
    if (!row.used) onFirstUse?.(row.key);
    const { role, scopes, companies, entities, expires_at: expiresAt } = row;
    const granted = [companies, entities, scopes].map((names) => names.toSorted());
    const grants = hash('sha256', JSON.stringify(granted), 'base64url').slice(0, 16);
    return { userId, role, scopes: new Set(scopes), access: { companies, entities }, grants, expiresAt };
  };
  const valid = new LRUCache<string, true>({ max: REMEMBERED });
  // Concurrent look-ups of one key share one query; a failed one is not remembered.
  const cache = new LRUCache<string, { readonly viewer: Viewer | null }, LookUp>({
    max: REMEMBERED,
    ttl: rememberMs,
    ttlResolution: 0,
    perf: clock,
    async fetchMethod(name, _stale, { context: { key, together } }) {
      const viewer = together ? await doubtful.load(key) : ((await lookUpAll([key]))[0] ?? null);
      if (viewer) valid.set(name, true);
      else valid.delete(name);
      return { viewer };
    },
  });
  const doubtful = new DataLoader(lookUpAll, {
    cache: false,
    maxBatchSize: TOGETHER,
    batchScheduleFn: (lookUp) => setTimeout(lookUp, TOGETHER_MS),
  });
  const nameOf = ({ userId, secret }: ApiKey): string => `${userId} ${hash('sha256', secret, 'base64url')}`;
  return {
    knownUser(text) {
      const key = parseKey(text);
      const found = key && cache.peek(nameOf(key));
      return found?.viewer?.userId;
    },
    wasValid(text) {
      const key = parseKey(text);
      return key !== null && valid.has(nameOf(key));
    },
    async authenticate(text, together = false) {
      const key = parseKey(text);
      if (!key) return null;
      const name = nameOf(key);
      // Most keys are known, and a fetch would make promises for them too.
      const found = cache.get(name) ?? (await cache.fetch(name, { context: { key, together } }));
      const viewer = found?.viewer ?? null;
      const ended = viewer !== null && viewer.expiresAt !== null && viewer.expiresAt <= new Date().toISOString();
      return ended ? null : viewer;
    },
  };
}

interface LookUp {
  readonly key: ApiKey;
  readonly together: boolean;
}

/** Compares with every key in constant time; with one that cannot match when the user has none. */
function matching(rows: readonly KeyRow[], digest: Buffer): KeyRow | undefined {
  let found: KeyRow | undefined;
  for (const row of rows) if (timingSafeEqual(Buffer.from(row.digest, 'hex'), digest)) found = row;
  if (rows.length === 0) timingSafeEqual(Buffer.alloc(digest.length), digest);
  return found;
}

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
  return hash('sha256', secret, 'buffer');
}
