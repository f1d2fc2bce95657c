import { describe, expect, it } from 'vitest';
import { d0010Rows } from '../../../src/import/formats/d0010.js';
import { stableId } from '../../../src/import/formats/meters.js';
import { recordOf } from '../../../src/import/rejects.js';
import { flow as flowOf, MPAN, reading } from '../flows.js';
import { account, ACCOUNT, ACCOUNT_2, context, record, rowsOf, sorted, zone } from './support.js';

const accounts = [
  account(ACCOUNT, { meterPointNumber: MPAN }),
  account(ACCOUNT_2, { meterPointNumber: '1900001059816', meterSerialNumber: 'S95105287' }),
];
const read = (text: string, more: Parameters<typeof context>[1] = {}): ReturnType<typeof rowsOf> =>
  rowsOf(d0010Rows, text, context(accounts, more));

const flow = (...groups: readonly string[]): string => flowOf('D0010002', groups);

describe('a file of D0010', () => {
  it('produces a reading for each register of a meter', async () => {
    const { good } = sorted(
      await read(
        flow(
          ...reading({ type: 'D' }),
          ...['026|1900001059816|V|', '028|S95105287|C|'],
          ...['030|DY|20160701000000|78350.0|||T|N|', '030|NT|20160701000000|56000.5|||T|N|'],
        ),
      ),
    );
    const first = '2016-02-22T00:00:00.000Z';
    expect(good[0]).toEqual({
      ...{ _id: stableId(ACCOUNT, first, 'F75A00802 S', 'import'), accountId: ACCOUNT, submittedAt: first },
      ...{ value: 56_311, type: 'E', units: null, name: 'S', source: 'import', registerId: 'F75A00802 S' },
    });
    // Clock time in Britain: midnight of July is 23:00 UTC.
    const [submittedAt, common] = ['2016-06-30T23:00:00.000Z', { accountId: ACCOUNT_2, type: 'A' }];
    expect(good.slice(1)).toMatchObject([
      { ...common, submittedAt, value: 78_350, registerId: 'S95105287 DY' },
      { ...common, submittedAt, value: 56_000.5, registerId: 'S95105287 NT' },
    ]);
  });

  it('starts new registers for an exchanged meter, and accepts spaces in its serial number', async () => {
    const { good } = sorted(
      await read(
        flow(
          ...reading({ type: 'F', value: '99000.0' }),
          ...reading({ type: 'I', serial: 'k13c 01', value: '0.0' }),
          ...reading({ at: '20160322000000', serial: 'K13C01', value: '10.0' }),
        ),
      ),
    );
    expect(good.map(({ registerId, value }) => [registerId, value])).toEqual([
      ['F75A00802 S', 99_000],
      ['K13C01 S', 0],
      ['K13C01 S', 10],
    ]);
  });

  it('reads the last second of a day as the following midnight', async () => {
    const { good } = sorted(
      await read(flow(...reading({ at: '20200202235959' }), ...reading({ at: '20200630235959', register: '01' }))),
    );
    expect(good.map(({ submittedAt }) => submittedAt)).toEqual([
      '2020-02-03T00:00:00.000Z',
      '2020-06-30T23:00:00.000Z',
    ]);
  });

  it('uses the earlier time in the repeated hour of autumn, and rejects the skipped hour of spring', async () => {
    const { good, bad } = sorted(
      await read(flow(...reading({ at: '20241027013000' }), ...reading({ at: '20240331013000' }))),
    );
    expect(good.map(({ submittedAt }) => submittedAt)).toEqual(['2024-10-27T00:30:00.000Z']);
    expect(bad).toEqual([
      '7: Reading Date & Time: must be a valid date and time in Europe/London, such as 20240131000000, got "20240331013000"',
    ]);
    const utc = sorted(await read(flow(...reading({ at: '20240331013000' })), { zone: zone('UTC') }));
    expect(utc.good[0]?.submittedAt).toBe('2024-03-31T01:30:00.000Z');
  });

  it.each([
    ...['A', 'C', 'F', 'I', 'M', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'X', 'Y', 'Z'].map((type) => [type, 'A'] as const),
    ...['D', 'O'].map((type) => [type, 'E'] as const),
  ])('imports reading type %s as %s', async (type, expected) => {
    const { good } = sorted(await read(flow(...reading({ type }))));
    expect(good[0]?.type).toBe(expected);
  });

  const OF = `MPAN ${MPAN} meter F75A 00802 register`;
  it.each([
    ['of failed validation', reading({ status: 'F' }), `${OF} S: failed validation (BSC Validation Status F)`],
    ['flagged as suspect', reading({ rest: '|||F|N|' }), `${OF} S: suspect`],
    [
      'found to be suspect',
      reading({ rest: '|||F|N|', below: ['032|03|F|'] }),
      `${OF} S: suspect (Meter Reading Reason Code 03)`,
    ],
    ['found to be suspect, without a flag', reading({ rest: '||||N|', below: ['032||F|'] }), `${OF} S: suspect`],
    [
      'withdrawn',
      reading({ type: 'W' }),
      `${OF} S: withdrawn (Reading Type W); a reading from an earlier import stays stored`,
    ],
    [
      'with a reset of maximum demand',
      reading({ register: '03', rest: '|20160222000000||T|N|' }),
      `${OF} 03: maximum demand`,
    ],
    ['with a number of resets', reading({ register: '03', rest: '||2|T|N|' }), `${OF} 03: maximum demand`],
    ['of a register named MD', reading({ register: 'MD' }), `${OF} MD: maximum demand`],
  ])('skips a reading %s, and lists it', async (_, groups, text) => {
    const { good, skipped, bad } = sorted(await read(flow(...groups)));
    expect([good, skipped, bad]).toEqual([[], [text], []]);
  });

  it('accepts a reading with a suspect flag that was later validated', async () => {
    const groups = reading({ rest: '|||F|N|', below: ['032|05|T|', '033|01|seen|'] });
    expect(sorted(await read(flow(...groups))).good).toHaveLength(1);
  });

  it('skips site visits', async () => {
    const { good, bad } = sorted(
      await read(
        flow(
          `026|${MPAN}|V|`,
          '027|01|occupied|',
          '028|F75A 00802|R|',
          '029|02||',
          '030|S|20160222000000|1.0|||T|N|',
          '033|20|no access|',
        ),
      ),
    );
    expect([good.length, bad]).toEqual([1, []]);
  });

  it('lists its registers, because the flow does not state their unit, and counts unvalidated readings', async () => {
    const rows = await read(
      flow(...reading({}), ...reading({ register: '01', status: 'U' }), ...reading({ register: 'MD' })),
    );
    expect(rows.flatMap(({ notice }) => notice ?? [])).toEqual([
      'a D0010 does not state what a register measures (import, export or reactive energy), nor its multiplier. The import counts all registers as consumption, without a multiplier: S, 01',
      'readings without validation (BSC Validation Status U), stored unchanged: 1',
    ]);
    const many = Array.from({ length: 20 }, (_, index) => reading({ register: `R${index}` })).flat();
    expect((await read(flow(...many))).at(-1)?.notice).toContain(
      'without a multiplier: R0, R1, R2, R3, R4, R5, R6, R7, R8, R9 …',
    );
    expect((await read(flow(...reading({ status: 'F' })))).some(({ notice }) => notice !== undefined)).toBe(false);
  });

  it('uses --unit, because the flow states no unit', async () => {
    const rows = await read(flow(...reading({})), { unit: 'MWh' });
    expect(rows.map(record)[0]?.units).toBe('MWh');
    await expect(read(flow(), { stamps: 'end' })).rejects.toThrow(
      'the file states its periods, so --stamps does not apply',
    );
  });

  it('lists meters without an account', async () => {
    const { unmatched } = sorted(await read(flow(...reading({ of: '99' }))));
    expect(unmatched).toEqual(['99 (serial F75A 00802)']);
  });

  it.each([
    [reading({ of: '' }), '2: MPAN Core: is required'],
    [reading({ status: 'X' }), '2: BSC Validation Status: must be one of V, U, F, got "X"'],
    [reading({ serial: '' }), '3: Meter Id: is required'],
    [
      reading({ type: 'E' }),
      '3: Reading Type: must be one of A, C, D, F, I, M, O, P, Q, R, S, T, U, V, W, X, Y, Z, got "E"',
    ],
    [reading({ register: '' }), '4: Meter Register Id: is required'],
    [reading({ value: '12,5' }), '4: Register Reading: must be a number of at least 0, got "12,5"'],
    [reading({ value: '-1' }), '4: Register Reading: must be a number of at least 0, got "-1"'],
    [reading({ value: '' }), '4: Register Reading: must be a number of at least 0, got ""'],
    [
      reading({ at: '20160222' }),
      '4: Reading Date & Time: must be a valid date and time in Europe/London, such as 20240131000000, got "20160222"',
    ],
    [reading({ rest: '|||Y|N|' }), '4: Meter Reading Flag: must be T or F, got "Y"'],
    [reading({ below: ['032|01|Y|'] }), '4: Meter Reading Status: must be T or F, got "Y"'],
    [['028|S|R|'], '2: group: is 028, but no readable group 026 comes before it'],
    [[`026|${MPAN}|V|`, '030|S|20160222000000|1.0|'], '3: group: is 030, but no readable group 028 comes before it'],
    [['032|01|T|'], '2: group: is 032, but no readable group 030 comes before it'],
    [['031|1|'], '2: group: must be 026, 027, 028, 029, 030, 032, 033 or ZPT, got "031"'],
  ])('reports the problem in %.60j …', async (groups, message) => {
    const { good, bad } = sorted(await read(flow(...groups)));
    expect([good, bad[0]]).toEqual([[], message]);
  });

  it('preserves the readable fields of a bad reading, so that the user can correct it', async () => {
    const [row] = await read(flow(...reading({ value: '12,5' })));
    expect(row && record(row)).toMatchObject({ accountId: ACCOUNT, value: '12,5', registerId: 'F75A00802 S' });
    const [other] = await read(flow(...reading({ at: '2016' })));
    expect(other).toMatchObject({ meter: MPAN });
    expect(other && recordOf(other)).toEqual({
      ...{ accountId: ACCOUNT, submittedAt: '2016', value: 56_311, type: 'A' },
      ...{ name: 'S', source: 'import', registerId: 'F75A00802 S' },
    });
  });

  it('produces the same rows in chunks of any size', async () => {
    const text = flow(...reading({}), ...reading({ register: '01', below: ['032|01|F|'] }));
    const whole = await rowsOf(d0010Rows, text, context(accounts));
    for (const size of [1, 7, 100]) expect(await rowsOf(d0010Rows, text, context(accounts), size)).toEqual(whole);
  });
});
