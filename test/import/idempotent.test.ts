import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idParameter } from '../../src/db/sql.js';
import type { Database } from '../../src/db/database.js';
import { rebuildAll } from '../../src/findings/rebuild.js';
import type { Condition } from '../../src/import/deleteCondition.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { dryRun } from '../../src/import/oneTransaction.js';
import type { ImportName, ImportSummary } from '../../src/import/importRecords.js';
import { readJournal } from '../../src/import/journal.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importText } from '../support/importText.js';
import { someOf, timesOf } from '../support/repeated.js';
import { restorePoint } from '../support/restorePoint.js';
import { contents, leftBehind, written } from '../support/state.js';
import { USAGE_SUM } from '../support/amounts.js';

const SEED = Number(process.env.TEST_SEED ?? 20_240_131);
const RUNS = timesOf('random portfolios');

const COMPANY = 'c00000000000000000000001';
const OTHER = 'c00000000000000000000002';
const ENTITY = 'e00000000000000000000001';
const LONELY_ENTITY = 'e00000000000000000000002';
const ASSET = 'a00000000000000000000001';
const GROUP = '500000000000000000000001';
const METER = 'b00000000000000000000001';
const GAS = 'b00000000000000000000002';
const EMPTY = 'b00000000000000000000003';

type Row = Readonly<Record<string, unknown>> & { readonly _id: string };

const id = (kind: string, n: number): string => kind + n.toString(16).padStart(23, '0');
const day = (n: number): string => new Date(Date.UTC(2024, 0, 1) + n * 86_400_000).toISOString();
/** Two of three records get their timestamps from the server. */
const stamps = (n: number): object =>
  n % 3 === 0 ? { createdAt: '2020-01-01T00:00:00Z', updatedAt: '2021-01-01T00:00:00Z' } : {};

const PORTFOLIO: readonly (readonly [ImportName, readonly Row[]])[] = [
  ['companies', [{ _id: COMPANY, name: 'Acme' }]],
  [
    'entities',
    [
      { _id: ENTITY, companyId: COMPANY, name: 'Estates' },
      { _id: LONELY_ENTITY, companyId: COMPANY },
    ],
  ],
  ['assets', [{ _id: ASSET, companyId: COMPANY, entityId: ENTITY, tags: ['a', 'b'], floorArea: 10.5 }]],
  [
    'accounts',
    [
      { _id: METER, companyId: COMPANY, entityId: ENTITY, assetId: ASSET, type: 'electricity', meterUnits: 'kWh' },
      { _id: GAS, companyId: COMPANY, type: 'gas', meterUnits: 'm3', consumptionPriority: ['reading', 'hh'] },
      { _id: EMPTY, companyId: OTHER, type: 'water' },
    ],
  ],
  ['asset-groups', [{ _id: GROUP, companyId: COMPANY, name: 'All', assetIds: [ASSET] }]],
  [
    'contracts',
    [0, 1].map((n) => ({ _id: id('7', n), accountId: METER, startDate: day(n), endDate: day(n + 30), ...stamps(n) })),
  ],
  [
    'invoices',
    [
      ...Array.from({ length: 6 }, (_, n) => ({
        ...{ _id: id('9', n), accountId: n % 2 === 0 ? METER : GAS, status: 'captured', ...stamps(n) },
        values: {
          invoiceDate: day(n * 10),
          startDate: day(n * 10),
          endDate: day(n * 10 + 9),
          totalUnits: 100 / (n + 3),
        },
        rates: [{ id: 'day', cost: n / 7 }],
      })),
      { _id: id('9', 99), companyId: COMPANY, status: 'queued' },
    ],
  ],
  [
    'readings',
    Array.from({ length: 8 }, (_, n) => ({
      ...{
        _id: id('f', n),
        accountId: n % 2 === 0 ? METER : GAS,
        submittedAt: day(n * 7),
        value: 40 * n,
        ...stamps(n),
      },
      ...(n === 5 ? { invoiceId: id('9', 1) } : {}),
    })),
  ],
  [
    'non-cumulative',
    Array.from({ length: 96 }, (_, n) => ({
      ...{ _id: id('d', n), accountId: n % 2 === 0 ? METER : GAS, type: n % 2 === 0 ? 'electricity' : 'gas' },
      ...{ startTimestamp: day(n / 2), endTimestamp: day((n + 1) / 2), value: ((n * 37) % 11) / 7, ...stamps(n) },
      ...(n % 5 === 0 ? { isEstimated: true, unit: n % 2 === 0 ? 'kWh' : 'm3' } : {}),
    })),
  ],
];

const KEPT_OF_PORTFOLIOS = ['portfolio_counts', 'portfolio_months', 'portfolio_members', 'portfolio_groups'];

const RECORDS = new Map(PORTFOLIO);
const rowsOf = (name: ImportName): readonly Row[] => RECORDS.get(name) ?? [];

const idsOf = (name: ImportName, holds: (row: Row) => boolean): readonly string[] =>
  rowsOf(name)
    .filter(holds)
    .map(({ _id }) => _id);
const isBefore = (row: Row, path: string, date: string): boolean => {
  const value = path
    .split('.')
    .reduce<unknown>((from, name) => (typeof from === 'object' && from !== null ? Reflect.get(from, name) : null), row);
  return typeof value === 'string' && value < date;
};

const DELETIONS = [
  ['by _id', 'readings', { ids: [id('f', 0), id('f', 3)] }, (row) => [id('f', 0), id('f', 3)].includes(row._id)],
  ['by account', 'non-cumulative', { accounts: [METER] }, (row) => row.accountId === METER],
  ['by accounts', 'readings', { accounts: [METER, GAS, EMPTY] }, () => true],
  ['before a date', 'non-cumulative', { before: day(10) }, (row) => isBefore(row, 'startTimestamp', day(10))],
  ['before a date', 'readings', { before: day(14) }, (row) => isBefore(row, 'submittedAt', day(14))],
  ['before a date', 'contracts', { before: day(31) }, (row) => isBefore(row, 'endDate', day(31))],
  [
    'before a date, of accounts',
    'invoices',
    { before: day(25), accounts: [METER] },
    (row) => row.accountId === METER && isBefore(row, 'values.invoiceDate', day(25)),
  ],
  [
    'before a date, of accounts',
    'non-cumulative',
    { before: day(10), accounts: [GAS] },
    (row) => row.accountId === GAS && isBefore(row, 'startTimestamp', day(10)),
  ],
  [
    'by _id, account and date at once',
    'readings',
    { ids: [id('f', 0), id('f', 1), id('f', 2), id('f', 6)], accounts: [METER], before: day(30) },
    (row) => [id('f', 0), id('f', 2)].includes(row._id),
  ],
] as [string, ImportName, Condition, (row: Row) => boolean][];

/** The deletions after which the database is compared with one that never had the records. */
const comparedWithNever = someOf(DELETIONS, 4);

describe.each(ENGINES)('importing and deleting records twice, on %s', (engine) => {
  let database: Database;
  /**
   * Restore the records from before a resource was imported, for those compared; `restoreAll`: from after all were.
   */
  const restoreBefore = new Map<ImportName, () => Promise<void>>();
  let restoreAll: () => Promise<void>;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    for (const [index, [name, rows]] of PORTFOLIO.entries()) {
      if (comparedWithNever.some(([, compared]) => compared === name)) {
        restoreBefore.set(name, await restorePoint(database, `before_${index}`));
      }
      expect((await load(name, rows)).errors).toEqual([]);
    }
    restoreAll = await restorePoint(database, 'all');
  });
  afterAll(() => database.close());

  const load = (name: ImportName, rows: readonly object[], on = database): Promise<ImportSummary> =>
    importText(on, name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const remove = (name: ImportName, condition: Condition, on = database): Promise<ImportSummary> =>
    deleteRecords(on, name, condition, 'delete');
  const dry = <T>(run: (on: Database) => Promise<T>): Promise<T> => dryRun(database, undefined, run);
  const clear = async (): Promise<void> => {
    await database.knex.raw(`
      truncate companies, entities, assets, accounts, asset_groups, contracts, invoices, readings, intervals,
        interval_kinds, usage_days, usage_runs, usage_months, findings restart identity cascade`);
    // One by one: on a database on one server, a trigger of one empties others.
    for (const table of ['account_shards', 'interval_counts', ...KEPT_OF_PORTFOLIOS]) {
      await database.knex.raw(`truncate ${table}`);
    }
  };
  const errorsOf = ({ errors }: ImportSummary): readonly string[] =>
    errors.map(({ line, field, reason }) => `${line}: ${field ?? ''}: ${reason}`);
  const count = async (table: string, where: object = {}): Promise<number> => {
    const [row] = await database.knex(table).where(where).select<{ n: number }[]>(database.knex.raw('count(*) as n'));
    return row?.n ?? 0;
  };
  /** The stored usage of an account in all, of one source. */
  const computed = async (account: string, source: number): Promise<number> => {
    const [row] = await database
      .knex('usage_months')
      .join('accounts', 'accounts.account_key', 'usage_months.account_key')
      .where({ source, _id: idParameter(account) })
      .select<{ sum: number | null }[]>(database.knex.raw(`${USAGE_SUM} as sum`));
    return row?.sum ?? 0;
  };
  /** Stored usage is what the records say, and no table of an import is left. */
  const isSound = async (): Promise<void> => {
    expect(await rebuildAll(database, { dryRun: true })).toMatchObject({ rows: 0, different: [] });
    expect(await leftBehind(database)).toEqual([]);
  };

  describe('importing the same file twice changes nothing, and the summary shows it', () => {
    beforeAll(() => restoreAll());

    it.each(PORTFOLIO)(
      '%s: every row is unchanged, and the import writes no row and no timestamp',
      async (name, rows) => {
        const before = await written(database);
        expect(await load(name, rows)).toMatchObject({
          ...{ read: rows.length, unchanged: rows.length, inserted: 0, updated: 0, deleted: 0, rejected: 0 },
          ...{ recomputedDays: 0, newFindings: 0, resolvedFindings: 0, errors: [] },
        });
        // In another order, and with each row twice.
        expect(await load(name, [...rows.toReversed(), ...rows])).toMatchObject({
          read: 2 * rows.length,
          unchanged: 2 * rows.length,
        });
        expect(await written(database)).toEqual(before);
      },
    );

    it('emission factors are unchanged too, although they have no _id', async () => {
      const factor = { set: 'mine', country: 'fr', type: 'gas', year: 2024, unit: 'kWh', scope1: 0.2 };
      expect(await load('emission-factors', [factor])).toMatchObject({ inserted: 1 });
      const before = await written(database);
      expect(await load('emission-factors', [factor])).toMatchObject({ unchanged: 1 });
      expect(await written(database)).toEqual(before);
    });

    it('a row with one changed field is updated and gets a new updatedAt; null clears the field again', async () => {
      const [row] = rowsOf('readings').filter((one) => !('updatedAt' in one));
      const stored = async (): Promise<Record<string, unknown> | undefined> => {
        const found: readonly Record<string, unknown>[] = await database
          .knex('readings')
          .where({ _id: idParameter(row?._id ?? '') });
        return found[0];
      };
      const before = await stored();
      expect(await load('readings', [{ ...row, name: 'Main' }])).toMatchObject({ updated: 1, unchanged: 0 });
      const after = await stored();
      expect(after).toMatchObject({ name: 'Main', created_at: before?.created_at });
      expect(String(after?.updated_at) > String(before?.updated_at)).toBe(true);
      expect(await load('readings', [row ?? {}])).toMatchObject({ updated: 0, unchanged: 1 });
      expect(await load('readings', [{ ...row, name: null }])).toMatchObject({ updated: 1 });
      expect(await stored()).toMatchObject({ name: null });
      await isSound();
    });
  });

  it('importing overlapping, reordered and repeated parts of the records leads to the same state', async () => {
    await restoreAll();
    const wanted = await contents(database);
    const NAMES = PORTFOLIO.map(([name]) => name);
    // What others name has to be there first; within that, any piece may come at any time, and again.
    const firstOf = (name: ImportName): number => (NAMES.indexOf(name) < 5 ? 0 : name === 'readings' ? 2 : 1);
    const piece = fc.constantFrom(...NAMES).chain((name) =>
      fc.record({
        name: fc.constant(name),
        rows: fc.shuffledSubarray([...rowsOf(name)], { minLength: 1 }),
      }),
    );
    const whole = (name: ImportName): fc.Arbitrary<{ readonly name: ImportName; readonly rows: readonly Row[] }[]> =>
      fc
        .record({
          rows: fc.shuffledSubarray([...rowsOf(name)], { minLength: rowsOf(name).length }),
          cut: fc.double({ min: 0, max: 1, noNaN: true }),
          overlap: fc.nat(5),
        })
        .map(({ rows, cut, overlap }) => {
          const at = Math.floor(rows.length * cut);
          return [rows.slice(0, at + overlap), rows.slice(at)]
            .filter((part) => part.length > 0)
            .map((part) => ({ name, rows: part }));
        });
    const files = fc.record({
      base: fc.tuple(...NAMES.slice(0, 5).map(whole)),
      records: fc
        .tuple(...NAMES.slice(5).map(whole))
        .chain((all) => fc.shuffledSubarray(all.flat(), { minLength: all.flat().length })),
      again: fc.array(piece, { maxLength: 5 }),
      places: fc.array(fc.nat(20), { minLength: 5, maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(files, async ({ base, records, again, places }) => {
        await clear();
        const order = [...records.toSorted((a, b) => Math.min(1, firstOf(a.name)) - Math.min(1, firstOf(b.name)))];
        for (const [index, one] of again.entries()) order.splice((places[index] ?? 0) % (order.length + 1), 0, one);
        // Readings that name an invoice need it; so those wait until all invoices are there.
        const needy = (row: Row): boolean => 'invoiceId' in row;
        const late = order.flatMap(({ name, rows }) => (name === 'readings' ? rows.filter(needy) : []));
        for (const { name, rows } of [...base.flat(), ...order]) {
          const now = name === 'readings' ? rows.filter((row) => !needy(row)) : rows;
          const summary = await load(name, now);
          expect(summary.errors).toEqual([]);
          expect(summary.inserted + summary.updated + summary.unchanged).toBe(now.length);
          // A company or entity may have come into being by first mention, without its name.
          if (name !== 'companies' && name !== 'entities') expect(summary.updated).toBe(0);
        }
        await load('readings', late);
        expect(await contents(database)).toEqual(wanted);
        await isSound();
      }),
      { numRuns: Math.ceil(RUNS / 4), seed: SEED, endOnFailure: true },
    );
  }, 180_000);

  describe('a record whose accountId changes is rejected, and the error names both accounts', () => {
    beforeAll(() => restoreAll());

    it.each(['contracts', 'invoices', 'readings', 'non-cumulative'] as const)('%s', async (name) => {
      const row = rowsOf(name).find(({ accountId }) => accountId === METER);
      const before = await written(database);
      // A good row beside it is not applied either.
      const good = { ...row, _id: id('6', 1) };
      const summary = await load(name, [good, { ...row, accountId: EMPTY }]);
      expect(errorsOf(summary)).toContain(`2: accountId: is ${EMPTY}, but the record is stored under account ${METER}`);
      expect(summary).toMatchObject({ rejected: 1, inserted: 0, updated: 0, deleted: 0, unchanged: 0 });
      expect(await written(database)).toEqual(before);
    });

    it('an invoice must not change its account; an invoice without an account can get one', async () => {
      const [invoice] = rowsOf('invoices');
      expect(invoice?.accountId).toBe(METER);
      const rest = { ...invoice, accountId: null };
      expect(errorsOf(await load('invoices', [{ ...rest, companyId: COMPANY }]))).toEqual([
        `1: accountId: is none, but the record is stored under account ${METER}`,
      ]);
      const lost = { _id: id('9', 99), status: 'queued' };
      expect(errorsOf(await load('invoices', [{ ...lost, accountId: EMPTY }]))).toEqual([
        `1: accountId: is of company ${OTHER}, but the stored record belongs to company ${COMPANY}`,
      ]);
      expect(await load('invoices', [{ ...lost, accountId: GAS }])).toMatchObject({ updated: 1, rejected: 0 });
      expect(await count('invoices', { account_id: idParameter(GAS) })).toBe(4);
      await isSound();
    });
  });

  describe('an NDJSON row {"_id", "deleted": true} deletes the record', () => {
    beforeEach(() => restoreAll());

    it.each([
      ['contracts', 'contracts'],
      ['readings', 'readings'],
      ['non-cumulative', 'intervals'],
      ['asset-groups', 'asset_groups'],
    ] as const)('%s: the record is deleted, and importing it again restores it', async (name, table) => {
      const before = await contents(database);
      const [row] = rowsOf(name);
      const stored = await count(table);
      const tombstone = { _id: row?._id, deleted: true };
      expect(await load(name, [tombstone])).toMatchObject({
        read: 1,
        deleted: 1,
        inserted: 0,
        updated: 0,
        unchanged: 0,
      });
      expect(await count(table)).toBe(stored - 1);
      await isSound();
      expect(await load(name, [tombstone])).toMatchObject({ deleted: 0, unchanged: 1, rejected: 0 });
      expect(await load(name, [row ?? {}])).toMatchObject({ inserted: 1 });
      expect(await contents(database)).toEqual(before);
    });

    it('all records can be deleted from the last kind to the companies, when no other record refers to them', async () => {
      for (const [name, rows] of PORTFOLIO.toReversed()) {
        const summary = await load(
          name,
          rows.map(({ _id }) => ({ _id, deleted: true })),
        );
        expect(errorsOf(summary), name).toEqual([]);
        expect(summary, name).toMatchObject({ deleted: rows.length, rejected: 0 });
        await isSound();
      }
      // Of another company, that was mentioned only.
      expect(await load('companies', [{ _id: OTHER, deleted: true }])).toMatchObject({ deleted: 1 });
      const left = Object.entries(await contents(database)).filter(([, rows]) => rows.length > 0);
      expect(left.map(([table]) => table)).toEqual(['interval_kinds', 'emission_factors']);
    });

    it('CSV rows can delete records too, together with new and changed rows', async () => {
      const csv = `_id,accountId,submittedAt,value,deleted\n${id('f', 0)},,,,true\n${id('6', 1)},${METER},2024-05-01,900,false\n`;
      expect(await importText(database, 'readings', csv)).toMatchObject({ deleted: 1, inserted: 1, rejected: 0 });
      const [, second] = rowsOf('readings');
      const mixed = [
        { _id: id('6', 1), deleted: true },
        { ...second, value: 1 },
        { ...second, _id: id('6', 2), submittedAt: '2024-05-03T00:00:00.000Z' },
      ];
      expect(await load('readings', mixed)).toMatchObject({ deleted: 1, updated: 1, inserted: 1, unchanged: 0 });
      await isSound();
    });

    it('a deletion of an unknown record changes nothing; "deleted": false or null makes an ordinary row', async () => {
      const [row] = rowsOf('non-cumulative');
      expect(await load('non-cumulative', [{ _id: id('6', 7), deleted: true }])).toMatchObject({
        unchanged: 1,
        deleted: 0,
      });
      expect(await load('non-cumulative', [{ ...row, deleted: false }])).toMatchObject({ unchanged: 1 });
      expect(await load('non-cumulative', [{ ...row, deleted: null }])).toMatchObject({ unchanged: 1 });
      expect(await load('non-cumulative', [{ ...row, _id: id('6', 8), deleted: false }])).toMatchObject({
        inserted: 1,
      });
    });

    it('"deleted": "yes" is rejected, and so is a deletion without an _id', async () => {
      const before = await written(database);
      const summary = await load('readings', [{ _id: id('f', 0), deleted: 'yes' }]);
      expect(summary).toMatchObject({ rejected: 1, deleted: 0 });
      expect(errorsOf(summary)).toContain('1: deleted: must be true or false');
      expect(errorsOf(await load('readings', [{ deleted: true }]))).toEqual(['1: _id: is required']);
      expect(await written(database)).toEqual(before);
    });

    it('a row and a deletion of one record contradict each other, in any order; two deletions do not', async () => {
      const before = await written(database);
      for (const name of ['readings', 'non-cumulative', 'invoices'] as const) {
        const [row] = rowsOf(name);
        const tombstone = { _id: row?._id, deleted: true };
        const error = `2: _id: is ${row?._id ?? ''}, which is also in line 1, with other values`;
        expect(errorsOf(await load(name, [row ?? {}, tombstone]))).toEqual([error]);
        expect(errorsOf(await load(name, [tombstone, row ?? {}]))).toEqual([error]);
      }
      expect(await written(database)).toEqual(before);
      const tombstone = { _id: id('f', 0), deleted: true };
      expect(await load('readings', [tombstone, tombstone])).toMatchObject({ read: 2, deleted: 1, unchanged: 1 });
      await isSound();
    });

    it('a deletion with another accountId is rejected with both accounts; with the right accountId it is applied', async () => {
      for (const name of ['contracts', 'invoices', 'readings', 'non-cumulative'] as const) {
        const row = rowsOf(name).findLast(({ accountId }) => accountId === METER);
        const tombstone = { _id: row?._id, deleted: true };
        const summary = await load(name, [{ ...tombstone, accountId: GAS }]);
        expect(errorsOf(summary)).toEqual([`1: accountId: is ${GAS}, but the record is stored under account ${METER}`]);
        expect(summary).toMatchObject({ rejected: 1, deleted: 0 });
        expect(await load(name, [{ ...tombstone, accountId: METER }])).toMatchObject({ deleted: 1, rejected: 0 });
      }
      await isSound();
    });

    it('a deletion of emission factors is rejected, because they have no _id', async () => {
      const [error] = errorsOf(await load('emission-factors', [{ _id: id('6', 1), deleted: true }]));
      expect(error).toMatch(/^1: \w+: is not a field of emission-factors/);
    });

    it('a deletion with all fields of the record is applied as with the _id alone', async () => {
      const [row] = rowsOf('non-cumulative');
      expect(await load('non-cumulative', [{ ...row, deleted: true }])).toMatchObject({ deleted: 1 });
      await isSound();
    });
  });

  describe('a record that others refer to is not deleted, and the error names them', () => {
    beforeAll(() => restoreAll());

    it.each([
      ['companies', COMPANY, ['entities', 'assets', 'accounts', 'asset groups', 'invoices']],
      ['companies', OTHER, ['accounts']],
      ['entities', ENTITY, ['assets', 'accounts', 'invoices']],
      ['assets', ASSET, ['accounts', 'asset groups']],
      ['accounts', METER, ['contracts', 'invoices', 'readings', 'non-cumulative records']],
      ['accounts', GAS, ['invoices', 'readings', 'non-cumulative records']],
      ['invoices', id('9', 1), ['readings']],
    ] as const)('%s %s: %j', async (name, _id, needed) => {
      const before = await written(database);
      const reasons = needed
        .map((what) => `${_id} cannot be deleted: ${what} still refer to it; delete them first`)
        .toSorted();
      for (const summary of [await load(name, [{ _id, deleted: true }]), await remove(name, { ids: [_id] })]) {
        expect(summary).toMatchObject({ read: 1, rejected: 1, deleted: 0 });
        expect(summary.errors.map(({ reason }) => reason).toSorted()).toEqual(reasons);
      }
      expect((await readJournal(database, 1))[0]).toMatchObject({ state: 'refused' });
      expect(await written(database)).toEqual(before);
    });

    it('the other records of the same deletion are not deleted either', async () => {
      const before = await written(database);
      expect(await remove('accounts', { ids: [EMPTY, METER] })).toMatchObject({ read: 2, rejected: 1, deleted: 0 });
      expect(await remove('entities', { ids: [LONELY_ENTITY, ENTITY] })).toMatchObject({ rejected: 1, deleted: 0 });
      expect(await written(database)).toEqual(before);
    });
  });

  describe('udg delete', () => {
    beforeEach(() => restoreAll());
    it.each(DELETIONS)(
      '%s: deletes %s that meet every condition, leaves the others unchanged, and recomputes usage',
      async (_words, name, condition, goes) => {
        const gone = idsOf(name, goes);
        const stays = rowsOf(name).filter((row) => !goes(row));
        expect(gone.length).toBeGreaterThan(0);
        const before = await written(database);
        const journal = await readJournal(database, 1);
        const tried = await dry((on) => remove(name, condition, on));
        expect(await written(database)).toEqual(before);
        expect(await readJournal(database, 1)).toEqual(journal);

        const { seconds, ...summary } = await remove(name, condition);
        expect(summary).toMatchObject({ read: gone.length, deleted: gone.length, unchanged: 0, rejected: 0 });
        expect({ ...tried, seconds }).toEqual({ ...summary, seconds });
        await isSound();
        // No other row was written.
        const table = name === 'non-cumulative' ? 'intervals' : name;
        const rest = (before[table] ?? []).filter((row) => !gone.some((_id) => row.includes(_id)));
        expect(rest).toHaveLength(stays.length);
        expect((await written(database))[table]).toEqual(rest);
        expect(await remove(name, condition)).toMatchObject({ deleted: 0, rejected: 0 });

        // What is left is as if the rest had never been there.
        if (!comparedWithNever.some(([, , compared]) => compared === condition)) return;
        const left = await contents(database);
        await restoreBefore.get(name)?.();
        const from = PORTFOLIO.findIndex(([one]) => one === name);
        for (const [one, rows] of PORTFOLIO.slice(from)) await load(one, one === name ? stays : rows);
        const never = await contents(database);
        // Kinds that nothing uses any more stay; so does how long the longest interval ever was.
        const exempt = { interval_kinds: [], accounts: [] };
        expect({ ...left, ...exempt }).toEqual({ ...never, ...exempt });
      },
    );

    it('counts an unknown _id as unchanged, and ignores it if other conditions are given', async () => {
      const ids = [id('f', 0), id('6', 1)];
      const tried = await dry((on) => remove('readings', { ids, accounts: [METER] }, on));
      expect(tried).toMatchObject({ read: 1, deleted: 1 });
      expect(await remove('readings', { ids })).toMatchObject({ read: 2, deleted: 1, unchanged: 1, rejected: 0 });
      expect(await remove('readings', { ids })).toMatchObject({ read: 2, deleted: 0, unchanged: 2 });
      expect(await remove('readings', { accounts: [id('6', 1)] })).toMatchObject({ read: 0, deleted: 0 });
    });

    it('deletes the usage of deleted records', async () => {
      const values = (account: string): number =>
        rowsOf('non-cumulative')
          .filter(({ accountId }) => accountId === account)
          .reduce((sum, { value }) => sum + Number(value), 0);
      // Each of its months is stored to a billionth.
      expect(await computed(METER, 1)).toBeCloseTo(values(METER), 8);
      await remove('non-cumulative', { ids: [id('d', 2)] });
      const [second] = rowsOf('non-cumulative').filter(({ _id }) => _id === id('d', 2));
      expect(await computed(METER, 1)).toBeCloseTo(values(METER) - Number(second?.value), 8);
      await remove('non-cumulative', { accounts: [METER] });
      expect(await computed(METER, 1)).toBe(0);
      expect(await computed(METER, 5)).toBeGreaterThan(0);
      await remove('invoices', { accounts: [METER] });
      expect(await computed(METER, 5)).toBe(0);
      expect(await computed(METER, 3)).toBeGreaterThan(0);
      await remove('readings', { accounts: [METER] });
      expect(await count('usage_months', { account_key: 1 })).toBe(0);
      expect(await count('usage_days', { account_key: 1 })).toBe(0);
      expect(await count('usage_runs', { account_key: 1 })).toBe(0);
      expect(await computed(GAS, 3)).toBeGreaterThan(0);
    });

    it('records the deletion in the journal', async () => {
      await deleteRecords(database, 'contracts', { ids: [id('7', 0)] }, 'delete --id x');
      expect((await readJournal(database, 1))[0]).toMatchObject({
        ...{ resource: 'contracts', file: 'delete --id x', state: 'done', parts: 1, partsDone: 1 },
        summary: { read: 1, deleted: 1 },
      });
    });
  });

  describe('a dry run of an import', () => {
    beforeAll(() => restoreAll());

    it('stores nothing and predicts the result of the import', async () => {
      const before = await written(database);
      const [first, second, ...rest] = rowsOf('non-cumulative');
      const file: readonly object[] = [
        { _id: first?._id, deleted: true },
        { ...second, value: 99, source: 'api' },
        { ...second, _id: id('6', 1), startTimestamp: day(100), endTimestamp: day(101) },
        ...rest,
      ];
      const journal = await readJournal(database, 1);
      const tried = await dry((on) => load('non-cumulative', file, on));
      expect(await written(database)).toEqual(before);
      expect(await leftBehind(database)).toEqual([]);
      expect(await readJournal(database, 1)).toEqual(journal);
      const done = await load('non-cumulative', file);
      expect(done).toMatchObject({ inserted: 1, updated: 1, deleted: 1, unchanged: rest.length, rejected: 0 });
      expect({ ...tried, seconds: 0 }).toEqual({ ...done, seconds: 0 });
      await isSound();
    });

    it('predicts that accounts create a company, and reports bad rows', async () => {
      const before = await written(database);
      const account = { _id: id('b', 77), companyId: id('c', 77), entityId: id('e', 77), type: 'gas' };
      expect(await dry((on) => load('accounts', [account], on))).toMatchObject({ inserted: 1 });
      expect(await dry((on) => load('accounts', [{ ...account, type: 'x' }], on))).toMatchObject({ rejected: 1 });
      expect(await written(database)).toEqual(before);
    });
  });
});
