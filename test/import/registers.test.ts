import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { dryRun } from '../../src/import/oneTransaction.js';
import type { ImportSummary } from '../../src/import/importRecords.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { importText } from '../support/importText.js';
import { startServer, type Json, type TestServer } from '../support/server.js';

const COMPANY = 'c00000000000000000000001';
const id = (kind: string, n: number): string => `${kind}${String(n).padStart(23, '0')}`;

interface Given {
  readonly [field: string]: unknown;
  readonly _id: string;
}

describe.each(ENGINES)('register readings, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  let accounts = 0;
  let made = 0;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    server = await startServer(database);
    key = await server.key({ companies: [COMPANY] });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  /** A new account. */
  const meter = async (more: object = {}): Promise<string> => {
    const _id = id('b', (accounts += 1));
    await importPlain(database, 'accounts', [{ _id, companyId: COMPANY, type: 'electricity', ...more }]);
    return _id;
  };
  /** A reading at midnight, or at the moment given. */
  const reading = (accountId: string, at: string, value: number, more: object = {}): Given => ({
    ...{ _id: id('d', (made += 1)), accountId, value, ...more },
    submittedAt: at.includes('T') ? at : `${at}T00:00:00Z`,
  });
  const load = (rows: readonly object[], on = database): Promise<ImportSummary> =>
    importText(on, 'readings', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const errorsOf = ({ errors }: ImportSummary): readonly string[] =>
    errors.map(({ line, field, reason }) => `${line}: ${String(field)}: ${reason}`);
  const asked = async (accountId: string, startDate: string, endDate: string): Promise<Json> => {
    const query = new URLSearchParams({ accountId, startDate, endDate, source: 'reading' });
    const answer = await server.get(`/consumption?${query.toString()}`, key);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const january = (accountId: string): Promise<Json> => asked(accountId, '2024-01-01', '2024-01-31');
  const isAsRecomputed = async (): Promise<void> => {
    expect(await rebuild(database, { dryRun: true })).toMatchObject({ rows: 0, different: [] });
  };
  const AFTER_EXCHANGE = 'if the meter was exchanged, set meterReset on the reading of the new meter';

  describe('for an exchanged meter', () => {
    const exchange = (of: string): readonly [Given, Given, Given, Given] => [
      reading(of, '2024-01-01', 5_000),
      reading(of, '2024-01-16', 6_000),
      reading(of, '2024-01-16', 0, { meterReset: true }),
      reading(of, '2024-02-01', 900),
    ];

    it.each([
      ['in one file', [[0, 1, 2, 3]]],
      ['the other way round', [[3, 2, 1, 0]]],
      [
        'in a file for each meter',
        [
          [0, 1],
          [2, 3],
        ],
      ],
      ['the last read of the old one at the end', [[0], [2, 3], [1]]],
    ])('both count at the same time: %s', async (_, files) => {
      const of = await meter();
      const rows = exchange(of);
      for (const file of files) {
        expect(await load(file.flatMap((index) => rows[index] ?? []))).toMatchObject({ rejected: 0 });
      }
      expect(await january(of)).toMatchObject({ consumption: 1_900, isMissing: false });
      expect(await asked(of, '2024-01-01', '2024-01-15')).toMatchObject({ consumption: 1_000, isMissing: false });
      expect(await load(rows)).toMatchObject({ unchanged: 4, recomputedDays: 0, notices: [] });
      await isAsRecomputed();
    });

    it('count from the first value of the new meter if it is not 0', async () => {
      const of = await meter();
      const [first, last, , after] = exchange(of);
      await load([first, last, reading(of, '2024-01-16', 250, { meterReset: true }), after]);
      expect(await january(of)).toMatchObject({ consumption: 1_650, isMissing: false });
    });

    it('count only the new meter if the last reading of the old meter is missing', async () => {
      const of = await meter();
      const rows = exchange(of);
      await load(rows);
      await deleteRecords(database, 'readings', { ids: [rows[1]._id] }, 'delete');
      expect(await january(of)).toMatchObject({ consumption: 900, isMissing: false });
      await isAsRecomputed();
    });

    it('leave a gap, with a note, if the reset is missing', async () => {
      const of = await meter({ meterPointNumber: '1200000000001' });
      const rows = exchange(of);
      await load(rows);
      const { notices } = await deleteRecords(database, 'readings', { ids: [rows[2]._id] }, 'delete');
      expect(notices).toEqual([
        `account ${of} (meter "1200000000001"): its readings leave 16 days without data: the register fell from 6000 (2024-01-16T00:00:00.000Z) to 900 (2024-02-01T00:00:00.000Z), without meterReset, quantity or registerDigits`,
      ]);
      expect(await january(of)).toMatchObject({ consumption: 1_000, isMissing: true });
      await isAsRecomputed();
    });
  });

  describe('at the same time', () => {
    it('count once if they are equal, whatever their type and flags', async () => {
      const of = await meter();
      const same = [{}, { type: 'H', isHalfHourly: true }, { units: 'KWH' }];
      await load([
        reading(of, '2024-01-01', 10),
        ...same.map((more) => reading(of, '2024-01-11', 30, more)),
        reading(of, '2024-02-01', 72),
      ]);
      expect(await january(of)).toMatchObject({ consumption: 62, isMissing: false });
    });

    it('are a bad row if two rows of a file differ, and both or neither is a reset', async () => {
      const of = await meter();
      const rows = [reading(of, '2024-01-01', 100), reading(of, '2024-01-01', 200, { type: 'H', isHalfHourly: true })];
      expect(errorsOf(await load(rows))).toEqual([
        `2: value: is 200, but 100 in line 1, for the same register and time; ${AFTER_EXCHANGE}`,
      ]);
      const resets = rows.map((row) => ({ ...row, meterReset: true }));
      expect(errorsOf(await load(resets))).toEqual([
        `2: value: is 200, but 100 in line 1, for the same register and time; ${AFTER_EXCHANGE}`,
      ]);
      const registers = rows.map((row, index) => ({ ...row, registerId: ['day', 'night'][index] }));
      expect(await load(registers)).toMatchObject({ inserted: 2, rejected: 0 });
    });

    it('are a bad row if a stored one differs, unless the file replaces, moves or deletes it', async () => {
      const of = await meter();
      const stored = reading(of, '2024-01-01', 100, { registerId: 'OLD' });
      const other = reading(of, '2024-01-01', 200, { registerId: 'OLD' });
      await load([stored]);
      expect(errorsOf(await load([other]))).toEqual([
        `1: value: is 200, but 100 is stored, for the same register and time; ${AFTER_EXCHANGE}`,
      ]);
      expect(await load([{ ...stored, value: 200 }, other])).toMatchObject({ updated: 1, inserted: 1 });
      expect(
        await load([
          { ...stored, deleted: true },
          { ...other, value: 100 },
        ]),
      ).toMatchObject({
        ...{ deleted: 1, updated: 1, rejected: 0 },
      });
      const moved = { ...other, submittedAt: '2024-01-02T00:00:00Z' };
      expect(await load([moved, reading(of, '2024-01-01', 7, { registerId: 'OLD' })])).toMatchObject({ rejected: 0 });
    });

    it('give no consumption on either side if stored readings contradict each other', async () => {
      const of = await meter();
      const at = (day: string, value: number): Given => reading(of, day, value);
      const [middle, other] = [at('2024-01-11', 200), at('2024-01-12', 230)];
      const next = at('2024-01-21', 300);
      await load([at('2024-01-01', 100), middle, other, next, at('2024-02-01', 410)]);
      await database.knex('readings').where({ value: 230 }).update({ submitted_at: '2024-01-11' });
      await rebuild(database);
      expect(await january(of)).toMatchObject({ consumption: 110, isMissing: true });
      expect(await asked(of, '2024-01-21', '2024-01-31')).toMatchObject({ isMissing: false });
      const { notices } = await load([{ ...next, type: 'C' }]);
      expect(notices).toEqual([
        `account ${of}: its readings leave 10 days without data: two readings at 2024-01-11T00:00:00.000Z contradict each other (200 and 230)`,
      ]);
      await deleteRecords(database, 'readings', { ids: [other._id] }, 'delete');
      expect(await january(of)).toMatchObject({ consumption: 310, isMissing: false });
      await isAsRecomputed();
    });
  });

  it('accept any text of up to 200 characters as the identifier of their register', async () => {
    const of = await meter();
    const [day, night] = ['day', 'Ω'.repeat(200)].map((registerId) => ({ registerId }));
    await load([
      reading(of, '2024-01-01', 10, day),
      reading(of, '2024-01-01', 1_000, night),
      reading(of, '2024-02-01', 110, day),
      reading(of, '2024-02-01', 1_020, night),
    ]);
    expect(await january(of)).toMatchObject({ consumption: 120, isMissing: false });
    const { body } = await server.get(`/readings?accountId=${of}&registerId=day&limit=1`, key);
    expect(body).toMatchObject({ total: 2, data: [{ registerId: 'day', quantity: null, registerDigits: null }] });
    const bad = [
      reading(of, '2024-03-01', 1, { registerId: 'x'.repeat(201) }),
      reading(of, '2024-03-01', 1, { registerId: '' }),
    ];
    expect(errorsOf(await load(bad.slice(0, 1)))).toEqual(['1: registerId: must have at most 200 characters, got 201']);
    expect(errorsOf(await load(bad.slice(1)))).toEqual([
      '1: registerId: must not be empty; omit it for a meter with one register',
    ]);
  });

  describe('with falling values', () => {
    it('roll over if the number of digits of the register is known', async () => {
      const [both, before, after] = [await meter(), await meter(), await meter()];
      const digits = { registerDigits: 5, units: 'MWh' };
      const { notices } = await load([
        ...[reading(both, '2024-01-01', 99_890, digits), reading(both, '2024-02-01', 2_034, digits)],
        ...[reading(before, '2024-01-01', 99_890, digits), reading(before, '2024-02-01', 2_034, { units: 'MWh' })],
        ...[reading(after, '2024-01-01', 99_890, { units: 'MWh' }), reading(after, '2024-02-01', 2_034, digits)],
      ]);
      expect(notices).toEqual([]);
      for (const of of [both, before, after]) {
        expect(await january(of)).toMatchObject({ consumption: 2_144_000, isMissing: false });
      }
      await isAsRecomputed();
    });

    it('leave a gap otherwise, and the import names the register and its days, also in a dry run', async () => {
      const of = await meter({ meterSerialNumber: 'S-1' });
      const rows = [
        reading(of, '2024-01-01', 99_890, { registerId: 'day' }),
        reading(of, '2024-01-21', 2_034, { registerId: 'day' }),
        reading(of, '2024-02-01', 2_144, { registerId: 'day' }),
        reading(of, '2024-02-03T12:00:00Z', 20, { registerId: 'day' }),
      ];
      const told = [
        `account ${of} (meter "S-1"), register "day": its readings leave 23 days without data: the register fell from 99890 (2024-01-01T00:00:00.000Z) to 2034 (2024-01-21T00:00:00.000Z), without meterReset, quantity or registerDigits; the register has 1 more such gap`,
      ];
      expect(await dryRun(database, undefined, (on) => load(rows, on))).toMatchObject({ notices: told, inserted: 4 });
      expect(await january(of)).toMatchObject({ consumption: 0 });
      expect(await load(rows)).toMatchObject({ notices: told, noticed: 1 });
      expect(await january(of)).toMatchObject({ consumption: 110, isMissing: true });
      expect(await load(rows)).toMatchObject({ notices: [] });
      // An earlier gap is not reported again.
      expect(await load([reading(of, '2024-03-01', 60, { registerId: 'day' })])).toMatchObject({ notices: [] });
    });

    it.each([
      ['a 0', [0], {}],
      ['a 0 of a register whose digits are known', [0], { registerDigits: 6 }],
      ['three zeros', [0, 0, 0], {}],
      ['a digit less', [1_341.2], {}],
      ['a digit more', [134_120], {}],
      ['two readings of another meter', [52_000, 52_010], {}],
    ])('are a glitch if they return to the old level: %s', async (_, wrong, more) => {
      const of = await meter();
      const day = (index: number): string => `2024-01-${String(index + 1).padStart(2, '0')}`;
      const shown = [13_400, 13_411.5, ...wrong, 13_424, 13_436];
      const rows = shown.map((value, index) => reading(of, day(index), value, more));
      const from = `${day(1)}T00:00:00.000Z`;
      const to = `${day(shown.length - 2)}T00:00:00.000Z`;
      const glitch = wrong.map((value, index) => `${value} (${day(index + 2)}T00:00:00.000Z)`).join(', ');
      expect(await load(rows)).toMatchObject({
        newFindings: 1,
        notices: [
          `account ${of}: its readings leave ${wrong.length + 1} days without data: the register showed ${glitch} between 13411.5 (${from}) and 13424 (${to}). Correct or delete the wrong reading, or set meterReset on the first reading of a new meter`,
        ],
      });
      expect(await january(of)).toMatchObject({ consumption: 23.5, isMissing: true });
      expect(await asked(of, '2024-01-01', '2024-01-01')).toMatchObject({ consumption: 11.5, isMissing: false });
      const ids = rows.slice(2, -2).map(({ _id }) => _id);
      expect(await deleteRecords(database, 'readings', { ids }, 'wrong')).toMatchObject({ resolvedFindings: 1 });
      expect(await asked(of, '2024-01-01', day(shown.length - 2))).toMatchObject({ consumption: 36, isMissing: false });
    });

    it.each([
      ['an exchange that goes on from 0', [5_000, 6_000, 3, 40, 80, 120], {}, 1_117],
      ['a register that turns over', [99_890, 99_990, 34, 90, 150], { registerDigits: 5 }, 260],
      ['an estimate a little above the reading after it', [100, 150, 148, 160], {}, 62],
      ['a reading a little below the one before', [100, 150, 149.9, 160], {}, 60.1],
      ['the last reading', [100, 150, 0], {}, 50],
    ])('are no glitch if they rise again or give a reason: %s', async (_, shown, more, used) => {
      const of = await meter();
      await load(shown.map((value, index) => reading(of, `2024-01-0${index + 1}`, value, more)));
      expect((await january(of)).consumption).toBeCloseTo(used, 6);
    });

    it.each([
      [{ registerDigits: 0 }, 'registerDigits: must be a whole number from 1 to 15, got 0'],
      [{ registerDigits: 2.5 }, 'registerDigits: must be a whole number from 1 to 15, got 2.5'],
      [{ registerDigits: 16 }, 'registerDigits: must be a whole number from 1 to 15, got 16'],
      [{ registerDigits: 3 }, 'value: must fit a register of 3 digits, got 1000'],
      [{ quantity: -1 }, 'quantity: must not be negative, got -1'],
    ])('are a bad row with %j', async (more, expected) => {
      expect(errorsOf(await load([reading(await meter(), '2024-01-01', 1_000, more)]))).toEqual([`1: ${expected}`]);
    });
  });

  it('use their stated quantity before all other rules', async () => {
    const of = await meter({ meterUnits: 'MWh' });
    await load([
      reading(of, '2024-01-01', 10, { quantity: 77 }),
      reading(of, '2024-01-11', 11, { quantity: 0.04 }),
      reading(of, '2024-01-21', 3, { quantity: 0.05, meterReset: true }),
      reading(of, '2024-02-01', 1, { quantity: 0.06, registerDigits: 1 }),
    ]);
    expect(await january(of)).toMatchObject({ consumption: 150, isMissing: false });
    const rows: readonly Json[] = (await server.get<{ data: Json[] }>(`/readings?accountId=${of}`, key)).body.data;
    expect(rows.map(({ quantity, registerDigits }) => [quantity, registerDigits])).toEqual([
      ...[
        [77, null],
        [0.04, null],
        [0.05, null],
        [0.06, 1],
      ],
    ]);
    // An export imported again loses nothing.
    expect(await load(rows)).toMatchObject({ unchanged: 4, updated: 0, rejected: 0 });
    await isAsRecomputed();
  });
});
