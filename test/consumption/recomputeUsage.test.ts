import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { readingUsage } from '../../src/usage/readingUsage.js';
import type { RegisterReading } from '../../src/usage/registers.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';

const COMPANY = 'c00000000000000000000001';
const METER = 'b00000000000000000000001';
const TWO = 'b00000000000000000000002';

const hour = (start: string, value: number, number: number): object => ({
  _id: `d${number.toString(16).padStart(23, '0')}`,
  accountId: METER,
  type: 'electricity',
  value,
  startTimestamp: start,
  endTimestamp: new Date(Date.parse(start) + 3_600_000).toISOString(),
});

describe.each(ENGINES)('recomputing changed days, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'accounts', [
      { _id: METER, companyId: COMPANY, type: 'electricity' },
      { _id: TWO, companyId: COMPANY, type: 'electricity' },
    ]);
  });
  afterAll(() => database.close());

  const untouched = async (): Promise<void> => {
    expect(await rebuild(database, { dryRun: true })).toMatchObject({ rows: 0, different: [] });
  };

  it('leaves the sum of a month unchanged if only the half-hours of one of two days change', async () => {
    const day = (ten: number, eleven: number, later: number): readonly object[] => [
      hour('2024-01-05T10:00:00.000Z', ten, 1),
      hour('2024-01-05T11:00:00.000Z', eleven, 2),
      hour('2024-01-10T10:00:00.000Z', later, 3),
    ];
    await importPlain(database, 'non-cumulative', day(1, 2, 4));
    await importPlain(database, 'non-cumulative', day(2, 1, 5));
    expect(
      await database.knex('usage_months').where({ account_key: 1, source: 1 }).first('quantity', 'decimals'),
    ).toEqual({
      ...{ quantity: 8e9, decimals: 9 },
    });
    await untouched();
  });

  it('adds up registers to the same bits, whichever days it computes', async () => {
    const registers = [1, 2, 3].map((number) => `f${number.toString().padStart(23, '0')}`);
    const at = (day: number, register: number): string =>
      new Date(Date.UTC(2024, 2, day, register === 0 ? 9 : 3, register)).toISOString();
    const reading = (register: number, day: number, value: number): object => ({
      _id: `7${(register * 100 + day).toString(16).padStart(23, '0')}`,
      accountId: TWO,
      registerId: registers[register] ?? '',
      submittedAt: at(day, register),
      value,
    });
    const all = registers.flatMap((_, register) =>
      [1, 4, 9, 12, 20].map((day, index) => reading(register, day + register, (index + 1) * (0.1 + register / 7))),
    );
    await importPlain(database, 'readings', all);
    await untouched();
    for (const [register, day] of [
      [0, 9],
      [2, 6],
      [1, 13],
    ] as const) {
      await importPlain(database, 'readings', [reading(register, day, 1.3 + register)]);
      await untouched();
    }
  });
});

it('readings of different registers give the same half-hour in any order', () => {
  const range = { from: 19_723, to: 19_724 };
  const of = (register: string, at: number, value: number): RegisterReading => ({
    at: Date.UTC(2024, 0, 1) + at,
    value,
    shown: value,
    register,
    estimated: false,
    reset: false,
    quantity: null,
    turnover: null,
  });
  // Next to a number this large, two small ones change the sum only if they are added together first.
  const [a, b, c] = [of('a', -3, 0), of('b', -2, 0), of('c', -1, 0)];
  const ends = [of('a', 86_400_000, 48e16), of('b', 86_400_000, 48), of('c', 86_400_000, 48)];
  const computed = (readings: readonly RegisterReading[]): readonly number[] => [
    ...readingUsage(range, [...readings, ...ends]).quantity,
  ];
  expect(computed([c, b, a])).toEqual(computed([a, b, c]));
  expect(computed([b, c, a])).toEqual(computed([a, b, c]));
});
