import { describe, expect, it } from 'vitest';
import { stableId } from '../../../src/import/formats/meters.js';
import { nem13Rows } from '../../../src/import/formats/nem13.js';
import { UNCHANGED } from '../../../src/import/sourceRow.js';
import { account, ACCOUNT, context, counts, fixture, record, rowsOf, sorted } from './support.js';

const SAMPLE = fixture('nem/Example_NEM13_consumption_data.csv');
const accounts = [account(ACCOUNT, { meterPointNumber: 'VABC005890' })];
const read = (text: string): ReturnType<typeof rowsOf> => rowsOf(nem13Rows, text, context(accounts));

interface Given {
  readonly from: string;
  readonly to: string;
  readonly direction?: string;
  readonly serial?: string;
  readonly unit?: string;
  readonly quantity?: string;
}
/** A 250 record; a reading is written `value@moment@quality`. */
const line = ({ from, to, direction = 'E', serial = 'S1', unit = 'kWh', quantity = '' }: Given): string => {
  const reading = (text: string): string => `${text.replaceAll('@', ',')},,`;
  return `250,VABC005890,11,1,11,11,${serial},${direction},${reading(from)},${reading(to)},${quantity},${unit},,,`;
};
const file = (...lines: string[]): string => ['100,NEM13,202401020000,A,B', ...lines, '900', ''].join('\r\n');
const [FIRST, SECOND, THIRD] = ['100@20240101000000@A', '200@20240201000000@A', '300@20240301000000@A'] as const;

describe('a file of NEM13', () => {
  it('has two readings for each record of the sample', async () => {
    const rows = await read(SAMPLE);
    const register = stableId(ACCOUNT, '11', 'METSER123');
    const common = { accountId: ACCOUNT, type: 'A', units: 'kWh', name: '11', source: 'import', registerId: register };
    const [first, second] = ['2003-10-04T23:30:55.000Z', '2004-01-07T00:03:33.000Z'];
    expect(rows.map(record)).toEqual([
      {
        _id: stableId(ACCOUNT, first, register, 'import'),
        submittedAt: first,
        value: 6342.8,
        ...common,
        quantity: UNCHANGED,
        quantityFrom: null,
        statedAt: null,
      },
      {
        _id: stableId(ACCOUNT, second, register, 'import'),
        ...{
          submittedAt: second,
          value: 7654.9,
          ...common,
          quantity: 1312.1,
          quantityFrom: first,
          statedAt: '2004-01-08T00:03:33.000Z',
        },
      },
    ]);
  });

  it('has one record for a repeated reading, with the quality of its first row', async () => {
    const { good, bad } = sorted(
      await read(file(line({ from: FIRST, to: '200@20240201000000@E52' }), line({ from: SECOND, to: THIRD }))),
    );
    expect([good.length, bad]).toEqual([4, []]);
    expect(good[2]).toEqual({ ...good[1], quantity: UNCHANGED, quantityFrom: null });
    expect(good.map(({ type }) => type)).toEqual(['A', 'E', 'E', 'A']);
  });

  it('is rejected with two values for one time', async () => {
    const { bad } = sorted(
      await read(file(line({ from: FIRST, to: SECOND }), line({ from: '210@20240201000000@A', to: THIRD }))),
    );
    expect(bad).toEqual(['3: previous read: is 210, but 200 in line 2, for the same time']);
  });

  it.each([
    [
      'in order',
      [
        { from: FIRST, to: '90@20240201000000@E65', quantity: '60' },
        { from: '910@20240201000000@S64', to: '1110@20240301000000@E65', quantity: '200' },
      ],
      90,
    ],
    [
      'the newest first',
      [
        { from: '910@20240201000000@S64', to: '1110@20240301000000@E65', quantity: '200' },
        { from: FIRST, to: '90@20240201000000@E65', quantity: '60' },
      ],
      910,
    ],
    [
      'an actual after an estimate',
      [
        { from: FIRST, to: '95@20240201000000@E', quantity: '5' },
        { from: '88@20240201000000@A', to: '99@20240301000000@A', quantity: '0' },
      ],
      95,
    ],
  ])('may have two values for one time if one begins a stated quantity, with a note: %s', async (_, lines, value) => {
    const rows = await read(file(...lines.map(line)));
    const { good, bad } = sorted(rows.filter(({ notice }) => notice === undefined));
    expect(bad).toEqual([]);
    expect(
      good.filter(({ submittedAt }) => String(submittedAt).startsWith('2024-01-31')).map((row) => row.value),
    ).toEqual([value, value]);
    expect(good.map(({ quantity }) => quantity).filter((quantity) => quantity !== UNCHANGED)).toEqual(
      lines.map(({ quantity }) => Number(quantity)),
    );
    expect(rows.flatMap(({ notice }) => notice ?? [])).toMatchObject([
      expect.stringContaining('for the same time; the import uses the stated quantities'),
    ]);
  });

  it('starts a new register for an exchanged meter', async () => {
    const { good, bad } = sorted(
      await read(
        file(
          line({ from: FIRST, to: SECOND }),
          line({ from: '0@20240201000000@A', to: '50@20240301000000@A', serial: 'S2' }),
        ),
      ),
    );
    expect([new Set(good.map(({ registerId }) => registerId)).size, bad]).toEqual([2, []]);
  });

  it('skips generation, reactive energy and null data', async () => {
    const { good, skipped } = sorted(
      await read(
        file(
          line({ from: FIRST, to: SECOND, direction: 'I' }),
          line({ from: FIRST, to: SECOND, unit: 'kVArh' }),
          line({ from: FIRST, to: '0@20240201000000@N', quantity: '100' }),
        ),
      ),
    );
    expect(good).toHaveLength(1);
    expect(counts(skipped)).toEqual({
      'NMI VABC005890 channel 11 (kWh), generation': 2,
      'NMI VABC005890 channel 11 (kVArh)': 2,
      'NMI VABC005890 channel 11 (kWh): null data': 1,
    });
  });

  it.each([
    [line({ from: FIRST, to: 'x@20240201000000@A' }), '2: current read: must be a number, got "x"'],
    [
      line({ from: FIRST, to: '1@20241301000000@A' }),
      '2: current read time: must be a date and time such as 20240131093000, got "20241301000000"',
    ],
    [
      line({ from: FIRST, to: '200@20240201000000@V' }),
      '2: current quality: must be A, N, or E, F or S with a method, got "V"',
    ],
    [line({ from: FIRST, to: SECOND, direction: 'X' }), '2: direction: must be E or I, got "X"'],
    [line({ from: FIRST, to: SECOND, quantity: '-100' }), '2: quantity: must not be negative, got -100'],
    [line({ from: FIRST, to: SECOND, quantity: '1O0' }), '2: quantity: must be a number, got "1O0"'],
    ['300,1', '2: record type: must be 250, 550 or 900, got "300"'],
  ])('reports its problem (%#)', async (text, expected) => {
    expect(sorted(await read(file(text))).bad).toEqual([expected]);
  });

  it('has two bad readings in a record whose previous read is bad, because its quantity begins there', async () => {
    const text = line({ from: 'x@20240101000000@A', to: SECOND, quantity: '100' });
    const rows = await read(file(text));
    expect(sorted(rows)).toMatchObject({
      good: [],
      bad: [
        '2: previous read: must be a number, got "x"',
        '2: current read: belongs to a record with a bad previous read',
      ],
    });
    expect(rows.map((row) => record(row).quantity)).toEqual([UNCHANGED, 100]);
    // The reading exists once, with its own quantity, which the corrected row must not clear.
    const again = await read(
      file(line({ from: FIRST, to: SECOND, quantity: '4000' }), text.replace('20240101', '20240201')),
    );
    expect(sorted(again)).toMatchObject({
      good: [{}, { quantity: 4000 }],
      bad: ['3: previous read: must be a number, got "x"'],
    });
  });

  it('stores the quantity of a record with its current reading, even if the reads differ by another number', async () => {
    const rows = await read(
      file(line({ from: FIRST, to: SECOND, quantity: '4000' }), line({ from: SECOND, to: THIRD })),
    );
    expect(sorted(rows).good.map(({ quantity }) => quantity)).toEqual([UNCHANGED, 4000, UNCHANGED, null]);
  });

  it('produces a note for an unused quantity whose previous read is null', async () => {
    const rows = await read(file(line({ from: '0@20240101000000@N', to: SECOND, quantity: '100' })));
    expect(rows.flatMap(({ notice }) => notice ?? [])).toEqual([
      'line 2: NMI VABC005890 channel 11 (kWh): the quantity 100 is not used, because its previous read is null data',
    ]);
    expect(rows.map(({ skipped }) => skipped)).toContain('NMI VABC005890 channel 11 (kWh): null data');
  });

  it('is rejected if it is truncated', async () => {
    await expect(read(SAMPLE.replace(/900\s*$/, ''))).rejects.toThrow('the file ends without a 900 record');
  });

  it('lists meters without an account', async () => {
    const { unmatched } = sorted(await rowsOf(nem13Rows, SAMPLE, context([])));
    expect(counts(unmatched)).toEqual({ 'VABC005890 (serial METSER123)': 2 });
  });
});
