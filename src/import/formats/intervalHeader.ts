import { quoted } from '../../errors/suggest.js';
import { namesColumns, ROLES, type IntervalMap, type Role } from './intervalMap.js';
import { headerUnit } from './headerUnit.js';
import { ASIDE, OWN, roleOf } from './intervalNames.js';
import { plainName } from './meterColumns.js';
import type { TableForm } from './table.js';

/** Where a file with a row for each interval has what. */
export interface IntervalHeader {
  readonly labels: readonly string[];
  /** Places in the record; `point` and `serial` say which number of a meter a column has. */
  readonly places: Readonly<Partial<Record<Role | 'point', number>>>;
  /** The unit that the name of the value's column states, as in `Usage (kWh)`; null: none. */
  readonly unit: string | null;
  /** Why that unit is not certain, as a clause; null: it is, or there is none. */
  readonly unitDoubt: string | null;
  /** Whether the name of the one column of stamps says that it is of ends. */
  readonly isOfEnds: boolean;
  /** Columns that are left aside. */
  readonly aside: readonly string[];
}

/**
 * How many columns of a header are known to hold a stamp, a value, a meter and the like; 0 where it is no header of a file
 * with a row for each interval.
 * @param map what was said of the columns; null: they are told by their names
 */
export function knownIntervalColumns(cells: readonly string[], map: IntervalMap | null): number {
  const names = cells.map((cell) => plainName(clean(cell)));
  if (namesColumns(map)) {
    const wanted = [...Object.values(map.columns), ...Object.keys(map.where)].map(plainName);
    return wanted.length > 0 && wanted.every((name) => names.includes(name)) ? wanted.length : 0;
  }
  if (names.some((name) => OWN.includes(name))) return 0;
  const roles = cells.flatMap((cell) => roleOf(cell) ?? []);
  const hasStamp = roles.some((role) => role === 'start' || role === 'end' || role === 'date');
  return hasStamp && roles.includes('value') ? roles.length : 0;
}

/** Places of the columns that every row fills: those of stamps and meters. */
function intervalKeys(labels: readonly string[], map: IntervalMap | null): readonly number[] {
  const said = (['start', 'end', 'date', 'meter', 'serial'] as const).flatMap((role) => map?.columns[role] ?? []);
  const isKey = (label: string): boolean => {
    const role = namesColumns(map) ? undefined : roleOf(label);
    if (role !== undefined) return ['start', 'end', 'date', 'meter', 'point', 'serial'].includes(role);
    return said.some((name) => plainName(name) === plainName(label));
  };
  return labels.flatMap((label, place) => (isKey(label) ? [place] : []));
}

/**
 * Reads the header of a file with a row for each interval.
 * @param map what was said of the columns; null: they are told by their names
 * @param ignore columns to leave aside
 * @throws Error that begins with "the header" when a column is unknown, missing or there twice
 */
export function readIntervalHeader(
  cells: readonly string[],
  map: IntervalMap | null,
  ignore: readonly string[],
): IntervalHeader {
  const labels = cells.map(clean);
  const left = ignore.map(plainName);
  const places = namesColumns(map) ? byMap(labels, map) : byName(labels, left, map);
  const value = labels[places.value ?? -1];
  if (value === undefined)
    throw new Error('the header has no column of values, such as kWh or value; say which with --map');
  if (places.start === undefined && places.end === undefined && places.date === undefined) {
    throw new Error('the header has no column of time stamps, such as start, timestamp or date; say which with --map');
  }
  const used = [...Object.values(places), ...labels.flatMap((label, at) => (isNamed(label, map) ? [at] : []))];
  const aside = labels.filter((_, place) => !used.includes(place));
  const { unit, doubt } = headerUnit(value);
  return {
    labels,
    places,
    unit,
    unitDoubt: doubt,
    isOfEnds: !namesColumns(map) && places.start === undefined && places.end !== undefined,
    aside,
  };
}

function isNamed(label: string, map: IntervalMap | null): boolean {
  return Object.keys(map?.where ?? {})
    .map(plainName)
    .includes(plainName(label));
}

function byMap(labels: readonly string[], { columns }: IntervalMap): IntervalHeader['places'] {
  const places: Partial<Record<Role | 'point', number>> = {};
  const names = labels.map(plainName);
  for (const role of ROLES) {
    const wanted = columns[role];
    if (wanted === undefined) continue;
    const place = names.indexOf(plainName(wanted));
    if (place < 0)
      throw new Error(`the header has no column ${quoted(wanted)}, which --map or the profile names as ${role}`);
    if (names.includes(plainName(wanted), place + 1)) throw new Error(`the header names ${quoted(wanted)} twice`);
    places[role] = place;
  }
  return places;
}

function byName(labels: readonly string[], left: readonly string[], map: IntervalMap | null): IntervalHeader['places'] {
  const places: Partial<Record<Role | 'point', number>> = {};
  const unknown: string[] = [];
  for (const [place, label] of labels.entries()) {
    if (left.includes(plainName(label))) continue;
    const role = roleOf(label);
    if (role === undefined) {
      const isAside = ASIDE.includes(plainName(label)) || label === '' || isNamed(label, map);
      if (!isAside) unknown.push(label);
      continue;
    }
    const before = places[role];
    if (before !== undefined) {
      throw new Error(
        `the header has two columns for the same: ${quoted(labels[before] ?? '')} and ${quoted(label)}; leave one aside with --ignore`,
      );
    }
    places[role] = place;
  }
  if (unknown.length > 0) {
    const list = unknown.map((label) => quoted(label)).join(', ');
    throw new Error(
      `the header has columns that are not recognised: ${list}; leave them aside with --ignore, or say what they are with --map`,
    );
  }
  return places;
}

function clean(cell: string): string {
  return cell.replace(/^\uFEFF/, '').trim();
}

/** How the table of a file with a row for each interval is told. */
export function intervalForm(map: IntervalMap | null): TableForm {
  return {
    known: (cells) => knownIntervalColumns(cells, map),
    keys: (header) => intervalKeys(header, map),
    of: 'a row for each interval (columns such as start, kWh and MPAN)',
  };
}
