import { quoted, suggest } from '../../errors/suggest.js';
import { isProblem, type Parsed } from '../../values/scalars.js';
import { parseZone, type Zone } from '../../values/zone.js';
import { BILL_ROLES, type BillRole } from './bills/billNames.js';

/** The roles of a column in a file with a row for each interval. */
export const ROLES = [
  'start',
  'end',
  'date',
  'time',
  'period',
  'value',
  'meter',
  'serial',
  'unit',
  'estimated',
] as const;
export type Role = (typeof ROLES)[number];
/** The roles that a map can assign. `first` is the first column of a day's periods, in a file with a line for each day. */
const NAMED = [...ROLES, 'first', ...BILL_ROLES.filter((role) => !ROLES.some((one) => one === role))] as const;

/** A role that a map can give a column, of meter data or of bills. */
export type MapRole = Role | 'first' | BillRole;

/** Describes a table of meter data or of bills whose header does not use the usual names. */
export interface IntervalMap {
  /** Names of columns by role. If `stamps` is `end`, `start` names the column of the ends. */
  readonly columns: Readonly<Partial<Record<MapRole, string>>>;
  readonly stamps?: 'start' | 'end';
  /** The length of an interval in minutes, for rows with one timestamp. */
  readonly minutes?: number;
  /** `mean`: a value in kW or MW is the mean over its interval, so it converts to energy. */
  readonly power?: 'mean';
  /** `any`: rows of more than a day are intended, though most are shorter. */
  readonly lengths?: 'any';
  /** For bills: whether the last date is a billed day. */
  readonly ends?: 'inclusive' | 'exclusive';
  readonly timezone?: Zone;
  readonly dates?: 'dmy' | 'mdy';
  readonly decimal?: 'comma' | 'point';
  /** Conditions by column: the cell of a row that counts begins with one of these texts. The import skips other rows. */
  readonly where: Readonly<Record<string, readonly string[]>>;
  /** Columns to ignore; null: all that the map does not name. */
  readonly ignore: readonly string[] | null;
}

/** Whether a map names columns. Otherwise, readers recognise columns by their usual names. */
export function namesColumns(map: IntervalMap | null): map is IntervalMap {
  return map !== null && Object.keys(map.columns).length > 0;
}

const WORDS = {
  stamps: ['start', 'end'],
  power: ['mean'],
  lengths: ['any'],
  ends: ['inclusive', 'exclusive'],
  dates: ['dmy', 'mdy'],
  decimal: ['comma', 'point'],
} as const;
const KEYS: readonly string[] = [...NAMED, ...Object.keys(WORDS), 'minutes', 'timezone', 'where', 'ignore'];

/** Minutes of a day. */
const DAY = 1_440;

/**
 * Parses pairs with commas between them: `start=Read Date,value=kWh,meter=MPRN,stamps=end,where=Read Type=Active
 * Import`. A name with a comma needs double quotes. `where` may occur several times.
 * @returns on failure, a clause that names the error and the allowed form
 */
export function parseIntervalMap(text: string): Parsed<IntervalMap> {
  const given: Record<string, unknown> = {};
  const where: Record<string, string> = {};
  for (const part of text.match(/(?:"[^"]*"|[^,"])+/g) ?? []) {
    const [, key = '', value = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
    if (key === '') return { problem: `must be pairs such as start=Date,value=kWh, got ${quoted(part)}` };
    const plain = value.replaceAll('"', '');
    if (key === 'where') {
      const [column = '', ...prefixes] = plain.split('=').map((text) => text.trim());
      if (column === '' || prefixes.join('') === '') {
        return {
          problem: `must give where as column=beginning of the cells, such as where=Type=Import, got ${quoted(plain)}`,
        };
      }
      if (column in where) return { problem: `must give where for ${quoted(column)} only once` };
      where[column] = prefixes.join('=');
    } else if (key === 'ignore') given.ignore = plain.split(';');
    else if (key in given) return { problem: `must give ${key} only once` };
    else given[key] = plain;
  }
  return readIntervalMap(Object.keys(where).length > 0 ? { ...given, where } : given);
}

/**
 * Reads a profile: an object with the keys of a map. `where` is an object of texts or lists of texts, `ignore` is a
 * list.
 * @returns on failure, a clause that names the error and the allowed form
 */
export function readIntervalMap(given: unknown): Parsed<IntervalMap> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { problem: 'must be a JSON object' };
  const entries = new Map<string, unknown>(Object.entries(given).filter(([key]) => key !== 'about'));
  for (const key of entries.keys()) {
    if (KEYS.includes(key)) continue;
    const suggestion = suggest(key, KEYS);
    const hint = suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`;
    return { problem: `has the unknown key ${quoted(key)}; allowed are ${KEYS.join(', ')}${hint}` };
  }
  const columns: Partial<Record<MapRole, string>> = {};
  for (const role of NAMED) {
    const name = entries.get(role);
    if (name === undefined) continue;
    if (typeof name !== 'string' || name.trim() === '')
      return { problem: `must give the name of a column for ${role}` };
    columns[role] = name.trim();
  }
  const minutes = entries.get('minutes');
  if (minutes !== undefined && !(Number(minutes) > 0 && DAY % Number(minutes) === 0)) {
    return { problem: `must give minutes that divide a day evenly, such as 30, got ${valueText(minutes)}` };
  }
  const zone = readZone(entries.get('timezone'));
  if (isProblem(zone)) return zone;
  const where = readTexts(entries.get('where') ?? {});
  if (where === null)
    return {
      problem:
        'must give where as an object: the name of a column, then the beginning of its cells, as a text or a list of texts',
    };
  const ignore = entries.get('ignore');
  if (ignore !== undefined && !(Array.isArray(ignore) && ignore.every((name) => typeof name === 'string'))) {
    return { problem: 'must give ignore as a list of column names' };
  }
  const words = readWords(entries);
  if (isProblem(words)) return words;
  return {
    value: {
      columns,
      where,
      ignore: ignore === undefined ? null : ignore.map(String),
      ...words.value,
      ...(minutes === undefined ? {} : { minutes: Number(minutes) }),
      ...(zone.value === null ? {} : { timezone: zone.value }),
    },
  };
}

type Words = Pick<IntervalMap, 'stamps' | 'power' | 'lengths' | 'ends' | 'dates' | 'decimal'>;

function readWords(entries: ReadonlyMap<string, unknown>): Parsed<Words> {
  const one = <T extends string>(key: string, allowed: readonly T[]): Parsed<T | undefined> => {
    const given = entries.get(key);
    const value = allowed.find((word) => word === given);
    if (value !== undefined || given === undefined) return { value };
    return { problem: `must give ${allowed.join(' or ')} for ${key}, got ${valueText(given)}` };
  };
  const [stamps, power] = [one('stamps', WORDS.stamps), one('power', WORDS.power)];
  const [lengths, ends] = [one('lengths', WORDS.lengths), one('ends', WORDS.ends)];
  const [dates, decimal] = [one('dates', WORDS.dates), one('decimal', WORDS.decimal)];
  if (isProblem(stamps)) return stamps;
  if (isProblem(power)) return power;
  if (isProblem(lengths)) return lengths;
  if (isProblem(ends)) return ends;
  if (isProblem(dates)) return dates;
  if (isProblem(decimal)) return decimal;
  return {
    value: {
      ...(stamps.value === undefined ? {} : { stamps: stamps.value }),
      ...(power.value === undefined ? {} : { power: power.value }),
      ...(lengths.value === undefined ? {} : { lengths: lengths.value }),
      ...(ends.value === undefined ? {} : { ends: ends.value }),
      ...(dates.value === undefined ? {} : { dates: dates.value }),
      ...(decimal.value === undefined ? {} : { decimal: decimal.value }),
    },
  };
}

function readZone(given: unknown): Parsed<Zone | null> {
  if (given === undefined) return { value: null };
  const zone = parseZone(typeof given === 'string' ? given : valueText(given));
  return isProblem(zone) ? { problem: `has a timezone that ${zone.problem}` } : zone;
}

function valueText(given: unknown): string {
  return quoted(typeof given === 'string' ? given : JSON.stringify(given));
}

function readTexts(given: unknown): Readonly<Record<string, readonly string[]>> | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  const pairs = Object.entries(given).map(([name, text]: [string, unknown]) => {
    const texts: readonly unknown[] = Array.isArray(text) ? text : [text];
    return [
      name,
      texts.filter((one) => typeof one === 'string').filter((one) => one.trim() !== ''),
      texts.length,
    ] as const;
  });
  if (pairs.some(([, texts, count]) => texts.length === 0 || texts.length < count)) return null;
  return Object.fromEntries(pairs.map(([name, texts]) => [name, texts]));
}
