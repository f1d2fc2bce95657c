import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { idParameter } from '../../src/db/sql.js';
import { deleteRecords } from '../../src/import/deleteRecords.js';
import { dryRun } from '../../src/import/oneTransaction.js';
import type { ImportName, ImportSummary } from '../../src/import/importRecords.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importText } from '../support/importText.js';

const COMPANY = 'c00000000000000000000001';
const ENTITY = 'e00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const [NAMED, BILLED, FREE] = ['f00000000000000000000001', 'f00000000000000000000002', 'f00000000000000000000003'];

describe.each(ENGINES)('the import of suppliers and currencies, on %s', (engine) => {
  let database: Database;
  const load = (name: ImportName, text: string): Promise<ImportSummary> => importText(database, name, text);
  const errorsOf = ({ errors }: ImportSummary): string[] =>
    errors.map(({ line, field, reason }) => `${line}: ${field ?? ''}: ${reason}`);
  const stored = async (table: string, column: string, id: string): Promise<unknown> => {
    const rows: readonly Readonly<Record<string, unknown>>[] = await database
      .knex(table)
      .select(column)
      .where({ _id: idParameter(id) });
    return rows[0]?.[column];
  };

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await load('accounts', `_id,companyId,entityId,type\n${ACCOUNT},${COMPANY},${ENTITY},electricity\n`);
  });
  afterAll(() => database.close());

  it('stores a supplier with its name, and a later import changes the name', async () => {
    expect(await load('suppliers', `_id,name\n${NAMED},Alpha\n${BILLED},"Beta, Ltd"\n${FREE},Gamma\n`)).toMatchObject({
      ...{ read: 3, inserted: 3, rejected: 0 },
    });
    expect(await load('suppliers', `_id,name\n${NAMED},Alpha Power\n${FREE},Gamma\n`)).toMatchObject({
      ...{ updated: 1, unchanged: 1 },
    });
    expect(await stored('suppliers', 'name', NAMED)).toBe('Alpha Power');
  });

  it('rejects a supplier without a name or with other fields', async () => {
    const summary = await load('suppliers', `_id,name,companyId\n${NAMED},,\nx,Delta,\n`);
    expect(errorsOf(summary)).toEqual([
      '2: companyId: is not a field of suppliers',
      '2: name: is required',
      '3: companyId: is not a field of suppliers',
      expect.stringMatching(/^3: _id: must be /) as string,
    ]);
  });

  it('does not delete a supplier that a contract or an invoice refers to, and deletes another', async () => {
    await load(
      'contracts',
      `_id,accountId,supplierId,startDate\nd00000000000000000000001,${ACCOUNT},${NAMED},2024-01-01\n`,
    );
    await load('invoices', `_id,accountId,supplierId\nd00000000000000000000002,${ACCOUNT},${BILLED}\n`);
    const refused = await deleteRecords(database, 'suppliers', { ids: [NAMED, BILLED, FREE] }, 'delete');
    expect(refused.errors.map(({ reason }) => reason).toSorted()).toEqual([
      `${NAMED} cannot be deleted: contracts still refer to it; delete them first`,
      `${BILLED} cannot be deleted: invoices still refer to it; delete them first`,
    ]);
    const tried = await dryRun(database, undefined, (on) => deleteRecords(on, 'suppliers', { ids: [FREE] }, 'delete'));
    expect(tried).toMatchObject({ deleted: 1 });
    expect(await stored('suppliers', 'name', FREE)).toBe('Gamma');
    expect(await deleteRecords(database, 'suppliers', { ids: [FREE] }, 'delete')).toMatchObject({ deleted: 1 });
    expect(await stored('suppliers', 'name', FREE)).toBeUndefined();
  });

  it('deletes a supplier with a row that has deleted: true', async () => {
    await load('suppliers', `_id,name\n${FREE},Gamma\n`);
    expect(await load('suppliers', `{"_id":"${FREE}","deleted":true}\n`)).toMatchObject({ deleted: 1, rejected: 0 });
  });

  it('stores the currency of a company and an entity, and nothing in a dry run', async () => {
    const text = `_id,name,currency\n${COMPANY},Acme,gbp\n`;
    expect(await dryRun(database, undefined, (on) => importText(on, 'companies', text))).toMatchObject({ updated: 1 });
    expect(await stored('companies', 'currency', COMPANY)).toBeNull();
    expect(await load('companies', text)).toMatchObject({ updated: 1 });
    expect(await load('companies', text)).toMatchObject({ unchanged: 1 });
    expect(await stored('companies', 'currency', COMPANY)).toBe('gbp');
    await load('entities', `_id,companyId,currency\n${ENTITY},${COMPANY},usd\n`);
    expect(await stored('entities', 'currency', ENTITY)).toBe('usd');
    await load('entities', `_id,companyId,currency\n${ENTITY},${COMPANY},\n`);
    expect(await stored('entities', 'currency', ENTITY)).toBeNull();
  });

  it.each(['companies', 'entities'] as const)(
    'rejects an unknown currency of %s with its row, and a currency in the wrong case',
    async (name) => {
      const row = (_id: string, currency: string): string =>
        `${JSON.stringify(name === 'companies' ? { _id, currency } : { _id, companyId: COMPANY, currency })}\n`;
      const must = 'currency: must be a currency of ISO 4217 in lower case such as gbp';
      const summary = await load(
        name,
        ['jpy', 'GBP', 'xyz', '£', '', 'Gbp', 'pounds']
          .map((code, index) => row(`ca000000000000000000000${index}`, code))
          .join(''),
      );
      expect(errorsOf(summary)).toEqual([
        `2: ${must}, got "GBP" (did you mean gbp?)`,
        `3: ${must}, got "xyz"`,
        `4: ${must}, got "£"`,
        `5: ${must}, got ""`,
        `6: ${must}, got "Gbp" (did you mean gbp?)`,
        `7: ${must}, got "pounds"`,
      ]);
      expect(summary).toMatchObject({ read: 7, rejected: 6, inserted: 0 });
      expect(await stored(name, 'currency', 'ca0000000000000000000000')).toBeUndefined();
    },
  );
});
