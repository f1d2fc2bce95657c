import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crosstab } from '../../../src/import/formats/crosstab.js';
import { detectFormat } from '../../../src/import/formats/detect.js';
import { intervalRows } from '../../../src/import/formats/intervals.js';
import { stableId } from '../../../src/import/formats/meters.js';
import type { SourceRow } from '../../../src/import/sourceRow.js';
import { account, ACCOUNT, ACCOUNT_2, context, rowsOf, sorted, total, zone } from './support.js';

const WATER = 'b00000000000000000000003';
const accounts = [
  account(ACCOUNT, { name: 'Elec main', meterPointNumber: '1012345678905' }),
  account(ACCOUNT_2, { name: 'Gas', type: 'gas', meterSerialNumber: 'G4A00712345' }),
  account(WATER, { name: 'Water', type: 'water' }),
];
const LONDON = zone('Europe/London');
type More = Parameters<typeof context>[1] & { readonly of?: typeof accounts };
const read = async (
  resource: 'readings' | 'non-cumulative' | null,
  text: string,
  { of = accounts, ...more }: More = {},
): Promise<SourceRow[]> => {
  const [, reader] = crosstab(text, resource, more.ignored ?? []);
  return rowsOf(reader, text, context(of, { zone: LONDON, ...more }));
};

const DATES = `Date,Elec main,Gas,Water
31/01/2024,10500,2210,340
29/02/2024,11800,,352
31/03/2024,13010,2520,365.5
`;
const MONTHS = `Meter,Unit,Jan 2024,Feb 2024,Mar 2024
Elec main,kWh,1300,1210,1250
Gas,kWh,5300,,3250
`;

describe('a crosstab with dates down and a column for each meter', () => {
  it('produces a reading for each filled cell, at midnight of the date', async () => {
    const { good, bad } = sorted(await read('readings', DATES));
    expect(bad).toEqual([]);
    expect(good).toHaveLength(8);
    const submittedAt = '2024-01-31T00:00:00.000Z';
    expect(good[0]).toEqual({
      ...{
        _id: stableId(ACCOUNT, submittedAt, '', 'import'),
        accountId: ACCOUNT,
        submittedAt,
        value: 10_500,
        type: 'A',
      },
      ...{ units: null, name: null, source: 'import', registerId: null },
    });
    // Summer time began in the morning of 31 March.
    expect(good.at(-1)).toMatchObject({ accountId: WATER, submittedAt: '2024-03-31T00:00:00.000Z', value: 365.5 });
  });

  it.each([
    ['2024-07-01', null, '2024-06-30T23:00:00.000Z'],
    ['2024-07-01', 'end', '2024-07-01T23:00:00.000Z'],
    ['2024-07-01 13:30', null, '2024-07-01T12:30:00.000Z'],
    ['Jun 2024', 'start', '2024-05-31T23:00:00.000Z'],
    ['June 2024', 'end', '2024-06-30T23:00:00.000Z'],
  ] as const)('places the reading for %s with --stamps %s at %s', async (at, stamps, submittedAt) => {
    const { good } = sorted(await read('readings', `Date,Gas\n${at},5\n`, { stamps }));
    expect(good).toMatchObject([{ submittedAt, value: 5 }]);
  });

  it.each([
    ['31/01/2024', null, '2024-01-01', '2024-02-01'],
    ['01/01/2024', null, '2024-01-01', '2024-02-01'],
    ['01/01/2024', 'end', '2023-12-01', '2024-01-01'],
    ['Jan-24', null, '2024-01-01', '2024-02-01'],
    ['Mrz. 2023', null, '2023-03-01', '2023-04-01'],
    ['2024-02', null, '2024-02-01', '2024-03-01'],
    ['12/2024', null, '2024-12-01', '2025-01-01'],
  ] as const)('places the consumption of %s with --stamps %s from %s to %s', async (month, stamps, from, to) => {
    const text = `Month;Gas (m³)\n${month};12,5\n`;
    const given = { stamps, zone: zone('UTC'), writing: { decimal: null, dates: 'dmy' } } as const;
    const { good, bad } = sorted(await read('non-cumulative', text, given));
    expect(bad).toEqual([]);
    expect(good).toMatchObject([
      {
        ...{ accountId: ACCOUNT_2, value: 12.5, unit: 'm³', isHalfHourly: false },
        ...{ startTimestamp: `${from}T00:00:00.000Z`, endTimestamp: `${to}T00:00:00.000Z` },
      },
    ]);
  });

  it('finds meters by number or by name, in any case, also next to a unit or a word for the values', async () => {
    const titles = ['1012 3456 78905 consumption (kWh)', 'gas', 'WATER usage [m3]'];
    const { good, unmatched } = sorted(await read('non-cumulative', `Month,${titles.join()}\nJan 2024,1,2,3\n`));
    expect(unmatched).toEqual([]);
    expect(good.map(({ accountId, unit }) => [accountId, unit])).toEqual([
      [ACCOUNT, 'kWh'],
      [ACCOUNT_2, null],
      [WATER, 'm3'],
    ]);
  });

  it('suggests the nearest name for an unknown name, and lists the accounts of an ambiguous name', async () => {
    const of = [...accounts, account('b00000000000000000000004', { name: 'GAS', meterPointNumber: '8849172301' })];
    const { bad, unmatched, good } = sorted(await read('readings', 'Date,Elec mian,Gas\n2024-01-31,1,2\n', { of }));
    expect(good).toEqual([]);
    expect(unmatched).toEqual(['Elec mian (nearest: Elec main)']);
    expect(bad).toEqual([
      `2: Gas: is ambiguous: 2 accounts of company c1 have the name "Gas" (${ACCOUNT_2} (G4A00712345), b00000000000000000000004 (8849172301)); write the meter number instead of the name`,
    ]);
  });

  it('rejects a text, a negative reading and an invalid date, and names line and column', async () => {
    const text = 'Date,Elec main,Gas\n31/01/2024,n/a,-5\n32/01/2024,1,2\n';
    expect(sorted(await read('readings', text)).bad).toEqual([
      '2: Elec main: must be a number of at least 0, or empty, got "n/a"',
      '2: Gas: must be a number of at least 0, or empty, got "-5"',
      '3: Date: must be a date such as 2024-01-31, got "32/01/2024"',
    ]);
  });

  it('rejects consumption of other periods than months, a reading without a date, and an unknown unit', async () => {
    const { bad } = sorted(await read('non-cumulative', 'Date,Gas\n15/01/2024,5\n'));
    expect(bad).toEqual([
      '2: Date: must be a month such as Jan 2024, or the first or last day of a month, because this file has monthly consumption, got "2024-01-15"',
    ]);
    expect(sorted(await read('readings', 'Month,Gas\nJan 2024,5\n')).bad).toEqual([
      '2: Month: must be the date of a reading, got the month "Jan 2024": if the meter was read at the start or end of the month, give --stamps start or --stamps end',
    ]);
    expect(sorted(await read('readings', 'Date,Gas (£)\n2024-01-31,5\n')).bad).toEqual([
      expect.stringMatching(/^2: Gas \(£\): has £, which is not a unit of consumption/),
    ]);
  });

  it('skips totals with a notice', async () => {
    const text = 'Month,Gas,Water,Total (kWh)\nJan 2024,1,2,3\nTotal,1,2,3\n';
    const rows = await read('non-cumulative', text);
    expect(sorted(rows).good).toHaveLength(2);
    expect(rows.flatMap(({ notice }) => notice ?? [])).toEqual([
      'Line 3 is "Total" and skipped.',
      'The column "Total (kWh)" is skipped, because it is a total.',
    ]);
  });
});

describe('a crosstab with a row for each meter', () => {
  it('produces the consumption of a month for each filled cell', async () => {
    const { good, bad } = sorted(await read('non-cumulative', MONTHS));
    expect(bad).toEqual([]);
    expect(good).toHaveLength(5);
    expect(good[2]).toMatchObject({
      ...{ accountId: ACCOUNT, type: 'electricity', unit: 'kWh', value: 1_250, readType: 'A', isEstimated: false },
      ...{ startTimestamp: '2024-03-01T00:00:00.000Z', endTimestamp: '2024-03-31T23:00:00.000Z' },
    });
  });

  it('produces readings at the dates in the column titles', async () => {
    const text = 'MPAN;Site;31.01.2024;29.02.2024;Total\n1012345678905;Barn;1.250,5;1.300;2\n';
    const { good } = sorted(await read('readings', text));
    expect(good.map(({ submittedAt, value }) => [submittedAt, value])).toEqual([
      ['2024-01-31T00:00:00.000Z', 1_250.5],
      ['2024-02-29T00:00:00.000Z', 1_300],
    ]);
  });

  it('rejects invalid titles and unknown columns', async () => {
    await expect(read('readings', MONTHS)).rejects.toThrow(
      'the header has a title with an error: "Jan 2024" must be the date of a reading, got the month "Jan 2024": if the meter was read at the start or end of the month, give --stamps start or --stamps end',
    );
    await expect(read('non-cumulative', 'Meter,14/01/2024,15/01/2024\nGas,1,2\n')).rejects.toThrow(
      'the header has a title with an error: "14/01/2024" must be a month such as Jan 2024',
    );
    const text = 'Meter,Register,Jan 2024,Feb 2024\nGas,Day,1,2\n';
    await expect(read('non-cumulative', text)).rejects.toThrow(
      'the header has columns that are neither months nor dates: "Register"; ignore them with --ignore "Register"',
    );
    expect(sorted(await read('non-cumulative', text, { ignored: ['Register'] })).good).toHaveLength(2);
    await expect(read('non-cumulative', MONTHS, { zone: null })).rejects.toThrow('the dates have no time zone');
  });

  it('uses --unit for rows without a unit, and --account for all rows', async () => {
    const text = 'Meter,Unit,Jan 2024,Feb 2024\nAny name,,1,2\n';
    const { good } = sorted(await read('non-cumulative', text, { unit: 'MWh', account: ACCOUNT }));
    expect(good).toMatchObject([
      { accountId: ACCOUNT, unit: 'MWh' },
      { accountId: ACCOUNT, unit: 'MWh' },
    ]);
    const other = `${text}Another,,1,2\n`;
    await expect(read('non-cumulative', other, { account: ACCOUNT })).rejects.toThrow('the file names several meters');
  });
});

describe('the values of a crosstab', () => {
  it('require --format crosstab if the titles name kinds of values, and the error suggests it', async () => {
    const text = 'Date,Electricity (kWh),Gas (m3)\n31/01/2024,1,2\n';
    expect(detectFormat(text)).toBe('intervals');
    await expect(rowsOf(intervalRows, text, context(accounts, { zone: LONDON }))).rejects.toThrow(
      'choose one, for example with --map value="Electricity (kWh)"; if each column is a meter, give --format crosstab',
    );
    const of = [account(ACCOUNT, { name: 'Electricity' }), account(ACCOUNT_2, { name: 'gas', type: 'gas' })];
    const { good } = sorted(await read('readings', text, { of }));
    expect(good).toMatchObject([
      { accountId: ACCOUNT, units: 'kWh' },
      { accountId: ACCOUNT_2, units: 'm3' },
    ]);
  });

  it('require a resource if the file does not decide it; the error shows both resources and the first values', () => {
    expect(() => crosstab(DATES, null, [])).toThrow(
      'the file does not state whether its values are register readings or consumption: import it with udg import readings <file> or udg import non-cumulative <file>; the first values are "10500", "2210", "340"',
    );
    expect(() => crosstab(MONTHS, null, [])).toThrow('the first values are "1300", "1210", "1250"');
    expect(() => crosstab(MONTHS, 'assets', [])).toThrow('holds readings or non-cumulative, not assets');
    expect(() => crosstab('Date\n1\n', null, [])).toThrow('the file has no header of meters and dates');
  });

  it.each([
    ['Date,Elec meter reading,Gas meter reading\n2024-01-31,1,2\n', 'readings'],
    ['Meter readings;Jan 2024;Feb 2024\nGas;1;2\n', 'readings'],
    ['Month,Elec usage,Gas consumption (kWh)\nJan 2024,1,2\n', 'non-cumulative'],
    ['Monat;Verbrauch Strom;Verbrauch Gas\nJan 2024;1;2\n', 'non-cumulative'],
    ['Date,Elec meter reading,Gas\n2024-01-31,1,2\n', null],
    ['Date,Reading office,Reading shop\n2024-01-31,1,2\n', null],
    ['Energy usage\nDate,Elec main,Gas\n2024-01-31,1,2\n', null],
    ['Date,Usage by meter reading\n2024-01-31,1\n', null],
  ])('belong to the resource that the titles of %j decide: %s', (text, holds) => {
    expect(detectFormat(text)).toBe('crosstab');
    if (holds === null) expect(() => crosstab(text, null, [])).toThrow('does not state');
    else expect(crosstab(text, null, [])[0]).toBe(holds);
  });

  it('add up to the sum of the cells, in both layouts, with decimal points and commas', async () => {
    const value = fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: null });
    const grid = fc.array(fc.tuple(value, value, value), { minLength: 2, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(grid, fc.boolean(), fc.boolean(), async (months, isComma, isDown) => {
        const shown = (hundredths: number | null): string =>
          hundredths === null ? '' : (hundredths / 100).toFixed(2).replace('.', isComma ? ',' : '.');
        const titles = months.map((_, n) => `${2020 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`);
        const names = ['Elec main', 'Gas', 'Water'];
        const lines = isDown
          ? [['Month', ...names], ...months.map((row, n) => [titles[n], ...row.map(shown)])]
          : [['Meter', ...titles], ...names.map((name, m) => [name, ...months.map((row) => shown(row[m] ?? null))])];
        const text = lines.map((cells) => `${cells.join(';')}\n`).join('');
        const writing = { decimal: isComma ? 'comma' : 'point', dates: null } as const;
        const { good, bad } = sorted(await read('non-cumulative', text, { writing }));
        expect(bad).toEqual([]);
        const cells = months.flat().filter((cell) => cell !== null);
        expect(good).toHaveLength(cells.length);
        expect(total(good)).toBeCloseTo(cells.reduce((sum, cell) => sum + cell, 0) / 100, 2);
      }),
      { numRuns: 50 },
    );
  });
});
