import type { Database } from './database.js';
import { idParameter } from './sql.js';

/** The figures that a set of emission factors is named for: of a company, a country or both. Null: every one. */
export interface FactorSetOwner {
  readonly companyId: string | null;
  /** ISO 3166 in lower case. */
  readonly country: string | null;
}

export interface NamedFactorSet extends FactorSetOwner {
  readonly set: string;
}

/** A set that is stored, by country. */
export interface StoredFactorSet {
  readonly set: string;
  readonly country: string;
  readonly types: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** The sets that are stored, and those that are named, those of companies first. */
export async function listFactorSets({ knex }: Pick<Database, 'knex'>): Promise<{
  readonly stored: readonly StoredFactorSet[];
  readonly named: readonly NamedFactorSet[];
}> {
  const { rows }: { readonly rows: readonly StoredFactorSet[] } = await knex.raw(`
    select set, country, array_agg(distinct type order by type) as types, min(year)::int as "from", max(year)::int as "to"
    from emission_factors group by set, country order by set, country`);
  const named: readonly NamedFactorSet[] = await knex('emission_factor_sets')
    .select({ companyId: 'company_id', country: 'country', set: 'set' })
    .orderByRaw('company_id nulls last, country nulls last');
  return { stored: rows, named };
}

/** Names the set that counts; another one that was named for the same is named no more. */
export async function nameFactorSet(
  { knex }: Pick<Database, 'knex'>,
  { set, companyId, country }: NamedFactorSet,
): Promise<void> {
  await knex.raw(
    `insert into emission_factor_sets (company_id, country, set) values (?::bytea, ?, ?)
     on conflict (company_id, country) do update set set = excluded.set`,
    [companyId === null ? null : idParameter(companyId), country, set],
  );
}

/** @returns whether one was named */
export async function unnameFactorSet(
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
