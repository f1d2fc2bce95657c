import type { Database } from '../db/database.js';
import { sql } from '../db/sql.js';
import { hasEmissions } from '../data/utilityTypes.js';
import { COMPANY_OF_FACTORS, readFactors } from './factors.js';

/** Meters whose type and country have no applicable factor (figures 6). */
export interface FactorGap {
  readonly country: string;
  readonly type: string;
  readonly meters: number;
}

interface Group extends FactorGap {
  readonly company: string;
}

/**
 * Returns the types and countries of meters without a factor, in their order.
 * @param defaultCountry of meters without a country
 */
export async function readFactorGaps(database: Database, defaultCountry: string): Promise<readonly FactorGap[]> {
  const groups = await database.rows<Group>(
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
