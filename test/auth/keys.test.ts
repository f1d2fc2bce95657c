import { raw, sql } from '../../src/db/sql.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAuthenticator } from '../../src/auth/authenticator.js';
import { issueKey, listKeys, revokeKeys } from '../../src/auth/keys.js';
import { keyUse, TODAY } from '../../src/auth/keyUse.js';
import { listRoles, removeRole, setRole } from '../../src/auth/roles.js';
import type { Database } from '../../src/db/database.js';
import { EVERY_ENGINE, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';

const COMPANY = 'c00000000000000000000001';
const ENTITY = 'e00000000000000000000001';

describe.each(EVERY_ENGINE)('API keys, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('have the shape `<USER_ID>:<ENCRYPTED_KEY>`, and only a digest is stored', async () => {
    const { key, userId } = await issueKey(database, { role: 'reader', companies: [COMPANY], entities: [] });
    expect(key).toMatch(new RegExp(`^${userId}:[\\w-]{43}$`));
    const rows: unknown = await database.knex('api_keys');
    expect(JSON.stringify(rows)).not.toContain(key.slice(25));
  });

  it('"The key is tied to a role. The role grants scopes"', async () => {
    const { key } = await issueKey(database, { role: 'sites', companies: [COMPANY], entities: [] });
    const viewer = await createAuthenticator(database).authenticate(key);
    expect(viewer?.role).toBe('sites');
    expect([...(viewer?.scopes ?? [])]).toEqual(['read:accounts', 'read:assets']);
  });

  it('see the union of all grants of their user, including grants added with a later key', async () => {
    const first = await issueKey(database, { scopes: ['read:assets'], companies: [COMPANY], entities: [] });
    const second = await issueKey(database, {
      role: 'reader',
      companies: [],
      entities: [ENTITY],
      userId: first.userId,
    });
    expect(second).toMatchObject({ companies: [COMPANY], entities: [ENTITY], userId: first.userId });
    const viewer = await createAuthenticator(database).authenticate(first.key);
    expect(viewer?.access).toEqual({ companies: [COMPANY], entities: [ENTITY] });
    expect(viewer?.role).toBeNull();
  });

  it('cannot be issued for an unknown role or user, or without grants', async () => {
    const grants = { companies: [COMPANY], entities: [] };
    await expect(issueKey(database, { role: 'nobody', ...grants })).rejects.toThrow(
      'There is no role nobody; there are energy, finance, reader, sites.',
    );
    await expect(issueKey(database, { role: 'reader', userId: 'f'.repeat(24), ...grants })).rejects.toThrow(
      'There is no user',
    );
    await expect(issueKey(database, { role: 'reader', companies: [], entities: [] })).rejects.toThrow(
      'The user would see no data',
    );
  });

  it('do not authenticate with another secret, another user, or another form', async () => {
    const { key } = await issueKey(database, { role: 'reader', companies: [COMPANY], entities: [] });
    const authenticator = createAuthenticator(database);
    const last = key.endsWith('A') ? 'B' : 'A';
    expect(await authenticator.authenticate(key.slice(0, -1) + last)).toBeNull();
    expect(await authenticator.authenticate(`${'f'.repeat(24)}${key.slice(24)}`)).toBeNull();
    expect(await authenticator.authenticate('nonsense')).toBeNull();
    expect(await authenticator.authenticate(key)).not.toBeNull();
  });

  it('stop working when they expire', async () => {
    const inAnHour = Date.now() + 3_600_000;
    const expiresAt = new Date(inAnHour).toISOString();
    const grants = { role: 'reader', companies: [COMPANY], entities: [] };
    const { key, userId } = await issueKey(database, { ...grants, expiresAt });
    const authenticator = createAuthenticator(database);
    expect(await authenticator.authenticate(key)).toMatchObject({ expiresAt });
    try {
      // While it is remembered.
      vi.useFakeTimers({ toFake: ['Date'], now: inAnHour - 1 });
      expect(await authenticator.authenticate(key)).toMatchObject({ expiresAt });
      expect(authenticator.cachedViewer(key)).toMatchObject({ expiresAt });
      vi.setSystemTime(inAnHour);
      expect(await authenticator.authenticate(key)).toBeNull();
      expect(authenticator.cachedViewer(key)).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
    // And when it is looked up.
    await database.knex.raw(`update api_keys set expires_at = now() where user_id = ?`, [`\\x${userId}`]);
    expect(await createAuthenticator(database).authenticate(key)).toBeNull();
  });

  it('stop within 5 seconds of being revoked', async () => {
    const { key, userId } = await issueKey(database, { role: 'reader', companies: [COMPANY], entities: [] });
    let now = 1;
    const authenticator = createAuthenticator(database, { clock: { now: () => now } });
    expect(await authenticator.authenticate(key)).not.toBeNull();
    expect(await revokeKeys(database, { userId })).toHaveLength(1);
    expect(await revokeKeys(database, { userId })).toHaveLength(0);
    now += 4_900;
    expect(await authenticator.authenticate(key)).toBeNull();
    expect(await listKeys(database, userId)).toMatchObject([
      { role: 'reader', revokedAt: expect.any(String) as string },
    ]);
  });

  it('known to be valid at their last lookup do not count as guesses until a lookup rejects them', async () => {
    const { key, userId } = await issueKey(database, { role: 'reader', companies: [COMPANY], entities: [] });
    let now = 1;
    const authenticator = createAuthenticator(database, { clock: { now: () => now } });
    expect(authenticator.wasValid(key)).toBe(false);
    await authenticator.authenticate(key);
    expect(authenticator.cachedViewer(key)?.userId).toBe(userId);
    now += 4_900;
    expect(authenticator.cachedViewer(key)).toBeUndefined();
    expect(authenticator.wasValid(key)).toBe(true);
    await revokeKeys(database, { userId });
    expect(await authenticator.authenticate(key)).toBeNull();
    expect(authenticator.cachedViewer(key)).toBeUndefined();
    expect(authenticator.wasValid(key)).toBe(false);
    expect(authenticator.wasValid('nonsense')).toBe(false);
  });

  it('list the day of their last use, which is written once, and the names of their grants', async () => {
    await importPlain(database, 'companies', [{ _id: 'c000000000000000000000aa', name: 'Named' }]);
    const { key, userId } = await issueKey(database, {
      ...{ role: 'reader', companies: ['c000000000000000000000aa'], entities: [ENTITY], label: 'night job' },
    });
    const [before] = await listKeys(database, userId);
    expect(before).toMatchObject({ label: 'night job', lastUsed: null });
    expect(before?.grants).toEqual([
      { level: 'company', id: 'c000000000000000000000aa', name: 'Named' },
      { level: 'entity', id: ENTITY, name: null },
    ]);
    const told: number[] = [];
    const write = keyUse(database);
    const onFirstUse = (id: number): void => {
      told.push(id);
      write(id);
    };
    await createAuthenticator(database, { onFirstUse }).authenticate(key);
    await expect
      .poll(async () => {
        const today: readonly { day: string }[] = await database.rows(sql`select ${raw(TODAY)}::text as day`);
        return (await listKeys(database, userId))[0]?.lastUsed === today[0]?.day;
      })
      .toBe(true);
    await createAuthenticator(database, { onFirstUse }).authenticate(key);
    expect(told).toEqual([before?.id]);
    await createAuthenticator(database, { onFirstUse }).authenticate(`${userId}:${'x'.repeat(43)}`);
    expect(told).toEqual([before?.id]);
  });

  it('are valid even if their last use cannot be written', async () => {
    const { key, userId } = await issueKey(database, { role: 'reader', companies: [COMPANY], entities: [] });
    const knex = Object.assign(() => undefined, { raw: () => Promise.reject(new Error('permission denied')) });
    const onFirstUse = keyUse({ knex: knex as unknown as Database['knex'] });
    expect(await createAuthenticator(database, { onFirstUse }).authenticate(key)).not.toBeNull();
    expect((await listKeys(database, userId))[0]?.lastUsed).toBeNull();
  });

  it('follow changes of their role; a role with keys cannot be removed', async () => {
    await setRole(database, { name: 'auditor', scopes: ['read:accounts'] });
    const { key } = await issueKey(database, { role: 'auditor', companies: [COMPANY], entities: [] });
    await setRole(database, { name: 'auditor', scopes: ['read:assets'] });
    expect([...((await createAuthenticator(database).authenticate(key))?.scopes ?? [])]).toEqual(['read:assets']);
    expect(await removeRole(database, 'auditor')).toBe('in use');
    expect(await removeRole(database, 'nobody')).toBe('unknown');
    await setRole(database, { name: 'spare', scopes: ['read:assets'] });
    expect(await removeRole(database, 'spare')).toBe('removed');
    expect((await listRoles(database)).map(({ name }) => name)).toEqual([
      'auditor',
      'energy',
      'finance',
      'reader',
      'sites',
    ]);
  });
});
