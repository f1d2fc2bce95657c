import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { idParameter } from '../../src/db/sql.js';
import type { ImportName, ImportSummary } from '../../src/import/importRecords.js';
import { importText } from '../support/importText.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';

const COMPANY = 'c00000000000000000000001';
const OTHER = 'c00000000000000000000002';
const ASSET = 'a00000000000000000000001';
const ASSET_2 = 'a00000000000000000000002';
const FOREIGN_ASSET = 'a00000000000000000000009';
const ACCOUNT = 'b00000000000000000000001';
const ACCOUNT_2 = 'b00000000000000000000002';
const FOREIGN_ACCOUNT = 'b00000000000000000000009';
const ENTITY = 'e00000000000000000000001';
const ENTITY_2 = 'e00000000000000000000002';
const FOREIGN_ENTITY = 'e00000000000000000000009';
const NOBODY = 'f00000000000000000000001';

const invoice = (more: object): object => ({ _id: 'd00000000000000000000001', accountId: ACCOUNT, ...more });
const reading = (more: object): object => ({
  _id: 'd10000000000000000000001',
  accountId: ACCOUNT,
  submittedAt: '2024-01-01T09:00:00Z',
  value: 12.5,
  ...more,
});
const group = (more: object): object => ({ _id: 'd20000000000000000000001', companyId: COMPANY, ...more });
const contract = (more: object): object => ({
  _id: 'd30000000000000000000001',
  accountId: ACCOUNT,
  startDate: '2024-01-01',
  ...more,
});
const factor = (more: object): object => ({
  set: 'mine',
  country: 'gb',
  type: 'electricity',
  year: 2024,
  unit: 'kWh',
  scope2: 0.2,
  ...more,
});

describe.each(ENGINES)('udg import of invoices, readings, asset groups, contracts and factors, on %s', (engine) => {
  let database: Database;

  const load = (name: ImportName, text: string): Promise<ImportSummary> => importText(database, name, text);
  const rows = (name: ImportName, ...records: readonly object[]): Promise<ImportSummary> =>
    load(name, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const stored = async (table: string, where: object): Promise<Record<string, unknown> | undefined> => {
    const found: readonly Record<string, unknown>[] = await database.knex(table).where(where);
    expect(found.length).toBeLessThan(2);
    return found[0];
  };
  const of = (id: string): object => ({ _id: idParameter(id) });
  const errorsOf = ({ errors }: ImportSummary): string[] =>
    errors.map(({ line, field, reason }) => `${line}: ${field ?? ''}: ${reason}`);

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await rows(
      'assets',
      { _id: ASSET, companyId: COMPANY, entityId: ENTITY },
      { _id: ASSET_2, companyId: COMPANY },
      { _id: FOREIGN_ASSET, companyId: OTHER },
    );
    await rows(
      'accounts',
      { _id: ACCOUNT, companyId: COMPANY, entityId: ENTITY, type: 'electricity' },
      { _id: ACCOUNT_2, companyId: COMPANY, type: 'gas' },
      { _id: FOREIGN_ACCOUNT, companyId: OTHER, type: 'gas' },
    );
    await rows('entities', { _id: FOREIGN_ENTITY, companyId: OTHER }, { _id: ENTITY_2, companyId: COMPANY });
  });
  afterAll(() => database.close());

  it('an invoice gets its company and entity from its account; the second import changes nothing', async () => {
    const record = invoice({
      status: 'captured',
      values: { invoiceDate: '2024-02-01', totalCost: 12.34, totalCCL: 0.1 },
      rates: [{ rateName: 'Day', cost: 1.5, startDate: '2024-01-01' }, {}],
      tags: ['a'],
      simulated: true,
    });
    expect(await rows('invoices', record)).toMatchObject({ inserted: 1 });
    expect(await rows('invoices', record)).toMatchObject({ unchanged: 1 });
    const none = { id: null, consumption: null, unitRate: null, units: null, endDate: null };
    expect(await stored('invoices', of('d00000000000000000000001'))).toMatchObject({
      company_id: COMPANY,
      entity_id: ENTITY,
      values_total_ccl: 0.1,
      values_invoice_date: '2024-02-01T00:00:00.000Z',
      simulated: true,
      rates: [
        { ...none, rateName: 'Day', cost: 1.5, startDate: '2024-01-01T00:00:00.000Z' },
        { ...none, rateName: null, cost: null, startDate: null },
      ],
    });
  });

  it('CSV with the rates as JSON in one cell produces the same record', async () => {
    const _id = 'd00000000000000000000002';
    const csv = `_id,accountId,values.totalCost,rates\n${_id},${ACCOUNT},3,"[{""rateName"":""Day"",""cost"":3}]"\n`;
    expect(await load('invoices', csv)).toMatchObject({ inserted: 1 });
    const same = { _id, values: { totalCost: 3 }, rates: [{ rateName: 'Day', cost: 3 }] };
    expect(await rows('invoices', invoice(same))).toMatchObject({ unchanged: 1 });
  });

  it('an invoice without account has its own company, can get an account later, and cannot lose it again', async () => {
    const _id = 'd00000000000000000000003';
    const lost = { _id, accountId: null, companyId: COMPANY, entityId: ENTITY_2 };
    expect(await rows('invoices', lost)).toMatchObject({ inserted: 1 });
    expect(await stored('invoices', of(_id))).toMatchObject({ account_id: null, account_key: 0, entity_id: ENTITY_2 });
    expect(errorsOf(await rows('invoices', { _id, accountId: FOREIGN_ACCOUNT }))).toEqual([
      `1: accountId: is of company ${OTHER}, but the stored record belongs to company ${COMPANY}`,
    ]);
    expect(await rows('invoices', { _id, accountId: ACCOUNT })).toMatchObject({ inserted: 0, updated: 1 });
    expect(await stored('invoices', of(_id))).toMatchObject({ account_id: ACCOUNT, entity_id: ENTITY });
    expect(errorsOf(await rows('invoices', lost))).toEqual([
      `1: accountId: is none, but the record is stored under account ${ACCOUNT}`,
    ]);
  });

  it('an invoice without account creates its company and entity', async () => {
    const [companyId, entityId] = ['c00000000000000000000007', 'e00000000000000000000007'];
    await rows('invoices', { _id: 'd00000000000000000000004', companyId, entityId });
    expect(await stored('entities', of(entityId))).toMatchObject({ company_id: companyId });
  });

  it('the invoices of an account follow it to another entity', async () => {
    const account = { _id: 'b00000000000000000000005', companyId: COMPANY, type: 'gas' };
    await rows('accounts', { ...account, entityId: ENTITY });
    await rows('invoices', { _id: 'd00000000000000000000005', accountId: account._id });
    await rows('accounts', { ...account, entityId: ENTITY_2 });
    expect(await stored('invoices', of('d00000000000000000000005'))).toMatchObject({ entity_id: ENTITY_2 });
  });

  it('a reading has type A by default', async () => {
    expect(await rows('readings', reading({}))).toMatchObject({ inserted: 1 });
    expect(await rows('readings', reading({ type: 'A' }))).toMatchObject({ unchanged: 1 });
    expect(await rows('readings', reading({ type: 'E', source: 'sub meter' }))).toMatchObject({ unchanged: 1 });
    expect(await rows('readings', reading({ type: 'C', source: 'sub meter' }))).toMatchObject({ updated: 1 });
    expect(await stored('readings', of('d10000000000000000000001'))).toMatchObject({ type: 'C', source: 'sub meter' });
  });

  it('asset groups and contracts are inserted, updated, and unchanged by equal rows', async () => {
    expect(await rows('asset-groups', group({ assetIds: [ASSET, ASSET_2] }))).toMatchObject({ inserted: 1 });
    expect(await rows('asset-groups', group({ assetIds: [ASSET, ASSET_2] }))).toMatchObject({ unchanged: 1 });
    expect(
      await load('asset-groups', `_id,companyId,assetIds\nd20000000000000000000001,${COMPANY},${ASSET_2}\n`),
    ).toMatchObject({
      updated: 1,
    });
    expect(await stored('asset_group_members', of('d20000000000000000000001'))).toMatchObject({ linked_id: ASSET_2 });
    expect(await rows('contracts', contract({ endDate: '2024-12-31', supplierId: NOBODY }))).toMatchObject({
      inserted: 1,
    });
    expect(await rows('contracts', contract({}))).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await rows('contracts', contract({ endDate: null }))).toMatchObject({ updated: 1 });
    expect(await stored('contract_records', of('d30000000000000000000001'))).toMatchObject({
      account_id: ACCOUNT,
      entity_id: ENTITY,
      company_id: COMPANY,
      end_date: null,
    });
  });

  it('emission factors are replaced by set, country, type and year; every database contains the shipped ones', async () => {
    const where = { set: 'desnz', country: 'gb', type: 'electricity', year: 2024 };
    expect(await stored('emission_factors', where)).toMatchObject({ unit: 'kWh', scope1: null, scope2: 0.20705 });
    const [{ count } = { count: 0 }] = await database.knex('emission_factors').count<{ count: unknown }[]>();
    expect(Number(count)).toBe(56);
    expect(await rows('emission-factors', factor({}), factor({ year: 2025 }))).toMatchObject({ inserted: 2 });
    expect(await rows('emission-factors', factor({ scope2: 0.3 }), factor({ year: 2025 }))).toMatchObject({
      updated: 1,
      unchanged: 1,
    });
    expect(await stored('emission_factors', { ...where, set: 'mine' })).toMatchObject({ scope2: 0.3, scope3: null });
  });

  describe('a field that is missing in a row does not change in the record', () => {
    const _id = 'd000000000000000000000aa';
    const before = {
      ...{ _id, accountId: ACCOUNT, status: 'completed', notes: 'by hand', tags: ['a', 'b'], completed: true },
      values: { startDate: '2024-01-01', endDate: '2024-01-31', invoiceNumber: '7', totalCost: 9, recipient: '' },
      rates: [
        { id: '1', rateName: 'Day', cost: 4, startDate: '2024-01-01' },
        { id: '2', rateName: 'Night', cost: 5 },
      ],
    };
    const rate = { id: null, consumption: null, unitRate: null, units: null, startDate: null, endDate: null };
    const day = { ...rate, id: '1', rateName: 'Day', cost: 4, startDate: '2024-01-01T00:00:00.000Z' };
    const night = { ...rate, id: '2', rateName: 'Night', cost: 5 };
    const all = { notes: 'by hand', tags: ['a', 'b'], completed: true, status: 'completed', values_recipient: '' };

    it.each([
      ['CSV with one field', `_id,values.totalCost\n${_id},8\n`, { ...all, values_total_cost: 8, entity_id: ENTITY }],
      ['CSV with an empty cell', `_id,notes,completed\n${_id},,\n`, { ...all, notes: null, completed: null }],
      ['CSV with an empty text', `_id,notes,completed\n${_id},"",true\n`, { ...all, notes: '' }],
      ['CSV with quotes around every cell', `"_id","notes"\n"${_id}",""\n`, { ...all, notes: null }],
      ['CSV with an empty list', `_id,tags,notes\n${_id},"",x\n`, { ...all, tags: [], notes: 'x' }],
      [
        'CSV with a list of texts with commas',
        `_id,tags\n${_id},"""x, y"",z, u"\n`,
        { ...all, tags: ['x, y', 'z', 'u'] },
      ],
      ['CSV with an empty text in a list', `_id,tags\n${_id},""""""\n`, { ...all, tags: [''] }],
      [
        'CSV with an empty text where no text can be',
        `_id,completed,notes\n${_id},"",x\n`,
        { ...all, completed: null, notes: 'x' },
      ],
      [
        'an object that lacks fields',
        JSON.stringify({ _id, values: { totalCost: 8 } }),
        { ...all, values_invoice_number: '7' },
      ],
      ['an object without fields', JSON.stringify({ _id, values: {} }), { ...all, values_invoice_number: '7' }],
      [
        'an object that is null',
        JSON.stringify({ _id, values: null }),
        { ...all, values_recipient: null, values_invoice_number: null },
      ],
      ['null', JSON.stringify({ _id, notes: null, tags: null }), { ...all, notes: null, tags: [] }],
      ['the default of what is cleared', JSON.stringify({ _id, status: null }), { ...all, status: 'captured' }],
      [
        'lines that lack fields',
        JSON.stringify({ _id, rates: [{ rateName: 'Day', cost: 6 }, { rateName: 'Night' }] }),
        { ...all, rates: [{ ...day, cost: 6 }, night] },
      ],
      [
        'lines that clear fields',
        JSON.stringify({ _id, rates: [{ rateName: 'Day', startDate: null, id: null }] }),
        { ...all, rates: [{ ...rate, rateName: 'Day', cost: 4 }] },
      ],
      [
        'lines with other names',
        JSON.stringify({ _id, rates: [{ rateName: 'Peak', cost: 6 }, { rateName: 'Night' }, {}] }),
        { ...all, rates: [{ ...rate, rateName: 'Peak', cost: 6 }, night, { ...rate, rateName: null, cost: null }] },
      ],
    ])('%s', async (_, text, after) => {
      await rows('invoices', before);
      await load('invoices', `${text}\n`);
      expect(await stored('invoices', of(_id))).toMatchObject(after);
    });

    it('in an invoice that gets an account, and with it the entity of the account', async () => {
      const own = { _id: 'd000000000000000000000ab', companyId: COMPANY, entityId: ENTITY_2, notes: 'x' };
      await rows('invoices', own);
      expect(await rows('invoices', { _id: own._id, accountId: ACCOUNT })).toMatchObject({ updated: 1 });
      expect(await stored('invoices', of(own._id))).toMatchObject({ entity_id: ENTITY, notes: 'x' });
    });

    it('but a new end of a period is rejected if it contradicts the stored start', async () => {
      await rows('invoices', before);
      expect(errorsOf(await rows('invoices', { _id, values: { endDate: '2023-12-31' } }))).toEqual([
        '1: values.endDate: must not be before values.startDate 2024-01-01T00:00:00.000Z, got 2023-12-31T00:00:00.000Z',
      ]);
      expect(await rows('invoices', { _id, values: { endDate: '2024-01-01' } })).toMatchObject({ updated: 1 });
    });

    it('in an interval, also for repeated texts; the estimated part is cleared if the value changes', async () => {
      const own = { _id: 'd400000000000000000000aa', accountId: ACCOUNT, value: 2 };
      const span = { startTimestamp: '2024-01-01T00:00:00Z', endTimestamp: '2024-01-01T01:00:00Z' };
      const more = { unit: 'mwh', isEstimated: true, estimatedValue: 1, isGridData: true, readType: 'x' };
      const kept = { unit: 'mwh', is_estimated: true, is_grid_data: true, read_type: 'x', type: 'electricity' };
      await rows('non-cumulative', { ...own, ...span, ...more });
      expect(await rows('non-cumulative', { ...own, ...span })).toMatchObject({ unchanged: 1 });
      expect(await rows('non-cumulative', { ...own, ...span, readType: null, value: 3 })).toMatchObject({ updated: 1 });
      expect(await stored('interval_records', of(own._id))).toMatchObject({
        ...{ ...kept, read_type: null, value: 3, estimated_value: null },
      });
    });

    it('in several intervals of one file, each with its own stored record', async () => {
      const at = (hour: number): object => ({
        _id: `d4000000000000000000b00${hour}`,
        ...{ accountId: ACCOUNT, value: hour, isEstimated: false },
        ...{ startTimestamp: `2024-02-01T0${hour}:00:00Z`, endTimestamp: `2024-02-01T0${hour + 1}:00:00Z` },
      });
      await rows(
        'non-cumulative',
        { ...at(0), readType: 'x', isGridData: true, isEstimated: true },
        { ...at(1), readType: 'y' },
        at(2),
      );
      const again = [at(0), at(1), at(2), { ...at(3), unit: 'mwh' }, { ...at(4), readType: 'y' }];
      // The first is no longer an estimate; the last two are new, and have no stored record to take fields from.
      expect(await rows('non-cumulative', ...again)).toMatchObject({ inserted: 2, updated: 1, unchanged: 2 });
      const found = await Promise.all(
        [0, 1, 2, 3, 4].map(async (hour) => stored('interval_records', of(`d4000000000000000000b00${hour}`))),
      );
      expect(found).toMatchObject([
        { read_type: 'x', is_grid_data: true, is_estimated: false },
        { read_type: 'y', is_grid_data: null },
        { read_type: null, is_grid_data: null },
        { read_type: null, is_grid_data: null, unit: 'mwh' },
        { read_type: 'y', is_grid_data: null },
      ]);
    });
  });

  describe('an invalid row', () => {
    beforeAll(async () => {
      await rows('invoices', invoice({}), { _id: 'd000000000000000000000fe', accountId: FOREIGN_ACCOUNT });
      await rows('readings', reading({}));
      await rows('asset-groups', group({}));
      await rows('contracts', contract({}));
    });

    it.each([
      ['invoices', invoice({ accountId: NOBODY }), `accountId: there is no account ${NOBODY}`],
      ['invoices', { _id: 'd0000000000000000000000f' }, 'companyId: is required if there is no accountId'],
      ['invoices', invoice({ companyId: OTHER }), `companyId: is ${OTHER}, but the account has ${COMPANY}`],
      ['invoices', invoice({ entityId: ENTITY_2 }), `entityId: is ${ENTITY_2}, but the account has ${ENTITY}`],
      [
        'invoices',
        { _id: 'd0000000000000000000000f', companyId: COMPANY, entityId: FOREIGN_ENTITY },
        `entityId: entity ${FOREIGN_ENTITY} belongs to company ${OTHER}`,
      ],
      [
        'invoices',
        invoice({ accountId: ACCOUNT_2 }),
        `accountId: is ${ACCOUNT_2}, but the record is stored under account ${ACCOUNT}`,
      ],
      ['invoices', invoice({ status: 'paid' }), /^1: status: must be one of processing, .*, got "paid"/],
      ['invoices', invoice({ rates: 'Day' }), 'rates: must be a list of objects, got "Day"'],
      ['invoices', invoice({ rates: [1] }), 'rates: must be a list of objects, but number 1 is 1'],
      [
        'invoices',
        invoice({ rates: [{}, { rateNam: 'x' }] }),
        'rates: number 2: rateNam is not a field of one (did you mean rateName?)',
      ],
      ['invoices', invoice({ rates: [{ cost: '£1' }] }), /rates: number 1: cost must be a finite number .*, got "£1"$/],
      [
        'invoices',
        invoice({ rates: [{ startDate: '2024-02-30' }] }),
        /rates: number 1: startDate must be a valid date and time/,
      ],
      ['invoices', invoice({ rates: { rateName: 'Day' } }), /rates\.rateName: is not a field of invoices/],
      [
        'invoices',
        invoice({ values: { invoiceDat: 'x' } }),
        /values\.invoiceDat: .*did you mean values\.invoiceDate\?/,
      ],
      ['readings', reading({ accountId: NOBODY }), `accountId: there is no account ${NOBODY}`],
      ['readings', reading({ companyId: OTHER }), `companyId: is ${OTHER}, but the account has ${COMPANY}`],
      [
        'readings',
        reading({ accountId: ACCOUNT_2 }),
        `accountId: is ${ACCOUNT_2}, but the record is stored under account ${ACCOUNT}`,
      ],
      ['readings', reading({ invoiceId: NOBODY }), `invoiceId: there is no invoice ${NOBODY}`],
      [
        'readings',
        reading({ invoiceId: 'd000000000000000000000fe' }),
        `invoiceId: invoice d000000000000000000000fe belongs to company ${OTHER}`,
      ],
      ['readings', reading({ source: 'submeter' }), /source: must be one of manual, .*\(did you mean sub meter\?\)/],
      ['readings', reading({ registerId: 'x'.repeat(201) }), /registerId: must have at most 200 characters, got 201/],
      ['readings', reading({ submittedAt: null }), 'submittedAt: is required'],
      ['asset-groups', group({ assetIds: [ASSET, NOBODY] }), `assetIds: there is no asset ${NOBODY}`],
      [
        'asset-groups',
        group({ _id: 'd2000000000000000000000f', assetIds: ['d2000000000000000000000f'] }),
        'assetIds: there is no asset d2000000000000000000000f',
      ],
      [
        'asset-groups',
        group({ assetIds: [FOREIGN_ASSET] }),
        `assetIds: asset ${FOREIGN_ASSET} belongs to company ${OTHER}`,
      ],
      ['asset-groups', group({ assetIds: [ASSET, ASSET] }), `assetIds: contains asset ${ASSET} twice`],
      ['asset-groups', group({ assetIds: ['x'] }), /assetIds: must be an identifier of 24 hexadecimal digits/],
      [
        'asset-groups',
        group({ entityId: FOREIGN_ENTITY }),
        `entityId: entity ${FOREIGN_ENTITY} belongs to company ${OTHER}`,
      ],
      [
        'asset-groups',
        group({ companyId: OTHER }),
        `companyId: is ${OTHER}, but the stored record belongs to company ${COMPANY}`,
      ],
      ['contracts', contract({ accountId: NOBODY }), `accountId: there is no account ${NOBODY}`],
      [
        'contracts',
        contract({ accountId: ACCOUNT_2 }),
        `accountId: is ${ACCOUNT_2}, but the record is stored under account ${ACCOUNT}`,
      ],
      [
        'contracts',
        contract({ endDate: '2023-12-31' }),
        'endDate: must not be before startDate 2024-01-01T00:00:00.000Z, got 2023-12-31T00:00:00.000Z',
      ],
      ['contracts', contract({ startDate: null }), 'startDate: is required'],
      ['emission-factors', factor({ year: 2024.5 }), 'year: must be a whole year from 1900 to 2200, got 2024.5'],
      [
        'emission-factors',
        factor({ country: 'GB' }),
        'country: must be a lower-case country code such as gb, got "GB"',
      ],
      ['emission-factors', factor({ unit: 'MWh' }), 'unit: must be kWh for electricity, got "MWh"'],
      ['emission-factors', factor({ type: 'water' }), 'unit: must be m³ for water, got "kWh"'],
      ['emission-factors', factor({ type: 'flow' }), /type: must be one of electricity, .*, got "flow"/],
      ['emission-factors', factor({ scope1: 'x' }), /scope1: must be a finite number/],
      ['emission-factors', factor({ set: null }), 'set: is required'],
      ['emission-factors', factor({ set: '' }), 'set: must not be empty'],
      ['invoices', invoice({ rates: {} }), 'rates: must be a list of objects, got an object'],
      ['invoices', invoice({ notes: {} }), 'notes: must be a text, got an object'],
      ['invoices', invoice({ values: { totalCost: {} } }), 'values.totalCost: must be a finite number, got an object'],
      ['invoices', invoice({ 'values.totalCost': 1, values: { totalCost: 2 } }), 'values.totalCost: is given twice'],
      [
        'invoices',
        invoice({ values: { totalCost: -1.1e30 } }),
        /^1: values.totalCost: must be between -1e\+30 and 1e\+30, got -1.1e\+30$/,
      ],
      ['invoices', invoice({ rates: [{ cost: 1e31 }] }), /^1: rates: number 1: cost must be between/],
      ['readings', reading({ type: 'x'.repeat(201) }), 'type: must have at most 200 characters, got 201'],
      [
        'readings',
        reading({ units: 'm3' }),
        /^1: units: is "m3", which is not a unit of electricity; allowed are kwh, wh, mwh, .*/,
      ],
      ['readings', reading({ units: 'furlong' }), /^1: units: is "furlong", which is not a unit of electricity/],
      [
        'invoices',
        invoice({ values: { totalUnits: 1, units: 'day' } }),
        /^1: values\.units: is "day", which is not a unit/,
      ],
    ] as const)('is rejected for %s: %o', async (name, record, reason) => {
      const summary = await rows(name, record);
      expect(summary).toMatchObject({ rejected: 1, inserted: 0, updated: 0 });
      const [error] = errorsOf(summary);
      if (typeof reason === 'string') expect(error).toBe(`1: ${reason}`);
      else expect(error).toMatch(reason);
    });
  });

  it('an object without fields equals an object whose fields are all empty', async () => {
    const _id = 'd0000000000000000000000b';
    expect(await rows('invoices', { _id, accountId: ACCOUNT, values: {} })).toMatchObject({ inserted: 1 });
    expect(await rows('invoices', { _id, accountId: ACCOUNT, values: null })).toMatchObject({ unchanged: 1 });
    expect(await rows('assets', { _id: ASSET_2, companyId: COMPANY, address: null })).toMatchObject({ unchanged: 1 });
  });

  it('a change of type or unit is rejected only if stored records do not fit it', async () => {
    const account = { _id: 'b00000000000000000000006', companyId: COMPANY, type: 'gas', meterUnits: 'm3' };
    await rows('accounts', account);
    await rows('readings', reading({ _id: 'd1000000000000000000000b', accountId: account._id }));
    await rows('readings', reading({ _id: 'd1000000000000000000000c', accountId: account._id, units: 'kwh' }));
    expect(errorsOf(await rows('accounts', { ...account, type: 'water' }))[0]).toMatch(
      /^1: type: does not fit stored records: their unit is "kwh", which is not a unit of water; allowed are m3,/,
    );
    expect(errorsOf(await rows('accounts', { ...account, meterUnits: 'kg' }))[0]).toMatch(
      /^1: meterUnits: does not fit stored records/,
    );
    expect(await rows('accounts', { ...account, meterUnits: 'ccf' })).toMatchObject({ updated: 1 });
  });

  it('two rows for one emission factor with different values are rejected', async () => {
    expect(errorsOf(await rows('emission-factors', factor({ year: 2030 }), factor({ year: 2030, scope2: 1 })))).toEqual(
      ['2: year: is also in line 1, with other values'],
    );
  });
});
