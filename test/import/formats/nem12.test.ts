import { describe, expect, it } from 'vitest';
import type { FormatContext } from '../../../src/import/formats/context.js';
import { detectFormat } from '../../../src/import/formats/detect.js';
import { nem12Rows } from '../../../src/import/formats/nem12.js';
import { Nem12Sums } from '../../../src/import/formats/nem12Sums.js';
import { spanOf } from '../../../src/import/formats/reading.js';
import { seeded, shuffled } from '../../support/random.js';
import { account, ACCOUNT, ACCOUNT_2, context, counts, fixture, rowsOf, sorted, total, zone } from './support.js';

const meter = (nmi: string, id = ACCOUNT): ReturnType<typeof account> => account(id, { meterPointNumber: nmi });
const read = (text: string, accounts: ReturnType<typeof account>[], more: Partial<FormatContext> = {}, size?: number) =>
  rowsOf(nem12Rows, text, context(accounts, more), size);
const sample = (name: string): string => fixture(`nem/Example_NEM12_${name}.csv`);

describe('a sample file of NEM12', () => {
  it('actual_interval: stores the consumption of one day, and skips its reactive energy', async () => {
    const { good, bad, skipped } = sorted(await read(sample('actual_interval'), [meter('VABD000163')]));
    expect([good.length, bad]).toEqual([48, []]);
    expect(total(good)).toBeCloseTo(53.328, 9);
    expect(good[0]).toMatchObject({
      accountId: ACCOUNT,
      type: 'electricity',
      unit: 'kWh',
      value: 1.111,
      startTimestamp: '2004-01-31T14:00:00.000Z',
      endTimestamp: '2004-01-31T14:30:00.000Z',
      readType: 'A',
      isHalfHourly: true,
      isEstimated: false,
      source: 'import',
    });
    expect(good[47]?.endTimestamp).toBe('2004-02-01T14:00:00.000Z');
    expect(counts(skipped)).toEqual({ 'NMI VABD000163 channel Q1 (kVArh)': 48 });
  });

  it('substituted_interval: stores final substitutes as estimates', async () => {
    const { good } = sorted(await read(sample('substituted_interval'), [meter('VBCD000022')]));
    expect(total(good)).toBeCloseTo(110.976, 9);
    expect(good.every(({ isEstimated, readType }) => isEstimated === true && readType === 'E')).toBe(true);
  });

  describe('with a day on which the configuration changes', () => {
    const day = (suffix: string, values: string, qualities: readonly string[]): string =>
      [
        `200,N1,${suffix},,${suffix},N1,S1,kWh,720,`,
        `300,20240101,${values},V,,,20240201000000,`,
        ...qualities.map((quality, index) => `400,${index + 1},${index + 1},${quality},,`),
      ].join('\n');
    const of = async (...days: readonly string[]): Promise<ReturnType<typeof sorted>> =>
      sorted(await read(['100,NEM12,202402010000,A,B', ...days, '900', ''].join('\n'), [meter('N1')]));

    it.each<[string, readonly string[], readonly number[]]>([
      ['at midday', [day('E1', '3,0', ['A', 'N']), day('E2', '0,4', ['N', 'A'])], [3, 4]],
      ['with the later part first', [day('E2', '0,4', ['N', 'A']), day('E1', '3,0', ['A', 'N'])], [4, 3]],
      ['to an estimate', [day('E1', '3,0', ['A', 'N']), day('E2', '0,4', ['N', 'E52'])], [3, 4]],
      ['to nothing', [day('E1', '3,0', ['A', 'N']), day('E2', '0,0', ['N', 'N'])], [3]],
      ['from nothing', [day('E1', '0,0', ['N', 'N']), day('E2', '3,4', ['A', 'A'])], [3, 4]],
    ])('counts each part of the day: %s', async (_, days, values) => {
      const { good, bad } = await of(...days);
      expect([bad, good.map(({ value }) => value)]).toEqual([[], values]);
    });

    it.each([
      ['parts overlap', [day('E1', '3,1', ['A', 'A']), day('E2', '0,4', ['N', 'A'])]],
      ['the later one is whole', [day('E1', '3,0', ['A', 'N']), day('E2', '2,4', ['A', 'A'])]],
    ])('has a bad later part if %s', async (_, days) => {
      expect((await of(...days)).bad).toEqual([expect.stringContaining('which already has 20240101 from') as string]);
    });
  });

  it('different_interval_length: adds up two channels of one account, and skips voltage', async () => {
    const { good, bad, skipped } = sorted(await read(sample('different_interval_length'), [meter('C123')]));
    expect([good.length, total(good), bad]).toEqual([48, 254 + 120, []]);
    expect(good[0]).toMatchObject({ value: 9 + 4, startTimestamp: '2004-04-01T14:00:00.000Z' });
    expect(good[47]).toMatchObject({ value: 6 + 4 });
    expect(counts(skipped)).toEqual({ 'NMI C123 channel V1 (no unit)': 144 });
  });

  it('multiple_meters: does not add up channels of two accounts, and skips an NMI without consumption', async () => {
    const second = account(ACCOUNT_2, { meterSerialNumber: 'METSER456' });
    const { good, skipped } = sorted(await read(sample('multiple_meters'), [meter('NCDE001111'), second]));
    const of = (id: string): typeof good => good.filter(({ accountId }) => accountId === id);
    expect([of(ACCOUNT).length, total(of(ACCOUNT))]).toEqual([192, 1_920]);
    expect([of(ACCOUNT_2).length, total(of(ACCOUNT_2))]).toEqual([192, 19_200]);
    expect(of(ACCOUNT)[0]).toMatchObject({ unit: 'Wh', isHalfHourly: false });
    expect(counts(skipped)).toEqual({
      'NMI NCDE001111 channel B1 (Wh)': 192,
      'NMI NCDE001111 channel Q1 (VArh)': 192,
      'NMI NDDD001888 channel B1 (Wh)': 192,
      'NMI NDDD001888 channel K2 (VArh)': 192,
    });
    const one = sorted(await read(sample('multiple_meters'), [meter('NCDE001111')]));
    expect([one.good.length, total(one.good)]).toEqual([192, 21_120]);
  });

  it('partialchannel: stores a month of five-minute intervals, in chunks of any size', async () => {
    for (const size of [777, 1_000_000]) {
      const { good, bad, skipped } = sorted(await read(sample('partialchannel'), [meter('NMI1234567')], {}, size));
      expect([good.length, bad]).toEqual([31 * 288, []]);
      expect(total(good)).toBeCloseTo(270.738, 6);
      expect(good[0]?.value).toBe(0.048);
      expect(good.at(-1)?.endTimestamp).toBe('2023-03-31T14:00:00.000Z');
      expect(skipped).toHaveLength(288);
    }
  });

  it('lists meters without an account, by interval', async () => {
    const { good, unmatched } = sorted(await read(sample('actual_interval'), []));
    expect([good, counts(unmatched)]).toEqual([[], { 'VABD000163 (serial METSER123)': 48 }]);
  });

  it('can be imported into a given account if it names one meter', async () => {
    const given = { account: ACCOUNT };
    expect(sorted(await read(sample('actual_interval'), [account(ACCOUNT)], given)).good).toHaveLength(48);
    const two = sample('actual_interval').replace('900\r\n', sample('different_interval_length').replace(/^.*\n/, ''));
    await expect(read(two, [account(ACCOUNT)], given)).rejects.toThrow(
      'the file names several meters (VABD000163 and C123)',
    );
  });
});

/** Six-hour intervals are short to write. */
const day = (quality: string, values = '1,2,3,4', date = '20240101'): string =>
  `300,${date},${values},${quality},,,20240102000000,`;
const channel = (
  suffix: string,
  more: { config?: string; unit?: string; length?: number; nmi?: string } = {},
): string => {
  const { config = 'E1', unit = 'kWh', length = 360, nmi = 'N1' } = more;
  return `200,${nmi},${config},${suffix},${suffix},N1,SER1,${unit},${length},`;
};
const file = (...lines: string[]): string => ['100,NEM12,202401020000,A,B', ...lines, '900', ''].join('\n');
const N1 = [meter('N1')];

describe('the quality of a NEM12 interval', () => {
  it.each([
    ['A', false],
    ['S14', true],
    ['E52', true],
    ['F11', true],
  ])('%s decides whether an interval is an estimate', async (quality, isEstimated) => {
    const { good } = sorted(await read(file(channel('E1'), day(quality)), N1));
    expect(good.map((row) => row.isEstimated)).toEqual(new Array(4).fill(isEstimated));
  });

  it('N produces no record', async () => {
    const { good, skipped } = sorted(await read(file(channel('E1'), day('N', '0,0,0,0')), N1));
    expect([good, counts(skipped)]).toEqual([[], { 'NMI N1 channel E1 (kWh): null data': 4 }]);
  });

  it('V takes the quality of each interval from 400 records', async () => {
    const events = ['400,1,1,A,,', '400,2,3,S14,32,', '400,4,4,N,,'];
    const { good, skipped, bad } = sorted(
      await read(file(channel('E1'), day('V'), ...events, day('A', '5,6,7,8', '20240102')), N1),
    );
    expect(good.map(({ value, readType }) => [value, readType])).toEqual([
      [1, 'A'],
      [2, 'E'],
      [3, 'E'],
      ...[5, 6, 7, 8].map((value) => [value, 'A']),
    ]);
    expect([skipped.length, bad]).toEqual([1, []]);
  });

  it('V is an error if an interval has no 400 record, or if a 400 record has a wrong range', async () => {
    const events = ['400,1,2,A,,', '400,2,3,A,,', '400,0,1,A,,', '400,1,5,A,,', '400,4,3,A,,', '400,3,3,V,,'];
    const { good, bad } = sorted(await read(file(channel('E1'), day('V'), ...events), N1));
    const lacks = 'has no quality: the day is variable (V), but no 400 record covers this interval';
    expect(good).toHaveLength(2);
    expect(bad).toEqual([
      '5: start interval: sets the quality of interval 2, but another 400 record already sets it',
      '6: start interval: must be an interval from 1 to 4, got "0"',
      '7: end interval: must be an interval from 1 to 4, got "5"',
      '8: end interval: must not be before start interval 4, got 3',
      '9: quality: must be A, N, or E, F or S with a method, got "V"',
      `3: value 3: ${lacks}`,
      `3: value 4: ${lacks}`,
    ]);
  });

  it('does not change by 400 records if the day is not variable', async () => {
    const { good, bad } = sorted(await read(file(channel('E1'), day('A'), '400,1,4,S14,79,'), N1));
    expect([good.length, good[0]?.isEstimated, bad]).toEqual([4, false, []]);
  });
});

describe('several channels of one account', () => {
  const two = (...lines: string[]): string => file(channel('E1', { config: 'E1E2' }), day('A', '.1,1,1,1'), ...lines);
  const E2 = channel('E2', { config: 'E1E2' });

  it('are added up; the estimated part is the sum of the estimated channels', async () => {
    const { good } = sorted(await read(two(E2, day('S14', '.2,2,3,4')), N1));
    const figures = good.map(({ value, isEstimated, estimatedValue }) => [value, isEstimated, estimatedValue]);
    expect(figures).toEqual([
      [0.3, true, 0.2],
      [3, true, 2],
      [4, true, 3],
      [5, true, 4],
    ]);
  });

  it('have an estimated sum if all channels are estimates, and an actual sum if none is', async () => {
    const figuresOf = async (...lines: string[]): Promise<unknown> => {
      const { good } = sorted(await read(file(channel('E1', { config: 'E1E2' }), ...lines), N1));
      return good.map(({ value, isEstimated, estimatedValue }) => [value, isEstimated, estimatedValue])[0];
    };
    expect(await figuresOf(day('S14'), E2, day('F11'))).toEqual([2, true, null]);
    expect(await figuresOf(day('A'), E2, day('A'))).toEqual([2, false, null]);
  });

  it('have no sum for an interval if one channel has no data', async () => {
    const { good, skipped } = sorted(await read(two(E2, day('V', '1,1,1,1'), '400,1,3,A,,', '400,4,4,N,,'), N1));
    expect([good.length, skipped]).toEqual([3, ['NMI N1: no sum of the channels, because of null data in a channel']]);
  });

  it('have no sum for a day if one channel is unreadable', async () => {
    const { good, bad, skipped } = sorted(await read(two(E2, day('A', '1,2,3')), N1));
    expect([good, bad.length]).toEqual([[], 1]);
    expect(counts(skipped)).toEqual({ 'NMI N1: no sum of the channels, because of an unreadable channel': 4 });
  });

  it('must have the same interval length and the same unit', async () => {
    const length = sorted(await read(two(channel('E2', { config: 'E1E2', length: 720 }), day('A', '1,1')), N1));
    expect([length.good, length.bad]).toEqual([
      [],
      ['5: NMI: has 720 minutes, but channel E1 of the same account has 360 minutes: the import cannot add them up'],
    ]);
    const unit = sorted(await read(two(channel('E2', { config: 'E1E2', unit: 'Wh' }), day('A')), N1));
    expect([unit.good, unit.bad.length]).toEqual([[], 1]);
  });

  it('must be adjacent and listed in one configuration', async () => {
    const apart = two(channel('E1', { nmi: 'N2' }), day('A'), E2, day('A'));
    expect(sorted(await read(apart, N1)).bad).toEqual([expect.stringContaining('7: NMI: belongs to account b0')]);
    const unlisted = file(channel('E1'), day('A'), channel('E2'), day('A'));
    expect(sorted(await read(unlisted, N1)).bad).toEqual([expect.stringContaining('5: NMI: belongs to account b0')]);
  });

  it('may appear again with other days', async () => {
    const again = two(
      E2,
      day('A'),
      channel('E1', { nmi: 'N2' }),
      channel('E1', { config: 'E1E2' }),
      day('A', '1,1,1,1', '20240102'),
    );
    const rows = await read(again, N1);
    const { good, bad } = sorted(rows.filter(({ notice }) => notice === undefined));
    expect([good.length, bad]).toEqual([8, []]);
    expect(rows.flatMap(({ notice }) => notice ?? [])).toEqual([
      'NMI N1 has no data for channel E2 on 20240102, although the configuration lists this channel. The import adds up the other channels.',
    ]);
  });

  it('must not have the same day twice', async () => {
    const { bad } = sorted(await read(two(day('A')), N1));
    expect(bad).toHaveLength(4);
    expect(bad[0]).toBe('4: value 1: is a repeated interval of channel E1');
  });

  it('are buffered up to a limit', () => {
    const sums = new Nem12Sums(2);
    const e1 = {
      nmi: 'N1',
      suffix: 'E1',
      unit: 'kWh',
      length: 30,
      periods: () => [],
      text: '',
      match: { skipped: '' },
      consumption: ['E1', 'E2'],
      isOneOfSeveral: true,
    };
    const add = (index: number): unknown =>
      sums.add(account(ACCOUNT), e1, 0, {
        ...{ line: 1, index, span: spanOf(index, index + 1), value: 1, isEstimated: false, statedAt: null },
      });
    expect([add(0), add(1)]).toEqual([null, null]);
    expect(() => add(2)).toThrow('the file has more than 2 intervals of NMI N1 to add up: split it');
  });
});

describe('a channel configuration that changes between days', () => {
  const first = day('A', '1,1,1,1', '20240101');
  const second = (values = '2,2,2,2', quality = 'A'): string => day(quality, values, '20240102');
  /** The total of each day, by its first start. */
  const days = async (...lines: string[]): Promise<Readonly<Record<string, number>>> => {
    const rows = await read(file(...lines), N1);
    const { good, bad } = sorted(rows);
    expect([bad, new Set(good.map(({ _id }) => _id)).size]).toEqual([[], good.length]);
    const totals: Record<string, number> = {};
    for (const { startTimestamp, value } of good) {
      const local = new Date(Date.parse(String(startTimestamp)) + 10 * 3_600_000).toISOString().slice(0, 10);
      totals[local] = (totals[local] ?? 0) + Number(value);
    }
    return totals;
  };

  it('from E1 to E1 and B1 skips export and continues consumption', async () => {
    const B1 = channel('B1', { config: 'E1B1' });
    const from2 = [channel('E1', { config: 'E1B1' }), second(), B1, second('9,9,9,9')];
    expect(await days(channel('E1'), first, ...from2)).toEqual({ '2024-01-01': 4, '2024-01-02': 8 });
  });

  it('from E1 to E1 and E2 adds up both channels from that day on', async () => {
    const from2 = [channel('E1', { config: 'E1E2' }), second(), channel('E2', { config: 'E1E2' }), second('3,3,3,3')];
    expect(await days(channel('E1'), first, ...from2)).toEqual({ '2024-01-01': 4, '2024-01-02': 20 });
  });

  it('from E1 and E2 to E2 and B2 continues with one channel', async () => {
    const both = { config: 'E1E2' };
    const from1 = [channel('E1', both), first, channel('E2', both), day('A', '5,5,5,5', '20240101')];
    const from2 = [channel('E2', { config: 'E2B2' }), second(), channel('B2', { config: 'E2B2' }), second('7,7,7,7')];
    expect(await days(...from1, ...from2)).toEqual({ '2024-01-01': 24, '2024-01-02': 8 });
  });

  it('may list all days of one channel before those of the other, and may have shorter intervals from a day on', async () => {
    const [both, short] = [{ config: 'E1E2' }, { config: 'E1E2', length: 720 }];
    const lines = [
      ...[channel('E1', both), first, channel('E1', short), day('A', '10,10', '20240102')],
      ...[channel('E2', both), first, channel('E2', short), day('A', '1,2', '20240102')],
    ];
    expect(await days(...lines)).toEqual({ '2024-01-01': 8, '2024-01-02': 23 });
  });

  it('is an error if two configurations have the same day', async () => {
    const again = [channel('E1', { config: 'E1E2' }), first, channel('E2', { config: 'E1E2' }), first];
    const { good, bad } = sorted(await read(file(channel('E1'), first, ...again), N1));
    expect(good.length).toBe(4);
    const why = `belongs to account ${ACCOUNT}, which already has 20240101 from NMI N1 channel E1: the import adds up only channels of one NMI that its configuration lists and that follow one another`;
    expect(bad).toEqual([`5: NMI: ${why}`, `7: NMI: ${why}`]);
  });

  it('is an error if one channel has the same day twice, in intervals of different lengths', async () => {
    const short = [channel('E1', { length: 720 }), day('A', '10,10', '20240101')];
    const { good, bad } = sorted(await read(file(channel('E1'), first, ...short), N1));
    expect(good.length).toBe(4);
    const why = 'which already has 20240101 from NMI N1 channel E1, in intervals of another length than 720 minutes';
    expect(bad).toEqual([`5: NMI: belongs to account ${ACCOUNT}, ${why}`]);
  });

  it('may combine days of two NMIs of one account, but not the same day twice', async () => {
    const exchanged = account(ACCOUNT, { meterPointNumber: 'N1', meterSerialNumber: 'SER1' });
    const text = file(channel('E1'), first, channel('E1', { nmi: 'N2' }), second());
    expect(sorted(await read(text, [exchanged])).good).toHaveLength(8);
    const same = file(channel('E1'), first, channel('E1', { nmi: 'N2' }), first);
    expect(sorted(await read(same, [exchanged])).bad).toEqual([
      expect.stringContaining('which already has 20240101 from NMI N1 channel E1'),
    ]);
  });
});

describe('a channel configuration that changes within a day', () => {
  /** A record of a channel, with null data where there is no value. */
  const part = (
    suffix: string,
    config: string,
    values: readonly (number | null)[],
    more: { unit?: string } = {},
  ): readonly string[] => {
    const events = values.map((value, index) => `400,${index + 1},${index + 1},${value === null ? 'N' : 'A'},,`);
    const list = values.map((value) => value ?? 0).join(',');
    return [channel(suffix, { config, length: 1_440 / values.length, ...more }), day('V', list), ...events];
  };
  const of = async (...parts: readonly (readonly string[])[]) => {
    const rows = await read(file(...parts.flat()), N1);
    const { good, bad, skipped } = sorted(rows);
    const hourOf = (stamp: unknown): number => (new Date(String(stamp)).getUTCHours() + 10) % 24;
    const values = good.map(({ startTimestamp, value, unit }) => [hourOf(startTimestamp), value, unit] as const);
    return {
      values: values.toSorted(([a], [b]) => a - b).map(([hour, value]) => [hour, value]),
      ...{ bad, skipped, units: good.map(({ unit }) => unit), notices: rows.flatMap(({ notice }) => notice ?? []) },
    };
  };
  const from = (values: readonly (number | null)[]) =>
    values.flatMap((value, index) => (value === null ? [] : [[index * (24 / values.length), value]]));

  it.each<[string, readonly (readonly string[])[], readonly (number | null)[]]>([
    [
      'from one channel to two',
      [
        part('E1', 'E1', [1, 2, null, null]),
        part('E1', 'E1E2', [null, null, 3, 4]),
        part('E2', 'E1E2', [null, null, 10, 20]),
      ],
      [1, 2, 13, 24],
    ],
    [
      'from two channels to one, the later one first',
      [
        part('E3', 'B1E3', [null, null, null, 4]),
        part('E1', 'E1E2', [1, 2, 3, null]),
        part('E2', 'E1E2', [5, 5, 5, null]),
      ],
      [6, 7, 8, 4],
    ],
    [
      'from two channels to two others',
      [
        part('E1', 'E1E2', [1, null, null, null]),
        part('E2', 'E1E2', [1, null, null, null]),
        part('E3', 'E3E4', [null, 2, 2, 2]),
        part('E4', 'E3E4', [null, 3, 3, 3]),
      ],
      [2, 5, 5, 5],
    ],
    [
      'to another meter with the same two channels',
      [
        part('E1', 'E1E2', [1, null, null, null]),
        part('E2', 'E1E2', [1, null, null, null]),
        part('E1', 'E1E2', [null, 2, 2, 2]),
        part('E2', 'E1E2', [null, 3, 3, 3]),
      ],
      [2, 5, 5, 5],
    ],
    [
      'from one channel to the other of the same configuration',
      [part('E1', 'E1E2', [1, 2, null, null]), part('E2', 'E1E2', [null, null, 3, 4])],
      [1, 2, 3, 4],
    ],
    [
      'between three channels of one configuration, the last one first, with an interval between them that none has',
      [
        part('E3', 'E1E2E3', [null, null, null, null, null, null, 7, 8]),
        part('E1', 'E1E2E3', [1, 2, 3, null, null, null, null, null]),
        part('E2', 'E1E2E3', [null, null, null, null, 5, 6, null, null]),
      ],
      [1, 2, 3, null, 5, 6, 7, 8],
    ],
    [
      'from one channel to the other, which has data of an interval too early: one interval has their sum, others have none',
      [part('E1', 'E1E2', [1, 2, null, null]), part('E2', 'E1E2', [null, 9, 3, 4])],
      [null, 11, null, null],
    ],
    [
      'from one channel to the other and back: there is no sum',
      [part('E1', 'E1E2', [1, null, null, 4]), part('E2', 'E1E2', [null, 2, 3, null])],
      [null, null, null, null],
    ],
    [
      'from one channel to the other, which has no data at all: there is no sum',
      [part('E1', 'E1E2', [1, 2, 3, 4]), part('E2', 'E1E2', [null, null, null, null])],
      [null, null, null, null],
    ],
    [
      'to nothing',
      [
        part('E1', 'E1E2', [1, 1, null, null]),
        part('E2', 'E1E2', [1, 1, null, null]),
        part('E3', 'E3', [null, null, null, null]),
      ],
      [2, 2, null, null],
    ],
    [
      'where one channel has no data for a time that its configuration is for: there is no sum',
      [
        part('E1', 'E1', [1, null, null, null]),
        part('E1', 'E1E2', [null, 2, 2, 2]),
        part('E2', 'E1E2', [null, null, 3, 3]),
      ],
      [1, null, 5, 5],
    ],
  ])('adds up each part separately: %s', async (_name, parts, values) => {
    const { values: found, bad, notices } = await of(...parts);
    expect([found, bad, notices]).toEqual([from(values), [], []]);
  });

  it('may change the interval length and the unit at the same time', async () => {
    const parts = [
      part('E1', 'E1', [1, 2, null, null]),
      part('E1', 'E1E2', [...new Array<null>(4).fill(null), 3, 3, 3, 3], { unit: 'Wh' }),
      part('E2', 'E1E2', [...new Array<null>(4).fill(null), 1, 1, 1, 1], { unit: 'Wh' }),
    ];
    const { values, bad, units } = await of(...parts);
    expect(values).toEqual([...from([1, 2, null, null]), ...from([null, null, null, null, 4, 4, 4, 4])]);
    expect([bad, units]).toEqual([[], ['kWh', 'kWh', 'Wh', 'Wh', 'Wh', 'Wh']]);
  });

  it.each<[string, readonly (readonly string[])[], string, readonly (number | null)[]]>([
    [
      'the first is whole',
      [part('E1', 'E1', [1, 2, 3, 4]), part('E1', 'E1E2', [null, null, 3, 4]), part('E2', 'E1E2', [null, null, 1, 1])],
      'channel E1',
      [1, 2, 3, 4],
    ],
    [
      'both have data of one interval',
      [
        part('E1', 'E1E2', [1, 2, 3, null]),
        part('E2', 'E1E2', [1, 2, 3, null]),
        part('E3', 'E3E4', [null, null, 3, 4]),
        part('E4', 'E3E4', [null, null, null, 1]),
      ],
      'channels E1, E2',
      [2, 4, 6, null],
    ],
    [
      'the second is one channel',
      [
        part('E1', 'E1E2', [1, 2, null, null]),
        part('E2', 'E1E2', [1, 2, null, null]),
        part('E3', 'E3', [null, 9, 9, 9]),
      ],
      'channels E1, E2',
      [2, 4, null, null],
    ],
    [
      'intervals of two lengths have time in common',
      [part('E1', 'E1', [1, 2, null, null]), part('E2', 'E2', [null, null, null, 4, 5, 6, 7, 8])],
      'channel E1',
      [1, 2, null, null],
    ],
  ])('is an error if parts overlap: %s', async (_name, parts, before, values) => {
    const { values: found, bad } = await of(...parts);
    expect(found).toEqual(from(values));
    expect(bad.length).toBeGreaterThan(0);
    expect(bad[0]).toContain(`NMI: belongs to account ${ACCOUNT}, which already has 20240101 from NMI N1 ${before}:`);
  });

  it('gives each interval the sum of the channels of one configuration, for any order of the parts', async () => {
    const random = seeded(Number(process.env.TEST_SEED ?? 20_240_131));
    const configurations = [['E1'], ['E2', 'E3'], ['E4', 'E5', 'E6'], ['E1', 'E7']];
    for (let round = 0; round < 60; round += 1) {
      const used = shuffled(random, configurations).slice(0, 2 + Math.floor(random() * 3));
      const owner = Array.from({ length: 8 }, () => Math.floor(random() * (used.length + 1)));
      const sums = owner.map((): number | null => null);
      const blocks = used.map((suffixes, place) =>
        suffixes.map((suffix) => {
          const values = owner.map((own) => (own === place ? Math.floor(random() * 100) : null));
          for (const [index, value] of values.entries()) if (value !== null) sums[index] = (sums[index] ?? 0) + value;
          return part(suffix, suffixes.join(''), values);
        }),
      );
      const { values, bad } = await of(...shuffled(random, blocks.flat()));
      expect([values, bad], `round ${round}`).toEqual([from(sums), []]);
    }
  });
});

describe('a NEM12 file without its 100 or 900 record', () => {
  const whole = [channel('E1'), day('A')];
  const missing = 'The file has no 900 record at its end, so the import cannot check whether it is complete.';
  it.each([
    ['neither', whole, [missing]],
    ['no 900', ['100,NEM12,202401020000,A,B', ...whole], [missing]],
    ['no 100', [...whole, '900'], []],
  ])('%s: is imported with --format nem12', async (_, lines, notices) => {
    const rows = await read(`${lines.join('\n')}\n`, N1, { isFormatGiven: true });
    expect(rows.flatMap(({ notice }) => notice ?? [])).toEqual(notices);
    const { good, bad } = sorted(rows.filter(({ notice }) => notice === undefined));
    expect([good.length, total(good), bad]).toEqual([4, 10, []]);
  });

  it('is rejected without --format nem12, and the error suggests the option', async () => {
    await expect(read(whole.join('\n'), N1)).rejects.toThrow(
      'the file does not begin with a record 100,NEM12; if it is NEM12 without this record, give --format nem12',
    );
    expect(() => detectFormat(whole.join('\n'))).toThrow(
      'the file begins with a 200 record: if it is NEM12 without its 100 record, give --format nem12',
    );
    const other = read('100,NEM13,1,A,B\n900', N1, { isFormatGiven: true });
    await expect(other).rejects.toThrow('the file does not begin with a record 100,NEM12');
  });
});

describe('a NEM12 file that breaks the specification', () => {
  it.each([
    [file(day('A')), '2: record type: is 300, but there is no 200 record before it'],
    [file('400,1,1,A,,'), '2: record type: is 400, but there is no 300 record before it'],
    [file(channel('E1'), day('A', '1,2,3')), '3: values: must be 4 for intervals of 360 minutes, got 3'],
    [file(channel('E1'), '300,20240101,1,2,3'), '3: values: must be 4 for intervals of 360 minutes, got 3'],
    [file(channel('E1'), day('X')), '3: quality: must be A, N, V, or E, F or S with a method, got "X"'],
    [file(channel('E1'), day('A', '1,2,3,4', '20240230')), '3: date: must be a date such as 20240131, got "20240230"'],
    [file(channel('E1'), day('A', '1,2,3,x')), '3: value 4: must be a number, got "x"'],
    [file('350,x'), '2: record type: must be 200, 300, 400, 500 or 900, got "350"'],
    [
      file(channel('E1', { length: 7 })),
      '2: interval length: must be minutes that divide a day evenly, such as 30, got "7"',
    ],
    [file(channel('E1', { nmi: '' })), '2: NMI: is required'],
    [`${file()}200,N1`, '3: comes after the 900 record, which must be the last record'],
  ])('has bad rows (%#)', async (text, expected) => {
    expect(sorted(await read(text, N1)).bad).toEqual([expected]);
  });

  it('is rejected if it is truncated or begins with a wrong record', async () => {
    await expect(read(file(channel('E1'), day('A')).replace('900', ''), N1)).rejects.toThrow(
      'the file ends without a 900 record: it is incomplete; if it never had this record, give --format nem12',
    );
    await expect(read('200,N1\n900', N1)).rejects.toThrow('the file does not begin with a record 100,NEM12');
  });

  it('ignores 500 records', async () => {
    expect(sorted(await read(file(channel('E1'), day('A'), '500,O,,20240101,1'), N1)).bad).toEqual([]);
  });
});

describe('the import of NEM12', () => {
  it('uses --timezone instead of the zone of the market', async () => {
    const { good } = sorted(await read(file(channel('E1'), day('A')), N1, { zone: zone('Australia/Perth') }));
    expect(good[0]?.startTimestamp).toBe('2023-12-31T16:00:00.000Z');
  });

  it('rejects options that do not apply to the format', async () => {
    await expect(read(file(), N1, { unit: 'kWh' })).rejects.toThrow('the file states its units');
    await expect(read(file(), N1, { stamps: 'end' })).rejects.toThrow('the file states its periods');
  });

  it('searches only accounts of electricity', async () => {
    const gas = account(ACCOUNT, { type: 'gas', meterPointNumber: 'N1' });
    expect(sorted(await read(file(channel('E1'), day('A')), [gas])).bad).toEqual([
      `3: NMI: is "N1 (serial SER1)", the meter of account ${ACCOUNT}, whose type is gas, not electricity`,
    ]);
  });
});
