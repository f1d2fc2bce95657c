import { ofEverybody } from '../data/access.js';
import type { VisibleSnapshot } from '../db/database.js';
import { CHOSEN_ONLY, DEFAULT_SET, type ShippedFactor } from '../data/shippedFactors.js';
import { type Sql, sql } from '../db/sql.js';
import { hasEmissions } from '../data/utilityTypes.js';

/** Emission factors of a type and country, kgCO2e per canonical unit, by calendar year, ascending. */
export interface Factor extends Omit<ShippedFactor, 'source'> {
  readonly source: string | null;
}

/** A factor with whose figures its set was named for: a company, `*` for any, and whether for its country or for all. */
export interface NamedFactor extends Factor {
  readonly namedFor: readonly string[];
}

/** Emissions in kgCO2e. */
export interface Emissions {
  readonly total: number;
  readonly scope1: number;
  readonly scope2: number;
  readonly scope3: number;
}

/** The key of an emission factor. */
export interface FactorOf {
  readonly type: string;
  readonly country: string;
  /** The company if it has named a set, else empty. */
  readonly company: string;
}

export interface Factors {
  /** The factor of a year: of a year without a row the nearest earlier one, else the earliest; null: none at all. */
  of(what: FactorOf, year: number): Factor | null;
}

/** A company `t` as a {@link FactorOf} has it: others are alike, so that their accounts are added up together. */
export const COMPANY_OF_FACTORS = sql`case when t.company_id in
  (select company_id from emission_factor_sets where company_id is not null) then encode(t.company_id, 'hex') else '' end`;

/** The owner of a row `n` of `emission_factor_sets`, as a text. */
const NAMED_FOR = sql`coalesce(encode(n.company_id, 'hex'), '*') || case when n.country is null then ' all' else ' country' end`;

/** The factors of some countries, each a {@link NamedFactor}, ascending by year. @param countries a set of SQL that has them */
export function factorsSql(countries: Sql): Sql {
  return sql`select f.set, f.country, f.type, f.year, f.unit, f.scope1, f.scope2, f.scope3, f.source, array(
       select ${NAMED_FOR} from emission_factor_sets n where n.set = f.set and coalesce(n.country, f.country) = f.country
     ) as "namedFor"
     from emission_factors f where f.country in ${countries} order by f.type, f.country, f.year, f.set`;
}

/** Reads the factors of some countries. */
export async function readFactors(snapshot: VisibleSnapshot, countries: readonly string[]): Promise<Factors> {
  const wanted = sql`(select unnest(${[...new Set(countries)]}::text[]))`;
  return factorsOf(await snapshot.rows<NamedFactor>(ofEverybody(factorsSql(wanted))));
}

/** The factors of one set of a type and country. */
interface Series {
  readonly set: string;
  readonly namedFor: readonly string[];
  readonly factors: Factor[];
}

/** @param rows as {@link factorsSql} orders them */
export function factorsOf(rows: readonly NamedFactor[]): Factors {
  const sets = new Map<string, Series[]>();
  for (const { namedFor, ...factor } of rows) {
    const key = `${factor.type} ${factor.country}`;
    const all = sets.get(key) ?? [];
    sets.set(key, all);
    const own = all.find(({ set }) => set === factor.set);
    if (own) own.factors.push(factor);
    else all.push({ set: factor.set, namedFor, factors: [factor] });
  }
  const chosen = new Map<string, readonly Factor[]>();
  const seriesOf = ({ type, country, company }: FactorOf): readonly Factor[] => {
    const key = `${type} ${country} ${company}`;
    const before = chosen.get(key);
    if (before) return before;
    const own = choose(sets.get(`${type} ${country}`) ?? [], company)?.factors ?? [];
    chosen.set(key, own);
    return own;
  };
  return {
    of(what, year) {
      const own = seriesOf(what);
      return own.findLast((factor) => factor.year <= year) ?? own[0] ?? null;
    },
  };
}

/**
 * The set that counts (figures 6), of those that have factors of a type and country: the one that was named most
 * closely, else the default, else the only one. Of several none is guessed. A set of a region, or of averages that are
 * not official, counts only if named.
 */
function choose(sets: readonly Series[], company: string): Series | undefined {
  const names = [...(company === '' ? [] : [`${company} country`, `${company} all`]), '* country', '* all'];
  for (const name of names) {
    const named = sets.find(({ namedFor }) => namedFor.includes(name));
    if (named) return named;
  }
  const unasked = sets.filter(({ set }) => !CHOSEN_ONLY.includes(set));
  return unasked.find(({ set }) => set === DEFAULT_SET) ?? (unasked.length === 1 ? unasked[0] : undefined);
}

/** Totals with their quantities by emission factor, or null. */
interface HasQuantities {
  readonly byFactor: ReadonlyMap<string, ByFactor> | null;
}

/** Returns the emissions of totals: each quantity by the factor of its type, country and year. */
export function emissionsOf({ byFactor }: HasQuantities, factors: Factors): Emissions {
  const scopes = { scope1: 0, scope2: 0, scope3: 0 };
  for (const { quantity, year, ...what } of byFactor?.values() ?? []) {
    if (!hasEmissions(what.type)) continue;
    const factor = factors.of(what, year);
    scopes.scope1 += quantity * (factor?.scope1 ?? 0);
    scopes.scope2 += quantity * (factor?.scope2 ?? 0);
    scopes.scope3 += quantity * (factor?.scope3 ?? 0);
  }
  return { total: scopes.scope1 + scopes.scope2 + scopes.scope3, ...scopes };
}

/** The types and countries that have no factor at all. */
export function missingFactorsOf(
  accounts: readonly FactorOf[],
  factors: Factors,
): readonly { readonly type: string; readonly country: string }[] {
  const missing = new Map<string, { readonly type: string; readonly country: string }>();
  for (const { type, country, company } of accounts) {
    if (!hasEmissions(type) || factors.of({ type, country, company }, 0)) continue;
    missing.set(`${type} ${country}`, { type, country });
  }
  return [...missing].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

export function usedFactors({ byFactor }: HasQuantities, factors: Factors): readonly Factor[] {
  const used = [...(byFactor?.values() ?? [])].flatMap(({ year, ...what }) =>
    hasEmissions(what.type) ? (factors.of(what, year) ?? []) : [],
  );
  const nameOf = ({ type, country, set }: Factor): string => `${type} ${country} ${set}`;
  return [...new Set(used)].toSorted((a, b) => a.year - b.year || (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** A quantity that one emission factor is of. */
export interface ByFactor extends FactorOf {
  readonly year: number;
  quantity: number;
}
