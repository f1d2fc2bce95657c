import { quoted } from '../../errors/suggest.js';
import type { Stamp } from '../readStamp.js';
import { cellAt, type CsvRecord } from './csvRecords.js';
import type { IntervalHeader } from './intervalHeader.js';
import { plainName } from './meterColumns.js';
import type { Table } from './table.js';
import { TIME_OF_DAY } from './writtenDate.js';

/** Whether the only timestamp of each row is the start or the end of its interval. */
export interface StampEnds {
  /** Whether it is the end. */
  readonly isOfEnds: boolean;
  /** Whether the file or an option states it, or rows have both timestamps. */
  readonly isCertain: boolean;
  /** Whether ends are written as the last minute or second of the interval. */
  readonly isLastMinute: boolean;
  /** The evidence in the file, for the preview; null: the option or the default decided. */
  readonly decidedBy: string | null;
  /** All records of the table. */
  readonly records: AsyncIterable<readonly CsvRecord[]>;
}

/** Seconds. */
const [MINUTE, DAY] = [60, 86_400];
/** Rows that the decision uses: three days of quarter-hours. */
const ENOUGH = 288;
/** Timestamps are multiples of this, unless rows are single minutes. */
const GRID = 5 * MINUTE;
const CLOCK = /(?<![\d:])(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:([ap])\.?m\b)?/i;

/**
 * Decides whether the only timestamp of each row is the start or the end of its interval. The option decides first,
 * then the names of the columns. Otherwise, a time 24:00 or times such as 00:29 and 00:59 show that timestamps are
 * ends. The default is the start.
 * @throws Error that begins with "the" if a row contradicts the decision
 */
export async function stampEnds(
  records: AsyncIterable<readonly CsvRecord[]>,
  header: IntervalHeader,
  option: 'start' | 'end' | null,
): Promise<StampEnds> {
  const { labels, columns } = header;
  const hasBoth = columns.end !== undefined && (columns.start ?? columns.date) !== undefined;
  const stampColumns = hasBoth
    ? [columns.end ?? 0]
    : [columns.start, columns.end, columns.date, columns.time].flatMap((index) => index ?? []);
  const chunks = records[Symbol.asyncIterator]();
  let head: CsvRecord[] = [];
  while (head.length < ENOUGH) {
    const next = await chunks.next();
    if (next.done === true) break;
    head.push(...next.value);
  }
  const { time } = columns;
  const isOfHours = time !== undefined && areHours(head.map(({ cells }) => cells[time]?.trim() ?? ''));
  const joinedRecords = joinRecords(head, chunks);
  const all = isOfHours ? withTimes(joinedRecords, time) : joinedRecords;
  if (isOfHours) head = head.map((record) => withTime(record, time));
  const clocks = head.flatMap(({ cells }) => clockOf(cells, stampColumns) ?? []);
  const isLastMinute = option !== 'start' && areLastMinutes(clocks);
  if (hasBoth) return { isOfEnds: option === 'end', isCertain: true, isLastMinute, decidedBy: null, records: all };
  const names = stampColumns.map((index) => labels[index] ?? '');
  const named = header.isOfEnds ? 'end' : (names.map(sideOf).find((side) => side !== null) ?? null);
  const hasMidnightEnd = clocks.includes(DAY);
  const evidence = hasMidnightEnd ? '24:00' : isLastMinute && areOnlyEnds(clocks) ? 'times such as 00:29' : null;
  if (option === 'end' || (option === null && (named === 'end' || (named === null && evidence !== null)))) {
    const decidedBy = option === 'end' ? null : named === 'end' ? 'the name of the column' : evidence;
    return { isOfEnds: true, isCertain: true, isLastMinute, decidedBy, records: all };
  }
  return {
    isOfEnds: false,
    isCertain: option === 'start' || named === 'start',
    isLastMinute: false,
    decidedBy: null,
    records: withoutMidnightEnds(all, stampColumns),
  };
}

async function* joinRecords(
  head: readonly CsvRecord[],
  rest: AsyncIterator<readonly CsvRecord[]>,
): AsyncGenerator<readonly CsvRecord[]> {
  if (head.length > 0) yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/**
 * Whether a column has hour numbers: from 0, or up to 24. Numbers from 1 to 23 are ambiguous, and 1 to 25 number the
 * hours of a long day.
 */
function areHours(cells: readonly string[]): boolean {
  const hours = new Set(
    cells.filter((cell) => cell !== '').map((cell) => (HOUR_NUMBER.test(cell) ? Number(cell) : NaN)),
  );
  return hours.has(0) !== hours.has(24) && [...hours].every((hour) => hour <= 24);
}

const HOUR_NUMBER = /^\d{1,2}$/;

/** Returns a record with its hour written as a time. */
function withTime(record: CsvRecord, index: number): CsvRecord {
  const cell = record.cells[index]?.trim() ?? '';
  return HOUR_NUMBER.test(cell) ? { ...record, cells: record.cells.with(index, `${cell}:00`) } : record;
}

async function* withTimes(
  records: AsyncIterable<readonly CsvRecord[]>,
  index: number,
): AsyncGenerator<readonly CsvRecord[]> {
  for await (const batch of records) yield batch.map((record) => withTime(record, index));
}

/**
 * Yields the records of a file of starts.
 * @throws Error if a row has the time 24:00, which is an end
 */
async function* withoutMidnightEnds(
  records: AsyncIterable<readonly CsvRecord[]>,
  stampColumns: readonly number[],
): AsyncGenerator<readonly CsvRecord[]> {
  for await (const batch of records) {
    for (const { line, cells } of batch) {
      const index = stampColumns.find((one) => cells[one]?.includes('24:00'));
      const cell = index === undefined ? '' : (cells[index] ?? '');
      if (cell === '' || clockOf([cell], [0]) !== DAY) continue;
      throw new Error(
        `the import reads the timestamps as starts of intervals, but line ${line} has ${quoted(cell)}, which is the end of a day: give --stamps end, or write 00:00 on the next day`,
      );
    }
    yield batch;
  }
}

/** Returns the local time of a timestamp in seconds after midnight; null: it has no time. */
function clockOf(cells: readonly string[], stampColumns: readonly number[]): number | null {
  for (const index of stampColumns) {
    const [match, hours, minutes, seconds = '0', half] = CLOCK.exec(cells[index] ?? '') ?? [];
    if (match === undefined) continue;
    const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    return hour * 60 * MINUTE + Number(minutes) * MINUTE + Number(seconds);
  }
  return null;
}

/**
 * Returns the full end of an interval whose end is written as its last minute or second. Accepts an instant or a local
 * time.
 */
export function inFullMinute(stamp: Stamp): Stamp {
  const at = typeof stamp === 'number' ? stamp : Date.parse(stamp);
  const more = [1, MINUTE].find((seconds) => (at / 1_000 + seconds) % GRID === 0) ?? 0;
  return typeof stamp === 'number' ? at + more * 1_000 : new Date(at + more * 1_000).toISOString();
}

/** Whether a time is the last minute or second before a multiple of {@link GRID}. */
function isLast(clock: number): boolean {
  return (clock + MINUTE) % GRID === 0 || (clock + 1) % GRID === 0;
}

/** Whether some times are last minutes, and all others are multiples of {@link GRID}. Single-minute rows do not match. */
function areLastMinutes(clocks: readonly number[]): boolean {
  return clocks.some(isLast) && clocks.every((clock) => clock % GRID === 0 || isLast(clock));
}

/**
 * Whether last minutes can only be ends: all times are last minutes, including that of an hour, or the last minutes are
 * those of midnight.
 */
function areOnlyEnds(clocks: readonly number[]): boolean {
  const last = clocks.filter(isLast);
  const isMidnight = (clock: number): boolean => clock >= DAY - MINUTE;
  if (last.length < clocks.length) return last.every(isMidnight);
  return clocks.length > 1 && clocks.some((clock) => Math.floor(clock / MINUTE) % 60 === 59);
}

const ENDS = /\b(?:end|ends|ended|ending|endtime|enddate|enddatetime|ende|fin|bis|hasta|fine|einde|tot|until)\b/;
const STARTS =
  /\b(?:start|starts|started|starting|starttime|startdate|startdatetime|begin|beginn|début|debut|from|von|ab|desde|inicio|inizio|vanaf|dal)\b/;

/** Whether the name of a column states starts or ends; null: neither. */
export function sideOf(label: string): 'start' | 'end' | null {
  const words = label
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return ENDS.test(words) ? 'end' : STARTS.test(words) ? 'start' : null;
}

/** Names of time columns that may belong to the start. They do if the end has separate date and time columns. */
const OF_START: readonly string[] = ['readingtime', 'readtime', 'time'];

/**
 * Joins the date and the time of a start, and those of an end, if the file has separate columns for them (`Start Date`,
 * `Start Time`, `End Date`, `End Time`). The date column then holds both, and the time column loses its name.
 */
export function joinStampPairs(table: Table): Table {
  const names = table.header.map(plainName);
  const pairOf = (date: string, times: readonly string[]): readonly (readonly [number, number])[] => {
    const [at, time] = [names.indexOf(date), times.map((name) => names.indexOf(name)).find((index) => index >= 0)];
    return at >= 0 && time !== undefined ? [[at, time]] : [];
  };
  const ends = pairOf('enddate', ['endtime']);
  const starts = pairOf('startdate', ends.length > 0 ? ['starttime', ...OF_START] : ['starttime']);
  const pairs = [...starts, ...ends];
  if (pairs.length === 0) return table;
  const times = pairs.map(([, time]) => time);
  const join = (record: CsvRecord): CsvRecord => {
    const cells = [...record.cells];
    for (const [date, time] of pairs) {
      const [day, clock] = [cellAt(cells, date), cellAt(cells, time)];
      if (day !== '' && !day.includes(':') && TIME_OF_DAY.test(clock)) cells[date] = `${day} ${clock}`;
    }
    return { ...record, cells };
  };
  return {
    ...table,
    header: table.header.map((label, index) => (times.includes(index) ? '' : label)),
    sample: table.sample.map(join),
    records: joined(table.records, join),
  };
}

async function* joined(
  batches: AsyncIterable<readonly CsvRecord[]>,
  join: (record: CsvRecord) => CsvRecord,
): AsyncGenerator<readonly CsvRecord[]> {
  for await (const records of batches) yield records.map(join);
}
