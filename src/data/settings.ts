import type { Database } from '../db/database.js';
import { isProblem, parseNumber } from '../values/scalars.js';
import { FINDING_SETTINGS } from './findingSettings.js';

interface Setting {
  readonly meaning: string;
  readonly fallback: string;
  /** Returns the problem of a value; null: the value is valid. */
  readonly problem: (text: string) => string | null;
}

/** All settings that the database stores. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  'gas-calorific-value': {
    meaning:
      'Calorific value in MJ/m³ of gas that is measured by volume (39.5: the value of DESNZ if no other is known)',
    fallback: '39.5',
    problem: (text) => {
      const read = parseNumber(text);
      if (isProblem(read)) return read.problem;
      return read.value > 0 && read.value <= 100 ? null : `must be above 0 and at most 100 MJ/m³, got ${text}`;
    },
  },
  ...FINDING_SETTINGS,
};

/** Reads the value of every setting: the stored one or the default. */
export async function readSettings({ knex }: Pick<Database, 'knex'>): Promise<Readonly<Record<string, string>>> {
  return settingsOf(await knex('settings').select('name', 'value'));
}

/** Returns the value of every setting from the stored rows. */
export function settingsOf(
  rows: readonly { readonly name: string; readonly value: string }[],
): Readonly<Record<string, string>> {
  const stored = new Map(rows.map((row) => [row.name, row.value]));
  return Object.fromEntries(
    Object.entries(SETTINGS).map(([name, setting]) => [name, stored.get(name) ?? setting.fallback]),
  );
}

/**
 * Stores the value of a setting.
 * @param value null: restores the default
 */
export async function writeSetting(
  { knex }: Pick<Database, 'knex'>,
  name: string,
  value: string | null,
): Promise<void> {
  if (value === null) await knex('settings').where({ name }).delete();
  else await knex('settings').insert({ name, value }).onConflict('name').merge();
}
