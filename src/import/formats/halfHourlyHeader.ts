import { quoted } from '../../errors/suggest.js';
import { flaggedPeriod, flagPlaces, isFlagAlone } from './halfHourlyFlags.js';
import { headerZone } from './headerZone.js';
import { METER_COLUMNS, plainName } from './meterColumns.js';
import { isPeriod, readPeriodColumns, type Labelled, type PeriodColumns } from './periodColumns.js';
import { ignoring, type TableForm } from './table.js';

/** Where a wide file of half-hours has what. */
export interface HalfHourlyHeader {
  readonly labels: readonly string[];
  /** Places in the record; null where there is no such column. */
  readonly point: number | null;
  readonly serial: number | null;
  readonly either: number | null;
  readonly date: number;
  readonly unit: number | null;
  readonly estimated: number | null;
  readonly periods: PeriodColumns;
  /** The place of each period's flag, in their order; null: they have none. */
  readonly flags: readonly number[] | null;
}

/** Names of columns, as {@link plainName} gives them. */
const NAMES = {
  ...METER_COLUMNS,
  date: ['date', 'readingdate', 'settlementdate', 'readdate', 'day'],
  estimated: [...METER_COLUMNS.estimated, 'readtype'],
} as const;
type Role = keyof typeof NAMES;

/** Columns that add nothing to the periods: they are left aside. */
const ASIDE = ['total', 'dailytotal', 'site', 'sitename', 'name', 'address'];

/** A header with fewer periods is no wide file, whatever its columns are called. */
const FEWEST_PERIODS = 20;

/** Whether the cells are the header of a file with a line for each meter and date, and a column for each period. */
export function isHalfHourlyHeader(cells: readonly string[]): boolean {
  const labels = cells.map(clean);
  const hasMeter = labels.some((label) => isMeter(roleOf(label)));
  return hasMeter && labels.filter(isPeriod).length >= FEWEST_PERIODS;
}

/** How its table is told from other lines. A line of it has a meter and a date. */
export const HALF_HOURLY: TableForm = {
  // Where the format is said, a header without a meter is told by its periods, and refused for what it lacks.
  known: (cells) => {
    const labels = cells.map(clean);
    const isWide = labels.filter(isPeriod).length >= FEWEST_PERIODS;
    return isWide ? labels.filter((label) => isPeriod(label) || roleOf(label) !== undefined).length : 0;
  },
  keys: (header) => header.flatMap((label, place) => (isKey(roleOf(label)) ? [place] : [])),
  of: 'half-hourly periods (a meter such as mpan, a date, and 24, 48 or 96 periods of the day)',
};

/**
 * Reads the header of a wide file.
 * @param stamps whether a clock label is the start or the end of its period
 * @param ignored names of columns that are left aside
 * @throws Error that begins with "the header" when columns are unknown, missing or there twice
 */
export function readHalfHourlyHeader(
  cells: readonly string[],
  stamps: 'start' | 'end' | null,
  ignored: readonly string[] = [],
): HalfHourlyHeader {
  const labels = cells.map(clean);
  const places: Partial<Record<Role, number>> = {};
  const [periods, flags, unknown]: [Labelled[], Labelled[], string[]] = [[], [], []];
  const isIgnored = ignoring(ignored);
  // A flag after each period, or one of the whole line.
  const isAlternating = labels.filter(isFlagAlone).length > 1;
  for (const [place, label] of labels.entries()) {
    if (isIgnored(label)) continue;
    const role = roleOf(label);
    if (flaggedPeriod(label) !== null || (isAlternating && isFlagAlone(label))) flags.push({ label, place });
    else if (role !== undefined) {
      const before = places[role];
      if (before !== undefined) throw twoColumns(labels[before], label);
      places[role] = place;
    } else if (isPeriod(label)) periods.push({ label, place });
    else if (!ASIDE.includes(plainName(label))) unknown.push(label);
  }
  if (unknown.length > 0) throw new Error(unknownColumns(unknown));
  const { point = null, serial = null, either = null, date, unit = null, estimated = null } = places;
  if (point === null && serial === null && either === null) {
    throw new Error('the header has no meter column, such as mpan or meter serial number');
  }
  if (either !== null && (point !== null || serial !== null))
    throw twoColumns(labels[either], labels[point ?? serial ?? 0]);
  if (date === undefined) throw new Error('the header has no date column');
  const columns = readPeriodColumns(periods, stamps);
  return { labels, point, serial, either, date, unit, estimated, periods: columns, flags: flagPlaces(periods, flags) };
}

function twoColumns(first = '', second = ''): Error {
  return new Error(`the header has two columns for the same: ${quoted(first)} and ${quoted(second)}`);
}

function unknownColumns(unknown: readonly string[]): string {
  const [are, them] = unknown.length === 1 ? ['a column', 'it'] : ['columns', 'them'];
  const names = unknown.map((label) => quoted(label)).join(', ');
  const one = `${names} that ${unknown.length === 1 ? 'is' : 'are'} neither a meter, a date, a unit nor a period`;
  return `the header has ${are} ${one}; leave ${them} out with --ignore ${quoted(unknown.join(','))}`;
}

function isMeter(role: Role | undefined): boolean {
  return role === 'point' || role === 'serial' || role === 'either';
}

function isKey(role: Role | undefined): boolean {
  return role === 'date' || isMeter(role);
}

function clean(cell: string): string {
  return cell.replace(/^\uFEFF/, '').trim();
}

function roleOf(label: string): Role | undefined {
  const name = plainName(headerZone(label).name);
  const roles = Object.keys(NAMES) as Role[];
  return roles.find((role) => NAMES[role].some((known) => known === name));
}
