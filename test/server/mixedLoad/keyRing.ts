import { setTimeout as pause } from 'node:timers/promises';
import { issueKey, listKeys, revokeKeys } from '../../../src/auth/keys.js';
import type { Database } from '../../../src/db/database.js';
import { at, pick, type Random } from '../../support/random.js';
import { USERS } from './questions.js';

/** A revocation takes effect within this time (docs/operations.md). */
const REVOKED_MS = 5_000;
const MAX_AWAY_MS = 60_000;

/** A key, and the moments of its revocation (`performance.now`); infinite before it. */
export interface RingKey {
  readonly key: string;
  /** When the service may start to refuse the key. */
  revokedFrom: number;
  /** When the service must refuse the key. */
  revokedSurely: number;
}

/** The keys of the users. Each user has one valid key and some revoked ones. */
export class KeyRing {
  readonly #database: Database;
  readonly #users: { readonly userId: string; readonly keys: RingKey[] }[] = [];

  private constructor(database: Database) {
    this.#database = database;
  }

  static async issue(database: Database): Promise<KeyRing> {
    const ring = new KeyRing(database);
    for (const { role = 'reader', companies = [], entities = [] } of USERS) {
      const { key, userId } = await issueKey(database, { role, companies, entities });
      ring.#users.push({ userId, keys: [ringKey(key)] });
    }
    return ring;
  }

  /** Returns a user's newest key. */
  newest(user: number): RingKey {
    return at(at(this.#users, user).keys, -1);
  }

  /** Returns a random key of a user, valid or revoked. */
  any(user: number, random: Random): RingKey {
    return pick(random, at(this.#users, user).keys);
  }

  /** Issues a key to a user and revokes the previous one. Retries while the database is away. */
  async renew(user: number): Promise<void> {
    const { userId, keys } = at(this.#users, user);
    const before = this.newest(user);
    const { role = 'reader' } = at(USERS, user);
    const { key } = await untilDone(() => issueKey(this.#database, { userId, role, companies: [], entities: [] }));
    keys.push(ringKey(key));
    const listed = await untilDone(() => listKeys(this.#database, userId));
    // An attempt whose reply was lost may also have issued a key, which no client uses.
    const ids = listed
      .filter(({ revokedAt }) => revokedAt === null)
      .slice(0, -1)
      .map(({ id }) => id);
    before.revokedFrom = performance.now();
    for (const id of ids) await untilDone(() => revokeKeys(this.#database, { id }));
    before.revokedSurely = performance.now() + REVOKED_MS;
  }
}

function ringKey(key: string): RingKey {
  return { key, revokedFrom: Infinity, revokedSurely: Infinity };
}

/** @throws the last error, once the database has been away for longer than any disturbance lasts */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() - since > MAX_AWAY_MS) throw error;
      await pause(100);
    }
  }
}
