import { quoted } from '../../errors/suggest.js';
import type { SourceRow } from '../sourceRow.js';
import { columnAdvice, mixedRows, type Column } from './columnAdvice.js';
import { columnPlace, columnPlaces, METER_COLUMNS, plainName } from './meterColumns.js';
import type { CsvRecord } from './csvRecords.js';
import { namesColumns, ROLES, type IntervalMap, type Role } from './intervalMap.js';
import { headerUnit } from './headerUnit.js';
import { ASIDE, OWN, roleOf } from './intervalNames.js';
import type { TableForm } from './table.js';
import { TIME_OF_DAY } from './writtenDate.js';

/** Where a file with a row for each interval has what. */
export interface IntervalHeader {
  readonly labels: readonly string[];
  /** Places in the record; `point` and `serial` say which number of a meter a column has. */
  readonly places: Readonly<Partial<Record<Role | 'point', number>>>;
  /** The unit that the name of the value's column states, as in `Usage (kWh)`; null: none. */
  readonly unit: string | null;
  /** A clause that says why that unit is not certain; null: the unit is certain, or the name states no unit. */
  readonly unitDoubt: string | null;
  /** Whether the name of the one column of stamps says that it is of ends. */
  readonly isOfEnds: boolean;
  /** Columns that are skipped. */
  readonly aside: readonly string[];
}

/**
 * Counts the columns of a header that hold a stamp, a value, a meter and the like. Returns 0 for a line that is not a
 * header of a file with a row for each interval.
 * @param map the header must have all columns that the map names
 */
export function knownIntervalColumns(cells: readonly string[], map: IntervalMap | null): number {
  const labels = cells.map(clean);
  if (namesColumns(map)) {
    const wanted = [...Object.values(map.columns), ...Object.keys(map.where)];
    // A line with all of these names is the header, however many other columns it has.
    return wanted.every((name) => columnPlaces(labels, name).length > 0) ? labels.length : 0;
  }
  if (labels.some((label) => OWN.includes(plainName(label)))) return 0;
  const roles = labels.flatMap((label) => roleOf(label) ?? []);
  const hasStamp = roles.some((role) => STAMP_ROLES.includes(role));
  return hasStamp && roles.includes('value') ? roles.length : 0;
}

/** Places of the columns that every row fills: those of stamps and meters. */
function intervalKeys(labels: readonly string[], map: IntervalMap | null): readonly number[] {
  const said = new Set(
    (['start', 'end', 'date', 'meter', 'serial'] as const).flatMap((role) =>
      columnPlaces(labels, map?.columns[role] ?? '').slice(0, 1),
    ),
  );
  const isKey = (label: string): boolean => {
    const role = roleOf(label);
    return role !== undefined && ['start', 'end', 'date', ...METER_ROLES].includes(role);
  };
  return labels.flatMap((label, place) => (said.has(place) || isKey(label) ? [place] : []));
}

/** The options that apply to the columns. */
export interface SaidOfColumns {
  readonly map: IntervalMap | null;
  /** Columns to leave aside. */
  readonly ignored: readonly string[];
  /** Whether all of the file is of an account that is given. */
  readonly isOfAccount: boolean;
}

/**
 * Reads the header of a file with a row for each interval. The reader recognises the columns that the map does not name
 * by their names.
 * @param sample rows below the header, where the names of columns do not suffice
 * @throws Error that begins with "the header" when a column is unknown, missing or there twice
 */
export function readIntervalHeader(
  cells: readonly string[],
  said: SaidOfColumns,
  sample: readonly CsvRecord[] = [],
): IntervalHeader {
  const { map } = said;
  const labels = cells.map(clean);
  const places = placesOf(labels, said, sample);
  const value = labels[places.value ?? -1];
  if (value === undefined)
    throw new Error('the header has no column of values, such as kWh or value; name it with --map');
  if ([places.start, places.end, places.date, places.period].every((place) => place === undefined)) {
    throw new Error('the header has no column of timestamps, such as start, timestamp or date; name it with --map');
  }
  if (places.period !== undefined && isNumbered(places) && places.date === undefined) {
    throw new Error(
      `the header has the numbers of half-hours in ${quoted(labels[places.period] ?? '')} and no column of dates; say which with --map date=…`,
    );
  }
  const used = [...Object.values(places), ...wherePlaces(labels, map)];
  const aside = labels.filter((_, place) => !used.includes(place));
  const { unit, doubt } = headerUnit(value);
  return {
    labels,
    places,
    unit,
    unitDoubt: doubt,
    isOfEnds: map?.columns.start === undefined && places.start === undefined && places.end !== undefined,
    aside,
  };
}

type Places = Partial<Record<Role | 'point', number>>;

/** Whether the numbers of half-hours tell the time of rows: no column has a time. */
export function isNumbered({ period, start, end, time }: Places): boolean {
  return period !== undefined && [start, end, time].every((place) => place === undefined);
}

/** Sorts the columns by content: the map decides first, then the names of the columns. */
function placesOf(
  labels: readonly string[],
  { map, ignored, isOfAccount }: SaidOfColumns,
  sample: readonly CsvRecord[],
): Places {
  const said = byMap(labels, map);
  const places: Places = { ...said };
  const left = new Set(ignored.flatMap((name) => columnPlaces(labels, name)));
  const kept = new Set<number | undefined>([...Object.values(said), ...wherePlaces(labels, map)]);
  const unknown: Column[] = [];
  for (const [place, label] of labels.entries()) {
    if (left.has(place) || kept.has(place)) continue;
    const role = roleOf(label);
    if (role === undefined) {
      if (label !== '' && !ASIDE.includes(plainName(label))) unknown.push({ label, place });
    } else if (addsToMap(role, { said, map, sample, place })) placeRole(places, role, labels, place);
  }
  // Without a date a column of times has the whole stamp.
  const { start, end, date, time, ...others } = places;
  const stamps =
    start === undefined && end === undefined && date === undefined ? { start: time } : { start, end, date, time };
  if (unknown.length > 0 && !namesColumns(map)) throw unknownColumns(unknown, places, isOfAccount, sample);
  return Object.fromEntries(Object.entries({ ...others, ...stamps }).filter(([, place]) => place !== undefined));
}

/** The columns that a map names. */
function byMap(labels: readonly string[], map: IntervalMap | null): Places {
  const places: Places = {};
  for (const role of ROLES) {
    const wanted = map?.columns[role];
    if (wanted !== undefined) places[role] = columnPlace(labels, wanted, `--map or the profile names as ${role}`);
  }
  return places;
}

const STAMP_ROLES: readonly (Role | 'point')[] = ['start', 'end', 'date', 'time'];
const METER_ROLES: readonly (Role | 'point')[] = ['meter', 'point', 'serial'];

/**
 * Whether a column that its name tells adds to those that a map names. A map that names the meter names all of it. One
 * that names stamps takes further columns only for what its own columns lack: a date, a time, or the end.
 */
function addsToMap(
  role: Role | 'point',
  {
    said,
    map,
    sample,
    place,
  }: {
    readonly said: Places;
    readonly map: IntervalMap | null;
    readonly sample: readonly CsvRecord[];
    readonly place: number;
  },
): boolean {
  if (said[role] !== undefined) return false;
  if (METER_ROLES.includes(role)) return METER_ROLES.every((one) => said[one] === undefined);
  if (!STAMP_ROLES.includes(role) || STAMP_ROLES.every((one) => said[one] === undefined)) return true;
  const isOfTimes = (at: number): boolean =>
    sample.length > 0 && sample.every(({ cells }) => TIME_OF_DAY.test((cells[at] ?? '').trim()));
  if (role === 'time') return said.start === undefined && said.end === undefined;
  if (role === 'date') return [said.start, said.end].every((at) => at === undefined || isOfTimes(at));
  if (role === 'end' && map?.stamps === 'end') return false;
  return said.date === undefined ? role === 'end' : isOfTimes(place);
}

/** Places a column that its name tells. Of two that may name the meter, the one whose name is the more usual does. */
function placeRole(places: Places, role: Role | 'point', labels: readonly string[], place: number): void {
  const [before, label] = [places[role], labels[place] ?? ''];
  const other = before === undefined ? '' : (labels[before] ?? '');
  const order = (name: string): number => METER_COLUMNS.either.indexOf(plainName(name));
  if (before === undefined) places[role] = place;
  else if (role === 'meter' && order(label) !== order(other))
    places[role] = order(label) < order(other) ? place : before;
  else {
    const named = role === 'point' ? 'meter' : role;
    throw new Error(
      `the header has two columns for the same: ${quoted(other)} and ${quoted(label)}; say which to read, as in --map ${named}="${other}"`,
    );
  }
}

function wherePlaces(labels: readonly string[], map: IntervalMap | null): readonly number[] {
  return Object.keys(map?.where ?? {}).flatMap((name) => columnPlaces(labels, name));
}

/** Notes the columns that nothing reads and that may tell what rows measure. @param sample rows below the header */
export function mixedNotices({ labels, places }: IntervalHeader, sample: readonly CsvRecord[]): readonly SourceRow[] {
  const used = new Set(Object.values(places));
  const isKnown = (label: string): boolean =>
    label === '' || ASIDE.includes(plainName(label)) || roleOf(label) !== undefined;
  const left = labels.flatMap((label, place) => (used.has(place) || isKnown(label) ? [] : [{ label, place }]));
  const [meters, stamps] = [placesOfRoles(places, METER_ROLES), placesOfRoles(places, [...STAMP_ROLES, 'period'])];
  return mixedRows(left, { sample, meters, stamps });
}

function placesOfRoles(places: Places, roles: readonly (Role | 'point')[]): readonly number[] {
  return roles.flatMap((role) => places[role] ?? []);
}

function unknownColumns(
  unknown: readonly Column[],
  places: Places,
  isOfAccount: boolean,
  sample: readonly CsvRecord[],
): Error {
  const [meters, stamps] = [placesOfRoles(places, METER_ROLES), placesOfRoles(places, STAMP_ROLES)];
  const needsMeter = meters.length === 0 && !isOfAccount;
  const advice = columnAdvice(unknown, { sample, meters, stamps, needsMeter, needsTime: places.time === undefined });
  const list = unknown.map(({ label }) => quoted(label)).join(', ');
  const [are, them] = unknown.length === 1 ? ['a column that is', 'it is'] : ['columns that are', 'they are'];
  return new Error(`the header has ${are} not recognised: ${list}; ${advice}, or say with --map what ${them}`);
}

function clean(cell: string): string {
  return cell.replace(/^\uFEFF/, '').trim();
}

/** Returns the form that recognises the table of a file with a row for each interval. */
export function intervalForm(map: IntervalMap | null): TableForm {
  return {
    known: (cells) => knownIntervalColumns(cells, map),
    keys: (header) => intervalKeys(header, map),
    of: namesColumns(map)
      ? `the columns that --map or the profile names (${Object.values(map.columns).map(quoted).join(', ')})`
      : 'a row for each interval (columns such as start, kWh and MPAN)',
  };
}
