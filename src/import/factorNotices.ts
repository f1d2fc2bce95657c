import type { Knex } from 'knex';
import { quoted } from '../errors/suggest.js';
import { CHOSEN_ONLY, DEFAULT_SET } from '../data/shippedFactors.js';
import type { ImportFields } from './fields.js';
import { CHANGES } from './staging.js';

/** The most notices of an import: a file of all countries has hundreds of unused factors. */
const MAX_NOTICES = 20;

interface UnusedFactors {
  readonly set: string;
  readonly country: string;
  readonly type: string;
  /** Whether the default set has factors of this country and type, which then apply. */
  readonly isDefault: boolean;
  /** The sets with factors of this country and type, except sets that apply only if the user selects them. */
  readonly sets: readonly string[];
}

/**
 * Returns notices about added or changed emission factors that no figure uses: no user selected their set, and it is
 * not the only set that applies without a selection (figures 6).
 */
export async function factorNotices(trx: Knex.Transaction, { name }: ImportFields): Promise<readonly string[]> {
  if (name !== 'emission-factors') return [];
  const { rows }: { readonly rows: readonly UnusedFactors[] } = await trx.raw(
    `with changed as (select distinct set, country, type from ${CHANGES} where change <> 'delete'),
       stored as (select set, country, type from emission_factors union select * from changed),
       unasked as (select * from stored where set <> all(?::text[]))
     select c.*, coalesce(bool_or(u.set = ?), false) as "isDefault",
       coalesce(array_agg(distinct u.set order by u.set) filter (where u.set is not null), '{}') as sets
     from changed c left join unasked u using (country, type)
     where c.set <> ? and not exists (
       select from emission_factor_sets n where n.set = c.set and coalesce(n.country, c.country) = c.country
     )
     group by c.set, c.country, c.type
     having not coalesce(count(distinct u.set) = 1 and bool_and(u.set = c.set), false)
     order by c.set, c.country, c.type limit ?`,
    [[...CHOSEN_ONLY], DEFAULT_SET, DEFAULT_SET, MAX_NOTICES],
  );
  return rows.map(({ set, country, type, isDefault, sets }) => {
    const why = isDefault
      ? `the factors of ${DEFAULT_SET} apply`
      : CHOSEN_ONLY.includes(set)
        ? 'this set applies only if you choose it'
        : `several sets have such factors (${sets.map(quoted).join(', ')}), and none applies until you choose one`;
    return `The factors of ${quoted(set)} for ${type} in ${country} are not used: ${why}. To use them: udg factors use ${set} --country ${country}`;
  });
}
