import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { chooseFactorSet, removeFactorSetChoice, type FactorSetChoice } from '../../src/data/factorSets.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { importPlain } from '../support/importPlain.js';
import { startServer, type Json, type TestServer } from '../support/server.js';
import { valueAt } from './support/json.js';

const COMPANY = { one: 'c0000000000000000000000a', two: 'c0000000000000000000000b' };
const ASSET = {
  us: 'a0000000000000000000000a',
  au: 'a0000000000000000000000b',
  gb: 'a0000000000000000000000c',
  gbOfTwo: 'a0000000000000000000000d',
};
const ACCOUNT = {
  us: 'b0000000000000000000000a',
  au: 'b0000000000000000000000b',
  gb: 'b0000000000000000000000c',
  gbOfTwo: 'b0000000000000000000000d',
};
const TIME = { startDate: '2022-05-01', endDate: '2022-05-31', granularity: 'monthly' };
/** The factor of DESNZ for 2022, from the migrations. */
const DESNZ = {
  ...{ set: 'desnz', country: 'gb', type: 'electricity', year: 2022 },
  source: 'DESNZ/DEFRA greenhouse gas conversion factors 2022: generation | T&D losses + WTT generation + WTT T&D',
};

const factor = (set: string, country: string, scope2: number, year = 2022): object => ({
  ...{ set, country, type: 'electricity', year, unit: 'kWh', scope2, source: `${set} ${year}` },
});

async function load(database: Database): Promise<void> {
  await importPlain(database, 'companies', [
    { _id: COMPANY.one, name: 'One' },
    { _id: COMPANY.two, name: 'Two' },
  ]);
  const asset = (_id: string, companyId: string, countryCode: string): object => ({
    ...{ _id, companyId, siteName: countryCode, address: { countryCode }, status: 'active' },
  });
  await importPlain(database, 'assets', [
    asset(ASSET.us, COMPANY.one, 'us'),
    asset(ASSET.au, COMPANY.one, 'au'),
    asset(ASSET.gb, COMPANY.one, 'gb'),
    asset(ASSET.gbOfTwo, COMPANY.two, 'gb'),
  ]);
  const places = Object.keys(ACCOUNT) as (keyof typeof ACCOUNT)[];
  await importPlain(
    database,
    'accounts',
    places.map((place) => ({
      ...{ _id: ACCOUNT[place], assetId: ASSET[place], type: 'electricity', meterUnits: 'kwh', status: 'active' },
      companyId: place === 'gbOfTwo' ? COMPANY.two : COMPANY.one,
    })),
  );
  await importPlain(
    database,
    'non-cumulative',
    places.map((place) => ({
      ...{ accountId: ACCOUNT[place], type: 'electricity', unit: 'kwh', value: 1000 },
      ...{ startTimestamp: '2022-05-01T00:00:00Z', endTimestamp: '2022-05-01T00:30:00Z' },
    })),
  );
}

describe.each(ENGINES)('sets of emission factors, on %s', (engine) => {
  let database: Database;
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await load(database);
    server = await startServer(database);
    key = await server.key({ companies: Object.values(COMPANY) });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const rest = async (path: string, question: Readonly<Record<string, string>>): Promise<Json> => {
    const { body, status, text } = await server.get(
      `${path}?${new URLSearchParams({ ...TIME, ...question }).toString()}`,
      key,
    );
    expect(status, text).toBe(200);
    return body;
  };
  const accountOver = (accountId: string): Promise<Json> => rest('/consumption', { accountId, emissions: 'true' });
  const usedBy = async (accountId: string): Promise<object> => {
    const { emissions, factors, missingFactors } = await accountOver(accountId);
    return { kg: valueAt(emissions, 'scope2'), factors, missingFactors };
  };
  const answer = (kg: number, set: string, country: string, year = 2022): object => ({
    ...{ kg, factors: [{ set, country, type: 'electricity', year, source: `${set} ${year}` }], missingFactors: [] },
  });
  const missing = (country: string): object => ({
    ...{ kg: 0, factors: [], missingFactors: [{ type: 'electricity', country }] },
  });
  /** Chooses a set for the duration of a function. */
  const naming = async (named: Partial<FactorSetChoice> & { readonly set: string }, run: () => Promise<void>) => {
    const owner = { companyId: null, country: null, ...named };
    await chooseFactorSet(database, owner);
    await run();
    expect(await removeFactorSetChoice(database, owner)).toBe(true);
  };
  const notesOf = async (...factors: readonly object[]): Promise<readonly string[]> =>
    (await importPlain(database, 'emission-factors', factors)).notices;

  it('a country’s only set applies, and the response names the set and year', async () => {
    expect(await usedBy(ACCOUNT.us)).toEqual(missing('us'));
    expect(await notesOf(factor('egrid', 'us', 0.375294), factor('nga', 'au', 0.6, 2024))).toEqual([]);
    expect(await usedBy(ACCOUNT.us)).toEqual(answer(375.294, 'egrid', 'us'));
    expect(await usedBy(ACCOUNT.au)).toEqual(answer(600, 'nga', 'au', 2024));
    const { body } = await server.graphql(
      `{ consumption(accountId: "${ACCOUNT.us}", startDate: "2022-05-01", endDate: "2022-05-31") {
           emissions { scope2 } factors { set country type year unit scope2 source } missingFactors { country } } }`,
      {},
      key,
    );
    expect(body.data).toEqual({
      consumption: {
        emissions: { scope2: 375.294 },
        factors: [{ ...factor('egrid', 'us', 0.375294) }],
        missingFactors: [],
      },
    });
    const { emissions, factors } = await rest('/emissions', { accountId: ACCOUNT.us });
    expect({ emissions, factors }).toMatchObject({
      emissions: { total: 375.294 },
      factors: [{ set: 'egrid', country: 'us', type: 'electricity', year: 2022 }],
    });
  });

  it('if a country has several sets, none applies, and the import explains how to choose one', async () => {
    expect(await notesOf(factor('market', 'us', 0.1))).toEqual([
      'The factors of "market" for electricity in us are not used: several sets have such factors ("egrid", "market"), and none ' +
        'applies until you choose one. To use them: udg factors use market --country us',
    ]);
    expect(await usedBy(ACCOUNT.us)).toEqual(missing('us'));
    await naming({ set: 'market', country: 'us' }, async () => {
      expect(await usedBy(ACCOUNT.us)).toEqual(answer(100, 'market', 'us'));
      expect(await notesOf(factor('market', 'us', 0.2))).toEqual([]);
      expect(await usedBy(ACCOUNT.us)).toEqual(answer(200, 'market', 'us'));
    });
    await naming({ set: 'egrid' }, async () => {
      expect(await usedBy(ACCOUNT.us)).toEqual(answer(375.294, 'egrid', 'us'));
      // The other sets supply factors that the named set lacks.
      expect(await usedBy(ACCOUNT.au)).toEqual(answer(600, 'nga', 'au', 2024));
    });
    expect(await usedBy(ACCOUNT.us)).toEqual(missing('us'));
  });

  it('beside DESNZ another set applies only if chosen: for a company and country, a company, a country or everything', async () => {
    const ofDesnz = { ...(await usedBy(ACCOUNT.gb)), kg: undefined };
    expect(ofDesnz).toMatchObject({ factors: [DESNZ], missingFactors: [] });
    expect(await notesOf(factor('market', 'gb', 0.5), factor('site', 'gb', 0.25), factor('green', 'gb', 0))).toEqual(
      ['green', 'market', 'site'].map(
        (set) =>
          `The factors of "${set}" for electricity in gb are not used: the factors of desnz apply. To use them: udg factors use ${set} --country gb`,
      ),
    );
    expect(await usedBy(ACCOUNT.gb)).toMatchObject({ factors: [DESNZ] });
    await naming({ set: 'market' }, async () => {
      expect(await usedBy(ACCOUNT.gb)).toEqual(answer(500, 'market', 'gb'));
      await naming({ set: 'site', country: 'gb' }, async () => {
        expect(await usedBy(ACCOUNT.gb)).toEqual(answer(250, 'site', 'gb'));
        await naming({ set: 'green', companyId: COMPANY.one }, async () => {
          expect(await usedBy(ACCOUNT.gb)).toEqual(answer(0, 'green', 'gb'));
          expect(await usedBy(ACCOUNT.gbOfTwo)).toEqual(answer(250, 'site', 'gb'));
          await naming({ set: 'market', companyId: COMPANY.one, country: 'gb' }, async () => {
            expect(await usedBy(ACCOUNT.gb)).toEqual(answer(500, 'market', 'gb'));
          });
        });
      });
    });
    expect(await usedBy(ACCOUNT.gb)).toMatchObject({ factors: [DESNZ] });
  });

  it('figures of a whole portfolio use the set of each company, and add up to those of its accounts', async () => {
    await naming({ set: 'market', companyId: COMPANY.one, country: 'gb' }, async () => {
      await naming({ set: 'egrid', country: 'us' }, async () => {
        const all = await rest('/emissions', {});
        const each = await Promise.all(Object.values(ACCOUNT).map((accountId) => accountOver(accountId)));
        const sum = each.reduce((total, { emissions }) => total + Number(valueAt(emissions, 'total')), 0);
        expect(valueAt(all, 'emissions.total')).toBeCloseTo(sum, 6);
        expect(all.factors).toEqual([
          { ...DESNZ },
          { ...DESNZ, set: 'market', source: 'market 2022' },
          { ...DESNZ, set: 'egrid', country: 'us', source: 'egrid 2022' },
          { ...DESNZ, set: 'nga', country: 'au', year: 2024, source: 'nga 2024' },
        ]);
        const { body } = await server.graphql(
          `{ viewer { consumption(startDate: "2022-05-01", endDate: "2022-05-31", granularity: monthly, accountType: [electricity]) {
               emissions { total } factors { set country } } } }`,
          {},
          key,
        );
        expect(valueAt(body.data, 'viewer.consumption.emissions.total')).toBeCloseTo(sum, 6);
      });
    });
  });

  it('a comparison with an earlier period uses the same set', async () => {
    await naming({ set: 'market', companyId: COMPANY.one }, async () => {
      const { body } = await server.graphql(
        `{ consumption(accountId: "${ACCOUNT.gb}", startDate: "2022-05-01", endDate: "2022-05-31") {
             emissions { scope2 } previous { emissions { scope2 } missingFactors { type } } } }`,
        {},
        key,
      );
      expect(valueAt(body.data, 'consumption')).toEqual({
        emissions: { scope2: 500 },
        previous: { emissions: { scope2: 0 }, missingFactors: [] },
      });
    });
  });

  it('choosing a set changes the ETag of a response', async () => {
    const path = `/consumption?${new URLSearchParams({ ...TIME, accountId: ACCOUNT.gb, emissions: 'true' }).toString()}`;
    const { headers } = await server.get(path, key);
    await naming({ set: 'site' }, async () => {
      expect((await server.get(path, key)).headers.etag).not.toBe(headers.etag);
    });
  });
});
