import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import type { Database } from '../../src/db/database.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { runCommand, type Ran } from '../support/runCommand.js';
import { startServer, type Json, type TestServer } from '../support/server.js';

const COUNTRIES = ['us', 'de', 'gb', 'au'] as const;
type Country = (typeof COUNTRIES)[number];
const idOf = (letter: string, country: Country): string => `${letter}${COUNTRIES.indexOf(country) + 1}`.padEnd(24, '0');
const TIME = 'startDate=2024-05-01&endDate=2024-05-31&granularity=monthly&emissions=true';

/** A company in each country, each with an electricity and a gas meter of 1,000 kWh. */
async function load(database: Database): Promise<void> {
  const each = (of: (country: Country) => object): object[] => COUNTRIES.map(of);
  await importPlain(
    database,
    'companies',
    each((country) => ({ _id: idOf('c', country), name: country })),
  );
  await importPlain(
    database,
    'assets',
    each((country) => ({
      ...{ _id: idOf('a', country), companyId: idOf('c', country), siteName: country, status: 'active' },
      address: { countryCode: country },
    })),
  );
  for (const [letter, type] of [
    ['b', 'electricity'],
    ['d', 'gas'],
  ] as const) {
    await importPlain(
      database,
      'accounts',
      each((country) => ({
        ...{ _id: idOf(letter, country), companyId: idOf('c', country), assetId: idOf('a', country) },
        ...{ type, meterUnits: 'kwh', status: 'active' },
      })),
    );
    await importPlain(
      database,
      'non-cumulative',
      each((country) => ({
        ...{ accountId: idOf(letter, country), type, unit: 'kwh', value: 1000 },
        ...{ startTimestamp: '2024-05-01T00:00:00Z', endTimestamp: '2024-05-01T00:30:00Z' },
      })),
    );
  }
}

describe.each(ENGINES)('udg factors, over companies of four countries, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await load(database);
    server = await startServer(database);
    key = await server.key({ companies: COUNTRIES.map((country) => idOf('c', country)) });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const udg = (...args: readonly string[]): Promise<Ran> => runCommand(['factors', ...args], { database });
  const use = async (...args: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await udg('use', ...args);
    expect(status, stderr).toBe(0);
    return stdout;
  };
  const answer = async (letter: string, country: Country): Promise<Json> => {
    const { body, status, text } = await server.get(`/consumption?${TIME}&accountId=${idOf(letter, country)}`, key);
    expect(status, text).toBe(200);
    return { emissions: body.emissions, factors: body.factors, missingFactors: body.missingFactors };
  };
  const missing = (country: Country, type: string): object => ({
    emissions: { total: 0, scope1: 0, scope2: 0, scope3: 0 },
    ...{ factors: [], missingFactors: [{ type, country }] },
  });
  const used = (scopes: object, factor: object): object => ({
    emissions: expect.objectContaining(scopes) as object,
    ...{ factors: [factor], missingFactors: [] },
  });

  it('the API has factors only for Britain by default; udg factors list shows the missing factors with the next step', async () => {
    expect(await answer('b', 'gb')).toMatchObject({ factors: [{ set: 'desnz', country: 'gb', year: 2024 }] });
    for (const country of ['us', 'de', 'au'] as const) {
      expect(await answer('b', country)).toEqual(missing(country, 'electricity'));
    }
    const { stdout } = await udg('list');
    expect(stdout.split('\n\n').at(-1)).toBe(
      [
        'Meters without a factor (their emissions are not counted):',
        'country  type         meters  next step',
        'au       electricity  1       udg factors use ember --country au',
        'au       gas          1       udg import emission-factors',
        'de       electricity  1       udg factors use ember --country de',
        'de       gas          1       udg import emission-factors',
        'us       electricity  1       udg factors use egrid-us --country us, or one of 27 other sets',
        'us       gas          1       udg factors use egrid-us --country us, or one of 27 other sets',
        '',
      ].join('\n'),
    );
  });

  it('udg factors use stores a set; the API uses it, and each response names its set, year and source', async () => {
    expect(await use('egrid-camx', '--company', idOf('c', 'us'))).toBe(
      `The set egrid-camx is used for the company ${idOf('c', 'us')}.\n` +
        '2 factors were added: US EPA eGRID2022, gas: EPA Emission Factors Hub 2024, WECC California (public domain).\n',
    );
    expect(await use('ember', '--country', 'de')).toBe(
      'The set ember is used in de.\n' +
        '32 factors were added: Ember yearly electricity data, country averages (CC BY-SA 4.0).\n' +
        'Note: generation averages, Ember method: not official scope 2 inventory factors.\n',
    );
    await use('ember', '--country', 'AU');
    const camx = { set: 'egrid-camx', country: 'us' };
    expect(await answer('b', 'us')).toEqual(
      used(
        { total: 226.498, scope2: 226.498 },
        {
          ...{ ...camx, type: 'electricity', year: 2022 },
          source:
            'US EPA eGRID2022, total output emission rates of the subregion CAMX (WECC California); CO2e with AR5 GWP (CH4 28, N2O 265)',
        },
      ),
    );
    expect(await answer('d', 'us')).toEqual(
      used(
        { total: 181.234, scope1: 181.234 },
        expect.objectContaining({ ...camx, type: 'gas', year: 2024 }) as object,
      ),
    );
    expect(await answer('b', 'de')).toEqual(
      used(
        { total: 380.95, scope2: 380.95 },
        {
          ...{ set: 'ember', country: 'de', type: 'electricity', year: 2023 },
          source:
            'Ember yearly electricity data, via co2.js average-intensities.json: generation average, Ember method (not an official scope 2 inventory factor)',
        },
      ),
    );
    expect(await answer('d', 'de')).toEqual(missing('de', 'gas'));
    expect(await answer('b', 'au')).toEqual(
      used(
        { total: 570.35, scope2: 570.35 },
        expect.objectContaining({ set: 'ember', country: 'au', year: 2022 }) as object,
      ),
    );
    expect(await answer('b', 'gb')).toMatchObject({ factors: [{ set: 'desnz', country: 'gb', year: 2024 }] });
  });

  it('a set that one company chose does not apply to another company, even if the country has no other set', async () => {
    await use('egrid-camx', '--company', idOf('c', 'us'));
    await udg('unset', '--company', idOf('c', 'us'));
    expect(await answer('b', 'us')).toEqual(missing('us', 'electricity'));
    // It does not prevent a set of your own either.
    const own = { country: 'us', type: 'electricity', unit: 'kWh', year: 2024, scope2: 0.1, source: 'Our supplier' };
    const { notices } = await importPlain(database, 'emission-factors', [{ ...own, set: 'supplier' }]);
    expect(notices).toEqual([]);
    expect(await answer('b', 'us')).toMatchObject({ factors: [{ set: 'supplier', source: 'Our supplier' }] });
    const other = await importPlain(database, 'emission-factors', [{ ...own, set: 'egrid-rmpa' }]);
    expect(other.notices).toEqual([
      'The factors of "egrid-rmpa" for electricity in us are not used: this set applies only if you choose it. ' +
        'To use them: udg factors use egrid-rmpa --country us',
    ]);
    expect(await answer('b', 'us')).toMatchObject({ factors: [{ set: 'supplier' }] });
  });

  it('udg factors use does not overwrite imported factors, and the list names their source and licence', async () => {
    await use('egrid-hioa', '--country', 'us');
    const changed = { set: 'egrid-hioa', country: 'us', type: 'electricity', year: 2024, unit: 'kWh', scope2: 0.5 };
    await importPlain(database, 'emission-factors', [{ ...changed, source: 'Corrected' }]);
    expect(await use('egrid-hioa', '--country', 'us')).toBe('The set egrid-hioa is used in us.\n');
    expect(await answer('b', 'us')).toMatchObject({ emissions: { scope2: 500 }, factors: [{ source: 'Corrected' }] });
    const { stored, ready } = JSON.parse((await udg('list', '--json')).stdout) as Record<string, readonly Json[]>;
    const of = (name: string): unknown => stored?.find(({ set }) => set === name)?.licence;
    expect([of('desnz'), of('egrid-hioa')]).toEqual(['OGL 3.0', null]);
    expect(ready?.map(({ set }) => set)).not.toContain('egrid-hioa');
    expect(ready?.find(({ set }) => set === 'egrid-newe')).toEqual({
      ...{ set: 'egrid-newe', area: 'NPCC New England', countries: ['us'], types: ['electricity', 'gas'] },
      ...{ from: 2022, to: 2024, licence: 'public domain' },
      source: 'US EPA eGRID2022, gas: EPA Emission Factors Hub 2024',
    });
    await udg('unset', '--country', 'us');
  });

  it('udg import accepts the example file as documented, and its set supplies factors for German gas', async () => {
    const file = join(PACKAGE_ROOT, 'seeds', 'examples', 'emission-factors.csv');
    const { status, stderr } = await runCommand(['import', 'emission-factors', file], { database });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    await use('example', '--country', 'de');
    expect(await answer('d', 'de')).toMatchObject({
      ...{ emissions: { scope1: 200, scope3: 30 }, missingFactors: [] },
      factors: [{ set: 'example', country: 'de', type: 'gas', year: 2024 }],
    });
    await udg('unset', '--country', 'de');
  });

  it.each([
    [['egrid'], 'There is no set of factors "egrid", but there is one set per region: egrid-us, egrid-akgd,'],
    [['embr'], 'Did you mean ember? udg factors list shows more sets.'],
    [['egrid-newe', '--country', 'ca'], 'The set egrid-newe has no factors for ca; it has factors for us.'],
  ])('udg factors use %j prints an error that explains the mistake, and stores nothing', async (args, message) => {
    const count = async (): Promise<unknown> => database.knex('emission_factors').count();
    const before = await count();
    const { status, stderr } = await udg('use', ...args);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) as string });
    expect(await count()).toEqual(before);
  });
});
