import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Knex } from 'knex';
import { PACKAGE_ROOT } from '../../config/root.js';

/** UK conversion factors of 2018 to 2025, composed from the DESNZ workbooks (Open Government Licence v3.0). */
const SHIPPED = join(PACKAGE_ROOT, 'seeds', 'data', 'factors', 'uk_composed_2018_2025.csv');

const COLUMNS = ['set', 'country', 'type', 'year', 'unit', 'scope1', 'scope2', 'scope3', 'source'];

/** Emission factors, kgCO2e per unit, with the shipped ones. They come once; an import may replace any of them. */
export async function up(knex: Knex): Promise<void> {
  const number = (name: string): string => `${name} float8 check (${name} > '-infinity' and ${name} < 'infinity')`;
  await knex.raw(`
    create table emission_factors (
      set text collate "C" not null, country text collate "C" not null check (country ~ '^[a-z]{2}$'),
      type text collate "C" not null check (type in ('electricity', 'gas', 'water', 'waste', 'solar', 'heating',
        'cooling')),
      year integer not null check (year between 1900 and 2200), unit text collate "C" not null,
      ${['scope1', 'scope2', 'scope3'].map(number).join(', ')}, source text collate "C",
      created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
      primary key (set, country, type, year)
    )`);
  const rows: readonly Readonly<Record<string, string>>[] = parse(readFileSync(SHIPPED), { columns: true });
  await knex('emission_factors').insert(
    rows.map((row) => Object.fromEntries(COLUMNS.map((name) => [name, row[name] === '' ? null : row[name]]))),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('emission_factors');
}
