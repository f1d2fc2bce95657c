import { raw, sql } from '../../src/db/sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Snapshot } from '../../src/db/database.js';
import { openPostgres } from '../../src/db/postgres.js';
import { AppError } from '../../src/errors/appError.js';
import { EVERY_ENGINE, openTestDatabase } from '../support/engines.js';
import { startFaultProxy } from '../support/faultProxy.js';

describe.each(EVERY_ENGINE)('a snapshot on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());
  const rows = (text: string): Promise<readonly unknown[]> => database.rows(raw(text));

  it('runs concurrent statements at one point in time, each with its own rows', async () => {
    const answers = await database.snapshot(async (snapshot) => {
      const first = snapshot.rows<{ readonly at: string }>(sql`select pg_current_snapshot()::text as at`);
      const others = [1, 2, 3].map((number) => snapshot.rows(sql`select ${number}::int as number`));
      const last = snapshot.rows<{ readonly at: string }>(sql`select pg_current_snapshot()::text as at`);
      const [before, after] = await Promise.all([first, last]);
      expect(after).toEqual(before);
      return Promise.all(others);
    });
    expect(answers).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
  });

  it('is read-only', async () => {
    const writes = database.snapshot((snapshot) => snapshot.rows(sql`create table never (id int)`));
    await expect(writes).rejects.toThrow(/read-only transaction/);
    expect(await rows('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('fails with the first error and refuses later statements; the connection stays usable', async () => {
    const held: { snapshot?: Snapshot } = {};
    const failing = database.snapshot((snapshot) => {
      held.snapshot = snapshot;
      return Promise.all([
        snapshot.rows(sql`select 1 as one`),
        snapshot.rows(sql`select 1 / ${0}::int`),
        snapshot.rows(sql`select 2 as two`),
      ]);
    });
    await expect(failing).rejects.toThrow('division by zero');
    await expect(held.snapshot?.rows(sql`select 3`)).rejects.toThrow('the snapshot has ended');
    const many = Array.from({ length: 20 }, (_, number) => rows(`select ${number} as number`));
    expect(await Promise.all(many)).toEqual(many.map((_, number) => [{ number }]));
  });

  it('rejects statements after it has ended', async () => {
    const ended = await database.snapshot((snapshot) => Promise.resolve(snapshot));
    await expect(ended.rows(sql`select 1`)).rejects.toThrow('the snapshot has ended');
    await expect(ended.tuples(sql`select 1`)).rejects.toThrow('the snapshot has ended');
  });
});

const SERVER = process.env.TEST_DATABASE_URL;
describe.runIf(SERVER)('concurrent statements in a snapshot on PostgreSQL', () => {
  const open = (url = SERVER ?? ''): Database => openPostgres({ url, poolMax: 1, statementTimeoutMs: 1_000 });
  const sleep = (seconds: number): string => `select pg_sleep(${seconds}), 1 as one`;

  it('each have the full statement timeout', async () => {
    const database = open();
    try {
      // Together they take longer than the timeout of one statement, each of them much less.
      const count = 15;
      const answers = await database.snapshot((snapshot) =>
        Promise.all(Array.from({ length: count }, () => snapshot.rows<{ readonly one: number }>(raw(sleep(0.1))))),
      );
      expect(answers.map(([row]) => row?.one)).toEqual(Array(count).fill(1));
      const tooLong = database.snapshot((snapshot) => snapshot.rows(raw(sleep(600))));
      await expect(tooLong).rejects.toThrow('statement timeout');
    } finally {
      await database.close();
    }
  });

  it('do not hide the error of the snapshot when they fail later', async () => {
    const database = open();
    try {
      const decided = database.snapshot(async (snapshot) => {
        snapshot.rows(raw(sleep(600))).catch(() => undefined);
        await Promise.resolve();
        throw new AppError('not-found', 'There is none.');
      });
      await expect(decided).rejects.toThrow('There is none.');
      expect(await database.rows(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    } finally {
      await database.close();
    }
  });

  it('all fail if the server stops responding', async () => {
    const proxy = await startFaultProxy(SERVER ?? '');
    const own = new URL(SERVER ?? '');
    own.host = `127.0.0.1:${proxy.port}`;
    const database = open(own.href);
    try {
      const silent = database.snapshot(async (snapshot) => {
        const first = snapshot.rows(sql`select 1 as one`);
        const others = Promise.all([1, 2, 3].map(() => snapshot.rows(raw(sleep(600)))));
        others.catch(() => undefined);
        await first;
        proxy.mode = 'silent';
        return others;
      });
      await expect(silent).rejects.toThrow('Query read timeout');
    } finally {
      await proxy.close();
      await database.close();
    }
  });
});
