import { readFileSync } from 'node:fs';
import { hasAnything, type Computed } from './accountUsage.js';
import type { Range } from './periods.js';
import type { Account, EmissionFactor, Records, Settings } from './records.js';
import { yearOf } from './time.js';
import { wallOf } from './zone.js';

const FILE = new URL('../../../seeds/data/factors/uk_composed_2018_2025.csv', import.meta.url);

/** The shipped factors. The last column is a text that may be quoted; none before it is. */
const SHIPPED: readonly EmissionFactor[] = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [set = '', country = '', type = '', year = '', unit = '', scope1, scope2, scope3, ...source] =
      line.split(',');
    return {
      set,
      country,
      type,
      year: Number(year),
      unit,
      scope1: Number(scope1),
      scope2: Number(scope2),
      scope3: Number(scope3),
      source: source.join(',').replace(/^"|"$/g, ''),
    };
  });

const WITHOUT = ['flow', 'temperature'];

/** All factors of a type and country, whatever their set. */
function allFactors(records: Records, type: string, country: string): readonly EmissionFactor[] {
  const given = records.emissionFactors ?? [];
  const isReplaced = (old: EmissionFactor): boolean =>
    given.some(
      ({ set, country, type, year }) =>
        set === old.set && country === old.country && type === old.type && year === old.year,
    );
  return [...SHIPPED.filter((old) => !isReplaced(old)), ...given]
    .filter((factor) => factor.type === type && factor.country === country)
    .sort((a, b) => a.year - b.year);
}

/** The factors of the set that counts for an account, by year. */
function factorsOf(records: Records, account: Account, settings: Settings): readonly EmissionFactor[] {
  const country = countryOf(records, account, settings);
  const all = allFactors(records, account.type, country);
  const sets = [...new Set(all.map(({ set }) => set))];
  const named = records.factorSets ?? [];
  const name = (companyId: string | undefined, inCountry: string | undefined): string | undefined =>
    named.find((one) => one.companyId === companyId && one.country === inCountry)?.set;
  const inOrder = [
    name(account.companyId, country),
    name(account.companyId, undefined),
    name(undefined, country),
    name(undefined, undefined),
    'desnz',
    sets.length === 1 ? sets[0] : undefined,
  ];
  const chosen = inOrder.find((set) => set !== undefined && sets.includes(set));
  return all.filter(({ set }) => set === chosen);
}

function countryOf(records: Records, account: Account, settings: Settings): string {
  const asset = records.assets?.find(({ _id }) => _id === account.assetId);
  return asset?.address?.countryCode ?? settings.defaultCountry;
}

export interface Emissions {
  readonly total: number;
  readonly scope1: number;
  readonly scope2: number;
  readonly scope3: number;
}

export function emissionsOf(
  records: Records,
  computed: readonly Computed[],
  { from, to }: Range,
  settings: Settings,
): Emissions {
  const scopes = { scope1: 0, scope2: 0, scope3: 0 };
  for (const { account, starts, chosen } of computed) {
    if (WITHOUT.includes(account.type)) continue;
    const factors = factorsOf(records, account, settings);
    chosen.forEach(({ quantity }, index) => {
      const start = starts[index] ?? 0;
      if (start < from || start >= to) return;
      const factor =
        factors.filter(({ year }) => year <= yearOf(wallOf(start, settings.timeZone).local)).at(-1) ?? factors[0];
      scopes.scope1 += quantity * (factor?.scope1 ?? 0);
      scopes.scope2 += quantity * (factor?.scope2 ?? 0);
      scopes.scope3 += quantity * (factor?.scope3 ?? 0);
    });
  }
  return { total: scopes.scope1 + scopes.scope2 + scopes.scope3, ...scopes };
}

/** The types and countries of the accounts in scope that have no factor, each once, in order. */
export function missingFactors(
  records: Records,
  accounts: readonly Account[],
  settings: Settings,
): readonly { readonly type: string; readonly country: string }[] {
  const missing = new Map<string, { readonly type: string; readonly country: string }>();
  for (const account of accounts) {
    const [type, country] = [account.type, countryOf(records, account, settings)];
    if (WITHOUT.includes(type) || factorsOf(records, account, settings).length > 0) continue;
    missing.set(`${type} ${country}`, { type, country });
  }
  return [...missing.keys()].sort().flatMap((key) => missing.get(key) ?? []);
}

/** The used factors: set, country, type and year of each, by year. */
export function usedFactors(
  records: Records,
  computed: readonly Computed[],
  { from, to }: Range,
  settings: Settings,
): readonly (Pick<EmissionFactor, 'set' | 'country' | 'type' | 'year'> & { readonly source: string | null })[] {
  const used = new Map<string, EmissionFactor>();
  for (const { account, starts, chosen } of computed) {
    if (WITHOUT.includes(account.type)) continue;
    const factors = factorsOf(records, account, settings);
    chosen.forEach((slot, index) => {
      const start = starts[index] ?? 0;
      if (start < from || start >= to || !hasAnything(slot)) return;
      const year = yearOf(wallOf(start, settings.timeZone).local);
      const factor = factors.filter((one) => one.year <= year).at(-1) ?? factors[0];
      if (factor) used.set(`${factor.year} ${factor.type} ${factor.country} ${factor.set}`, factor);
    });
  }
  return [...used.keys()].sort().flatMap((key) => {
    const factor = used.get(key);
    if (!factor) return [];
    const { set, country, type, year, source = null } = factor;
    return [{ set, country, type, year, source }];
  });
}
