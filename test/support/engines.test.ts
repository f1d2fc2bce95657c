import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { EVERY_ENGINE, openTestDatabase } from './engines.js';

describe.each(EVERY_ENGINE)('a test database on %s', (engine) => {
  it('is migrated, empty and private to this test', async () => {
    const [one, other] = await Promise.all([openTestDatabase(engine), openTestDatabase(engine)]);
    await one.knex('settings').insert({ name: 'a', value: 'b' });
    const settings = ({ knex }: Database): Promise<readonly string[]> => knex('settings').orderBy('name').pluck('name');
    expect([await settings(one), await settings(other)]).toEqual([
      ['a', 'found', 'painted'],
      ['found', 'painted'],
    ]);
    expect(await other.knex('accounts').count('* as count')).toHaveLength(1);
    await Promise.all([one.close(), other.close()]);
  });
});
