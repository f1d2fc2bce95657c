import { setTimeout as pause } from 'node:timers/promises';
import { issueKey, listKeys, revokeKeys } from '../../../src/auth/keys.js';
import type { Database } from '../../../src/data/database.js';
import { at, pick, type Random } from '../../support/random.js';
import { USERS } from './questions.js';

/** A revocation takes effect within this time (docs/operations.md). */
const REVOKED_MS = 5_000;
const MOST_AWAY_MS = 60_000;

/** A key, and the moments of its revocation (`performance.now`); infinite until then. */
export interface RingKey {
  readonly key: string;
  /** From when on it may be refused. */
  revokedFrom: number;
  /** From when on it must be. */
  revokedSurely: number;
}

/** The keys of the users, of which each has one that counts and those of before. */
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

  /** The newest of a user. */
  newest(user: number): RingKey {
    return at(at(this.#users, user).keys, -1);
  }

  /** One of those that a user has had. */
  any(user: number, random: Random): RingKey {
    return pick(random, at(this.#users, user).keys);
  }

  /** Issues a key to a user, and revokes the one of before; tries again while the database is away. */
  async renew(user: number): Promise<void> {
    const { userId, keys } = at(this.#users, user);
    const before = this.newest(user);
    const { role = 'reader' } = at(USERS, user);
    const { key } = await untilDone(() => issueKey(this.#database, { userId, role, companies: [], entities: [] }));
    keys.push(ringKey(key));
    const listed = await untilDone(() => listKeys(this.#database, userId));
    // One whose answer was lost may be there too; it is nobody's.
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

/** @throws the last failure, once the database has been away for longer than it ever is */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() - since > MOST_AWAY_MS) throw error;
      await pause(100);
    }
  }
}
