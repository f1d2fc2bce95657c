import { describe, expect, it } from 'vitest';
import { d0036Rows } from '../../../src/import/formats/d0036.js';
import { stableId } from '../../../src/import/formats/meters.js';
import { flow as flowOf, MPAN, settlementDate } from '../flows.js';
import { account, ACCOUNT, context, counts, record, rowsOf, sorted, total, zone } from './support.js';

const accounts = [account(ACCOUNT, { meterPointNumber: MPAN })];
const read = (text: string, more: Parameters<typeof context>[1] = {}): ReturnType<typeof rowsOf> =>
  rowsOf(d0036Rows, text, context(accounts, more));

const flow = (...groups: readonly string[]): string => flowOf('D0036001', groups);
const mpan = (quantity = 'AI', of = MPAN): string => `101|${of}|${quantity}|GMTR|`;
const date = (day: string, periods: readonly string[]): readonly string[] =>
  settlementDate(MPAN, day, periods).slice(1);
const same = (period: string, count = 48): readonly string[] => new Array<string>(count).fill(period);

describe('a file of D0036', () => {
  it('produces an interval in kWh for each period of a settlement date', async () => {
    const rows = await read(flow(mpan(), ...date('20240115', ['A|1.5', 'E|2.5', ...same('A|0.1', 46)])));
    expect(rows).toHaveLength(48);
    const [first, second] = rows.map(record);
    const [start, end] = ['2024-01-15T00:00:00.000Z', '2024-01-15T00:30:00.000Z'];
    expect(first).toEqual({
      ...{ _id: stableId(ACCOUNT, start, end, 'import'), accountId: ACCOUNT, type: 'electricity', unit: 'kWh' },
      ...{ value: 1.5, startTimestamp: start, endTimestamp: end, readType: 'A', isHalfHourly: true },
      ...{ isEstimated: false, source: 'import' },
    });
    expect(second).toMatchObject({ value: 2.5, startTimestamp: end, readType: 'E', isEstimated: true });
    expect(rows.at(-1)?.line).toBe(51);
  });

  it.each([
    ['20240331', 46, '2024-03-31T00:00:00.000Z', '2024-03-31T23:00:00.000Z'],
    ['20240701', 48, '2024-06-30T23:00:00.000Z', '2024-07-01T23:00:00.000Z'],
    ['20241027', 50, '2024-10-26T23:00:00.000Z', '2024-10-28T00:00:00.000Z'],
  ])('places %s with %i periods from midnight to midnight in Britain', async (day, count, from, to) => {
    const values = Array.from({ length: count }, (_, index) => `A|${index + 1}`);
    const { good, bad } = sorted(await read(flow(mpan(), ...date(day, values))));
    expect(bad).toEqual([]);
    expect([good[0]?.startTimestamp, good.at(-1)?.endTimestamp, good.length]).toEqual([from, to, count]);
    expect(total(good)).toBe((count * (count + 1)) / 2);
    for (const [index, { startTimestamp }] of good.entries()) {
      expect(startTimestamp).toBe(new Date(Date.parse(from) + index * 1_800_000).toISOString());
    }
  });

  it.each([
    ['20241027', 48, 50],
    ['20240331', 48, 46],
    ['20240115', 47, 48],
    ['20240115', 50, 48],
    ['20240115', 60, 48],
    ['20240115', 0, 48],
  ])('rejects %s with %i periods, because their times are ambiguous', async (day, count, size) => {
    const rows = await read(flow(mpan(), ...date(day, same('A|1', count)), ...date('20240116', same('A|1'))));
    const { good, bad } = sorted(rows);
    expect(bad).toEqual([
      `3: HH Periods: must be ${size}, the number of half-hours on that date in Europe/London, got ${count}`,
    ]);
    expect(good).toHaveLength(48);
  });

  it('counts the periods in the zone of --timezone', async () => {
    const { good } = sorted(await read(flow(mpan(), ...date('20241027', same('A|1'))), { zone: zone('UTC') }));
    expect([good[0]?.startTimestamp, good.length]).toEqual(['2024-10-27T00:00:00.000Z', 48]);
  });

  it('skips all data except active import, and periods without a value', async () => {
    const { good, skipped, bad } = sorted(
      await read(
        flow(
          ...[mpan('AE'), ...date('20240115', same('A|5'))],
          ...[mpan('RI'), ...date('20240115', same('A|5'))],
          ...[mpan(), ...date('20240115', ['A|', ...same('A|1', 47)])],
        ),
      ),
    );
    expect([good.length, bad]).toEqual([47, []]);
    expect(good[0]?.startTimestamp).toBe('2024-01-15T00:30:00.000Z');
    expect(counts(skipped)).toEqual({
      [`MPAN ${MPAN} AE (active export)`]: 48,
      [`MPAN ${MPAN} RI (reactive import)`]: 48,
      [`MPAN ${MPAN} AI (active import): no value`]: 1,
    });
  });

  it('reads numbers with a sign', async () => {
    const { good } = sorted(await read(flow(mpan(), ...date('20240115', ['A|+3.5', 'A|-1.5', ...same('A|0', 46)]))));
    expect(total(good)).toBe(2);
  });

  it('lists meters without an account', async () => {
    const { unmatched, good } = sorted(await read(flow(mpan('AI', '99'), ...date('20240115', same('A|1')))));
    expect([counts(unmatched), good]).toEqual([{ '99': 48 }, []]);
  });

  it.each([
    [
      [mpan(), ...date('20240115', ['C|1', ...same('A|1', 47)])],
      '4: Actual/Estimated Indicator: must be A or E, got "C" (long or short day), which does not state whether the value was measured',
    ],
    [
      [mpan(), ...date('20240115', ['X|1', ...same('A|1', 47)])],
      '4: Actual/Estimated Indicator: must be A or E, got "X"',
    ],
    [
      [mpan(), ...date('20240115', ['A|1,5', ...same('A|1', 47)])],
      '4: Period Metered Consumption: must be a number of kWh, got "1,5"',
    ],
    [[mpan(), ...date('20240230', same('A|1'))], '3: Settlement Date: must be a date such as 20240131, got "20240230"'],
    [
      [mpan(), ...date('2024-01-15', same('A|1'))],
      '3: Settlement Date: must be a date such as 20240131, got "2024-01-15"',
    ],
    [[mpan('XX'), '102|20240115|'], '2: Measurement Quantity Id: must be one of AI, AE, RI, RE, UN, got "XX"'],
    [['101||AI|GMTR|'], '2: MPAN Core: is required'],
    [[mpan('constructor')], '2: Measurement Quantity Id: must be one of AI, AE, RI, RE, UN, got "constructor"'],
    [['102|20240115|'], '2: group: is 102, but there is no group 101 before it'],
    [['103|A|1|'], '2: group: is 103, but there is no group 102 before it'],
    [[mpan(), '104|1|'], '3: group: must be 101, 102, 103 or ZPT, got "104"'],
  ])('reports the problem in %.40j …', async (groups, message) => {
    const { bad } = sorted(await read(flow(...groups)));
    expect(bad[0]).toBe(message);
  });

  it('reports an unreadable date of a group once, whatever its periods', async () => {
    const { bad } = sorted(await read(flow(mpan('XX'), ...date('20240115', same('A|1')))));
    expect(bad.slice(1)).toEqual(['3: group: is 102, but its group 101 could not be read']);
  });

  it('rejects --unit and --stamps', async () => {
    const text = flow(mpan(), ...date('20240115', same('A|1')));
    await expect(read(text, { unit: 'MWh' })).rejects.toThrow('the file states its units, so --unit does not apply');
    await expect(read(text, { stamps: 'end' })).rejects.toThrow(
      'the file states its periods, so --stamps does not apply',
    );
  });

  it('produces the same rows in chunks of any size', async () => {
    const text = flow(mpan(), ...date('20240331', same('A|1', 46)), mpan('AE'), ...date('20240331', same('A|1', 46)));
    const whole = await rowsOf(d0036Rows, text, context(accounts));
    for (const size of [1, 7, 100]) expect(await rowsOf(d0036Rows, text, context(accounts), size)).toEqual(whole);
  });

  it('shows its flow and zone in a preview', async () => {
    const told: string[] = [];
    await read(flow(mpan(), ...date('20240115', same('A|1'))), {
      recognised: (what, as) => void told.push(`${what}: ${as}`),
    });
    expect(told).toEqual(['zone: Europe/London', 'flow: D0036001']);
  });
});
