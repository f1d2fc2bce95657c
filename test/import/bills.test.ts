import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import type { ImportSummary } from '../../src/import/importRecords.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importText } from '../support/importText.js';

const COMPANY = 'c00000000000000000000001';
const ENTITY = 'e00000000000000000000001';
const [POWER, GAS] = ['b00000000000000000000001', 'b00000000000000000000002'];
const SUPPLIER = 'f00000000000000000000001';
const said = { company: COMPANY };

const ROWS = [
  'Invoice No,Supplier,MPAN,From,To,kWh,Net £,VAT £,Total £,Status',
  '1001,Alpha,1012345678905,01/01/2024,31/01/2024,500,100.00,20.00,120.00,Paid',
  '1002,Alpha,1012345678905,01/02/2024,29/02/2024,480,96.00,19.20,115.20,Unpaid',
];
const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe.each(ENGINES)('the import of a table of bills, on %s', (engine) => {
  let database: Database;
  const load = (lines: readonly string[], more = {}): Promise<ImportSummary> =>
    importText(database, null, text(lines), { ...said, ...more });
  const errorsOf = ({ errors }: ImportSummary): string[] =>
    errors.map(({ line, field, reason }) => `${line}: ${field ?? ''}: ${reason}`);
  const stored = async (number: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    database.knex('invoices').select('*').where({ values_invoice_number: number });

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importText(database, 'companies', `_id,name,currency\n${COMPANY},Acme,gbp\n`);
    await importText(
      database,
      'accounts',
      `_id,companyId,entityId,name,type,meterPointNumber,supplierRef,meterUnits\n${POWER},${COMPANY},${ENTITY},Office power,electricity,1012345678905,A-77,kwh\n${GAS},${COMPANY},${ENTITY},Office gas,gas,8849172301,G-12,m3\n`,
    );
    await importText(database, 'suppliers', `_id,name\n${SUPPLIER},Alpha\n`);
  });
  afterAll(() => database.close());

  it('stores a row for each bill, with its supplier, status and last billed day, and changes nothing on the second import', async () => {
    expect(await load(ROWS)).toMatchObject({ read: 2, inserted: 2, rejected: 0, recomputedDays: 60 });
    const [bill] = await stored('1001');
    expect(bill).toMatchObject({
      account_id: POWER,
      supplier_id: SUPPLIER,
      status: 'captured',
      financial_status: 'paid',
      is_paid: true,
      values_total_units: 500,
      values_net_total_cost: 100,
      values_total_tax: 20,
      values_total_cost: 120,
      values_units: 'kWh',
    });
    expect(new Date(String(bill?.values_end_date)).toISOString()).toBe('2024-01-31T00:00:00.000Z');
    expect(await load(ROWS)).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 });
  });

  it('rejects a bill whose number belongs to another invoice of the meter', async () => {
    const own = 'd00000000000000000000009';
    await importText(
      database,
      'invoices',
      `_id,accountId,values.invoiceNumber,values.totalCost\n${own},${POWER},2001,5\n`,
    );
    const summary = await load([
      'Invoice No,MPAN,From,To,kWh,Total £',
      '2001,1012345678905,01/03/2024,31/03/2024,500,120',
    ]);
    expect(errorsOf(summary)).toEqual([
      `2: values.invoiceNumber: is "2001", but the stored invoice ${own} of this meter has the same number: to replace that invoice, delete it first with udg delete invoices --id ${own}`,
    ]);
  });

  it('rejects a bill in another currency than the currency of its account', async () => {
    const summary = await load([
      'Invoice No,MPAN,From,To,kWh,Total €',
      '3001,1012345678905,01/03/2024,31/03/2024,5,1.20',
    ]);
    expect(errorsOf(summary)).toEqual([
      `2: currency: must be GBP, the currency of the entity or company of account ${POWER}, got EUR`,
    ]);
  });

  it('lists a meter without an account, with the nearest numbers', async () => {
    const summary = await load([
      'Invoice No,MPAN,From,To,kWh,Total £',
      '4001,1012345678950,01/03/2024,31/03/2024,500,120',
      '4002,77,01/03/2024,31/03/2024,500,120',
    ]);
    expect(summary.unmatched.map(({ name }) => name)).toEqual([
      '1012345678950 (nearest: 1012345678905, Office power)',
      '77',
    ]);
  });

  it('finds a meter by the customer number of the supplier', async () => {
    const lines = ['Invoice No,Account number,From,To,Usage,Unit,Total £', '5001,g-12,01/03/2024,31/03/2024,50,m3,120'];
    expect(await load(lines)).toMatchObject({ inserted: 1 });
    expect(await stored('5001')).toMatchObject([{ account_id: GAS, values_supplier_ref: 'g-12' }]);
  });

  it('stores a bill, its credit note and the rebill, which add up to the rebill', async () => {
    const summary = await load([
      'Invoice No,MPAN,From,To,kWh,Total £,Document type',
      '6001,1012345678905,01/01/2022,31/01/2022,900,300,Invoice',
      '6001C,1012345678905,01/01/2022,31/01/2022,900,300,Credit note',
      '6002,1012345678905,01/01/2022,31/01/2022,310,100,Invoice',
    ]);
    expect(summary).toMatchObject({ inserted: 3, rejected: 0 });
    const [sum] = await database
      .knex('invoices')
      .whereIn('values_invoice_number', ['6001', '6001C', '6002'])
      .sum({ units: 'values_total_units', cost: 'values_total_cost' });
    expect(sum).toMatchObject({ units: 310, cost: 100 });
  });

  it('rejects a table of bills for other resources, and the error states the next step', async () => {
    await expect(importText(database, 'non-cumulative', text(ROWS), said)).rejects.toThrow(
      'the format of the file is bills, which holds invoices, not non-cumulative; if each row is metered consumption, give --format intervals',
    );
  });
});
