import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { idParameter } from '../../src/db/sql.js';
import type { ImportSummary } from '../../src/import/importRecords.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { importText } from '../support/importText.js';
import { startServer, type TestServer } from '../support/server.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const NEM = 'b00000000000000000000002';

describe.each(ENGINES)('the estimated part of an interval, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'accounts', [
      { _id: ACCOUNT, companyId: COMPANY, type: 'electricity' },
      { _id: NEM, companyId: COMPANY, type: 'electricity', meterPointNumber: 'N1' },
    ]);
    server = await startServer(database);
    key = await server.key({ companies: [COMPANY] });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const interval = (number: number, more: object): object => ({
    ...{ _id: number.toString(16).padStart(24, 'd'), accountId: ACCOUNT, type: 'electricity', unit: 'MWh' },
    startTimestamp: `2024-01-0${number}T00:00:00Z`,
    endTimestamp: `2024-01-0${number}T01:00:00Z`,
    ...more,
  });
  const load = (...rows: readonly object[]): Promise<ImportSummary> =>
    importText(database, 'non-cumulative', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const ask = async (account: string, day: string): Promise<unknown> => {
    const path = `/consumption?accountId=${account}&startDate=${day}&endDate=${day}`;
    const { body, text, status } = await server.get(path, key);
    expect(status, text).toBe(200);
    return [body.consumption, body.estimatedConsumption];
  };
  const ROWS = [
    interval(1, { value: 3, isEstimated: true, estimatedValue: 1 }),
    interval(2, { value: 3, isEstimated: true }),
    interval(3, { value: 3, isEstimated: false }),
    interval(4, { value: 3, isEstimated: true, estimatedValue: 0 }),
    interval(5, { value: -3, isEstimated: true, estimatedValue: -2 }),
  ];

  it('equals the whole value by default if the interval is estimated', async () => {
    expect(await load(...ROWS)).toMatchObject({ inserted: 5, rejected: 0 });
    const days = ['01', '02', '03', '04', '05'];
    expect(await Promise.all(days.map((day) => ask(ACCOUNT, `2024-01-${day}`)))).toEqual([
      [3000, 1000],
      [3000, 3000],
      [3000, 0],
      [3000, 0],
      [-3000, -2000],
    ]);
    expect(await rebuild(database, { dryRun: true })).toMatchObject({ rows: 0 });
  });

  it('is part of the API response, and the import of an export does not change it', async () => {
    for (const format of ['csv', 'json']) {
      const { text } = await server.get(`/non-cumulative?accountId=${ACCOUNT}&format=${format}`, key);
      expect(text).toContain('estimatedValue');
      const body =
        format === 'csv' ? text : (JSON.parse(text) as { data: object[] }).data.map((one) => JSON.stringify(one));
      const again = await importText(database, 'non-cumulative', Array.isArray(body) ? body.join('\n') : body);
      expect(again).toMatchObject({ read: 5, unchanged: 5 });
    }
  });

  it('must lie between 0 and the value, and requires an estimated interval', async () => {
    const bad = [
      interval(6, { value: 3, isEstimated: true, estimatedValue: 4 }),
      interval(6, { value: 3, isEstimated: true, estimatedValue: -1 }),
      interval(6, { value: -3, isEstimated: true, estimatedValue: 1 }),
      interval(6, { value: 3, estimatedValue: 1 }),
    ];
    const { errors } = await load(...bad);
    expect(errors.map(({ field, reason }) => `${field ?? ''} ${reason}`)).toEqual([
      'estimatedValue must be between 0 and value (3), got 4',
      'estimatedValue must be between 0 and value (3), got -1',
      'estimatedValue must be between 0 and value (-3), got 1',
      'estimatedValue is allowed only if isEstimated is true',
    ]);
  });

  it('equals the sum of the estimated channels if the import adds up NEM12 channels', async () => {
    const day = (values: string, quality: string): string => `300,20240102,${values},${quality},,,20240103000000,`;
    const channel = (suffix: string): string => `200,N1,E1E2,${suffix},${suffix},N1,SER1,kWh,360,`;
    const lines = [channel('E1'), day('1,1,1,1', 'A'), channel('E2'), day('2,2,2,2', 'S14')];
    const file = { company: COMPANY };
    const text = ['100,NEM12,202401030000,A,B', ...lines, '900', ''].join('\n');
    expect(await importText(database, null, text, file)).toMatchObject({ inserted: 4, rejected: 0 });
    // The day is one of UTC+10: ten of its hours belong to the day before in UTC.
    expect(await ask(NEM, '2024-01-01')).toEqual([5, (10 / 6) * 2].map((value) => Math.round(value * 1e6) / 1e6));
    expect(await ask(NEM, '2024-01-02')).toEqual([7, (14 / 6) * 2].map((value) => Math.round(value * 1e6) / 1e6));
  });

  describe('when the same day is imported again', () => {
    type Day = readonly [quality: string, updated: string, value: number];
    const file = ([quality, updated, value]: Day): string => {
      const values = new Array<number>(48).fill(value / 48).join(',');
      return `100,NEM12,202405010000,A,B\n200,N1,E1,E1,E1,N1,S1,kWh,30,\n300,20240410,${values},${quality},,,${updated},\n900\n`;
    };
    const stored = async (): Promise<unknown> => {
      const { rows }: { readonly rows: readonly { sum: number; estimated: number }[] } = await database.knex.raw(
        'select round(sum(value)) as sum, count(*) filter (where is_estimated) as estimated from interval_records where account_id = ?',
        [idParameter(NEM)],
      );
      return [Number(rows[0]?.sum), rows[0]?.estimated];
    };
    const ESTIMATE = 'is an actual value, but the row is an estimate';
    it.each<[string, readonly Day[], readonly [number, number], string | null]>([
      [
        'an older estimate does not replace an actual',
        [
          ['A', '20240501000000', 96],
          ['S14', '20240411000000', 48],
        ],
        [96, 0],
        'later update date',
      ],
      [
        'an older actual does not replace a newer one',
        [
          ['A', '20240501000000', 96],
          ['A', '20240411000000', 48],
        ],
        [96, 0],
        'later update date',
      ],
      [
        'an older actual does not replace a newer estimate',
        [
          ['E', '20240501000000', 96],
          ['A', '20240411000000', 48],
        ],
        [96, 48],
        'later update date',
      ],
      [
        'a newer estimate replaces an actual',
        [
          ['A', '20240411000000', 96],
          ['S14', '20240501000000', 48],
        ],
        [48, 48],
        null,
      ],
      [
        'a newer actual replaces an estimate',
        [
          ['E52', '20240411000000', 96],
          ['A', '20240501000000', 48],
        ],
        [48, 0],
        null,
      ],
      [
        'of one date, an actual replaces an estimate',
        [
          ['F', '20240501000000', 96],
          ['A', '20240501000000', 48],
        ],
        [48, 0],
        null,
      ],
      [
        'of one date, an estimate does not replace an actual',
        [
          ['A', '20240501000000', 96],
          ['F', '20240501000000', 48],
        ],
        [96, 0],
        ESTIMATE,
      ],
      [
        'without dates, an estimate does not replace an actual',
        [
          ['A', '', 96],
          ['E', '', 48],
        ],
        [96, 0],
        ESTIMATE,
      ],
      [
        'without dates, an actual replaces an actual',
        [
          ['A', '', 96],
          ['A', '', 48],
        ],
        [48, 0],
        null,
      ],
      [
        'without dates, an estimate replaces an estimate',
        [
          ['E', '', 96],
          ['E', '', 48],
        ],
        [48, 48],
        null,
      ],
      [
        'a date that only one states does not decide',
        [
          ['A', '', 96],
          ['E', '20240501000000', 48],
        ],
        [96, 0],
        ESTIMATE,
      ],
      [
        'the date of what stays the same counts from then on',
        [
          ['A', '20240411000000', 96],
          ['A', '20240601000000', 96],
          ['A', '20240501000000', 48],
        ],
        [96, 0],
        'later update date',
      ],
    ])('%s', async (_, days, wanted, why) => {
      await database.knex('intervals').delete();
      const notices: string[] = [];
      for (const day of days)
        notices.push(...(await importText(database, null, file(day), { company: COMPANY })).notices);
      expect(await stored()).toEqual(wanted);
      expect(notices).toEqual(why === null ? [] : [expect.stringContaining(why) as string]);
      if (why === null) return;
      expect(notices[0]).toMatch(/^48 rows are not applied for 1 account from 2024-04-09 to 2024-04-10: /);
      await importText(database, null, file(days.at(-1) ?? ['A', '', 0]), { company: COMPANY }, { replace: true });
      expect(await stored()).toMatchObject([48, expect.any(Number)]);
    });

    it('the later row for a day wins in one NEM12 file; in other formats an actual value replaces an estimate', async () => {
      await database.knex('intervals').delete();
      const [first, second] = [file(['E', '20240411000000', 48]), file(['A', '20240501000000', 96])];
      const both = first.replace('900\n', '') + second.split('\n').slice(2).join('\n');
      expect(await importText(database, null, both, { company: COMPANY })).toMatchObject({ errors: [], inserted: 48 });
      expect(await stored()).toEqual([96, 0]);
      await database.knex('intervals').delete();
      const row = (isEstimated: boolean | null, value: number): object => interval(1, { value, isEstimated });
      for (const flag of [null, false]) await load(row(flag, 3));
      expect(await load(row(true, 4))).toMatchObject({ updated: 0, unchanged: 1 });
      expect(await load(row(false, 5))).toMatchObject({ updated: 1 });
      await database.knex('intervals').delete();
    });
  });
});
