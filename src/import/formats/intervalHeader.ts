import { quoted } from '../../errors/suggest.js';
import type { SourceRow } from '../sourceRow.js';
import { columnAdvice, mixedRows, type Column } from './columnAdvice.js';
import { columnIndex, columnIndexes, METER_COLUMNS, plainName } from './meterColumns.js';
import { cellAt, type CsvRecord } from './csvRecords.js';
import { namesColumns, ROLES, type IntervalMap, type Role } from './intervalMap.js';
import { headerUnit } from './headerUnit.js';
import { NEUTRAL_NAMES, RECORD_FIELDS, roleOf } from './intervalNames.js';
import type { TableForm } from './table.js';
import { TIME_OF_DAY } from './writtenDate.js';

/** The columns of a file with a row for each interval. */
export interface IntervalHeader {
  readonly labels: readonly string[];
  /** Indexes of columns by role. `point` and `serial` state which number of a meter a column has. */
  readonly columns: Readonly<Partial<Record<Role | 'point', number>>>;
  /** The unit in the name of the value column, as in `Usage (kWh)`; null: none. */
  readonly unit: string | null;
  /** A clause that says why the unit is not certain; null: it is certain, or the name has none. */
  readonly unitAmbiguity: string | null;
  /** Whether the only timestamp column holds ends, by its name. */
  readonly isOfEnds: boolean;
  /** Labels of the columns that the reader skips. */
  readonly skipped: readonly string[];
}

/**
 * Counts the recognised columns of a header. Returns 0 unless it is the header of a file with a row for each interval:
 * it needs a timestamp and a value.
 * @param map the header must have all columns that the map names
 */
export function countIntervalColumns(cells: readonly string[], map: IntervalMap | null): number {
  const labels = cells.map(clean);
  if (namesColumns(map)) {
    const required = [...Object.values(map.columns), ...Object.keys(map.where)];
    // A line with all these names is the header, whatever other columns it has.
    return required.every((name) => columnIndexes(labels, name).length > 0) ? labels.length : 0;
  }
  if (labels.some((label) => RECORD_FIELDS.includes(plainName(label)))) return 0;
  const roles = labels.flatMap((label) => roleOf(label) ?? []);
  const hasStamp = roles.some((role) => STAMP_ROLES.includes(role));
  return hasStamp && roles.includes('value') ? roles.length : 0;
}

/** Returns the indexes of the columns that every row fills: timestamps and meters. */
function intervalKeys(labels: readonly string[], map: IntervalMap | null): readonly number[] {
  const mapped = new Set(
    (['start', 'end', 'date', 'meter', 'serial'] as const).flatMap((role) =>
      columnIndexes(labels, map?.columns[role] ?? '').slice(0, 1),
    ),
  );
  const isKey = (label: string): boolean => {
    const role = roleOf(label);
    return role !== undefined && ['start', 'end', 'date', ...METER_ROLES].includes(role);
  };
  return labels.flatMap((label, index) => (mapped.has(index) || isKey(label) ? [index] : []));
}

/** The options that apply to the columns. */
export interface IntervalHeaderOptions {
  readonly map: IntervalMap | null;
  /** Names of columns to ignore. */
  readonly ignored: readonly string[];
  /** Whether an option states the account of the complete file. */
  readonly isOfAccount: boolean;
}

/**
 * Reads the header of a file with a row for each interval. Recognises columns that the map does not name by their
 * names.
 * @param sample rows below the header, for names that do not imply the content of their column
 * @throws Error that begins with "the header" if a column is unknown, missing or repeated
 */
export function readIntervalHeader(
  cells: readonly string[],
  options: IntervalHeaderOptions,
  sample: readonly CsvRecord[] = [],
): IntervalHeader {
  const { map } = options;
  const labels = cells.map(clean);
  const columns = assignColumns(labels, options, sample);
  const value = labels[columns.value ?? -1];
  if (value === undefined)
    throw new Error('the header has no value column, such as kWh or value: name the column with --map value=…');
  if ([columns.start, columns.end, columns.date, columns.period].every((index) => index === undefined)) {
    throw new Error(
      'the header has no timestamp column, such as start, timestamp or date: name the column with --map start=…',
    );
  }
  if (columns.period !== undefined && isNumbered(columns) && columns.date === undefined) {
    throw new Error(
      `the header has the numbers of half-hours in ${quoted(labels[columns.period] ?? '')}, but no date column: name the column with --map date=…`,
    );
  }
  const used = [...Object.values(columns), ...conditionColumns(labels, map)];
  const skipped = labels.filter((_, index) => !used.includes(index));
  const { unit, ambiguity: doubt } = headerUnit(value);
  return {
    labels,
    columns,
    unit,
    unitAmbiguity: doubt,
    isOfEnds: map?.columns.start === undefined && columns.start === undefined && columns.end !== undefined,
    skipped,
  };
}

type RoleColumns = Partial<Record<Role | 'point', number>>;

/** Whether rows state their time by the number of the half-hour: no column has a time. */
export function isNumbered({ period, start, end, time }: RoleColumns): boolean {
  return period !== undefined && [start, end, time].every((index) => index === undefined);
}

/** Assigns a role to each column: by the map, else by its name. */
function assignColumns(
  labels: readonly string[],
  { map, ignored, isOfAccount }: IntervalHeaderOptions,
  sample: readonly CsvRecord[],
): RoleColumns {
  const mapped = mappedColumns(labels, map);
  const columns: RoleColumns = { ...mapped };
  const ignoredIndexes = new Set(ignored.flatMap((name) => columnIndexes(labels, name)));
  const mappedIndexes = new Set<number | undefined>([...Object.values(mapped), ...conditionColumns(labels, map)]);
  const unknown: Column[] = [];
  for (const [index, label] of labels.entries()) {
    if (ignoredIndexes.has(index) || mappedIndexes.has(index)) continue;
    const role = roleOf(label);
    if (role === undefined) {
      if (label !== '' && !NEUTRAL_NAMES.includes(plainName(label))) unknown.push({ label, index });
    } else if (addsToMap(role, { mapped, map, sample, index })) assignRole(columns, role, labels, index);
  }
  // Without a date column, a time column holds the complete timestamp.
  const { start, end, date, time, ...others } = columns;
  const stamps =
    start === undefined && end === undefined && date === undefined ? { start: time } : { start, end, date, time };
  if (unknown.length > 0 && !namesColumns(map)) throw unknownColumns(unknown, columns, isOfAccount, sample);
  return Object.fromEntries(Object.entries({ ...others, ...stamps }).filter(([, index]) => index !== undefined));
}

/** Returns the indexes of the columns that a map names. */
function mappedColumns(labels: readonly string[], map: IntervalMap | null): RoleColumns {
  const columns: RoleColumns = {};
  for (const role of ROLES) {
    const name = map?.columns[role];
    if (name !== undefined) columns[role] = columnIndex(labels, name, `--map or the profile gives for ${role}`);
  }
  return columns;
}

const STAMP_ROLES: readonly (Role | 'point')[] = ['start', 'end', 'date', 'time'];
const METER_ROLES: readonly (Role | 'point')[] = ['meter', 'point', 'serial'];

/**
 * Whether a column with a recognised name adds to the columns of a map. A map with a meter column defines the complete
 * meter. A map with timestamp columns takes others only for missing parts: a date, a time, or the end.
 */
function addsToMap(
  role: Role | 'point',
  {
    mapped,
    map,
    sample,
    index,
  }: {
    readonly mapped: RoleColumns;
    readonly map: IntervalMap | null;
    readonly sample: readonly CsvRecord[];
    readonly index: number;
  },
): boolean {
  if (mapped[role] !== undefined) return false;
  if (METER_ROLES.includes(role)) return METER_ROLES.every((one) => mapped[one] === undefined);
  if (!STAMP_ROLES.includes(role) || STAMP_ROLES.every((one) => mapped[one] === undefined)) return true;
  const isOfTimes = (at: number): boolean =>
    sample.length > 0 && sample.every(({ cells }) => TIME_OF_DAY.test(cellAt(cells, at)));
  if (role === 'time') return mapped.start === undefined && mapped.end === undefined;
  if (role === 'date') return [mapped.start, mapped.end].every((at) => at === undefined || isOfTimes(at));
  if (role === 'end' && map?.stamps === 'end') return false;
  return mapped.date === undefined ? role === 'end' : isOfTimes(index);
}

/** Assigns a role to a column by its name. Of two possible meter columns, the one with the more usual name counts. */
function assignRole(columns: RoleColumns, role: Role | 'point', labels: readonly string[], index: number): void {
  const [previous, label] = [columns[role], labels[index] ?? ''];
  const other = previous === undefined ? '' : (labels[previous] ?? '');
  const order = (name: string): number => METER_COLUMNS.either.indexOf(plainName(name));
  if (previous === undefined) columns[role] = index;
  else if (role === 'meter' && order(label) !== order(other))
    columns[role] = order(label) < order(other) ? index : previous;
  else {
    const named = role === 'point' ? 'meter' : role;
    const meters = role === 'value' ? '; if each column is a meter, give --format crosstab' : '';
    throw new Error(
      `the header has two columns with the same meaning: ${quoted(other)} and ${quoted(label)}; choose one, for example with --map ${named}="${other}"${meters}`,
    );
  }
}

function conditionColumns(labels: readonly string[], map: IntervalMap | null): readonly number[] {
  return Object.keys(map?.where ?? {}).flatMap((name) => columnIndexes(labels, name));
}

/**
 * Returns notices about unused columns that may distinguish kinds of rows.
 * @param sample rows below the header
 */
export function mixedNotices({ labels, columns }: IntervalHeader, sample: readonly CsvRecord[]): readonly SourceRow[] {
  const used = new Set(Object.values(columns));
  const isKnown = (label: string): boolean =>
    label === '' || NEUTRAL_NAMES.includes(plainName(label)) || roleOf(label) !== undefined;
  const skipped = labels.flatMap((label, index) => (used.has(index) || isKnown(label) ? [] : [{ label, index }]));
  const [meters, stamps] = [columnsOfRoles(columns, METER_ROLES), columnsOfRoles(columns, [...STAMP_ROLES, 'period'])];
  return mixedRows(skipped, { sample, meters, stamps });
}

function columnsOfRoles(columns: RoleColumns, roles: readonly (Role | 'point')[]): readonly number[] {
  return roles.flatMap((role) => columns[role] ?? []);
}

function unknownColumns(
  unknown: readonly Column[],
  columns: RoleColumns,
  isOfAccount: boolean,
  sample: readonly CsvRecord[],
): Error {
  const [meters, stamps] = [columnsOfRoles(columns, METER_ROLES), columnsOfRoles(columns, STAMP_ROLES)];
  const needsMeter = meters.length === 0 && !isOfAccount;
  const advice = columnAdvice(unknown, { sample, meters, stamps, needsMeter, needsTime: columns.time === undefined });
  const list = unknown.map(({ label }) => quoted(label)).join(', ');
  const [are, them] = unknown.length === 1 ? ['an unknown column', 'it'] : ['unknown columns', 'them'];
  return new Error(`the header has ${are}: ${list}; ${advice}, or use ${them} with --map`);
}

function clean(cell: string): string {
  return cell.replace(/^\uFEFF/, '').trim();
}

/** Returns the form that recognises the table of a file with a row for each interval. */
export function intervalForm(map: IntervalMap | null): TableForm {
  return {
    countNames: (cells) => countIntervalColumns(cells, map),
    keys: (header) => intervalKeys(header, map),
    description: namesColumns(map)
      ? `the columns of --map or the profile (${Object.values(map.columns).map(quoted).join(', ')})`
      : 'a row for each interval (columns such as start, kWh and MPAN)',
  };
}
