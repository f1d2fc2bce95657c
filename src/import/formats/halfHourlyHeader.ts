import { quoted } from '../../errors/suggest.js';
import { type Column, columnAdvice } from './columnAdvice.js';
import { columnIndex, columnIndexes, DATE_NAMES, METER_COLUMNS, plainName, STAMP_NAMES } from './meterColumns.js';
import type { CsvRecord } from './csvRecords.js';
import { headerUnit } from './headerUnit.js';
import { headerZone } from './headerZone.js';
import type { IntervalMap } from './intervalMap.js';
import { NEUTRAL_NAMES, roleOf as roleOfInterval } from './intervalNames.js';
import {
  isPeriod,
  type LabelledColumn,
  type PeriodColumns,
  periodKey,
  periodsFrom,
  readPeriodColumns,
} from './periodColumns.js';
import type { TableForm } from './table.js';

/** The columns of a wide file. */
export interface HalfHourlyHeader {
  readonly labels: readonly string[];
  /** Indexes of columns; null: no such column. */
  readonly point: number | null;
  readonly serial: number | null;
  readonly either: number | null;
  readonly date: number;
  readonly unit: number | null;
  readonly estimated: number | null;
  readonly periods: PeriodColumns;
  /** The index of the flag column of each period, in the order of the periods; null: the file has no flags. */
  readonly flags: readonly number[] | null;
  /** Labels of the columns that the reader skips. */
  readonly skipped: readonly string[];
}

/** The options that apply to the header of a wide file. */
interface HeaderOptions {
  /** Whether a clock label is the start or the end of its period; null: the labels decide. */
  readonly stamps: 'start' | 'end' | null;
  /** Names of columns to ignore. */
  readonly ignored: readonly string[];
  readonly map: IntervalMap | null;
  /** Whether an option states the account of the complete file. */
  readonly isOfAccount: boolean;
}

/** Column names by role, as {@link plainName} returns them. */
const NAMES = {
  ...METER_COLUMNS,
  date: [...DATE_NAMES, ...STAMP_NAMES, 'time'],
  estimated: [...METER_COLUMNS.estimated, 'readtype'],
} as const;
type Role = keyof typeof NAMES;
const ROLES: readonly Role[] = ['point', 'serial', 'either', 'unit', 'estimated', 'date'];

/** Names of columns that summarise the day of a row. */
const DAY_TOTAL = /total|^sum|^somm|max(?:imum)?demand|^peak/;

/** A header with fewer period columns is not that of a wide file. */
const FEWEST_PERIODS = 20;

/** Whether the cells are the header of a wide file: a date or a meter, and a column for each period of the day. */
export function isHalfHourlyHeader(cells: readonly string[]): boolean {
  const labels = cells.map(clean);
  const hasKey = labels.some((label) => isKey(roleOf(label)));
  return hasKey && labels.filter(isPeriod).length >= FEWEST_PERIODS;
}

/**
 * Returns the form that recognises a wide file. A row has a date, and a meter if the file has any.
 * @param map the header must have all columns that the map names
 */
export function halfHourlyForm(map: IntervalMap | null): TableForm {
  const required = map === null ? [] : [...Object.values(map.columns), ...Object.keys(map.where)];
  return {
    // If an option states the format, the periods alone identify the header. The reader then reports what the header
    // lacks.
    countNames: (cells) => {
      const labels = cells.map(clean);
      if (!required.every((name) => columnIndexes(labels, name).length > 0)) return 0;
      // The first such line is the header. Lines below may have more filled cells.
      if (map?.columns.first !== undefined) return labels.length;
      const isWide = labels.filter(isPeriod).length >= FEWEST_PERIODS;
      return isWide ? labels.filter((label) => isPeriod(label) || roleOf(label) !== undefined).length : 0;
    },
    keys: (labels) => {
      const { date, either, serial } = mappedColumns(labels, map);
      const mapped = [date, either, serial];
      return labels.flatMap((label, index) => (mapped.includes(index) || isKey(roleOf(label)) ? [index] : []));
    },
    description: 'half-hourly periods (a meter such as mpan, a date, and 24, 48 or 96 periods of the day)',
  };
}

/**
 * Reads the header of a wide file. A map names the date, the meter or the first period if their names are unusual.
 * Recognises the other columns by their names.
 * @param sample rows below the header, for advice on unknown columns
 * @throws Error that begins with "the header" if columns are unknown, missing or repeated
 */
export function readHalfHourlyHeader(
  cells: readonly string[],
  options: HeaderOptions,
  sample: readonly CsvRecord[] = [],
): HalfHourlyHeader {
  const labels = cells.map(clean);
  const { columns, periods, flags, unknown, skipped } = sortColumns(labels, options);
  const { point = null, serial = null, either = null, date, unit = null, estimated = null } = columns;
  const meters = [point, serial, either].flatMap((index) => index ?? []);
  const needsMeter = meters.length === 0 && !options.isOfAccount;
  if (unknown.length > 0) {
    const stamps = date === undefined ? [] : [date];
    throw new Error(
      unknownColumns(unknown, columnAdvice(unknown, { sample, meters, stamps, needsMeter, needsTime: false })),
    );
  }
  if (needsMeter) {
    throw new Error(
      'the header has no meter column, such as mpan or meter serial number: name the column with --map meter=…, or the account of the file with --account',
    );
  }
  if (date === undefined) throw new Error('the header has no date column: name it with --map date=…');
  const periodColumns = readPeriodColumns(periods, options.stamps);
  const recognised = { labels, point, serial, either, date, unit, estimated, skipped };
  return { ...recognised, periods: periodColumns, flags: flagColumns(periods, flags) };
}

interface SortedColumns {
  readonly columns: Partial<Record<Role, number>>;
  readonly periods: LabelledColumn[];
  readonly flags: LabelledColumn[];
  readonly unknown: Column[];
  readonly skipped: string[];
}

/** Assigns a role to each column: by the map, else by its name. */
function sortColumns(labels: readonly string[], { map, ignored }: HeaderOptions): SortedColumns {
  const mapped = mappedColumns(labels, map);
  const first = map?.columns.first;
  const family = first === undefined ? null : periodsFrom(labels, columnIndex(labels, first, '--map gives for first'));
  const ignoredIndexes = new Set(ignored.flatMap((name) => columnIndexes(labels, name)));
  const filters = new Set(Object.keys(map?.where ?? {}).flatMap((name) => columnIndexes(labels, name)));
  const mappedIndexes = new Set<number | undefined>(Object.values(mapped));
  // Several such columns follow their periods. A single one applies to the complete line.
  const isAlternating = labels.filter(isFlagAlone).length > 1;
  const sorted: SortedColumns = { columns: { ...mapped }, periods: [], flags: [], unknown: [], skipped: [] };
  for (const [index, label] of labels.entries()) {
    if (mappedIndexes.has(index)) continue;
    const role = roleOf(label);
    const period = family === null ? (isPeriod(label) ? { label, index } : undefined) : family.get(index);
    if (ignoredIndexes.has(index)) sorted.skipped.push(label);
    else if (isAlternating && isFlagAlone(label)) {
      // Skips the flag of an ignored column too.
      const isOfPeriod = !ignoredIndexes.has(index - 1) || index === 0;
      if (isOfPeriod) sorted.flags.push({ label, index });
    } else if (flaggedPeriod(label) !== null) sorted.flags.push({ label, index });
    else if (role !== undefined && period === undefined) assignRole(sorted, role, mapped, labels, index);
    else if (period !== undefined) sorted.periods.push(period);
    else if (filters.has(index)) continue;
    else if (label === '' || isNeutral(label) || isPeriod(label)) sorted.skipped.push(label);
    else sorted.unknown.push({ label, index });
  }
  return sorted;
}

/** Assigns a role to a column by its name, unless the map assigns the role. */
function assignRole(
  { columns, skipped }: SortedColumns,
  role: Role,
  mapped: SortedColumns['columns'],
  labels: readonly string[],
  index: number,
): void {
  const label = labels[index] ?? '';
  const isMapped = isMeter(role)
    ? mapped.either !== undefined || mapped.serial !== undefined
    : mapped[role] !== undefined;
  if (isMapped) {
    skipped.push(label);
    return;
  }
  const previous = columns[role];
  if (previous === undefined) {
    columns[role] = index;
    return;
  }
  const other = labels[previous] ?? '';
  const order = (name: string): number => NAMES[role].indexOf(plainName(name));
  const isTime = [label, other].some((name) => plainName(name) === 'time');
  if (order(label) === order(other) || !(role === 'either' || (role === 'date' && isTime))) {
    throw twoColumns(role, other, label);
  }
  const isBetter = order(label) < order(other);
  columns[role] = isBetter ? index : previous;
  skipped.push(isBetter ? other : label);
}

/** Returns the indexes of the columns that a map names. A meter column of a map may hold the point or the serial number. */
function mappedColumns(labels: readonly string[], map: IntervalMap | null): SortedColumns['columns'] {
  const { date, meter, serial, unit, estimated } = map?.columns ?? {};
  const named = { date, either: meter, serial, unit, estimated };
  return Object.fromEntries(
    Object.entries(named).flatMap(([role, name]) =>
      name === undefined ? [] : [[role, columnIndex(labels, name, '--map or the profile gives')]],
    ),
  );
}

function twoColumns(role: Role, first: string, second: string): Error {
  const mapped = isMeter(role) ? 'meter' : role;
  return new Error(
    `the header has two columns with the same meaning: ${quoted(first)} and ${quoted(second)}; choose one, for example with --map ${mapped}="${first}"`,
  );
}

function unknownColumns(unknown: readonly Column[], advice: string): string {
  const are = unknown.length === 1 ? 'a column' : 'columns';
  const names = unknown.map(({ label }) => quoted(label)).join(', ');
  const one = `${names} that ${unknown.length === 1 ? 'is' : 'are'} not a meter, date, unit or period`;
  return `the header has ${are} ${one}; ${advice}`;
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
  return ROLES.find((role) => NAMES[role].includes(name));
}

/** Whether a column adds nothing to the periods: a total or peak of the day, or the name of a site or customer. */
function isNeutral(label: string): boolean {
  const name = plainName(headerUnit(label).name || label);
  return NEUTRAL_NAMES.includes(name) || DAY_TOTAL.test(name) || roleOfInterval(label) === 'value';
}

/**
 * Words that, with the label of a period, form the label of its flag: `00:30 Flag`, `HH01_AE`, `Estimated 1`,
 * `ReadTypeHH1`.
 */
const WORDS =
  '(?:flag|status|quality|estimated|estimate|est|a/?e|type|read[\\s_-]?type|indicator|marker|data[\\s_-]?marker|dq|dq[\\s_-]?flag)';
const BEHIND = new RegExp(`^(.+?)[\\s_-]+${WORDS}$`, 'i');
const BEFORE = new RegExp(`^${WORDS}(?:[\\s_-]+(.+)|(hh.+))$`, 'i');
const COUNTED = /^(?:a\/?e|ut)[\s_-]*0{0,2}(\d{1,3})$/i;
const ALONE = new RegExp(`^${WORDS}$`, 'i');

/** Returns the period that the label of a flag column names; null: the column is not the flag of one period. */
function flaggedPeriod(label: string): string | null {
  const [, counted] = COUNTED.exec(label) ?? [];
  const [, period, joined] = BEHIND.exec(label) ?? BEFORE.exec(label) ?? [];
  const named = counted ?? period ?? joined;
  return named !== undefined && periodKey(named) !== null ? named : null;
}

/** Whether a column is a flag without a period. If each period has one, it belongs to the period before it. */
function isFlagAlone(label: string): boolean {
  return ALONE.test(label);
}

/**
 * Finds the flag column of each period.
 * @param flags columns that name their period, or follow it
 * @returns the indexes in the order of the periods; null: periods have no flags
 * @throws Error that begins with "the header" if the flags do not match the periods one to one
 */
function flagColumns(periods: readonly LabelledColumn[], flags: readonly LabelledColumn[]): readonly number[] | null {
  if (flags.length === 0) return null;
  if (flags.length !== periods.length) {
    throw new Error(
      `the header must have one flag column for each of its ${periods.length} periods, got ${flags.length}`,
    );
  }
  const wrong = flags.find(({ label, index: column }, index) => {
    const period = periods[index];
    const named = flaggedPeriod(label);
    if (named === null) return period?.index !== column - 1;
    return periodKey(named) !== periodKey(period?.label ?? '') && periodKey(named) !== `#${index + 1}`;
  });
  if (wrong) throw new Error(`the header has the flag column ${quoted(wrong.label)} at the wrong period`);
  return flags.map(({ index }) => index);
}
