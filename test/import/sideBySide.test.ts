import { sql } from '../../src/db/sql.js';
import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openPostgres } from '../../src/db/postgres.js';
import { readState } from '../../src/data/state.js';
import { dryRun } from '../../src/import/oneTransaction.js';
import { lockOf } from '../../src/import/importLocks.js';
import { IMPORT_NAMES } from '../../src/import/importNames.js';
import { importRecords, type ImportOptions, type ImportSummary } from '../../src/import/importRecords.js';
import { readJournal, readRunning, stopIfKilled, type JournalEntry } from '../../src/import/journal.js';
import { recordRows, type SourceRow } from '../../src/import/sourceRow.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { importPlain } from '../support/importPlain.js';
import { administer, databaseUrl, SERVER } from '../support/postgres.js';
import { leftBehind } from '../support/state.js';
import { templateOf } from '../support/templates.js';

const id = (kind: string, number: number): string => `${kind}${number.toString(16).padStart(24 - kind.length, '0')}`;
const COMPANIES = Array.from({ length: 10 }, (_, index) => id('c0', index + 1));
const meterOf = (company: number): string => id('b0', company);

type Row = Readonly<Record<string, unknown>>;

/** Half-hours of the meter of a company. */
const halfHours = (company: number, count: number, value = 1): readonly Row[] =>
  Array.from({ length: count }, (_, slot) => {
    const start = Date.UTC(2023, 0, 1) + slot * 1_800_000;
    return {
      ...{ _id: id(`d${company.toString(16)}`, slot), accountId: meterOf(company), type: 'water', value },
      ...{ startTimestamp: new Date(start).toISOString(), endTimestamp: new Date(start + 1_800_000).toISOString() },
    };
  });

/** An event that the test triggers. */
function moment(): { readonly came: Promise<void>; readonly come: () => void } {
  let come: () => void = () => undefined;
  const came = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { came, come };
}

/** Stops an import after the checks of its rows, before it applies any. */
function hold(): { readonly reached: Promise<void>; readonly go: () => void; readonly options: ImportOptions } {
  const [reached, gone] = [moment(), moment()];
  return {
    reached: reached.came,
    go: gone.come,
    options: {
      onChecked: async () => {
        reached.come();
        await gone.came;
      },
    },
  };
}

describe.runIf(SERVER !== '')('concurrent imports, on PostgreSQL', () => {
  const name = `udg_test_${randomBytes(8).toString('hex')}`;
  let database: Database;
  beforeAll(async () => {
    await administer(SERVER, `create database ${name} template ${await templateOf('postgres')}`);
    database = openPostgres({ url: databaseUrl(SERVER, name), poolMax: 40, statementTimeoutMs: 60_000 });
    await importPlain(
      database,
      'accounts',
      COMPANIES.map((companyId, index) => ({ _id: meterOf(index + 1), companyId, type: 'water', meterUnits: 'm3' })),
    );
  });
  afterAll(async () => {
    await database.close();
    await administer(SERVER, `drop database if exists ${name} with (force)`);
  });

  const intervals = (company: number, rows: readonly Row[], options: ImportOptions = {}): Promise<ImportSummary> =>
    importRecords(database, 'non-cumulative', { name: `of ${company}`, rows: recordRows(rows) }, options);

  /** An import whose rows end only when the test says so; it reports its start. */
  const slow = (
    company: number,
    options: ImportOptions = {},
  ): { readonly begun: Promise<void>; readonly end: () => void; readonly ended: Promise<ImportSummary> } => {
    const [begun, end] = [moment(), moment()];
    async function* rows(): AsyncGenerator<readonly SourceRow[]> {
      yield* recordRows(halfHours(company, 10));
      begun.come();
      await end.came;
    }
    const ended = importRecords(database, 'non-cumulative', { name: `slow ${company}`, rows: rows() }, options);
    return { begun: begun.came, end: end.come, ended };
  };

  const waitedFor = (told: (JournalEntry | undefined)[]): ImportOptions => ({ onWait: (entry) => told.push(entry) });

  it('for different companies run in parallel; an import for the same company waits and reports the running import', async () => {
    const checked = hold();
    const told: (JournalEntry | undefined)[] = [];
    const first = intervals(1, halfHours(1, 500), checked.options);
    await checked.reached;
    expect(await intervals(2, halfHours(2, 300), waitedFor(told))).toMatchObject({ inserted: 300 });
    expect(told).toEqual([]);
    expect(await readRunning(database)).toMatchObject([{ file: 'of 1', companies: [COMPANIES[0]], workspace: 1 }]);
    const waits = moment();
    const same = intervals(1, halfHours(1, 600, 2), {
      onWait: (entry) => {
        told.push(entry);
        waits.come();
      },
    });
    await waits.came;
    expect(told).toMatchObject([{ file: 'of 1' }]);
    checked.go();
    expect(await first).toMatchObject({ inserted: 500 });
    expect(await same).toMatchObject({ inserted: 100, updated: 500 });
    expect(await leftBehind(database)).toEqual([]);
    expect((await rebuild(database, { dryRun: true })).different).toEqual([]);
  });

  it('wait for earlier imports until their companies are known', async () => {
    const [checked, waits] = [hold(), moment()];
    const told: (JournalEntry | undefined)[] = [];
    const first = slow(3, checked.options);
    await first.begun;
    const second = intervals(4, halfHours(4, 20), {
      onWait: (entry) => {
        told.push(entry);
        waits.come();
      },
    });
    await waits.came;
    expect(told).toMatchObject([{ file: 'slow 3', state: 'reading' }]);
    first.end();
    expect(await second).toMatchObject({ inserted: 20 });
    await checked.reached;
    checked.go();
    expect(await first.ended).toMatchObject({ inserted: 10 });
  });

  it('for all companies wait for all earlier imports, and all later imports wait for them', async () => {
    const [checked, waits] = [hold(), moment()];
    const order: string[] = [];
    const first = intervals(5, halfHours(5, 10), checked.options).then(() => order.push('meter'));
    await checked.reached;
    const factor = {
      set: 'ours',
      year: 2024,
      country: 'gb',
      type: 'water',
      unit: 'm³',
      scope1: 0,
      scope2: 0,
      scope3: 1,
    };
    const second = importRecords(
      database,
      'emission-factors',
      { name: 'factors', rows: recordRows([factor]) },
      { onWait: waits.come },
    ).then(({ rejected, errors }) => {
      expect([rejected, errors]).toEqual([0, []]);
      order.push('factors');
    });
    await waits.came;
    const third = intervals(6, halfHours(6, 10)).then(() => order.push('after'));
    checked.go();
    await Promise.all([first, second, third]);
    expect(order).toEqual(['meter', 'factors', 'after']);
  });

  it('run eight at a time; the ninth waits until the first ends', async () => {
    const eight = Array.from({ length: 8 }, (_, index) => slow(index + 1));
    for (const one of eight) await one.begun;
    expect((await readRunning(database)).map(({ workspace }) => workspace).toSorted()).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    const waits = moment();
    const told: (JournalEntry | undefined)[] = [];
    const ninth = intervals(9, halfHours(9, 5), {
      onWait: (entry) => {
        told.push(entry);
        waits.come();
      },
    });
    await waits.came;
    const [oldest] = await readRunning(database);
    expect(told).toMatchObject([{ id: oldest?.id }]);
    for (const one of eight.toReversed()) one.end();
    expect(await Promise.all(eight.map(({ ended }) => ended))).toMatchObject(Array(8).fill({ rejected: 0 }));
    expect(await ninth).toMatchObject({ inserted: 5 });
    expect(await leftBehind(database)).toEqual([]);
  });

  it('with one new entity in two companies: the first to store it wins, and the other import applies nothing', async () => {
    const checked = hold();
    const entityId = id('e0', 1);
    const asset = (company: number): Row => ({ _id: id('a0', company), companyId: COMPANIES[company - 1], entityId });
    const assets = (company: number, options: ImportOptions = {}): Promise<ImportSummary> =>
      importRecords(database, 'assets', { name: `assets ${company}`, rows: recordRows([asset(company)]) }, options);
    const first = expect(assets(1, checked.options)).rejects.toThrow(
      `entity ${entityId} belongs to company ${String(COMPANIES[1])}`,
    );
    await checked.reached;
    expect(await assets(2)).toMatchObject({ inserted: 1 });
    checked.go();
    await first;
    expect(await database.knex('assets').pluck('_id')).toEqual([id('a0', 2)]);
    expect(await readJournal(database, 2)).toMatchObject([
      { file: 'assets 2', state: 'done' },
      { file: 'assets 1', state: 'failed' },
    ]);
    expect(await assets(1)).toMatchObject({ rejected: 1 });
  });

  it('with one record in two companies: the first to store it wins, and the other import applies nothing of that part', async () => {
    const checked = hold();
    const stolen = halfHours(2, 900).slice(-5);
    const first = expect(
      intervals(
        1,
        stolen.map((row) => ({ ...row, accountId: meterOf(1) })),
        checked.options,
      ),
    ).rejects.toThrow(
      `another import has just stored record ${String(stolen[0]?._id)} under account ${meterOf(2)}: run this import again`,
    );
    await checked.reached;
    expect(await intervals(2, stolen)).toMatchObject({ inserted: 5 });
    checked.go();
    await first;
    const owners = await database
      .knex('interval_records')
      .whereIn(
        '_id',
        stolen.map(({ _id }) => `\\x${String(_id)}`),
      )
      .distinct()
      .pluck('account_id');
    expect(owners).toEqual([meterOf(2)]);
  });

  it('with one record in two companies at the same time: one commits, and the other applies nothing of that part', async () => {
    const holds = [hold(), hold()];
    const rows = halfHours(3, 2_005).slice(-5);
    const imports = [3, 4].map((company, index) =>
      intervals(
        company,
        rows.map((row) => ({ ...row, accountId: meterOf(company) })),
        holds[index]?.options,
      ),
    );
    const ended = Promise.allSettled(imports);
    for (const { reached } of holds) await reached;
    // When they wait for this transaction, both have stored their rows and neither has committed.
    const trx = await database.knex.transaction();
    const lock = lockOf('storing', IMPORT_NAMES.indexOf('non-cumulative'));
    await trx.raw('select pg_advisory_xact_lock(?, ?)', [...lock]);
    for (const { go } of holds) go();
    const [of, number] = lock;
    const waiting = sql`select from pg_locks where not granted and classid = ${of} and objid = ${number}
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await database.rows(waiting)).length).toBe(2);
    await trx.commit();
    const [stored, refused] = (await ended).toSorted((one, other) => (one.status < other.status ? -1 : 1));
    expect(stored).toMatchObject({ status: 'fulfilled', value: { inserted: 5 } });
    expect(refused?.status).toBe('rejected');
    expect(String(refused?.status === 'rejected' && refused.reason)).toMatch(
      /another import has just stored record \w+ under account \w+: run this import again$/,
    );
    expect(await leftBehind(database)).toEqual([]);
  });

  it('wait for imports of all companies if a row deletes a record without its account, whatever its other fields', async () => {
    const [checked, waits] = [hold(), moment()];
    const first = intervals(10, halfHours(10, 40), checked.options);
    await checked.reached;
    const gone = { _id: halfHours(10, 1)[0]?._id, deleted: true, companyId: COMPANIES[7] };
    const second = intervals(8, [gone], { onWait: waits.come });
    await waits.came;
    checked.go();
    expect(await first).toMatchObject({ inserted: 40 });
    expect(await second).toMatchObject({ deleted: 1 });
    const named = { _id: halfHours(10, 2)[1]?._id, deleted: true, accountId: meterOf(10) };
    expect(await intervals(10, [named])).toMatchObject({ deleted: 1 });
    expect(await readRunning(database)).toEqual([]);
  });

  it('get a workspace in the order in which they began to wait', async () => {
    const eight = Array.from({ length: 8 }, (_, index) => slow(index + 1));
    for (const one of eight) await one.begun;
    const [ninth, tenth] = [moment(), moment()];
    const waiting = [
      intervals(9, halfHours(9, 6), { onWait: ninth.come }),
      ninth.came.then(() => intervals(9, halfHours(9, 7), { onWait: tenth.come })),
    ];
    await tenth.came;
    for (const one of eight.toReversed()) {
      one.end();
    }
    await Promise.all(eight.map(({ ended }) => ended));
    expect(await Promise.all(waiting)).toMatchObject([{ read: 6 }, { read: 7, inserted: 1 }]);
  });

  it('mark, report and clear a killed import in another workspace, but not an import that has just ended', async () => {
    const killed = { resource: 'non-cumulative', file: 'killed', state: 'applying', parts: 2, parts_done: 1, place: 5 };
    await database.knex('imports').insert(killed);
    await database.knex.raw('create table udg_import_5.udg_staged (row int)');
    const [stale] = await readRunning(database);
    const told: JournalEntry[] = [];
    await intervals(2, halfHours(2, 11), { onStopped: (entries) => told.push(...entries) });
    expect(told).toMatchObject([{ file: 'killed', partsDone: 1 }]);
    expect((await readJournal(database, 2)).map(({ state }) => state)).toEqual(['done', 'stopped']);
    expect(await leftBehind(database)).toEqual([]);

    await database.knex('imports').where({ file: 'killed' }).update({ state: 'done' });
    const again = await database.withLocks((locks) =>
      database.knex.transaction((trx) => (stale ? stopIfKilled(trx, locks, 1, stale, true) : Promise.resolve(null))),
    );
    expect(again).toEqual([]);
    expect((await readJournal(database, 2))[1]).toMatchObject({ file: 'killed', state: 'done' });
  });

  it('a change that a wrong clock dated in the future does not set the watermark', async () => {
    const everybody = (): Knex.QueryBuilder => database.knex('portfolio_versions').whereRaw(`portfolio_id = ''`);
    await everybody().update({ changed_at: '2999-01-01T00:00:00Z' });
    const { syncFrom } = await readState(database, { companies: [], entities: [] });
    expect(syncFrom).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await everybody().update({ changed_at: '1970-01-01T00:00:00Z' });
  });

  it('a dry run waits for all running imports, and later imports wait for the dry run', async () => {
    const [waits, within, go] = [moment(), moment(), moment()];
    const first = slow(1);
    await first.begun;
    const dry = dryRun(
      database,
      () => {
        waits.come();
      },
      async (inside) => {
        const rows = recordRows(halfHours(7, 50, 3));
        const summary = await importRecords(inside, 'non-cumulative', { name: 'dry', rows });
        within.come();
        await go.came;
        return summary;
      },
    );
    await waits.came;
    first.end();
    await first.ended;
    await within.came;
    const later = moment();
    const second = intervals(8, halfHours(8, 30), { onWait: later.come });
    await later.came;
    go.come();
    expect(await dry).toMatchObject({ rejected: 0 });
    expect(await second).toMatchObject({ rejected: 0 });
    expect((await readJournal(database, 20)).map(({ file }) => file)).not.toContain('dry');
  });
});
