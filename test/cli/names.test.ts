import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { runCommand, type Ran } from '../support/runCommand.js';

const [ACME, ACORN, TWIN, FUND, ENTITY] = ['c1', 'c2', 'c3', 'c4', 'e1'].map((id) => id.padEnd(24, '0'));
const [MAIN, SECOND, OTHER] = ['b1', 'b2', 'b3'].map((id) => id.padEnd(24, '0'));

describe('names of records on the command line', () => {
  let database: Database;
  let folder: string;
  const udg = (...args: readonly string[]): Promise<Ran> => runCommand(args, { database, cwd: folder });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'udg-'));
    database = await openTestDatabase('pglite');
    await importPlain(database, 'companies', [
      { _id: ACME, name: 'Acme Müller Ltd' },
      { _id: ACORN, name: 'Acorn plc' },
      { _id: TWIN, name: 'acorn PLC' },
      { _id: FUND, name: 'Fund 12' },
    ]);
    await importPlain(database, 'entities', [{ _id: ENTITY, companyId: ACME, name: 'Acme Retail' }]);
    await importPlain(database, 'accounts', [
      { _id: MAIN, companyId: ACME, type: 'electricity', name: 'Main', meterPointNumber: '1012345678905' },
      { _id: SECOND, companyId: ACME, type: 'electricity', name: 'Second', meterSerialNumber: 'E12 Z345' },
      { _id: OTHER, companyId: ACORN, type: 'gas', name: 'Main', meterPointNumber: '7612345678' },
    ]);
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['its name', 'Acme Müller Ltd'],
    ['its name in another case', 'ACME MÜLLER LTD'],
    ['its name with other spaces', ' acme  müller ltd'],
    ['its identifier', 'C10000000000000000000000'],
  ])('--company accepts %s', async (_, said) => {
    const { status, stderr } = await udg('keys', 'issue', '--role', 'reader', '--company', said);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'The key is shown once; only a digest of it is stored.\n',
    });
    const keys = JSON.parse((await udg('keys', 'list', '--json')).stdout) as readonly { readonly grants: unknown }[];
    expect(keys.at(-1)?.grants).toEqual([expect.objectContaining({ level: 'company', id: ACME })]);
  });

  it('--entity accepts the name of an entity', async () => {
    expect((await udg('keys', 'issue', '--role', 'reader', '--entity', 'acme retail')).status).toBe(0);
  });

  it.each([
    ['a point number', '1012345678905', MAIN],
    ['a point number with spaces', '10 1234 567 8905', MAIN],
    ['a serial number without its space', 'e12z345', SECOND],
    ['its name', 'second', SECOND],
  ])('--account accepts %s', async (_, said, id) => {
    writeFileSync(join(folder, 'use.csv'), 'Start,End,kWh\n2024-01-01T00:00:00Z,2024-01-01T00:30:00Z,1\n');
    expect(await udg('import', 'use.csv', '--account', said)).toMatchObject({ status: 0, stderr: '' });
    const stored: unknown = await database
      .knex('intervals')
      .join('accounts', 'accounts.account_key', 'intervals.account_key')
      .pluck('accounts._id');
    expect(stored).toEqual([id]);
    expect(JSON.parse((await udg('rebuild', '--account', said, '--json')).stdout)).toMatchObject({ accounts: 1 });
    expect(await udg('delete', 'non-cumulative', '--account', said)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    [
      ['factors', 'unset', '--company', 'Acme Muller'],
      `The company "Acme Muller" does not exist; near it: ${ACME} (Acme Müller Ltd).\n`,
    ],
    [
      ['keys', 'issue', '--role', 'reader', '--company', 'Fund 1 2'],
      `The company "Fund 1 2" does not exist; near it: ${FUND} (Fund 12).\n`,
    ],
    [
      ['plan', 'GET /2.0/accounts', '--company', 'acorn plc'],
      `The company "acorn plc" is one of 2 companies: give the identifier, ${ACORN} (Acorn plc), ${TWIN} (acorn PLC).\n`,
    ],
    [
      ['findings', '--account', 'Main'],
      `The account "Main" is one of 2 accounts: give the identifier, ${MAIN} (Main), ${OTHER} (Main).\n`,
    ],
    [
      ['delete', 'invoices', '--account', '1012345678904'],
      `The account "1012345678904" does not exist; near it: ${MAIN} (1012345678905).\n`,
    ],
    [
      ['rebuild', '--account', 'Warehouse'],
      `The account "Warehouse" does not exist; existing ones include ${MAIN} (Main), ${MAIN} (1012345678905), ${SECOND} (Second), ${SECOND} (E12 Z345), ${OTHER} (Main) and 1 more.\n`,
    ],
  ])(
    'an unknown or ambiguous name makes the command exit with 2 and list the nearest records: %j',
    async (args, message) => {
      expect(await udg(...args)).toMatchObject({ status: 2, stdout: '', stderr: message });
    },
  );

  it('--company and --account select the company and account for a file of meter data', async () => {
    writeFileSync(
      join(folder, 'day.csv'),
      'MPAN,Start,End,kWh\n1012345678905,2024-01-01T00:00:00Z,2024-01-01T00:30:00Z,1\n',
    );
    const { status, stdout } = await udg('import', 'day.csv', '--company', 'acme müller ltd');
    expect({ status, stdout: stdout.replace(/in .* s:/, 'in … s:') }).toEqual({
      status: 0,
      stdout: 'non-cumulative: 1 row read in … s: 1 inserted, 0 updated, 0 unchanged. Recalculated 1 account-day.\n',
    });
    expect(await udg('import', 'day.csv', '--company', 'Acme Müler Ltd')).toMatchObject({
      status: 1,
      stderr: `day.csv: the company "Acme Müler Ltd" does not exist; near it: ${ACME} (Acme Müller Ltd).\n`,
    });
  });
});
