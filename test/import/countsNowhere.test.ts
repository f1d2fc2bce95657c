import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { idParameter } from '../../src/db/sql.js';
import type { ImportSummary } from '../../src/import/importRecords.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { importText } from '../support/importText.js';

const COMPANY = 'c00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const id = (number: number): string => number.toString(16).padStart(24, 'd');

describe.each(ENGINES)('an invoice that might add no consumption or cost, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await importPlain(database, 'accounts', [{ _id: ACCOUNT, companyId: COMPANY, type: 'electricity' }]);
  });
  afterAll(() => database.close());

  const DATES = { startDate: '2024-01-01', endDate: '2024-01-31' };
  const load = (...rows: readonly object[]): Promise<ImportSummary> =>
    importText(database, 'invoices', rows.map((row) => `${JSON.stringify({ accountId: ACCOUNT, ...row })}\n`).join(''));

  it('gets the status captured by default, and adds consumption', async () => {
    const row = { _id: id(1), values: { ...DATES, totalUnits: 310 } };
    expect(await load(row)).toMatchObject({ inserted: 1, recomputedDays: 31, notices: [] });
    const stored: readonly unknown[] = await database.knex('invoices').where({ _id: idParameter(id(1)) });
    expect(stored).toMatchObject([{ status: 'captured' }]);
    expect(await database.knex('usage_months').where({ source: 5 }).select('quantity')).toEqual([{ quantity: 310e9 }]);
    expect(await load({ ...row, status: 'captured' })).toMatchObject({ unchanged: 1 });
  });

  it('is rejected if it ends before it starts, and accepted if it covers a single day', async () => {
    const values = { startDate: '2024-01-31T10:00:00Z', endDate: '2024-01-30', totalUnits: 1 };
    const { errors } = await load({ _id: id(2), values });
    expect(errors.map(({ field, reason }) => `${field ?? ''} ${reason}`)).toEqual([
      'values.endDate must not be before values.startDate 2024-01-31T10:00:00.000Z, got 2024-01-30T00:00:00.000Z',
    ]);
    // Only the dates count: the last day is billed to its end.
    const day = { ...values, endDate: '2024-01-31' };
    expect(await load({ _id: id(2), values: day })).toMatchObject({ inserted: 1, recomputedDays: 1, rejected: 0 });
  });

  it('is imported without dates, or without units and cost, and a note lists the first such invoices', async () => {
    const undated = [3, 4, 5, 6, 7].map((n) => ({ _id: id(n), values: { startDate: '2024-01-01', totalUnits: 1 } }));
    const empty = { _id: id(8), status: 'completed', values: DATES };
    const fine = { _id: id(9), values: { ...DATES, totalCost: 5 } };
    const pending = { _id: id(10), status: 'pending', values: {} };
    const refused = { _id: id(11), financialStatus: 'not-approved', values: {} };
    const notices = [
      `Each of 5 invoices has no values.startDate or no values.endDate, so it adds neither consumption nor cost: ${id(3)}, ${id(4)}, ${id(5)} and 2 more.`,
      `One invoice has neither values.totalUnits nor values.totalCost, so it adds neither consumption nor cost: ${id(8)}.`,
    ];
    const rows = [...undated, empty, fine, pending, refused];
    expect(await load(...rows)).toMatchObject({ inserted: 9, rejected: 0, notices, noticed: 2 });
    expect(await load(...rows)).toMatchObject({ unchanged: 9, notices: [] });
  });
});
