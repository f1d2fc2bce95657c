import { closest, distance } from 'fastest-levenshtein';
import type { Knex } from 'knex';
import { quoted } from '../errors/suggest.js';
import { isObjectId } from '../values/scalars.js';
import { idParameter } from '../db/sql.js';

/** The kinds of records that can be found by name: tables and name columns. */
const NAMED = {
  company: { table: 'companies', columns: ['name'] },
  entity: { table: 'entities', columns: ['name'] },
  asset: { table: 'assets', columns: ['site_name', 'site_code'] },
  account: {
    table: 'accounts',
    columns: ['name', 'meter_point_number', 'meter_serial_number', 'meter_point_number2'],
  },
} as const;
export type NamedKind = keyof typeof NAMED;

const PLURALS: Readonly<Record<NamedKind, string>> = {
  company: 'companies',
  entity: 'entities',
  asset: 'assets',
  account: 'accounts',
};

/** The maximum number of records for a search without case, or for the nearest name. */
const MAX_COMPARED = 200_000;
/** The maximum number of records that a message lists. */
const MAX_LISTED = 5;

interface NamedRecord {
  readonly id: string;
  readonly names: readonly string[];
}

/**
 * Finds a record by its identifier, or by its name without case. An asset is also found by its site code, and an
 * account by a number of its meter, with or without spaces.
 * @param text an identifier of 24 hexadecimal digits is returned in lower case, whether or not the record exists
 * @param company the company of the record; null: every company
 * @returns the identifier; otherwise the number of records with the name, and a clause that begins with "the" and lists
 * these records or the nearest ones. `near` lists only records with a similar name; null if no name is similar
 */
export async function findByName(
  knex: Knex,
  kind: NamedKind,
  text: string,
  company: string | null = null,
): Promise<
  { readonly id: string } | { readonly problem: string; readonly matches: number; readonly near: string | null }
> {
  if (isObjectId(text)) return { id: text.toLowerCase() };
  const searchKey = nameKey(text);
  const exact = await readNames(knex, kind, company, text.trim());
  const all = exact.length > 0 ? exact : await readNames(knex, kind, company, null);
  const number = kind === 'account' ? meterNumber(text) : null;
  const same = all.filter(({ names }) =>
    names.some((name) => nameKey(name) === searchKey || (number !== null && meterNumber(name) === number)),
  );
  const [first, ...others] = same;
  if (first === undefined) {
    const near = nearestOf(searchKey, all);
    const hint = near === null ? someOf(all) : `near it: ${near}`;
    return { problem: `the ${kind} ${quoted(text)} does not exist; ${hint}`, matches: 0, near };
  }
  if (others.length === 0) return { id: first.id };
  return {
    problem: `the ${kind} ${quoted(text)} is one of ${same.length} ${PLURALS[kind]}: give the identifier, ${listed(same)}`,
    matches: same.length,
    near: null,
  };
}

/**
 * Returns the normalized form of a name for comparisons: without case and invisible characters, and with single spaces.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** Returns the number of a meter without its spaces, in lower case; null: the text has no digit. */
function meterNumber(text: string): string | null {
  const plain = text.replace(/\s+/g, '').toLowerCase();
  return /\d/.test(plain) ? plain : null;
}

/**
 * Reads the names of records of a kind.
 * @param text reads only the records with this name or number, without the case of ASCII letters; null: all
 */
async function readNames(
  knex: Knex,
  kind: NamedKind,
  company: string | null,
  text: string | null,
): Promise<readonly NamedRecord[]> {
  const { table, columns } = NAMED[kind];
  const isSame = columns.map((column) => `lower(${column}) = lower(?)`).join(' or ');
  const texts = new Array<string>(columns.length).fill(text ?? '');
  const { rows }: { readonly rows: readonly Readonly<Record<string, string | null>>[] } = await knex.raw(
    `select _id, ${columns.join(', ')} from ${table}
     where ${company === null ? 'true' : 'company_id = ?'} and ${text === null ? 'true' : `(${isSame})`}
     order by _id limit ${MAX_COMPARED}`,
    [...(company === null ? [] : [idParameter(company)]), ...(text === null ? [] : texts)],
  );
  return rows.map((row) => ({
    id: row._id ?? '',
    names: columns.flatMap((column) => {
      const name = row[column] ?? '';
      return name.trim() === '' ? [] : [name];
    }),
  }));
}

/** Lists the records with the nearest names; null: no name is near. */
function nearestOf(searchKey: string, all: readonly NamedRecord[]): string | null {
  const byKey = byName(all).map((one) => ({ ...one, key: nameKey(one.names[0] ?? '') }));
  if (byKey.length === 0) return null;
  const within = byKey.filter(({ key }) => key.includes(searchKey) || searchKey.includes(key));
  if (within.length > 0) return listed(within);
  const near = closest(
    searchKey,
    byKey.map(({ key }) => key),
  );
  const isNear = distance(searchKey, near) <= Math.max(1, Math.floor(near.length / 3));
  return isNear ? listed(byKey.filter(({ key }) => key === near)) : null;
}

/** Lists some of the existing records. */
function someOf(all: readonly NamedRecord[]): string {
  const records = byName(all);
  return records.length === 0 ? 'none exists yet' : `existing ones include ${listed(records)}`;
}

/** Returns one record for each distinct name. */
function byName(all: readonly NamedRecord[]): readonly NamedRecord[] {
  return all.flatMap(({ id, names }) => names.map((name) => ({ id, names: [name] })));
}

function listed(records: readonly NamedRecord[]): string {
  const some = records.slice(0, MAX_LISTED).map(({ id, names }) => `${id} (${names[0] ?? ''})`);
  return `${some.join(', ')}${records.length > MAX_LISTED ? ` and ${records.length - MAX_LISTED} more` : ''}`;
}
