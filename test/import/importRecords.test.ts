import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idParameter } from '../../src/db/sql.js';
import type { Database } from '../../src/db/database.js';
import type { ImportName, ImportSummary } from '../../src/import/importRecords.js';
import { importText } from '../support/importText.js';
import { EVERY_ENGINE, openTestDatabase } from '../support/engines.js';

const COMPANY = 'c00000000000000000000001';
const OTHER = 'c00000000000000000000002';
const ASSET = 'a00000000000000000000001';
const ACCOUNT = 'b00000000000000000000001';
const ACCOUNT_2 = 'b00000000000000000000002';
const ENTITY = 'e00000000000000000000001';

const interval = (more: object): object => ({
  _id: 'd00000000000000000000001',
  accountId: ACCOUNT,
  type: 'electricity',
  value: 1.5,
  startTimestamp: '2024-01-01T00:00:00Z',
  endTimestamp: '2024-01-01T00:30:00Z',
  ...more,
});

describe.each(EVERY_ENGINE)('udg import, on %s', (engine) => {
  let database: Database;

  const load = (name: ImportName, text: string | Uint8Array): Promise<ImportSummary> =>
    importText(database, name, text);
  const rows = (name: ImportName, ...records: readonly object[]): Promise<ImportSummary> =>
    load(name, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const stored = async (table: string, id: string): Promise<Record<string, unknown> | undefined> => {
    const found: readonly Record<string, unknown>[] = await database.knex(table).where({ _id: idParameter(id) });
    return found[0];
  };
  const errorsOf = ({ errors }: ImportSummary): string[] =>
    errors.map(({ file, line, field, reason }) => `${file}:${line}: ${field ?? ''}: ${reason}`);

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await rows('assets', { _id: ASSET, companyId: COMPANY, entityId: ENTITY, siteName: 'One' });
    await rows(
      'accounts',
      { _id: ACCOUNT, companyId: COMPANY, entityId: ENTITY, assetId: ASSET, type: 'electricity' },
      { _id: ACCOUNT_2, companyId: COMPANY, type: 'gas' },
    );
  });
  afterAll(() => database.close());

  it('creates companies and entities when a row first refers to them', async () => {
    expect(await stored('companies', COMPANY)).toMatchObject({ name: null });
    expect(await stored('entities', ENTITY)).toMatchObject({ name: null, company_id: COMPANY });
    await rows('entities', { _id: ENTITY, companyId: COMPANY, name: 'Estates' });
    expect(await stored('entities', ENTITY)).toMatchObject({ name: 'Estates' });
  });

  it('prints a summary, and changes nothing the second time, including timestamps', async () => {
    const record = { _id: 'a000000000000000000000f1', companyId: COMPANY, siteName: 'Twice', floorArea: 12.5 };
    expect(await rows('assets', record)).toMatchObject({ read: 1, inserted: 1, updated: 0, unchanged: 0, rejected: 0 });
    const before = await stored('assets', record._id);
    expect(await rows('assets', record)).toMatchObject({ read: 1, inserted: 0, updated: 0, unchanged: 1 });
    expect(await stored('assets', record._id)).toEqual(before);
    expect(await rows('assets', { ...record, floorArea: 13 })).toMatchObject({ updated: 1, unchanged: 0 });
    const after = await stored('assets', record._id);
    expect(after).toMatchObject({ floor_area: 13, created_at: before?.created_at });
    expect(String(after?.updated_at) > String(before?.updated_at)).toBe(true);
  });

  it('stores the createdAt and updatedAt of a row', async () => {
    const stamps = { createdAt: '2020-01-01T00:00:00Z', updatedAt: '2021-02-03T04:05:06.789+01:00' };
    await rows('assets', { _id: 'a000000000000000000000f2', companyId: COMPANY, ...stamps });
    expect(await stored('assets', 'a000000000000000000000f2')).toMatchObject({
      created_at: '2020-01-01T00:00:00.000Z',
      updated_at: '2021-02-03T03:05:06.789Z',
    });
  });

  it('reads CSV with BOM, CRLF, quotes and dotted names into the same record as NDJSON', async () => {
    const id = 'a000000000000000000000f3';
    const csv = `_id,companyId,siteName,address.postCode,floorArea,tags\r\n${id},${COMPANY},"A ""b"",\nc",CB1,7,"x,y"\r\n`;
    expect(await load('assets', `\uFEFF${csv}`)).toMatchObject({ inserted: 1 });
    const same = { siteName: 'A "b",\nc', address: { postCode: 'CB1' }, floorArea: 7, tags: ['x', 'y'] };
    expect(await rows('assets', { _id: id, companyId: COMPANY, ...same })).toMatchObject({ unchanged: 1 });
  });

  it('stores tabs, newlines, backslashes and every script unchanged', async () => {
    const siteName = 'a\tb\nc\rd\\e\\N \\. é 漢 😀 "q" {x,y}';
    const tags = ['a,b', '"q"', '\\', '', 'null'];
    await rows('assets', { _id: 'a000000000000000000000f4', companyId: COMPANY, siteName, tags });
    expect(await stored('assets', 'a000000000000000000000f4')).toMatchObject({ site_name: siteName, tags });
  });

  it('applies nothing when one row is bad, and names file, line, field and reason', async () => {
    const good = { _id: 'a000000000000000000000e1', companyId: COMPANY };
    const summary = await rows('assets', good, { _id: 'a000000000000000000000e2', floorArea: 'big', colour: 1 });
    expect(summary).toMatchObject({ read: 2, inserted: 0, updated: 0, unchanged: 0, rejected: 1 });
    expect(errorsOf(summary)).toEqual([
      'file:2: colour: is not a field of assets',
      'file:2: floorArea: must be a finite number such as 12.5, got "big"',
      'file:2: companyId: is required',
    ]);
    expect(await stored('assets', good._id)).toBeUndefined();
  });

  it.each([
    ['accounts', { type: 'electrcity' }, /^file:1: type: must be one of .*\(did you mean electricity\?\)$/],
    ['accounts', { type: 'other' }, /type: must be one of/],
    ['accounts', { type: 'gas', assetId: 'f00000000000000000000001' }, /assetId: there is no asset f0{22}1$/],
    ['accounts', { type: 'gas', companyId: OTHER, assetId: ASSET }, /assetId: asset .* belongs to company c0{22}1$/],
    [
      'accounts',
      { type: 'gas', companyId: OTHER, entityId: ENTITY },
      /entityId: entity .* belongs to company c0{22}1$/,
    ],
    ['accounts', { type: 'gas', consumptionPriority: ['hh', 'x'] }, /consumptionPriority: must be one of hh/],
    ['accounts', { type: 'gas', isVirtual: 1 }, /isVirtual: must be true or false, got 1/],
    ['assets', { floorArea: '1e309' }, /floorArea: must be a finite number/],
    ['assets', { siteName: 'a\u0000b' }, /siteName: must not contain the NUL character/],
    ['assets', { siteName: 5 }, /siteName: must be a text, got 5/],
    ['assets', { ownedSince: '30/01/2024' }, /ownedSince: must be an ISO 8601/],
    ['assets', { siteNam: 'x' }, /siteNam: is not a field of assets \(did you mean siteName\?\)/],
  ] as const)('rejects a row of %s with %o', async (name, fields, reason) => {
    const summary = await rows(name, { _id: 'ab0000000000000000000001', companyId: COMPANY, ...fields });
    expect(summary.rejected).toBe(1);
    expect(errorsOf(summary)[0]).toMatch(reason);
  });

  it('rejects a record that moves to another company', async () => {
    const summary = await rows('assets', { _id: ASSET, companyId: OTHER, siteName: 'One' });
    expect(errorsOf(summary)).toEqual([
      `file:1: companyId: is ${OTHER}, but the stored record belongs to company ${COMPANY}`,
    ]);
  });

  it('rejects two different rows with one identifier, and accepts equal rows', async () => {
    const row = { _id: 'a000000000000000000000d1', companyId: COMPANY, siteName: 'x' };
    expect(errorsOf(await rows('assets', row, { ...row, siteName: 'y' }))).toEqual([
      `file:2: _id: is ${row._id}, which is also in line 1, with other values`,
    ]);
    expect(await rows('assets', row, row)).toMatchObject({ read: 2, inserted: 1, updated: 0, unchanged: 1 });
  });

  it('imports intervals once, updates changed ones, and stores their repeated texts in one place', async () => {
    const record = interval({ unit: 'kwh', isHalfHourly: true, isEstimated: true, source: '' });
    expect(await rows('non-cumulative', record)).toMatchObject({ inserted: 1 });
    expect(await rows('non-cumulative', record)).toMatchObject({ unchanged: 1 });
    expect(await rows('non-cumulative', { ...record, isEstimated: false, value: 2 })).toMatchObject({ updated: 1 });
    const found: unknown = await database
      .knex('interval_records')
      .where({ account_id: idParameter(ACCOUNT) })
      .first();
    expect(found).toMatchObject({ value: 2, unit: 'kwh', source: '', is_estimated: false, entity_id: ENTITY });
  });

  it.each([
    [
      { _id: 'd00000000000000000000009', accountId: 'f00000000000000000000001' },
      'file:1: accountId: there is no account f00000000000000000000001',
    ],
    [{ entityId: COMPANY }, `file:1: entityId: is ${COMPANY}, but the account has ${ENTITY}`],
    [{ companyId: OTHER }, `file:1: companyId: is ${OTHER}, but the account has ${COMPANY}`],
    [{ accountId: ACCOUNT_2 }, `file:1: accountId: is ${ACCOUNT_2}, but the record is stored under account ${ACCOUNT}`],
    [
      { endTimestamp: '2024-01-01T00:00:00Z' },
      'file:1: endTimestamp: must be after startTimestamp 2024-01-01T00:00:00.000Z, got 2024-01-01T00:00:00.000Z',
    ],
    [
      { endTimestamp: '2035-01-01T00:00:00Z' },
      'file:1: endTimestamp: must be at most 10 years after startTimestamp 2024-01-01T00:00:00.000Z, got 2035-01-01T00:00:00.000Z',
    ],
    [{ value: null }, 'file:1: value: is required'],
  ])('rejects an interval with %o', async (fields, error) => {
    await rows('non-cumulative', interval({}));
    expect(errorsOf(await rows('non-cumulative', interval(fields)))).toEqual([error]);
  });

  it('reports a line that is not an object, and counts later lines correctly', async () => {
    const summary = await load('companies', `{"_id":"${OTHER}"}\n\n[1]\n{"_id":\n`);
    expect(errorsOf(summary)).toEqual([
      'file:3: : is not a JSON object: it is an array or a single value',
      expect.stringMatching(/^file:4: : is not a JSON object: /),
    ]);
  });

  it('rejects a line that is too long, and continues with the next', async () => {
    const long = JSON.stringify({ _id: OTHER, name: 'x'.repeat(3_000_000) });
    const summary = await load('companies', `{"_id":"${OTHER}"}\n${long}\n{"_id":"${OTHER}","nam":"x"}\n${long}`);
    expect(summary).toMatchObject({ read: 4, rejected: 3 });
    expect(errorsOf(summary)).toEqual([
      'file:2: : is longer than 1048576 characters',
      'file:3: nam: is not a field of companies (did you mean name?)',
      'file:4: : is longer than 1048576 characters',
    ]);
  });

  it.each([
    ['1e309', 'floorArea', 'must be a finite number, got Infinity'],
    [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'siteName', 'must be a text, got a list'],
  ])('rejects a JSON value that cannot be printed', async (value, field, reason) => {
    const summary = await load('assets', `{"_id":"${ASSET}","companyId":"${COMPANY}","${field}":${value}}\n`);
    expect(errorsOf(summary)).toEqual([`file:1: ${field}: ${reason}`]);
  });

  it('applies concurrent imports one after the other, and checks the second against the records of the first', async () => {
    const of = (accountId: string): object[] =>
      Array.from({ length: 3_000 }, (_, index) =>
        interval({ _id: `f${index.toString(16).padStart(23, '0')}`, accountId, type: 'gas' }),
      );
    const both = await Promise.all([
      rows('non-cumulative', ...of(ACCOUNT)),
      rows('non-cumulative', ...of(ACCOUNT_2).reverse()),
    ]);
    expect(both.map(({ inserted }) => inserted).sort()).toEqual([0, 3_000]);
    expect(both.map(({ rejected }) => rejected).sort()).toEqual([0, 3_000]);
  });

  it('accepts an empty file', async () => {
    expect(await load('companies', '\n \n')).toMatchObject({ read: 0, inserted: 0, rejected: 0 });
  });

  it('rejects bytes that are not UTF-8, and a CSV whose rows are longer than its header', async () => {
    await expect(load('companies', new Uint8Array([0x5f, 0xff, 0x0a]))).rejects.toThrow('the file is not UTF-8');
    expect(errorsOf(await load('companies', `_id\n${OTHER},x\n`))).toEqual(['file:2: : has 2 columns, the header 1']);
  });
});
