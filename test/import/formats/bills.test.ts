import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BillLookups } from '../../../src/import/formats/bills/billTypes.js';
import { readBills } from '../../../src/import/formats/bills/bills.js';
import { isBillTable } from '../../../src/import/formats/bills/detectBills.js';
import type { FormatContext } from '../../../src/import/formats/context.js';
import { detectFormat } from '../../../src/import/formats/detect.js';
import { type IntervalMap, parseIntervalMap } from '../../../src/import/formats/intervalMap.js';
import { isProblem } from '../../../src/values/scalars.js';
import { casesOf } from '../../support/repeated.js';
import { ACCOUNT, account, ACCOUNT_2, context, rowsOf, sorted } from './support.js';

const isBills = (lines: readonly string[]): boolean => isBillTable(`${lines.join('\n')}\n`);

describe('a table of bills', () => {
  it.each([
    [
      'Invoice Number,Invoice Date,MPAN,Period Start,Period End,Units (kWh),Net,VAT,Gross',
      '7,05/02/2024,1,01/01/2024,31/01/2024,500,100,5,105',
    ],
    ['Bill Date,Account,Billing Period,kWh,Amount Due', '05/02/2024,A1,01/01/2024 - 31/01/2024,500,105'],
    ['Rechnungsnummer;Zählpunkt;Von;Bis;Verbrauch (kWh);Betrag €', 'R1;DE1;01.01.2024;31.12.2024;3.500;1.050,00'],
    [
      'Rechnung Nr;Rechnungsdatum;Zähler;Zeitraum von;Zeitraum bis;kWh;Brutto',
      'R1;05.02.2024;1;01.01.2024;31.01.2024;500;150',
    ],
    ['N° facture;PDL;Du;Au;Consommation (kWh);Montant TTC', 'F1;1;01/01/2024;29/02/2024;800;160,5'],
    ['Facture,Date de facture,PDL,Date début,Date fin,kWh,TTC', 'F1,05/03/2024,1,01/01/2024,29/02/2024,800,160.5'],
    ['Nº Factura;CUPS;Fecha inicio;Fecha fin;Consumo kWh;Importe (€)', 'F1;ES1;01/01/2024;31/01/2024;300;70,1'],
    ['Numero Fattura;POD;Dal;Al;Consumo kWh;Totale €', 'F1;IT1;01/01/2024;31/01/2024;300;70,1'],
    ['Factuurnummer;EAN-code;Van;Tot;kWh;Bedrag', 'F1;54;01-01-2024;31-01-2024;300;70,1'],
    ['MPAN,Start,End,kWh,Total £', '1,01/01/2024,31/01/2024,500,120.5'],
    ['TYPE,START DATE,END DATE,USAGE (kWh),COST', 'Electric,2024-01-01,2024-01-30,500,$120.5'],
    ['Invoice No,MPAN,kWh,Total', '1,1012345678905,500,120.5'],
  ])('is recognised by bill numbers or amounts of money: %s', (...lines) => {
    for (const above of [[], ['Acme Energy', 'Customer: A']]) {
      expect(isBills([...above, ...lines])).toBe(true);
      expect(detectFormat(`${[...above, ...lines].join('\n')}\n`)).toBe('bills');
    }
  });

  it.each([
    [['MPAN,From,To,kWh', '1,01/01/2024 00:00,01/01/2024 00:30,0.5', '1,01/01/2024 00:30,01/01/2024 01:00,0.5']],
    [['Consumption (kwh),Estimated Cost Inc. Tax (p),Start,End', '0.1,2.5,2024-01-01T00:00:00Z,2024-01-01T00:30:00Z']],
    [
      [
        'Invoice No,MPAN,From,To,kWh',
        '1,1,01/01/2024 00:00,01/01/2024 00:30,0.5',
        '1,1,01/01/2024 00:30,01/01/2024 01:00,0.5',
      ],
    ],
    [
      [
        'TYPE,DATE,START TIME,END TIME,USAGE,UNITS,COST',
        'Electric usage,2024-01-01,00:00,00:14,0.05,kWh,$0.02',
        'Electric usage,2024-01-01,00:15,00:29,0.05,kWh,$0.02',
      ],
    ],
    [['MPAN,Date,kWh,Cost', '1,2024-01-01,10,2', '1,2024-01-02,11,2', '1,2024-01-03,9,2']],
    [['Invoice No,MPAN,Date,kWh', '7,1,2024-01-01,10', '7,1,2024-01-02,11', '7,1,2024-01-03,9']],
    [['MPAN,Start,End,kWh', '1,2024-01-01,2024-01-31,100', '1,2024-02-01,2024-02-29,90']],
    [['Invoice No,Meter,Start,End,kWh', '7,1,2024-01-01,2024-01-02,10', '7,1,2024-01-02,2024-01-03,10']],
    [['_id,accountId,invoiceNumber,values.startDate,values.endDate,values.totalCost', 'a,b,1,2024-01-01,2024-01-31,5']],
    [['MPAN,Date,Total kWh', '1,2024-01-01,10', '1,2024-02-01,10']],
    [['_id,name,address', '1,a,b']],
    [['Invoice No,MPAN,From,To,kWh,Total £']],
  ])('is not confused with meter data that has times or days: %j', (lines) => {
    expect(isBills(lines)).toBe(false);
  });
});

const METERS = [
  account(ACCOUNT, { meterPointNumber: '1012345678905', meterSerialNumber: 'E17Z1' }),
  account(ACCOUNT_2, { meterPointNumber: '10306268587' }),
];
const LOOKUPS: BillLookups = {
  accounts: [
    { id: ACCOUNT, label: 'Office', supplierRef: 'A-77', numbers: ['1012345678905', 'E17Z1'], currency: null },
    { id: ACCOUNT_2, label: 'Shop', supplierRef: null, numbers: ['10306268587'], currency: null },
  ],
  suppliers: new Map(),
  stored: () => Promise.resolve([]),
};

/** The rows of a table of bills: good records, bad rows and notices. */
async function read(
  lines: readonly string[],
  more: Partial<FormatContext> = {},
): Promise<ReturnType<typeof sorted> & { readonly notices: readonly string[] }> {
  const rows = await rowsOf(readBills, `${lines.join('\n')}\n`, context(METERS, { bills: LOOKUPS, ...more }));
  const given = rows.filter(({ notice }) => notice === undefined);
  return { ...sorted(given), notices: rows.flatMap(({ notice }) => notice ?? []) };
}

function map(text: string): IntervalMap {
  const parsed = parseIntervalMap(text);
  if (isProblem(parsed)) throw new Error(parsed.problem);
  return parsed.value;
}

describe('bills with a row for each bill', () => {
  const header = 'Invoice No,MPAN,From,To,kWh,Total';
  const row = (number: string, from: string, to: string): string => `${number},1012345678905,${from},${to},10,5`;

  it('end the day before their end date if the next bill begins on that date', async () => {
    const { good, notices } = await read([
      header,
      row('1', '2024-01-10', '2024-02-10'),
      row('2', '2024-02-10', '2024-03-10'),
    ]);
    expect(good.map((one) => one['values.endDate'])).toEqual(['2024-02-09', '2024-03-09']);
    expect(notices).toEqual([]);
  });

  it('end on their end date if the next bill begins the day after', async () => {
    const { good } = await read([header, row('1', '2024-01-10', '2024-02-09'), row('2', '2024-02-10', '2024-03-09')]);
    expect(good.map((one) => one['values.endDate'])).toEqual(['2024-02-09', '2024-03-09']);
  });

  it('end with a whole month if the next bill does not decide it; a note reports an undecided end', async () => {
    expect((await read([header, row('1', '2024-01-01', '2024-02-01')])).good[0]?.['values.endDate']).toBe('2024-01-31');
    const { good, notices } = await read([header, row('1', '2024-01-10', '2024-02-09')]);
    expect(good[0]?.['values.endDate']).toBe('2024-02-09');
    expect(notices).toEqual([expect.stringMatching(/^The file does not show .*--map ends=exclusive\.$/) as string]);
    const said = await read([header, row('1', '2024-01-10', '2024-02-09')], { map: map('ends=exclusive') });
    expect(said.good[0]?.['values.endDate']).toBe('2024-02-08');
  });

  it('produce a note if they state a currency and the company has none', async () => {
    const { notices } = await read(['Invoice No,MPAN,From,To,kWh,Total €', row('1', '2024-01-01', '2024-01-31')]);
    expect(notices).toEqual([
      'The bills are in EUR, but the company has no currency. Set its currency in the column Currency of a portfolio sheet.',
    ]);
  });

  it('are rejected if their end dates contradict each other', async () => {
    const lines = [
      header,
      row('1', '2024-01-10', '2024-02-10'),
      row('2', '2024-02-10', '2024-03-09'),
      row('3', '2024-03-10', '2024-04-09'),
    ];
    await expect(read(lines)).rejects.toThrow(
      'the end dates of the bills are inconsistent: the bill in line 3 ends the day before the next bill begins, but the bill in line 2 ends on the day when the next bill begins; give --map ends=inclusive or --map ends=exclusive',
    );
  });

  it('may have periods in one cell, units behind numbers and credits marked CR', async () => {
    const { good, bad } = await read([
      'Invoice No,MPAN,Billing period,Usage,Total',
      '1,1012345678905,01/01/2024 - 31/01/2024,"1,234 kWh",£120.50 CR',
      '2,1012345678905,01/02/2024 to 29/02/2024,90 kWh,£12.50',
    ]);
    expect(bad).toEqual([]);
    expect(good).toMatchObject([
      {
        'values.startDate': '2024-01-01',
        'values.endDate': '2024-01-31',
        'values.totalUnits': 1234,
        'values.totalCost': -120.5,
        'values.units': 'kWh',
      },
      {
        'values.startDate': '2024-02-01',
        'values.endDate': '2024-02-29',
        'values.totalUnits': 90,
        'values.totalCost': 12.5,
      },
    ]);
  });

  it('are rejected if a cell is unreadable, and the error names the column', async () => {
    const { good, bad } = await read([
      'Invoice No,MPAN,From,To,kWh,Total,Status',
      '1,1012345678905,n/a,2024-01-31,10,5,paid',
      '2,1012345678905,2024-02-01,2024-02-29,ten,5,paid',
      '3,1.01235E+12,2024-02-01,2024-02-29,10,5,paid',
      '4,1012345678905,2024-04-30,2024-04-01,10,5,paid',
      '5,1012345678905,2024-05-01,2024-05-31,10,5,lost',
      '6,1012345678905,2024-06-01,2024-06-30,10,5,paid',
      '6,1012345678905,2024-07-01,2024-07-31,10,5,paid',
      '7,,2024-08-01,2024-08-31,10,5,paid',
      '8,1012345678905,2024-09-01',
    ]);
    expect(good.map((one) => one['values.invoiceNumber'])).toEqual(['6']);
    expect(bad).toEqual([
      '2: From: must be a date such as 2024-01-31, got "n/a"',
      '3: kWh: must be a number, got "ten"',
      '4: MPAN: has lost digits in a spreadsheet, got "1.01235E+12": format the column as text, and save all digits',
      '5: To: must not be before the first day 2024-04-30, got 2024-04-01',
      '6: Status: must be paid, unpaid, open, overdue, approved, disputed, captured, completed, pending or error, got "lost"; ignore the column with --ignore if the bill counts',
      '8: values.invoiceNumber: has the same number "6" as the bill in line 7, but other days or amounts: if both rows are charges of one bill, name the column of the charges with --map charge=…',
      '9: meter: has no meter',
      '10: has 3 columns, the header 7',
    ]);
  });

  it('are rejected if the header lacks days, a meter or amounts', async () => {
    await expect(read(['Invoice No,MPAN,kWh,Total', '1,1012345678905,5,1'])).rejects.toThrow(
      'the header has no column for the billed days of the bills: name the columns with --map start=…,end=… or --map period=…',
    );
    await expect(read(['Invoice No,From,To,Total', '1,2024-01-01,2024-01-31,5'])).rejects.toThrow(
      'the header has no meter column, such as MPAN, serial or account number: name the column with --map meter=…, or the account of the bills with --account',
    );
    await expect(read(['Invoice No,MPAN,From,To', '1,1,2024-01-01,2024-01-31'])).rejects.toThrow(
      'the header has no column for quantities or costs, such as kWh or total: name the columns with --map value=…,total=…',
    );
  });

  it('use the columns of --map, and a note lists the ignored columns', async () => {
    const { good, notices } = await read(['Doc,Where,A,B,Q,T', '1,E17Z1,2024-01-01,2024-01-31,10,5'], {
      map: map('number=Doc,meter=Where,start=A,end=B,value=Q'),
    });
    expect(good).toMatchObject([{ 'values.invoiceNumber': '1', accountId: ACCOUNT, 'values.totalUnits': 10 }]);
    expect(notices).toEqual([
      'No bill has a total, so the bills add no cost. Name the column of the cost with --map total=….',
      'The import ignores these columns: "T". To use a column, name it with --map.',
    ]);
  });
});

describe('bills with a column for each rate', () => {
  it('become rate lines whose sum is the bill, also with German names and decimal commas', async () => {
    const { good } = await read([
      'Rechnungsnummer;Zählpunkt;Von;Bis;HT kWh;HT Preis (ct/kWh);HT Betrag €;NT kWh;NT Betrag €;Grundpreis €;Netto €;MwSt €;Brutto €',
      'R1;1012345678905;01.01.2023;01.02.2023;1.000,5;30,0;300,15;500;100,00;12,50;412,65;78,40;491,05',
    ]);
    const line = { startDate: '2023-01-01', endDate: '2023-01-31' };
    expect(good).toMatchObject([
      {
        'values.totalUnits': 1500.5,
        'values.units': 'kWh',
        'values.totalUnitCost': 400.15,
        'values.totalDaily': 12.5,
        'values.netTotalCost': 412.65,
        'values.totalTax': 78.4,
        'values.totalCost': 491.05,
        rates: [
          { rateName: 'HT', consumption: 1000.5, unitRate: 30, cost: 300.15, units: 'kWh', ...line },
          { rateName: 'NT', consumption: 500, unitRate: null, cost: 100, units: 'kWh', ...line },
          { rateName: 'Standing charge', consumption: null, unitRate: null, cost: 12.5, units: 'day', ...line },
        ],
      },
    ]);
  });
});

describe('bills with a row for each charge', () => {
  it('are joined by number and meter; a tax adds no line, and a levy adds no quantity', async () => {
    const { good } = await read([
      'Invoice Number,MPAN,Period,Charge Type,Quantity,Unit,Rate,Amount',
      'A1,1012345678905,01/01/2022 - 31/01/2022,Day energy,400,kWh,0.20,80.00',
      'A1,1012345678905,01/01/2022 - 31/01/2022,Night energy,100,kWh,0.10,10.00',
      'A1,1012345678905,01/01/2022 - 31/01/2022,CCL,500,kWh,0.007,3.50',
      'A1,1012345678905,01/01/2022 - 31/01/2022,Standing charge,31,days,0.50,15.50',
      'A1,1012345678905,01/01/2022 - 31/01/2022,VAT,,,,21.80',
      'A2,1012345678905,01/02/2022 - 28/02/2022,Day energy,300,kWh,0.20,60.00',
      'A2,1012345678905,01/02/2022 - 28/02/2022,VAT,,,,12.00',
    ]);
    expect(good).toMatchObject([
      {
        'values.invoiceNumber': 'A1',
        'values.totalUnits': 500,
        'values.totalUnitCost': 90,
        'values.totalDaily': 15.5,
        'values.totalCCL': 3.5,
        'values.netTotalCost': 109,
        'values.totalTax': 21.8,
        'values.totalCost': 130.8,
        rates: [
          { rateName: 'Day energy', consumption: 400, unitRate: 0.2, cost: 80, units: 'kWh' },
          { rateName: 'Night energy' },
          { rateName: 'CCL', cost: 3.5 },
          { rateName: 'Standing charge', consumption: 31, units: 'day' },
        ],
      },
      { 'values.invoiceNumber': 'A2', 'values.totalUnits': 300, 'values.totalCost': 72 },
    ]);
  });
});

describe('random bills, written in each shape', () => {
  const bills = fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 100_000 }),
      night: fc.integer({ min: 0, max: 100_000 }),
      rate: fc.integer({ min: 1, max: 90 }),
    }),
    { minLength: 2, maxLength: 12 },
  );
  const month = (index: number): readonly [string, string] => {
    const at = (day: Date): string => day.toISOString().slice(0, 10);
    return [at(new Date(Date.UTC(2023, index, 1))), at(new Date(Date.UTC(2023, index + 1, 0)))];
  };

  it('have the same days, quantities and sums when the import reads them back', async () => {
    await fc.assert(
      fc.asyncProperty(bills, fc.constantFrom('.', ','), async (given, point) => {
        const money = (cents: number): string => (cents / 100).toFixed(2).replace('.', point);
        const parts = given.map(({ day, night, rate }, index) => {
          const [from, to] = month(index);
          const [dayCost, nightCost] = [day * rate, night * rate];
          return { number: `N${index}`, from, to, day, night, dayCost, nightCost, total: dayCost + nightCost };
        });
        const meter = '1012345678905';
        const plain = parts.map((one) =>
          [one.number, meter, one.from, one.to, one.day + one.night, money(one.total)].join(';'),
        );
        const columns = parts.map((one) =>
          [
            one.number,
            meter,
            one.from,
            one.to,
            one.day,
            money(one.dayCost),
            one.night,
            money(one.nightCost),
            money(one.total),
          ].join(';'),
        );
        const lines = parts.flatMap((one) => [
          [one.number, meter, one.from, one.to, 'Day', one.day, 'kWh', money(one.dayCost)].join(';'),
          [one.number, meter, one.from, one.to, 'Night', one.night, 'kWh', money(one.nightCost)].join(';'),
        ]);
        const shapes = [
          ['Invoice No;MPAN;From;To;kWh;Total', ...plain],
          ['Invoice No;MPAN;From;To;Day kWh;Day cost;Night kWh;Night cost;Total', ...columns],
          ['Invoice No;MPAN;From;To;Charge;Quantity;Unit;Amount', ...lines],
        ];
        for (const shape of shapes) {
          const { good, bad } = await read(shape, {
            writing: { decimal: point === '.' ? 'point' : 'comma', dates: null },
          });
          expect(bad).toEqual([]);
          expect(
            good.map((one) => [
              one['values.invoiceNumber'],
              one['values.startDate'],
              one['values.endDate'],
              one['values.totalUnits'],
              one['values.totalCost'],
            ]),
          ).toEqual(
            parts.map((one) => [
              one.number,
              one.from,
              one.to,
              one.day + one.night,
              Number((one.total / 100).toFixed(2)),
            ]),
          );
        }
      }),
      { numRuns: casesOf(30) },
    );
  });
});
