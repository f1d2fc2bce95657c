import type { Snapshot } from '../data/database.js';
import { sql, type Sql } from '../data/sql.js';

/** Emission factors of a type and country, kgCO2e per canonical unit, by calendar year, ascending. */
export interface Factor {
  readonly set: string;
  readonly country: string;
  readonly type: string;
  readonly year: number;
  readonly unit: string;
  readonly scope1: number | null;
  readonly scope2: number | null;
  readonly scope3: number | null;
  readonly source: string | null;
}

/** The set of factors that figures are computed with. */
const SET = 'desnz';

/** Emissions in kgCO2e. */
export interface Emissions {
  readonly total: number;
  readonly scope1: number;
  readonly scope2: number;
  readonly scope3: number;
}

export interface Factors {
  /** The factor of a year: of a year without a row the nearest earlier one, else the earliest; null: none at all. */
  of(type: string, country: string, year: number): Factor | null;
}

/** The factors of some countries, each a {@link Factor}, ascending by year. @param countries a set of SQL that has them */
export function factorsSql(countries: Sql): Sql {
  return sql(
    `select set, country, type, year, unit, scope1, scope2, scope3, source from emission_factors
     where set = ? and country in ${countries.text} order by type, country, year`,
    SET,
    ...countries.bindings,
  );
}

/** Reads the factors of some countries. */
export async function readFactors(snapshot: Snapshot, countries: readonly string[]): Promise<Factors> {
  const { text, bindings } = factorsSql(sql('(select unnest(?::text[]))', [...new Set(countries)]));
  return factorsOf(await snapshot.rows<Factor>(text, bindings));
}

/** @param rows as {@link factorsSql} orders them */
export function factorsOf(rows: readonly Factor[]): Factors {
  const series = new Map<string, Factor[]>();
  for (const row of rows) {
    const key = `${row.type} ${row.country}`;
    const own = series.get(key);
    if (own) own.push(row);
    else series.set(key, [row]);
  }
  return {
    of(type, country, year) {
      const own = series.get(`${type} ${country}`) ?? [];
      return own.findLast((factor) => factor.year <= year) ?? own[0] ?? null;
    },
  };
}
