import { describe, expect, it } from 'vitest';
import type { BillLookups } from '../../../src/import/formats/bills/billTypes.js';
import { readBills } from '../../../src/import/formats/bills/bills.js';
import { ACCOUNT, account, ACCOUNT_2, context, rowsOf, sorted } from './support.js';

const METERS = [
  account(ACCOUNT, { meterPointNumber: '1012345678905' }),
  account(ACCOUNT_2, { meterPointNumber: '77' }),
];
const LOOKUPS: BillLookups = {
  accounts: [
    { id: ACCOUNT, label: 'Office', supplierRef: null, numbers: ['1012345678905'], currency: null },
    { id: ACCOUNT_2, label: 'Shop', supplierRef: null, numbers: ['77'], currency: null },
  ],
  suppliers: new Map(),
  stored: () => Promise.resolve([]),
};

async function read(
  lines: readonly string[],
): Promise<ReturnType<typeof sorted> & { readonly notices: readonly string[] }> {
  const rows = await rowsOf(readBills, `${lines.join('\n')}\n`, context(METERS, { bills: LOOKUPS }));
  return {
    ...sorted(rows.filter(({ notice }) => notice === undefined)),
    notices: rows.flatMap(({ notice }) => notice ?? []),
  };
}

/** One bill of January 2024: titles and cells of the columns after meter and days. */
const bill = (columns: string, cells: string): readonly string[] => [
  `Invoice No,MPAN,From,To,${columns}`,
  `1,1012345678905,01/01/2024,31/01/2024,${cells}`,
];
/** The charges of one bill of January 2024. */
const charges = (rows: readonly string[]): readonly string[] => [
  'Invoice No,MPAN,From,To,Description,kWh,Amount',
  ...rows.map((row) => `1,1012345678905,01/01/2024,31/01/2024,${row}`),
];

describe('the quantity of a bill', () => {
  it('is read from a column called Units if its cells are numbers', async () => {
    const { good } = await read(bill('Units,Total', '500,120'));
    expect(good).toMatchObject([{ 'values.totalUnits': 500, 'values.totalCost': 120 }]);
    expect(good[0]?.['values.units'] ?? null).toBeNull();
  });

  it('is the energy if another column has the volume of gas', async () => {
    const { good, notices } = await read(bill('Units (m3),kWh,Total', '100,1122.1,60'));
    expect(good).toMatchObject([{ 'values.totalUnits': 1122.1, 'values.units': 'kWh' }]);
    expect(notices).toEqual(['The import ignores these columns: "Units (m3)". To use a column, name it with --map.']);
  });

  it('adds up every rate: peak, off-peak, shoulder and anytime', async () => {
    const { good } = await read(bill('Peak kWh,Off Peak kWh,Shoulder kWh,Anytime kWh,Total', '100,50,25,10,80'));
    expect(good).toMatchObject([{ 'values.totalUnits': 185 }]);
  });

  it('counts the rates of the energy once, and no levies or network charges per kWh', async () => {
    const { good } = await read(
      charges(['Anytime,300,60', 'Shoulder,200,30', 'Renewables Obligation,500,10', 'Day Transmission,400,5']),
    );
    expect(good).toMatchObject([{ 'values.totalUnits': 500, 'values.totalUnitCost': 90, 'values.totalCost': 105 }]);
  });
});

describe('a quantity that each row of a bill repeats', () => {
  it('counts once, and a note reports it', async () => {
    const { good, notices } = await read(charges(['Day,100,20', 'Night,100,10']));
    expect(good).toMatchObject([{ 'values.totalUnits': 100, 'values.totalCost': 30 }]);
    expect(notices).toEqual([
      'All rows of a bill have the same quantity, 100, so the import counts it once (line 2). If each row has its own quantity, import this bill in one file with other bills.',
    ]);
  });
});

describe('the money of a bill', () => {
  it('is divided by 100 if its column is in pence', async () => {
    const { good } = await read(
      bill('kWh,Day cost (p),Standing charge (p),Net (p),VAT (p),Total (pence)', '500,8450,1550,10000,2000,12000'),
    );
    expect(good).toMatchObject([
      {
        'values.netTotalCost': 100,
        'values.totalTax': 20,
        'values.totalCost': 120,
        'values.totalDaily': 15.5,
        rates: [{ cost: 84.5 }, { cost: 15.5 }],
      },
    ]);
  });

  it('excludes an amount due that contains an earlier balance', async () => {
    const both = await read(bill('kWh,Previous balance,Amount due,Current charges', '500,55,235.25,180.25'));
    expect(both.good).toMatchObject([{ 'values.totalCost': 180.25 }]);
    const due = await read(bill('kWh,Previous balance,Amount due', '500,55,235.25'));
    expect(due.good[0]).not.toHaveProperty('values.totalCost');
    expect(due.notices).toEqual([
      'No bill has a total, so the bills add no cost. Name the column of the cost with --map total=….',
      'The import ignores these columns: "Previous balance", "Amount due". To use a column, name it with --map.',
    ]);
    const alone = await read(bill('kWh,Amount due', '500,180.25'));
    expect(alone.good).toMatchObject([{ 'values.totalCost': 180.25 }]);
  });

  it('excludes balances and payments, and a note lists them', async () => {
    const { good, notices } = await read(
      charges(['Energy,300,60', 'Balance brought forward,,55', 'Payment received,,-55', 'VAT,,12']),
    );
    expect(good).toMatchObject([{ 'values.netTotalCost': 60, 'values.totalTax': 12, 'values.totalCost': 72 }]);
    expect(notices).toEqual([
      '2 rows are skipped: a balance, a payment or an amount due is not a charge. The first is "Balance brought forward" (line 3).',
    ]);
  });

  it('is rejected if a column repeats the total of all meters of the invoice, and the error names the column', async () => {
    await expect(
      read([
        'Invoice No,MPAN,From,To,kWh,Net,Invoice Total',
        '1,1012345678905,01/01/2024,31/01/2024,500,100,216',
        '1,77,01/01/2024,31/01/2024,400,80,216',
      ]),
    ).rejects.toThrow(
      'the column "Invoice Total" repeats the total of an invoice for each of its meters (lines 2 and 3), so it is not the cost of one meter: ignore the column with --ignore "Invoice Total", or name the column with the cost of each meter with --map total=…',
    );
  });

  it('may be equal for two meters with equal consumption', async () => {
    const { good } = await read([
      'Invoice No,MPAN,From,To,kWh,Total',
      '1,1012345678905,01/01/2024,31/01/2024,0,15.50',
      '1,77,01/01/2024,31/01/2024,0,15.50',
    ]);
    expect(good).toHaveLength(2);
  });
});

describe('the lines of a bill', () => {
  it('exclude readings, demands and capacities', async () => {
    const { good, notices } = await read(
      bill('Day kWh,Day Present Read,Peak Demand (kW),Available Capacity (kVA),Total', '400,10400,22,100,80'),
    );
    expect(good).toMatchObject([{ 'values.totalUnits': 400, rates: [{ rateName: 'Day', consumption: 400 }] }]);
    expect(notices).toEqual([
      'The import ignores these columns: "Day Present Read", "Peak Demand (kW)", "Available Capacity (kVA)". To use a column, name it with --map.',
    ]);
  });

  it('include two charges per day, and no tax on a charge', async () => {
    const { good } = await read(bill('kWh,Daily Charge,Service Charge,Standing Charge VAT,Total', '400,31,12,3,157'));
    expect(good).toMatchObject([
      {
        rates: [
          { rateName: 'Standing charge', cost: 31 },
          { rateName: 'Service Charge', cost: 12 },
        ],
      },
    ]);
  });

  it('include the energy price and the standing charge', async () => {
    const { good } = await read(bill('kWh,Unit rate (p/kWh),Standing charge,Total', '400,25,10,110'));
    expect(good).toMatchObject([
      {
        rates: [
          { rateName: 'Energy', consumption: 400, unitRate: 25 },
          { rateName: 'Standing charge', cost: 10 },
        ],
      },
    ]);
  });
});

describe('the type of a document', () => {
  const row = (number: string, type: string, kwh: number): string =>
    `${number},${type},1012345678905,01/01/2024,31/01/2024,${kwh},${kwh / 5}`;

  it.each(['Type', 'Doc Type'])('is read from a column called %s, and makes a bill a credit note', async (label) => {
    const { good } = await read([
      `Invoice No,${label},MPAN,From,To,kWh,Total`,
      row('1', 'INV', 500),
      row('2', 'CRN', 500),
    ]);
    expect(good).toMatchObject([{ 'values.totalCost': 100 }, { 'values.totalCost': -100, 'values.totalUnits': -500 }]);
  });

  it('allows a rebill with the number of its original bill', async () => {
    const { good, bad } = await read([
      'Invoice No,Doc Type,MPAN,From,To,kWh,Total',
      row('1', 'Invoice', 500),
      row('1', 'Credit note', 500),
      row('1', 'Rebill', 400),
    ]);
    expect(bad).toEqual([]);
    expect(good.map((one) => one['values.totalCost'])).toEqual([100, -100, 80]);
  });

  it.each(['Payment', 'Abschlag', 'Pro forma'])('rejects %s, because it is not a bill', async (type) => {
    const { good, bad } = await read([
      'Invoice No,Doc Type,MPAN,From,To,kWh,Total',
      row('1', type, 0),
      row('2', 'Final bill', 400),
    ]);
    expect(good).toHaveLength(1);
    expect(bad).toEqual([
      `2: Doc Type: must not be a payment or a bill in advance, because the final bill includes its cost, got "${type}". Delete the row, or ignore the column with --ignore`,
    ]);
  });
});
