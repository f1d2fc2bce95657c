import type { Database } from '../db/database.js';
import type { ShippedSet } from './shippedFactors.js';
import { idParameter } from '../db/sql.js';

/** The company and country that a chosen set of emission factors applies to. Null: all. */
export interface FactorSetOwner {
  readonly companyId: string | null;
  /** ISO 3166 in lower case. */
  readonly country: string | null;
}

export interface FactorSetChoice extends FactorSetOwner {
  readonly set: string;
}

/** A set's factors for a country. */
export interface CountryFactorSet {
  readonly set: string;
  readonly country: string;
  readonly types: readonly string[];
  readonly from: number;
  readonly to: number;
}

export interface StoredFactorSet extends CountryFactorSet {
  /** The distinct sources of its factors. */
  readonly sources: readonly string[];
}

/** Reads the stored sets, and the choices of sets, with choices for companies first. */
export async function listFactorSets({ knex }: Pick<Database, 'knex'>): Promise<{
  readonly stored: readonly StoredFactorSet[];
  readonly named: readonly FactorSetChoice[];
}> {
  const { rows }: { readonly rows: readonly StoredFactorSet[] } = await knex.raw(`
    select set, country, array_agg(distinct type order by type) as types, min(year)::int as "from", max(year)::int as "to",
      coalesce(array_agg(distinct source) filter (where source is not null), '{}') as sources
    from emission_factors group by set, country order by set, country`);
  const named: readonly FactorSetChoice[] = await knex('emission_factor_sets')
    .select({ companyId: 'company_id', country: 'country', set: 'set' })
    .orderByRaw('company_id nulls last, country nulls last');
  return { stored: rows, named };
}

/**
 * Chooses a set for a company, a country, both or all. Replaces the previous choice.
 * @param shipped the set if the package contains it: its factors are stored, except for keys that already have a factor
 * @returns the number of stored factors
 */
export async function chooseFactorSet(
  { knex }: Pick<Database, 'knex'>,
  { set, companyId, country }: FactorSetChoice,
  shipped?: ShippedSet,
): Promise<number> {
  return knex.transaction(async (trx) => {
    const factors = shipped?.factors ?? [];
    const added: readonly unknown[] =
      factors.length === 0
        ? []
        : await trx('emission_factors')
            .insert(factors)
            .onConflict(['set', 'country', 'type', 'year'])
            .ignore()
            .returning('set');
    await trx.raw(
      `insert into emission_factor_sets (company_id, country, set) values (?::bytea, ?, ?)
       on conflict (company_id, country) do update set set = excluded.set`,
      [companyId === null ? null : idParameter(companyId), country, set],
    );
    return added.length;
  });
}

/**
 * Removes the choice of a set.
 * @returns whether there was a choice
 */
export async function removeFactorSetChoice(
  { knex }: Pick<Database, 'knex'>,
  { companyId, country }: FactorSetOwner,
): Promise<boolean> {
  const removed: readonly unknown[] = await knex('emission_factor_sets')
    .whereRaw('company_id is not distinct from ?::bytea and country is not distinct from ?::text', [
      companyId === null ? null : idParameter(companyId),
      country,
    ])
    .delete()
    .returning('set');
  return removed.length > 0;
}
