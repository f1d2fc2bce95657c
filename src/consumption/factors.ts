import { ofEverybody } from '../data/access.js';
import type { VisibleSnapshot, Database } from '../db/database.js';
import { CHOSEN_ONLY, DEFAULT_SET, type ShippedFactor } from '../data/factorSets.js';
import { type Sql, sql } from '../db/sql.js';
import { hasEmissions } from '../data/utilityTypes.js';

/**
 * An emission factor of a type, country and calendar year, in kg CO2e per canonical unit. Factors are in ascending
 * order of year.
 */
export interface Factor extends Omit<ShippedFactor, 'source'> {
  readonly source: string | null;
}

/** A factor, and the choice of its set: of a company, `*` for any, and of its country or of all. */
export interface FactorWithChoices extends Factor {
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
  /** The company if it has chosen a set, otherwise empty. */
  readonly company: string;
}

export interface Factors {
  /**
   * Returns the factor of a year. Without a factor for this year it is the nearest earlier one, otherwise the earliest.
   * Null: there is no factor.
   */
  of(what: FactorOf, year: number): Factor | null;
}

/**
 * The column of {@link FactorOf} with the company of `t`. Companies without a choice have the same value, so that their
 * accounts are added up together.
 */
export const COMPANY_OF_FACTORS = sql`case when t.company_id in
  (select company_id from emission_factor_sets where company_id is not null) then encode(t.company_id, 'hex') else '' end`;

/** The company and country of a choice `n` in `emission_factor_sets`, in text form. */
const NAMED_FOR = sql`coalesce(encode(n.company_id, 'hex'), '*') || case when n.country is null then ' all' else ' country' end`;

/**
 * Selects the factors of some countries, each a {@link FactorWithChoices}, in ascending order of year.
 * @param countries a set of SQL that contains the countries
 */
export function factorsSql(countries: Sql): Sql {
  return sql`select f.set, f.country, f.type, f.year, f.unit, f.scope1, f.scope2, f.scope3, f.source, array(
       select ${NAMED_FOR} from emission_factor_sets n where n.set = f.set and coalesce(n.country, f.country) = f.country
     ) as "namedFor"
     from emission_factors f where f.country in ${countries} order by f.type, f.country, f.year, f.set`;
}

/** Reads the factors of some countries. */
export async function readFactors(snapshot: VisibleSnapshot, countries: readonly string[]): Promise<Factors> {
  const requested = sql`(select unnest(${[...new Set(countries)]}::text[]))`;
  return factorsOf(await snapshot.rows<FactorWithChoices>(ofEverybody(factorsSql(requested))));
}

/** The factors of one set for a type and country. */
interface Series {
  readonly set: string;
  readonly namedFor: readonly string[];
  readonly factors: Factor[];
}

/**
 * Returns the factors from rows.
 * @param rows in the order of {@link factorsSql}
 */
export function factorsOf(rows: readonly FactorWithChoices[]): Factors {
  const sets = new Map<string, Series[]>();
  for (const { namedFor, ...factor } of rows) {
    const key = `${factor.type} ${factor.country}`;
    const all = sets.get(key) ?? [];
    sets.set(key, all);
    const series = all.find(({ set }) => set === factor.set);
    if (series) series.factors.push(factor);
    else all.push({ set: factor.set, namedFor, factors: [factor] });
  }
  const chosen = new Map<string, readonly Factor[]>();
  const seriesOf = ({ type, country, company }: FactorOf): readonly Factor[] => {
    const key = `${type} ${country} ${company}`;
    const before = chosen.get(key);
    if (before) return before;
    const series = choose(sets.get(`${type} ${country}`) ?? [], company)?.factors ?? [];
    chosen.set(key, series);
    return series;
  };
  return {
    of(what, year) {
      const series = seriesOf(what);
      return series.findLast((factor) => factor.year <= year) ?? series[0] ?? null;
    },
  };
}

/**
 * Returns the set that applies (figures 6), from the sets with factors of a type and country: the most specific choice,
 * otherwise the default, otherwise the only set. It never guesses between several sets. A regional set, or a set of
 * unofficial averages, applies only if it is chosen.
 */
function choose(sets: readonly Series[], company: string): Series | undefined {
  const names = [...(company === '' ? [] : [`${company} country`, `${company} all`]), '* country', '* all'];
  for (const name of names) {
    const chosen = sets.find(({ namedFor }) => namedFor.includes(name));
    if (chosen) return chosen;
  }
  const applicable = sets.filter(({ set }) => !CHOSEN_ONLY.includes(set));
  return applicable.find(({ set }) => set === DEFAULT_SET) ?? (applicable.length === 1 ? applicable[0] : undefined);
}

/** Totals with their quantities by emission factor, or null. */
interface HasQuantities {
  readonly byFactor: ReadonlyMap<string, ByFactor> | null;
}

/** Returns the emissions of totals: the sum of quantities times the factors of their type, country and year. */
export function emissionsOf({ byFactor }: HasQuantities, factors: Factors): Emissions {
  let [scope1, scope2, scope3] = [0, 0, 0];
  for (const one of byFactor?.values() ?? []) {
    const factor = hasEmissions(one.type) ? factors.of(one, one.year) : null;
    if (!factor) continue;
    scope1 += one.quantity * (factor.scope1 ?? 0);
    scope2 += one.quantity * (factor.scope2 ?? 0);
    scope3 += one.quantity * (factor.scope3 ?? 0);
  }
  return { total: scope1 + scope2 + scope3, scope1, scope2, scope3 };
}

/** Returns the types and countries without any factor. */
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
  const used = [...(byFactor?.values() ?? [])].flatMap((one) =>
    hasEmissions(one.type) ? (factors.of(one, one.year) ?? []) : [],
  );
  const nameOf = ({ type, country, set }: Factor): string => `${type} ${country} ${set}`;
  return [...new Set(used)].toSorted((a, b) => a.year - b.year || (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** A quantity of one emission factor. */
export interface ByFactor extends FactorOf {
  readonly year: number;
  quantity: number;
}

/** Meters whose type and country have no applicable factor (figures 6). */
export interface FactorGap {
  readonly country: string;
  readonly type: string;
  readonly meters: number;
}

interface MeterGroup extends FactorGap {
  readonly company: string;
}

/**
 * Returns the types and countries of meters without a factor, in their order.
 * @param defaultCountry of meters without a country
 */
export async function readFactorGaps(database: Database, defaultCountry: string): Promise<readonly FactorGap[]> {
  const groups = await database.rows<MeterGroup>(
    sql`select coalesce(nullif(t.country, ''), ${defaultCountry}) as country, t.type, ${COMPANY_OF_FACTORS} as company,
        sum(t.accounts)::int as meters
      from portfolio_groups t where t.accounts > 0 group by 1, 2, 3 order by 1, 2, 3`,
  );
  const factors = await readFactors(
    database,
    groups.map(({ country }) => country),
  );
  const gaps = new Map<string, FactorGap>();
  for (const { meters, ...what } of groups) {
    if (!hasEmissions(what.type) || factors.of(what, 0)) continue;
    const { country, type } = what;
    const key = `${country} ${type}`;
    gaps.set(key, { country, type, meters: meters + (gaps.get(key)?.meters ?? 0) });
  }
  return [...gaps.values()];
}
