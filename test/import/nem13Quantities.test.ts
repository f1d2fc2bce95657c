import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import type { ImportOptions, ImportSummary } from '../../src/import/importRecords.js';
import type { Rejected } from '../../src/import/rejects.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { importText } from '../support/importText.js';
import { startServer, type TestServer } from '../support/server.js';
import { zone } from './formats/support.js';

const COMPANY = 'c00000000000000000000001';

describe.each(ENGINES)('the quantities of NEM13 records, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  let meters = 0;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    server = await startServer(database);
    key = await server.key({ companies: [COMPANY] });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  /** A new account; its NMI is its identifier. */
  const meter = async (): Promise<string> => {
    const _id = `b${String((meters += 1)).padStart(23, '0')}`;
    await importPlain(database, 'accounts', [
      { _id, companyId: COMPANY, type: 'electricity', meterPointNumber: _id, meterUnits: 'kWh' },
    ]);
    return _id;
  };
  /** A 250 record between the firsts of two months of 2024. */
  const record = (nmi: string, from: readonly [number, string], to: readonly [number, string], quantity: string) => {
    const read = ([month, value]: readonly [number, string]): string =>
      `${value},2024${String(month).padStart(2, '0')}01000000,A,,`;
    return `250,${nmi},11,1,11,11,S1,E,${read(from)},${read(to)},${quantity},kWh,,,`;
  };
  const load = (records: readonly string[], options: ImportOptions = {}): Promise<ImportSummary> =>
    importText(
      database,
      null,
      ['100,NEM13,202404020000,A,B', ...records, '900', ''].join('\n'),
      { company: COMPANY, zone: zone('UTC') },
      options,
    );
  const months = async (accountId: string): Promise<readonly unknown[]> => {
    const query = new URLSearchParams({ accountId, startDate: '2024-01-01', endDate: '2024-04-30', source: 'reading' });
    const { body } = await server.get<{ data: { consumption: number; isMissing: boolean }[] }>(
      `/consumption?${query.toString()}`,
      key,
    );
    return body.data.map(({ consumption, isMissing }) => (isMissing ? `${consumption} of a part` : consumption));
  };

  /** A 250 record between two days of 2024, each with its quality. */
  const between = (nmi: string, from: string, to: string, quantity: number): string => {
    const read = (at: string): string => `${at.slice(0, 4)},2024${at.slice(0, 4)}000000,${at.slice(4)},,`;
    return `250,${nmi},11,1,11,11,S1,E,${read(from)},${read(to)},${quantity},kWh,,,`;
  };
  const used = async (accountId: string): Promise<number> => {
    const query = new URLSearchParams({ accountId, startDate: '2024-01-01', endDate: '2024-12-31', source: 'reading' });
    return (await server.get<{ consumption: number }>(`/consumption?${query.toString()}`, key)).body.consumption;
  };

  it.each<[string, readonly (readonly [string, string, number][])[], number]>([
    ['the actual after it', [[['0108A', '0408E', 111]], [['0108A', '0412A', 82]], [['0412A', '0708A', 100]]], 182],
    ['the actual before it', [[['0108A', '0412A', 82]], [['0108A', '0408E', 111]], [['0412A', '0708A', 100]]], 182],
    [
      'the actual of one file',
      [
        [
          ['0108A', '0408E', 111],
          ['0108A', '0412A', 82],
        ],
      ],
      82,
    ],
    [
      'the actual above it in one file',
      [
        [
          ['0108A', '0412A', 82],
          ['0108A', '0408E', 111],
        ],
      ],
      82,
    ],
    [
      'the actual over two estimates',
      [
        [
          ['0108A', '0301E', 40],
          ['0301E', '0408E', 60],
        ],
        [['0108A', '0412A', 82]],
      ],
      82,
    ],
    ['the longer of two estimates', [[['0108A', '0408E', 111]], [['0108A', '0412E', 115]]], 115],
    ['the actual within an estimate', [[['0108A', '0412E', 115]], [['0108A', '0408A', 80]]], 80],
    ['the actual within an estimate of a later file', [[['0108A', '0408A', 80]], [['0108A', '0412E', 115]]], 80],
    ['nothing: the next begins with it', [[['0108A', '0408E', 111]], [['0408E', '0712A', 90]]], 201],
    ['nothing: files in the other order', [[['0408E', '0712A', 90]], [['0108A', '0408E', 111]]], 201],
  ])(
    'replace an overlapping estimate by %s, and do not change when the file is imported again',
    async (_, files, wanted) => {
      const nmi = await meter();
      for (const file of files) {
        expect(await load(file.map(([from, to, quantity]) => between(nmi, from, to, quantity)))).toMatchObject({
          errors: [],
        });
      }
      expect(await used(nmi)).toBe(wanted);
      const last = files.at(-1)?.map(([from, to, quantity]) => between(nmi, from, to, quantity)) ?? [];
      expect(await load(last)).toMatchObject({ inserted: 0, updated: 0, deleted: 0 });
      expect(await used(nmi)).toBe(wanted);
    },
  );

  it('count after a substituted read, even if the read has another value in another file', async () => {
    const nmi = await meter();
    const first = between(nmi, '0401A', '0501E', 60);
    const second = between(nmi, '0501E', '0601E', 200).replace(',0501,', ',391708,');
    for (const file of [first, second, first, second]) expect(await load([file])).toMatchObject({ errors: [] });
    expect(await used(nmi)).toBe(260);
    const both = await meter();
    const other = (text: string): string => text.replace(nmi, both);
    expect(await load([other(first), other(second)])).toMatchObject({ errors: [], inserted: 3 });
    expect(await used(both)).toBe(260);
  });

  it('replace estimates, which a note reports, and reject an actual reading within the period of another quantity', async () => {
    const nmi = await meter();
    await load([between(nmi, '0108A', '0408E', 111)]);
    expect(await load([between(nmi, '0108A', '0412A', 82)])).toMatchObject({
      ...{ read: 2, inserted: 1, unchanged: 1, deleted: 0 },
      notices: [
        'The import replaces 1 estimated reading by readings with a quantity for the same time; the first is at 2024-04-08T00:00:00Z.',
      ],
    });
    const { errors } = await load([between(nmi, '0108A', '0210A', 30)]);
    expect(errors.map(({ field, reason }) => `${field}: ${reason}`)).toEqual([
      'quantity: the register has another reading within the period of the quantity until 2024-04-12T00:00:00Z, and neither reading is an estimate: correct or delete one',
    ]);
    expect(await used(nmi)).toBe(82);
  });

  it('are used if a register rolls over or a meter has a multiplier', async () => {
    const [over, transformed] = [await meter(), await meter()];
    const summary = await load([
      record(over, [1, '99890'], [2, '02034'], '2144'),
      record(over, [2, '02034'], [3, '02100'], '66'),
      record(transformed, [1, '1000'], [2, '1100'], '4000'),
      record(transformed, [2, '1100'], [3, '1150'], '2000'),
    ]);
    expect(summary).toMatchObject({ read: 8, inserted: 6, unchanged: 2, rejected: 0, notices: [] });
    expect(await months(over)).toEqual([2_144, 66, '0 of a part', '0 of a part']);
    expect(await months(transformed)).toEqual([4_000, 2_000, '0 of a part', '0 of a part']);
    expect(await rebuild(database, { dryRun: true })).toMatchObject({ rows: 0 });
  });

  it.each([
    ['files in order', [[0], [1], [2]]],
    ['files the other way round', [[2], [1], [0]]],
    ['one file, newest first', [[2, 1, 0]]],
    [
      'a file that is there twice',
      [
        [0, 1, 0],
        [1, 2],
      ],
    ],
  ])('are the same from %s, and do not change when all files are imported again', async (_, files) => {
    const of = await meter();
    const records = [
      record(of, [1, '0990'], [2, '0010'], '800'),
      record(of, [2, '0010'], [3, '0020'], '400'),
      record(of, [3, '0020'], [4, '0050'], '1200'),
    ];
    for (const file of files) {
      expect(await load(file.flatMap((index) => records[index] ?? []))).toMatchObject({ rejected: 0 });
    }
    expect(await months(of)).toEqual([800, 400, 1_200, '0 of a part']);
    for (const file of [...files, [0, 1, 2]]) {
      expect(await load(file.flatMap((index) => records[index] ?? []))).toMatchObject({
        ...{ inserted: 0, updated: 0, recomputedDays: 0 },
      });
    }
    expect(await months(of)).toEqual([800, 400, 1_200, '0 of a part']);
  });

  it('are replaced by a later record for the same time', async () => {
    const of = await meter();
    await load([record(of, [1, '100'], [2, '200'], '100'), record(of, [2, '200'], [3, '300'], '100')]);
    await load([record(of, [1, '100'], [2, '210'], '110'), record(of, [2, '210'], [3, '300'], '90')]);
    expect(await months(of)).toEqual([110, 90, '0 of a part', '0 of a part']);
  });

  it('must begin at the stored read: a record with another value is a bad row', async () => {
    const of = await meter();
    await load([record(of, [1, '100'], [2, '200'], '100')]);
    const rejected: Rejected[] = [];
    const summary = await load([record(of, [2, '210'], [3, '300'], '90')], {
      onReject: (row) => Promise.resolve(void rejected.push(row)),
    });
    expect(summary.errors.map(({ line, field, reason }) => `${line}: ${String(field)}: ${reason}`)).toEqual([
      '2: value: is 210, but 200 is stored for the same time, with the quantity 100; import the record that ends with this reading too',
    ]);
    expect(rejected.map(({ row }) => ['value' in row, 'quantity' in row])).toEqual([[true, false]]);
  });
});
