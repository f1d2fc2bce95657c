import type { Knex } from 'knex';
import { quoted } from '../errors/suggest.js';
import { DEFAULT_SET } from '../consumption/factors.js';
import type { ImportFields } from './fields.js';
import { CHANGES } from './staging.js';

/** Sentences of an import at most; a file of all countries has hundreds. */
const MOST = 20;

interface Unused {
  readonly set: string;
  readonly country: string;
  readonly type: string;
  /** Whether the default set has factors of them, which count. */
  readonly isDefault: boolean;
  /** All sets that have. */
  readonly sets: readonly string[];
}

/**
 * Returns notices about added or changed emission factors that count nowhere: no one has selected their set, and another set has
 * factors of the same type and country (figures 6).
 */
export async function factorNotices(trx: Knex.Transaction, { name }: ImportFields): Promise<readonly string[]> {
  if (name !== 'emission-factors') return [];
  const { rows }: { readonly rows: readonly Unused[] } = await trx.raw(
    `with changed as (select distinct set, country, type from ${CHANGES} where change <> 'delete'),
       stored as (select set, country, type from emission_factors union select * from changed)
     select c.*, bool_or(s.set = ?) as "isDefault", array_agg(distinct s.set order by s.set) as sets
     from changed c join stored s using (country, type)
     where c.set <> ? and not exists (
       select from emission_factor_sets n where n.set = c.set and coalesce(n.country, c.country) = c.country
     )
     group by c.set, c.country, c.type having count(distinct s.set) > 1
     order by c.set, c.country, c.type limit ?`,
    [DEFAULT_SET, DEFAULT_SET, MOST],
  );
  return rows.map(({ set, country, type, isDefault, sets }) => {
    const why = isDefault
      ? `those of ${DEFAULT_SET} count`
      : `the sets ${sets.map(quoted).join(', ')} have some, and none of them counts until one is named`;
    return `The factors of ${quoted(set)} for ${type} in ${country} are not used: ${why}. To use them: udg factors use ${set} --country ${country}`;
  });
}
