import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../config/root.js';
import type { Database } from '../db/database.js';
import { idParameter } from '../db/sql.js';

/** A file of emission factors in the package (`seeds/data/factors`, `seeds/data/LICENCES.md`). */
interface ShippedFile {
  readonly file: string;
  readonly publication: string;
  readonly licence: string;
  /** A caution about the use of its factors in a report, or ''. */
  readonly note: string;
  /** The area of each set, by the name of the set. */
  readonly sets: Readonly<Record<string, string>>;
}

const EGRID = `
  us US average, akgd ASCC Alaska Grid, akms ASCC Miscellaneous, aznm WECC Southwest, camx WECC California, erct ERCOT All,
  frcc FRCC All, hims HICC Miscellaneous, hioa HICC Oahu, mroe MRO East, mrow MRO West, newe NPCC New England,
  nwpp WECC Northwest, nycw NPCC NYC/Westchester, nyli NPCC Long Island, nyup NPCC Upstate NY,
  prms Puerto Rico Miscellaneous, rfce RFC East, rfcm RFC Michigan, rfcw RFC West, rmpa WECC Rockies, spno SPP North,
  spso SPP South, srmv SERC Mississippi Valley, srmw SERC Midwest, srso SERC South, srtv SERC Tennessee Valley,
  srvc SERC Virginia/Carolina`;

/** The set that applies unless another set is chosen. */
export const DEFAULT_SET = 'desnz';

const FILES: readonly ShippedFile[] = [
  {
    file: 'uk_composed_2018_2025.csv',
    publication: 'UK Government conversion factors (DESNZ)',
    licence: 'OGL 3.0',
    note: '',
    sets: { [DEFAULT_SET]: 'United Kingdom' },
  },
  {
    file: 'us_epa_egrid_2022.csv',
    publication: 'US EPA eGRID2022, gas: EPA Emission Factors Hub 2024',
    licence: 'public domain',
    note: '',
    sets: areas('egrid', EGRID),
  },
  {
    file: 'ember_2023.csv',
    publication: 'Ember yearly electricity data',
    licence: 'CC BY-SA 4.0',
    note: 'generation averages, Ember method: not official scope 2 inventory factors',
    sets: { ember: 'country averages' },
  },
];

/**
 * The shipped sets that the database stores only after a choice. A regional set, or an unofficial average, never
 * applies by default.
 */
export const CHOSEN_ONLY: readonly string[] = FILES.flatMap(({ sets }) =>
  Object.keys(sets).filter((set) => set !== DEFAULT_SET),
);

/** A shipped factor in the form of its file. An empty cell is null. */
export interface ShippedFactor {
  readonly set: string;
  readonly country: string;
  readonly type: string;
  readonly year: number;
  readonly unit: string;
  readonly scope1: number | null;
  readonly scope2: number | null;
  readonly scope3: number | null;
  readonly source: string;
}

export interface ShippedSet extends Omit<ShippedFile, 'sets' | 'file'> {
  readonly set: string;
  readonly area: string;
  readonly factors: readonly ShippedFactor[];
}

/** Reads all sets in the package, in the order of {@link FILES}. */
export async function readShippedSets(): Promise<readonly ShippedSet[]> {
  const { parse } = await import('csv-parse/sync');
  const read = async ({ file, sets, ...facts }: ShippedFile): Promise<readonly ShippedSet[]> => {
    const text = await readFile(join(PACKAGE_ROOT, 'seeds', 'data', 'factors', file));
    const rows: readonly Readonly<Record<string, string>>[] = parse(text, { columns: true });
    const factors = rows.map(factorOf);
    return Object.entries(sets).map(([set, area]) => ({
      ...{ ...facts, set, area },
      factors: factors.filter((factor) => factor.set === set),
    }));
  };
  return (await Promise.all(FILES.map(read))).flat();
}

function factorOf(row: Readonly<Record<string, string>>): ShippedFactor {
  const { set = '', country = '', type = '', year, unit = '', scope1, scope2, scope3, source = '' } = row;
  const scopes = { scope1: numberOf(scope1), scope2: numberOf(scope2), scope3: numberOf(scope3) };
  return { set, country, type, year: Number(year), unit, ...scopes, source };
}

function numberOf(cell: string | undefined): number | null {
  return cell === undefined || cell === '' ? null : Number(cell);
}

function areas(prefix: string, list: string): Readonly<Record<string, string>> {
  const entries = list.split(',').map((entry): readonly [string, string] => {
    const [code = '', ...name] = entry.trim().split(/\s+/);
    return [`${prefix}-${code}`, name.join(' ')];
  });
  return Object.fromEntries(entries);
}

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
