import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import type { Database } from '../../src/db/database.js';
import { openPostgres } from '../../src/db/postgres.js';
import { importRecords, type ImportSummary } from '../../src/import/importRecords.js';
import { readJournal, type JournalEntry } from '../../src/import/journal.js';
import { recordRows, type SourceRow } from '../../src/import/sourceRow.js';
import { changeAndRecompute } from '../../src/findings/changeSetting.js';
import { lockUsage } from '../../src/usage/usageLock.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { startUdg } from '../support/udg.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { administer, databaseUrl } from '../support/postgres.js';
import { runCommand } from '../support/runCommand.js';
import { checksums, leftBehind } from '../support/state.js';
import { templateOf } from '../support/templates.js';
import { USAGE_SUM } from '../support/amounts.js';
import { until } from '../support/until.js';

const SERVER = process.env.TEST_DATABASE_URL ?? '';
const COMPANY = 'c00000000000000000000001';
const METERS = [1, 2, 3, 4, 5].map((n) => `b0000000000000000000000${n}`);
const [METER = '', , SECOND = '', GAS = ''] = METERS;
/** Enough half-hours for each account to fill a part of an import. */
const MANY = 10_500;

const ACCOUNTS = METERS.map((_id) => ({
  ...{ _id, companyId: COMPANY },
  ...(_id === GAS ? { type: 'gas', meterUnits: 'm3' } : { type: 'electricity' }),
}));

type Row = Readonly<Record<string, unknown>> & { readonly _id: string };

function halfHours(accountId: string, count: number, value: (slot: number) => number, from = 0): readonly Row[] {
  return Array.from({ length: count }, (_, index) => {
    const slot = from + index;
    const start = Date.UTC(2023, 0, 1) + slot * 1_800_000;
    return {
      ...{ _id: `d${accountId.slice(-3)}${slot.toString(16).padStart(20, '0')}`, accountId },
      ...{ type: accountId === GAS ? 'gas' : 'electricity', value: value(slot) },
      ...{ startTimestamp: new Date(start).toISOString(), endTimestamp: new Date(start + 1_800_000).toISOString() },
    };
  });
}

const ndjson = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const source = (
  name: string,
  rows: readonly Row[],
): { readonly name: string; readonly rows: AsyncIterable<readonly SourceRow[]> } => ({
  name,
  rows: recordRows(rows),
});

describe.each(ENGINES)('two imports at once in one process, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'accounts', ACCOUNTS);
  });
  afterAll(() => database.close());

  it('the second waits and reports the name of the first, and both are applied', async () => {
    const waited: (JournalEntry | undefined)[] = [];
    let second: Promise<ImportSummary> | undefined;
    async function* slow(): AsyncGenerator<readonly SourceRow[]> {
      yield* recordRows(halfHours(METER, 3_000, () => 1));
      second = importRecords(
        database,
        'non-cumulative',
        source(
          'second',
          halfHours(METER, 100, () => 2, 2_950),
        ),
        { onWait: (running) => waited.push(running) },
      );
      // The embedded database has one connection, so the second import starts to wait when the first has read its rows.
      if (engine === 'postgres') await until('the second waits', () => waited.length);
    }
    const first = importRecords(database, 'non-cumulative', { name: 'first', rows: slow() });
    expect(await first).toMatchObject({ inserted: 3_000, rejected: 0 });
    expect(await second).toMatchObject({ inserted: 50, updated: 50, rejected: 0 });
    expect(waited).toHaveLength(1);
    expect(waited[0]).toMatchObject({ resource: 'non-cumulative', file: 'first' });
    expect(['reading', 'applying']).toContain(waited[0]?.state);
    const [last, before] = await readJournal(database, 2);
    expect([before?.file, before?.state, last?.file, last?.state]).toEqual(['first', 'done', 'second', 'done']);
    expect((last?.finishedAt ?? '') >= (before?.finishedAt ?? 'z')).toBe(true);
    expect((await rebuild(database, { dryRun: true })).different).toEqual([]);
  });

  it('the second continues if the first fails', async () => {
    let next: Promise<ImportSummary> | undefined;
    let waits = false;
    async function* broken(): AsyncGenerator<readonly SourceRow[]> {
      yield* recordRows(halfHours(METER, 10, () => 9));
      next = importRecords(
        database,
        'non-cumulative',
        source(
          'next',
          halfHours(SECOND, 5, () => 1),
        ),
        { onWait: () => (waits = true) },
      );
      if (engine === 'postgres') await until('the next one waits', () => waits);
      throw new Error('the line went dead');
    }
    const first = importRecords(database, 'non-cumulative', { name: 'broken', rows: broken() });
    await expect(first).rejects.toThrow('the line went dead');
    expect(await next).toMatchObject({ inserted: 5 });
    const [last, before] = await readJournal(database, 2);
    expect([before?.file, before?.state, last?.file, last?.state]).toEqual(['broken', 'failed', 'next', 'done']);
    expect(await leftBehind(database)).toEqual([]);
  });
});

describe.runIf(SERVER !== '')('concurrent changes, on PostgreSQL', () => {
  let folder: string;
  let name: string;
  let database: Database;
  let reader: Database;
  let env: NodeJS.ProcessEnv;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'udg-together-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    name = `udg_test_${randomBytes(8).toString('hex')}`;
    await administer(SERVER, `create database ${name} template ${await templateOf('postgres')}`);
    const url = databaseUrl(SERVER, name);
    env = { ...process.env, DATABASE_URL: url };
    database = openPostgres({ url, poolMax: 6, statementTimeoutMs: 60_000 });
    reader = openPostgres({ url, poolMax: 2, statementTimeoutMs: 60_000 });
    await importPlain(database, 'accounts', ACCOUNTS);
  });
  afterEach(async () => {
    await database.close();
    await reader.close();
    await administer(SERVER, `drop database if exists ${name} with (force)`);
  });

  const file = (label: string, rows: readonly object[]): string => {
    const path = join(folder, label);
    writeFileSync(path, ndjson(rows));
    return path;
  };

  /** The half-hours of each account, their sum, and their usage, read in one statement. */
  interface Seen {
    readonly id: string;
    readonly n: number;
    readonly value: number;
    readonly computed: number;
  }
  const SEEN = `
    select encode(a._id, 'hex') as id, coalesce(i.n, 0) as n, coalesce(i.value, 0) as value,
      coalesce(m.computed, 0) as computed
    from accounts a
      left join (select account_key, count(*) as n, sum(value) as value from intervals group by 1) i using (account_key)
      left join (select account_key, ${USAGE_SUM} as computed from usage_months where source = 1 group by 1) m
        using (account_key)
    order by 1`;
  const see = async (from: Database): Promise<readonly Seen[]> => {
    const { rows }: { readonly rows: readonly Seen[] } = await from.knex.raw(SEEN);
    return rows;
  };
  /** The same in statements of their own, of one transaction. */
  const seeInSteps = (from: Database): Promise<readonly Seen[]> =>
    from.knex.transaction(
      async (trx) => {
        const accounts: readonly { readonly id: string; readonly key: number }[] = await trx('accounts')
          .select({ key: 'account_key' }, trx.raw(`encode(_id, 'hex') as id`))
          .orderBy('_id');
        const seen: Seen[] = [];
        for (const { id, key } of accounts) {
          const own = { account_key: key };
          const [computed] = await trx('usage_months')
            .where({ ...own, source: 1 })
            .select<{ sum: number | null }[]>(trx.raw(`${USAGE_SUM} as sum`));
          const [stored] = await trx('intervals')
            .where(own)
            .select<{ n: number; value: number | null }[]>(trx.raw('count(*) as n'), trx.raw('sum(value) as value'));
          seen.push({ id, n: stored?.n ?? 0, value: stored?.value ?? 0, computed: computed?.sum ?? 0 });
        }
        return seen;
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );

  it('an import in another process waits, prints the name of the running import, and then continues', async () => {
    const rows = halfHours(METER, 1_000, (slot) => slot / 7);
    const overlapping = [...halfHours(METER, 600, () => 3, 700), ...halfHours(SECOND, 100, () => 1)];
    const path = file('second.ndjson', overlapping);
    const first = startUdg(['import', 'non-cumulative', '-'], env);
    first.process.stdin.write(ndjson(rows));
    await until('the first has begun', async () => (await readJournal(database, 1))[0]?.file === '-');
    const second = startUdg(['import', 'non-cumulative', path], env);
    await second.hears(/\n/);
    const running = (await readJournal(database, 2)).find((entry) => entry.file === '-');
    expect(running).toMatchObject({ state: 'reading' });
    expect(second.said()).toBe(
      `Waiting for import ${running?.id ?? 0} (non-cumulative from -, started ${running?.startedAt ?? ''}) to end.\n`,
    );
    first.process.stdin.end();
    expect(await first.ended).toMatchObject({ status: 0, stderr: '' });
    const ended = await second.ended;
    expect(ended).toMatchObject({ status: 0, stderr: second.said() });
    expect(ended.stdout).toMatch(/^non-cumulative: 700 rows read in .* 400 inserted, 300 updated, 0 unchanged\./);

    const other = await openTestDatabase('postgres');
    try {
      await importPlain(other, 'accounts', ACCOUNTS);
      await importPlain(other, 'non-cumulative', rows);
      await importPlain(other, 'non-cumulative', overlapping);
      expect(await checksums(database)).toEqual(await checksums(other));
    } finally {
      await other.close();
    }
    expect(await leftBehind(database)).toEqual([]);
  });

  it('a deletion waits for an import too; when an import is killed, the waiting command starts immediately', async () => {
    await importPlain(
      database,
      'non-cumulative',
      halfHours(METER, 10, () => 1),
    );
    const first = startUdg(['import', 'non-cumulative', '-'], env);
    first.process.stdin.write(ndjson(halfHours(SECOND, 500, () => 1)));
    await until('the first has begun', async () => (await readJournal(database, 1))[0]?.file === '-');
    const second = startUdg(['delete', 'non-cumulative', '--account', METER], env);
    await second.hears(/Waiting for import .*\n/);
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
    expect(await second.ended).toMatchObject({ status: 0, stdout: expect.stringContaining('10 deleted') as string });
    expect(second.said()).toMatch(/^Waiting for import \d+ \(non-cumulative from -, started \S+\) to end\.\n$/);
    expect((await runCommand(['imports'], { env })).stdout).toMatch(/non-cumulative +- +stopped/);
    expect(await see(database)).toMatchObject(METERS.map((id) => ({ id, n: 0, value: 0, computed: 0 })));
    expect(await leftBehind(database)).toEqual([]);
  });

  it('readers see the records and the usage of an account change at the same time', async () => {
    const one = METERS.filter((id) => id !== GAS).flatMap((id) => halfHours(id, MANY, () => 1));
    const changed = METERS.filter((id) => id !== GAS).flatMap((id) =>
      halfHours(id, MANY, (slot) => (slot % 2 === 0 ? 3 : 2)).map((row, slot) =>
        slot >= MANY - 480 ? { _id: row._id, deleted: true } : row,
      ),
    );
    const left = MANY - 480;
    const states = [
      { n: 0, value: 0, computed: 0 },
      { n: MANY, value: MANY, computed: MANY },
      { n: left, value: 2.5 * left, computed: 2.5 * left },
    ];
    for (const [index, rows] of [one, changed].entries()) {
      const seen: (readonly Seen[])[] = [];
      let ended = false;
      const reading = [see, seeInSteps].map(async (look) => {
        while (!ended) seen.push(await look(reader));
      });
      const summary = await importRecords(database, 'non-cumulative', source('big', rows));
      ended = true;
      await Promise.all(reading);
      expect(summary).toMatchObject({ read: 4 * MANY, rejected: 0, unchanged: 0 });

      const allowed = states.slice(index, index + 2);
      const isMixed = (accounts: readonly Seen[]): boolean =>
        new Set(accounts.filter(({ id }) => id !== GAS).map(({ n }) => n)).size > 1;
      for (const { id, ...state } of seen.flat()) {
        if (id === GAS) expect(state).toEqual(states[0]);
        else expect(allowed).toContainEqual(state);
      }
      // It was looked at while some accounts were applied and others were not.
      expect(seen.some(isMixed)).toBe(true);
      expect((await see(reader)).filter(({ id }) => id !== GAS)).toMatchObject(Array(4).fill(allowed[1]));
    }
  }, 120_000);

  it('a rebuild or a changed setting during an import leaves usage right: "check --all" then finds nothing', async () => {
    await importPlain(
      database,
      'non-cumulative',
      METERS.flatMap((id) => halfHours(id, 2_000, () => 1)),
    );
    const rows = METERS.flatMap((id) => halfHours(id, MANY, (slot) => ((slot * 37) % 101) / 7));
    let ended = false;
    let rebuilt = 0;
    let set = 0;
    const meanwhile = [
      async () => {
        while (!ended) {
          // What is applied is computed: a rebuild during the import finds nothing to mend.
          expect((await rebuild(reader)).different).toEqual([]);
          rebuilt += 1;
        }
      },
      async () => {
        while (!ended) {
          await changeAndRecompute(reader, 'gas-calorific-value', String(38 + (set % 3)));
          set += 1;
        }
      },
    ].map((run) => run());
    const summary = await importRecords(database, 'non-cumulative', source('big', rows));
    ended = true;
    await Promise.all(meanwhile);
    expect(summary).toMatchObject({ read: 5 * MANY, rejected: 0 });
    expect([rebuilt, set].every((times) => times > 0)).toBe(true);
    expect(await runCommand(['check', '--all'], { env })).toMatchObject({
      status: 0,
      stdout: '5 accounts were checked. The stored usage matches the records.\n',
    });
  }, 120_000);

  it('an import that another one has replaced reports it, leaves only complete accounts, and can be run again', async () => {
    const rows = METERS.flatMap((id) => halfHours(id, MANY, () => 1));
    let taken: Promise<void> | undefined;
    const takeOver = (): Promise<void> =>
      reader.knex.transaction(async (trx) => {
        await lockUsage(trx);
        await trx('imports').where({ state: 'applying' }).update({ state: 'stopped', finished_at: trx.fn.now() });
      });
    await expect(
      importRecords(database, 'non-cumulative', source('taken', rows), {
        onApplied: () => {
          taken ??= takeOver();
        },
      }),
    ).rejects.toThrow('another import has replaced this one: run this import again');
    await taken;
    const [entry] = await readJournal(database, 1);
    expect(entry).toMatchObject({ file: 'taken', state: 'stopped', parts: 5, summary: null });
    const partly = await see(database);
    for (const { id, n, value, computed } of partly) {
      expect([0, MANY]).toContain(n);
      expect(value).toBe(n);
      if (id !== GAS) expect(computed).toBe(n);
    }
    const applied = partly.filter(({ n }) => n > 0).length;
    expect(applied).toBe(entry?.partsDone);
    expect(applied).toBeGreaterThan(0);
    expect(applied).toBeLessThan(5);
    expect((await rebuild(database, { dryRun: true })).different).toEqual([]);

    const again = await importRecords(database, 'non-cumulative', source('taken', rows));
    expect(again).toMatchObject({ unchanged: applied * MANY, inserted: (5 - applied) * MANY, rejected: 0 });
    expect(await leftBehind(database)).toEqual([]);
    expect((await rebuild(database, { dryRun: true })).different).toEqual([]);
  }, 120_000);
});
