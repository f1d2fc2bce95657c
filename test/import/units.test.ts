import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { idParameter } from '../../src/db/sql.js';
import type { FileOptions } from '../../src/import/importFile.js';
import type { ImportName, ImportSummary } from '../../src/import/importRecords.js';
import { rebuild } from '../../src/usage/rebuild.js';
import { conversionOf } from '../../src/usage/units.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { importText } from '../support/importText.js';
import { USAGE_SUM } from '../support/amounts.js';

describe('a unit of a bill', () => {
  it.each([
    ['gas', 'Mcf', 28.316846592 * 11.2206],
    ['gas', 'MMcf', 28_316.846592 * 11.2206],
    ['gas', 'Dth', 293.07107],
    ['gas', 'dekatherms', 293.07107],
    ['gas', 'MMBtu', 293.07107],
    ['gas', 'CCF', 2.8316846592 * 11.2206],
    ['water', 'hcf', 2.8316846592],
    ['water', 'ML', 1_000],
    ['water', 'Cubic Feet', 0.028316846592],
    ['water', 'cubic foot', 0.028316846592],
    ['water', 'cubic metres', 1],
    ['water', 'Cubic Meter', 1],
    ['water', 'US gallons', 0.003785411784],
    ['water', 'imperial gallons', 0.00454609],
    ['water', 'UK Gallon', 0.00454609],
    ['water', 'thousand US gallons', 3.785411784],
    ['water', 'kgal', 3.785411784],
    ['waste', 'tonnes', 1_000],
    ['waste', 'metric tons', 1_000],
    ['waste', 'short tons', 907.18474],
    ['waste', 'US tons', 907.18474],
    ['waste', 'long tons', 1_016.0469088],
    ['waste', 'Imperial Tons', 1_016.0469088],
    ['waste', 'pounds', 0.45359237],
  ])('of type %s has its standard factor: %s', (type, unit, factor) => {
    // A calorific value that makes a cubic metre of gas 11.2206 kWh.
    const conversion = conversionOf(type, unit, (11.2206 * 3.6) / 1.02264);
    expect(conversion?.offset).toBe(0);
    expect((conversion?.factor ?? 0) / factor).toBeCloseTo(1, 12);
  });

  it.each([
    ['gas', 'MBtu'],
    ['water', 'MG'],
    ['waste', 'tons'],
  ])('of type %s is unknown if it is ambiguous: %s', (type, unit) => {
    expect(conversionOf(type, unit, 39.5)).toBeNull();
  });
});

const COMPANY = 'c00000000000000000000001';
const WATER = { us: 'b00000000000000000000001', gb: 'b00000000000000000000002', fr: 'b00000000000000000000003' };
const WASTE = { us: 'b10000000000000000000001', gb: 'b10000000000000000000002', ca: 'b10000000000000000000003' };
const NOWHERE = 'b00000000000000000000009';

describe.each(ENGINES)('the units gallons and tons, on %s', (engine) => {
  let database: Database;
  const asset = (country: string): { readonly _id: string; readonly companyId: string; readonly address: object } => ({
    _id: `a000000000000000000000${Buffer.from(country.slice(0, 1)).toString('hex')}`,
    companyId: COMPANY,
    address: { countryCode: country },
  });
  const load = (
    name: ImportName,
    records: readonly object[],
    file: Partial<FileOptions> = {},
  ): Promise<ImportSummary> =>
    importText(database, name, records.map((record) => `${JSON.stringify(record)}\n`).join(''), file);
  const errorsOf = ({ errors }: ImportSummary): string[] =>
    errors.map(({ line, field, reason }) => `${line}: ${field ?? ''}: ${reason}`);
  let serial = 0;
  const newId = (): string => (serial += 1).toString(16).padStart(24, 'd');
  const interval = (accountId: string, type: string, unit: string | null): { readonly _id: string } & object => ({
    ...{ _id: newId(), accountId, type, unit, value: 1000 },
    ...{ startTimestamp: '2024-01-01', endTimestamp: '2024-01-02' },
  });
  /** The unit of an interval as it is stored. */
  const unitOf = async ({ _id }: { readonly _id: string }): Promise<unknown> => {
    const rows: readonly { readonly unit: string }[] = await database
      .knex('interval_records')
      .where({ _id: idParameter(_id) });
    return rows[0]?.unit;
  };
  /** The computed usage of an account's day, in m³ or kg. */
  const computed = async (account: string): Promise<unknown> => {
    const { rows }: { readonly rows: readonly { readonly quantity: number }[] } = await database.knex.raw(
      `select ${USAGE_SUM} as quantity from usage_months m join accounts a using (account_key) where a._id = ? and m.source = 7`,
      [idParameter(account)] as never[],
    );
    return rows[0]?.quantity;
  };

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    const countries = ['us', 'gb', 'fr', 'ca'];
    await importPlain(database, 'assets', countries.map(asset));
    await importPlain(database, 'accounts', [
      ...Object.entries(WATER).map(([country, _id]) => ({
        ...{ _id, companyId: COMPANY, type: 'water', assetId: asset(country)._id },
      })),
      ...Object.entries(WASTE).map(([country, _id]) => ({
        ...{ _id, companyId: COMPANY, type: 'waste', assetId: asset(country)._id },
      })),
      { _id: NOWHERE, companyId: COMPANY, type: 'water' },
    ]);
  });
  afterAll(() => database.close());

  it.each([
    ['us', WATER.us, 'water', 'Gallons', 'us gallons', 3.785411784],
    ['gb', WATER.gb, 'water', 'gallons', 'imperial gallons', 4.54609],
    ['gb', WATER.gb, 'water', 'gallons\u00a0', 'imperial gallons', 4.54609],
    ['gb', WATER.gb, 'water', '\tThousand  Gallons', 'thousand imperial gallons', 4_546.09],
    ['us', WASTE.us, 'waste', 'tons', 'short tons', 907_184.74],
    ['gb', WASTE.gb, 'waste', 'Ton', 'long tons', 1_016_046.9088],
    ['ca', WASTE.ca, 'waste', 'tons', 'short tons', 907_184.74],
  ])('are stored by their exact name for an asset in %s', async (_, account, type, unit, exact, quantity) => {
    const record = interval(account, type, unit);
    expect(errorsOf(await load('non-cumulative', [record]))).toEqual([]);
    expect(await unitOf(record)).toBe(exact);
    expect(await computed(account)).toBeCloseTo(quantity, 6);
    expect(await load('non-cumulative', [record])).toMatchObject({ unchanged: 1 });
    expect(await load('non-cumulative', [{ ...record, unit: exact }])).toMatchObject({ unchanged: 1 });
  });

  it('are rejected if nothing decides their meaning, and the error names the exact units', async () => {
    const why = (unit: string, meant: string): string =>
      `is ambiguous, got "${unit}", which may mean ${meant}: write the exact unit in the row, give it with --unit, or set address.countryCode on the account's asset`;
    const gallons = why('gallons', 'us gallons or imperial gallons');
    const one = [interval(WATER.fr, 'water', 'gallons'), interval(NOWHERE, 'water', 'gallons')];
    expect(errorsOf(await load('non-cumulative', one))).toEqual([`1: unit: ${gallons}`, `2: unit: ${gallons}`]);
    const reading = { _id: newId(), accountId: WATER.fr, submittedAt: '2024-01-01', value: 1, units: 'gallons' };
    expect(errorsOf(await load('readings', [reading]))).toEqual([`1: units: ${gallons}`]);
    const values = { startDate: '2024-01-01', endDate: '2024-01-31', totalUnits: 1, units: 'thousand gallons' };
    const thousand = why('thousand gallons', 'thousand us gallons or thousand imperial gallons');
    const invoice = { _id: newId(), accountId: WATER.fr, values };
    expect(errorsOf(await load('invoices', [invoice]))).toEqual([`1: values.units: ${thousand}`]);
    const account = { _id: newId(), companyId: COMPANY, type: 'waste', meterUnits: 'tons', assetId: asset('fr')._id };
    const tons = why('tons', 'short tons or long tons');
    expect(errorsOf(await load('accounts', [account]))).toEqual([`1: meterUnits: ${tons}`]);
  });

  it('have the meaning that --unit gives, before the country', async () => {
    const [french, american] = [interval(WATER.fr, 'water', 'gallons'), interval(WATER.us, 'water', 'gallons')];
    const exact = { ...interval(WATER.us, 'water', 'm3'), startTimestamp: '2024-01-01T06:00:00Z' };
    const summary = await load('non-cumulative', [french, american, exact], { unit: 'imperial gallons' });
    expect(errorsOf(summary)).toEqual([]);
    const units = await Promise.all([french, american, exact].map(unitOf));
    expect(units).toEqual(['imperial gallons', 'imperial gallons', 'm3']);
    // A unit of a mass says nothing of gallons.
    const tons = await load('non-cumulative', [interval(WATER.fr, 'water', 'gallons')], { unit: 'short tons' });
    expect(tons.rejected).toBe(1);
    await expect(load('non-cumulative', [french], { unit: 'kWh' })).rejects.toThrow(
      'the rows state their units, so --unit applies only to rows with the ambiguous units gallon, gallons, thousand gallons, ton, tons: it must be an exact unit of volume or mass, such as imperial gallons, got "kWh"',
    );
  });

  it('keep their meaning for an account when its asset changes country, until the account is imported again', async () => {
    const site = { ...asset('us'), _id: 'a00000000000000000000099' };
    const account = { _id: newId(), companyId: COMPANY, type: 'water', meterUnits: 'gallons', assetId: site._id };
    await load('assets', [site]);
    expect(errorsOf(await load('accounts', [account]))).toEqual([]);
    await load('non-cumulative', [interval(account._id, 'water', null)]);
    expect(await computed(account._id)).toBeCloseTo(3.785411784, 9);
    await load('assets', [{ ...site, address: { countryCode: 'gb' } }]);
    expect(await rebuild(database, { dryRun: true })).toMatchObject({ rows: 0 });
    expect(await load('accounts', [account])).toMatchObject({ updated: 1 });
    expect(await computed(account._id)).toBeCloseTo(4.54609, 9);
  });
});
