import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { CHOSEN_ONLY, DEFAULT_SET, readShippedSets, type ShippedSet } from '../../src/data/factorSets.js';

/** Copies of the tables that the files are composed from (seeds/data/LICENCES.md). */
const COPIES = join(PACKAGE_ROOT, 'test', 'seeds', 'data', 'factors');

/** GWP of the fifth assessment report of the IPCC. */
const GWP = { ch4: 28, n2o: 265 };
const KG_PER_LB = 0.45359237;
const KWH_PER_MMBTU = 293.07107;

/** Alpha-3 codes whose alpha-2 code is not their first two letters. */
const ALPHA_2: Readonly<Record<string, string>> = {
  ...{ AUT: 'at', DNK: 'dk', EST: 'ee', IRL: 'ie', MLT: 'mt', POL: 'pl', PRT: 'pt', SVK: 'sk', SVN: 'si', SWE: 'se' },
};

/** The rows of a copy, cell by cell. */
function table(file: string): readonly (readonly string[])[] {
  const lines = readFileSync(join(COPIES, file), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) =>
    [...line.matchAll(/"([^"]*)"|([^,]+)|(?<=,)(?=,|$)/g)].map(([cell]) => cell.replaceAll('"', '')),
  );
}

describe('the shipped emission factors', () => {
  let sets: readonly ShippedSet[];
  beforeAll(async () => {
    sets = await readShippedSets();
  });
  const rowsOf = (
    prefix: string,
  ): readonly (readonly [string, string, string, number, number | null, number | null])[] =>
    sets
      .filter(({ set }) => set === prefix || set.startsWith(`${prefix}-`))
      .flatMap(({ factors }) => factors)
      .map(({ set, country, type, year, scope1, scope2 }) => [set, country, type, year, scope1, scope2] as const);

  it('each set has factors, a publication and a licence, and every set except the default must be chosen', () => {
    for (const { set, factors, publication, licence, area } of sets) {
      expect(factors.length, set).toBeGreaterThan(0);
      expect(
        [publication, licence, area].every((text) => text !== ''),
        set,
      ).toBe(true);
      for (const { source, unit, scope1, scope2, scope3 } of factors) {
        expect(source, set).not.toBe('');
        expect(unit).toMatch(/^(kWh|m³|kg)$/);
        expect([scope1, scope2, scope3].some((scope) => scope !== null)).toBe(true);
      }
    }
    expect([DEFAULT_SET, ...CHOSEN_ONLY]).toEqual(sets.map(({ set }) => set));
  });

  it('electricity of eGRID equals the CO2e of the published gases and the figure of the source table', () => {
    const expected = table('us_epa_egrid2022.csv').map(([code = '', , year, co2, ch4, n2o, , kg]) => {
      const pounds = Number(co2) + GWP.ch4 * Number(ch4) + GWP.n2o * Number(n2o);
      expect((pounds * KG_PER_LB) / 1000, code).toBeCloseTo(Number(kg), 6);
      return [`egrid-${code.toLowerCase()}`, 'us', 'electricity', Number(year), null, Number(kg)];
    });
    expect(expected.length).toBe(28);
    const shipped = rowsOf('egrid').filter(([, , type]) => type === 'electricity');
    expect(shipped.toSorted()).toEqual(expected.toSorted());
  });

  it('gas in each eGRID set equals the EPA hub: kg per mmBtu (HHV) with AR5 GWP, by kWh per mmBtu', () => {
    const gases = table('us_ie_gas_and_other.csv').filter(([, , quantity]) => quantity?.endsWith('per mmBtu HHV'));
    const [co2, ch4, n2o] = gases.map(([, , , value]) => Number(value));
    const perKwh = ((co2 ?? 0) + GWP.ch4 * (ch4 ?? 0) + GWP.n2o * (n2o ?? 0)) / KWH_PER_MMBTU;
    expect(perKwh).toBeCloseTo(0.181234, 6);
    const gas = rowsOf('egrid').filter(([, , type]) => type === 'gas');
    expect(gas.length).toBe(28);
    for (const [, ...row] of gas) expect(row).toEqual(['us', 'gas', 2024, 0.181234, null]);
  });

  it("Ember's figures are grams of the source table, for each country without an official set here", () => {
    const expected = table('ember_grid_intensity_2023.csv')
      .filter(([code = '']) => !['GBR', 'USA', 'EU'].includes(code))
      .map(([code = '', year, grams]) => [
        ...['ember', ALPHA_2[code] ?? code.slice(0, 2).toLowerCase(), 'electricity', Number(year), null],
        Number((Number(grams) / 1000).toFixed(8)),
      ]);
    expect(expected.length).toBe(32);
    expect(rowsOf('ember').toSorted()).toEqual(expected.toSorted());
    const ember = sets.find(({ set }) => set === 'ember');
    expect(ember?.note).toContain('not official scope 2');
    for (const { source } of ember?.factors ?? []) expect(source).toContain('not an official scope 2 inventory factor');
  });
});
