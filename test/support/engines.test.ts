import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from './engines.js';

describe.each(ENGINES)('a test database on %s', (engine) => {
  it('is migrated, empty and its own', async () => {
    const [one, other] = await Promise.all([openTestDatabase(engine), openTestDatabase(engine)]);
    await one.knex('settings').insert({ name: 'a', value: 'b' });
    expect(await one.knex('settings').select('*')).toEqual([{ name: 'a', value: 'b' }]);
    expect(await other.knex('settings').select('*')).toEqual([]);
    expect(await other.knex('accounts').count('* as count')).toHaveLength(1);
    await Promise.all([one.close(), other.close()]);
  });
});
