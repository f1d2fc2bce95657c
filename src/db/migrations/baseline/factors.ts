import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Knex } from 'knex';
import { PACKAGE_ROOT } from '../../../config/root.js';
import { numbers, STAMPS } from './columns.js';

/** Emission factors, in kg CO2e per unit. */
export const EMISSION_FACTORS = `create table emission_factors (
  set text collate "C" not null, country text collate "C" not null check (country ~ '^[a-z]{2}$'),
  type text collate "C" not null check (type in ('electricity', 'gas', 'water', 'waste', 'solar', 'heating', 'cooling')),
  year integer not null check (year between 1900 and 2200), unit text collate "C" not null,
  ${numbers('scope1', 'scope2', 'scope3')}, source text collate "C", ${STAMPS},
  primary key (set, country, type, year)
)`;

/**
 * The chosen sets of factors: of a company in a country, of a company, of a country, or of all. Without a row the set
 * of DESNZ applies, or the only existing set (src/consumption/factors.ts).
 */
export const FACTOR_SETS = `create table emission_factor_sets (
  company_id bytea check (octet_length(company_id) = 12),
  country text collate "C" check (country ~ '^[a-z]{2}$'),
  set text collate "C" not null,
  unique nulls not distinct (company_id, country)
)`;

/** UK conversion factors of 2018 to 2025, composed from the DESNZ workbooks (Open Government Licence v3.0). */
const SHIPPED = join(PACKAGE_ROOT, 'seeds', 'data', 'factors', 'uk_composed_2018_2025.csv');

const COLUMNS = ['set', 'country', 'type', 'year', 'unit', 'scope1', 'scope2', 'scope3', 'source'];

/** Inserts the shipped factors, once. An import may replace any of them. */
export async function insertShippedFactors(knex: Knex): Promise<void> {
  const rows: readonly Readonly<Record<string, string>>[] = parse(readFileSync(SHIPPED), { columns: true });
  await knex('emission_factors').insert(
    rows.map((row) => Object.fromEntries(COLUMNS.map((name) => [name, row[name] === '' ? null : row[name]]))),
  );
}
