import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Snapshot } from '../../src/data/database.js';
import { openPostgres } from '../../src/data/postgres.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';

describe.each(ENGINES)('a snapshot on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());
  const rows = (text: string): Promise<readonly unknown[]> => database.rows(text, []);

  it('answers statements that are asked at once, each its own rows, of one moment', async () => {
    const answers = await database.snapshot(async (snapshot) => {
      const first = snapshot.rows<{ readonly at: string }>('select pg_current_snapshot()::text as at', []);
      const others = [1, 2, 3].map((number) => snapshot.rows('select ?::int as number', [number]));
      const last = snapshot.rows<{ readonly at: string }>('select pg_current_snapshot()::text as at', []);
      const [before, after] = await Promise.all([first, last]);
      expect(after).toEqual(before);
      return Promise.all(others);
    });
    expect(answers).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
  });

  it('only reads', async () => {
    const writes = database.snapshot((snapshot) => snapshot.rows('create table never (id int)', []));
    await expect(writes).rejects.toThrow(/read-only transaction/);
    expect(await rows('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('fails with what failed first; what asks later is refused, and the connection serves on', async () => {
    const held: { snapshot?: Snapshot } = {};
    const failing = database.snapshot((snapshot) => {
      held.snapshot = snapshot;
      return Promise.all([
        snapshot.rows('select 1 as one', []),
        snapshot.rows('select 1 / ?::int', [0]),
        snapshot.rows('select 2 as two', []),
      ]);
    });
    await expect(failing).rejects.toThrow('division by zero');
    await expect(held.snapshot?.rows('select 3', [])).rejects.toThrow('the snapshot has ended');
    const many = Array.from({ length: 20 }, (_, number) => rows(`select ${number} as number`));
    expect(await Promise.all(many)).toEqual(many.map((_, number) => [{ number }]));
  });

  it('refuses what asks after it ended well, too', async () => {
    const ended = await database.snapshot((snapshot) => Promise.resolve(snapshot));
    await expect(ended.rows('select 1', [])).rejects.toThrow('the snapshot has ended');
  });
});

const URL = process.env.TEST_DATABASE_URL;
it.runIf(URL)('statements that wait behind others on their connection are given the time of those as well', async () => {
  const database = openPostgres({ url: URL ?? '', poolMax: 1, statementTimeoutMs: 1_000 });
  try {
    const sleep = 'select pg_sleep(0.8), 1 as one';
    const answers = await database.snapshot((snapshot) =>
      Promise.all([1, 2, 3, 4].map(() => snapshot.rows<{ readonly one: number }>(sleep, []))),
    );
    expect(answers.map(([row]) => row?.one)).toEqual([1, 1, 1, 1]);
    const tooLong = database.snapshot((snapshot) => snapshot.rows('select pg_sleep(1.5)', []));
    await expect(tooLong).rejects.toThrow('statement timeout');
  } finally {
    await database.close();
  }
});
