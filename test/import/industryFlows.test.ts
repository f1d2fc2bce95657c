import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import type { ImportSummary } from '../../src/import/importRecords.js';
import type { Rejected } from '../../src/import/rejects.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { importText } from '../support/importText.js';
import { startServer, type TestServer } from '../support/server.js';
import { flow, reading, settlementDate } from './flows.js';

const COMPANY = 'c00000000000000000000001';
const account = (n: number): string => `b${String(n).padStart(23, '0')}`;
const MPANS = ['1200023305967', '1900001059816', '2000000000015', '1012345678905'];
const [CLOCKS, BROKEN, REGISTERS, EXCHANGED] = [account(1), account(2), account(3), account(4)];
const [ON_CLOCKS = '', ON_BROKEN = '', ON_REGISTERS = '', ON_EXCHANGED = ''] = MPANS;
const same = (period: string, count: number): readonly string[] => new Array<string>(count).fill(period);

describe.each(ENGINES)('industry flows, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;

  const load = (content: string, rejected?: Rejected[]): Promise<ImportSummary> => {
    const options = rejected ? { onReject: (row: Rejected) => Promise.resolve(void rejected.push(row)) } : {};
    return importText(database, null, content, { company: COMPANY }, options);
  };
  /** Consumption by day or month of the API, with its estimated part and `isMissing`. */
  const consumption = async (
    of: string,
    startDate: string,
    endDate: string,
    granularity = 'daily',
  ): Promise<readonly (readonly unknown[])[]> => {
    const query = new URLSearchParams({ accountId: of, startDate, endDate, granularity }).toString();
    const { status, body, text } = await server.get<{
      readonly data: readonly {
        readonly date: string;
        readonly consumption: number;
        readonly estimatedConsumption: number;
        readonly isMissing: boolean;
      }[];
    }>(`/consumption?${query}`, key);
    expect(status, text).toBe(200);
    return body.data.map(({ date, consumption: sum, estimatedConsumption, isMissing }) => [
      ...[date, sum, estimatedConsumption, isMissing],
    ]);
  };

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'companies', [{ _id: COMPANY, name: 'Acme' }]);
    const accounts = MPANS.map((meterPointNumber, index) => ({
      ...{ _id: account(index + 1), companyId: COMPANY, type: 'electricity', meterPointNumber },
    }));
    await importPlain(database, 'accounts', accounts);
    server = await startServer(database);
    key = await server.key({ companies: [COMPANY] });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it('D0036: days of 46, 48 and 50 half-hours are complete in the API, and a second import changes nothing', async () => {
    const text = flow('D0036001', [
      ...settlementDate(ON_CLOCKS, '20240330', same('A|1.0', 48)),
      ...settlementDate(ON_CLOCKS, '20240331', same('A|1.0', 46)),
      ...settlementDate(ON_CLOCKS, '20241027', [...same('A|1.0', 2), ...same('E|2.0', 4), ...same('A|1.0', 44)]),
      ...settlementDate(ON_CLOCKS, '20241027', same('A|9.0', 50), 'RI'),
    ]);
    const summary = await load(text);
    expect(summary).toMatchObject({ read: 194, inserted: 144, skipped: 50, rejected: 0, notices: [] });
    expect(summary.skippedFor).toEqual([{ name: `MPAN ${ON_CLOCKS} RI (reactive import)`, rows: 50 }]);
    expect(await consumption(CLOCKS, '2024-03-30', '2024-03-31')).toEqual([
      ['2024-03-30', 48, 0, false],
      // The local day ends an hour before that of UTC.
      ['2024-03-31', 46, 0, true],
    ]);
    expect(await consumption(CLOCKS, '2024-10-26', '2024-10-27')).toEqual([
      ['2024-10-26', 2, 0, true],
      ['2024-10-27', 52, 8, false],
    ]);
    expect(await load(text)).toMatchObject({ inserted: 0, updated: 0, unchanged: 144, recomputedDays: 0 });
    const corrected = text.replace('103|A|1.0|', '103|A|3.0|');
    expect(await load(corrected)).toMatchObject({ inserted: 0, updated: 1, unchanged: 143 });
    expect((await consumption(CLOCKS, '2024-03-30', '2024-03-30'))[0]).toEqual(['2024-03-30', 50, 0, false]);
  });

  it('D0036: a date with too few periods is rejected; the other dates are applied only with onReject', async () => {
    const text = flow('D0036001', [
      ...settlementDate(ON_BROKEN, '20240115', same('A|1.0', 47)),
      ...settlementDate(ON_BROKEN, '20240116', ['A|', ...same('A|1.0', 47)]),
      ...settlementDate('99', '20240116', same('A|1.0', 48)),
    ]);
    const refused = await load(text);
    expect(refused).toMatchObject({ inserted: 0, rejected: 49, skipped: 1 });
    expect(refused.unmatched).toEqual([{ name: '99', rows: 48 }]);
    expect(refused.errors.map(({ line, field, reason }) => [line, field, reason])).toEqual([
      [...[3, 'HH Periods'], 'must be 48, the number of half-hours on that date in Europe/London, got 47'],
    ]);
    const rejected: Rejected[] = [];
    expect(await load(text, rejected)).toMatchObject({ inserted: 47, rejected: 49 });
    // No period of it is a row, so it has the groups of that date.
    const date = ['102|20240115|', ...same('103|A|1.0|', 47)].join('\n');
    expect(rejected[0]).toMatchObject({ meter: ON_BROKEN, row: {}, text: date });
    expect(await consumption(BROKEN, '2024-01-15', '2024-01-16')).toEqual([
      ['2024-01-15', 0, 0, true],
      ['2024-01-16', 47, 0, true],
    ]);
  });

  it('a truncated file or an unknown flow changes nothing', async () => {
    const whole = flow('D0036001', settlementDate(ON_BROKEN, '20240301', same('A|1.0', 48)));
    const lines = whole.split('\r\n');
    await expect(load(lines.slice(0, 30).join('\r\n'))).rejects.toMatchObject({
      message: 'the file ends without a footer (ZPT): it is incomplete',
    });
    await expect(load([...lines.slice(0, 30), ...lines.slice(31)].join('\r\n'))).rejects.toMatchObject({
      message:
        'the footer (ZPT) states "50" groups, but the file has 49: the file is incomplete or was changed; get it again',
    });
    await expect(load(whole.replace('D0036001', 'D0275002'))).rejects.toThrow('the industry flow "D0275002"');
    expect(await consumption(BROKEN, '2024-03-01', '2024-03-01')).toEqual([['2024-03-01', 0, 0, true]]);
  });

  it('D0010: registers of a meter add up, and a second import changes nothing', async () => {
    const meter = { of: ON_REGISTERS, serial: 'S95105287' };
    const text = flow('D0010002', [
      ...reading({ ...meter, register: 'DY', at: '20240101000000', value: '1000.0' }),
      ...reading({ ...meter, register: 'NT', at: '20240101000000', value: '500.0' }),
      ...reading({ ...meter, register: 'DY', at: '20240201000000', value: '1310.0' }),
      ...reading({ ...meter, register: 'NT', at: '20240201000000', value: '562.0', type: 'D' }),
      ...reading({ ...meter, register: 'DY', at: '20240115000000', value: '9999.0', status: 'F' }),
      ...reading({ ...meter, register: '03', at: '20240201000000', value: '45.0', rest: '|20240201000000|1|T|N|' }),
    ]);
    const summary = await load(text);
    expect(summary).toMatchObject({ read: 6, inserted: 4, skipped: 2, rejected: 0, noticed: 1 });
    expect(summary.notices[0]).toContain('without a multiplier: DY, NT');
    // 310 kWh by day, and 62 by night that are estimated.
    expect(await consumption(REGISTERS, '2024-01-01', '2024-01-31', 'monthly')).toEqual([['2024-01', 372, 62, false]]);
    expect(await load(text)).toMatchObject({ inserted: 0, updated: 0, unchanged: 4, recomputedDays: 0 });
  });

  it('D0010: an exchanged meter begins a new register at the time the old one ends', async () => {
    const of = { of: ON_EXCHANGED, register: 'S' };
    const text = flow('D0010002', [
      ...reading({ ...of, serial: 'OLD1', at: '20240101000000', value: '99000.0' }),
      ...reading({ ...of, serial: 'OLD1', at: '20240116000000', value: '99150.0', type: 'F' }),
      ...reading({ ...of, serial: 'NEW 1', at: '20240116000000', value: '0.0', type: 'I' }),
      ...reading({ ...of, serial: 'NEW1', at: '20240201000000', value: '320.0' }),
    ]);
    expect(await load(text)).toMatchObject({ inserted: 4, rejected: 0 });
    expect(await consumption(EXCHANGED, '2024-01-01', '2024-01-31', 'monthly')).toEqual([['2024-01', 470, 0, false]]);
    expect((await consumption(EXCHANGED, '2024-01-15', '2024-01-16')).map(([, sum]) => sum)).toEqual([10, 20]);
  });
});
