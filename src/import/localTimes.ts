import { isProblem, type Parsed } from '../values/scalars.js';
import type { Zone } from '../values/zone.js';
import type { FieldProblem } from './sourceRow.js';
import type { ImportFields } from './fields.js';
import {
  createLocalTimeResolver,
  hiddenText,
  type LocalTimeResolver,
  type Period,
  periodsBetween,
} from './localTimeResolver.js';
import { type Cell, readCell } from './readCell.js';
import { readStamp } from './readStamp.js';

/**
 * Fields that state when something was measured. Without an offset, their timestamps are local times of the file's
 * zone.
 */
const MEASURED = ['startTimestamp', 'endTimestamp', 'submittedAt'];

/** Parses the timestamps of rows, in order. Neighbouring rows resolve local times that clocks show twice. */
export interface LocalTimes {
  /**
   * @param index the index of the column
   * @returns the cell; null for a local time, which `settle` resolves
   */
  read(index: number, value: unknown): Parsed<Cell>;
  /** Resolves the local times of the last row, once its account is known, and returns their errors. */
  resolve(cells: Cell[]): readonly FieldProblem[];
}

const NONE: readonly FieldProblem[] = [];

/**
 * @param zone the zone of timestamps without an offset; null: the rows have none
 * @param notice receives a sentence for each hour that clocks show twice and a series has once
 */
export function createLocalTimes(
  { columns }: ImportFields,
  zone: Zone | null,
  notice: (sentence: string) => void,
): LocalTimes {
  const measured = columns.flatMap(({ path }, index) => (MEASURED.includes(path) ? [index] : []));
  const [start = -1, end = start] = measured;
  const columnOf = (name: string): number => columns.findIndex(({ path }) => path === name);
  const account = columnOf('accountId');
  // Rows are in order within a series: a register of an account, or a source of its intervals.
  const series = columnOf('registerId') < 0 ? columnOf('source') : columnOf('registerId');
  const runs = new Map<string, LocalTimeResolver>();
  /** The local times of the current row, by column. */
  const walls = new Map<number, { readonly at: number; readonly text: string }>();

  const skipped = (index: number, of: Zone): FieldProblem => {
    const reason = `does not exist in ${of.name}: clocks skip this time, got "${walls.get(index)?.text ?? ''}"`;
    return { field: columns[index]?.path ?? null, reason };
  };
  const momentsOf = (index: number, cells: readonly Cell[], of: Zone, isEnd: boolean): readonly number[] => {
    const wall = walls.get(index);
    if (wall === undefined) return [Date.parse(textOf(cells[index]))];
    return isEnd ? of.endsOf(wall.at) : of.instantsOf(wall.at);
  };
  const resolveRow = (cells: Cell[], of: Zone): readonly FieldProblem[] => {
    const starts = momentsOf(start, cells, of, false);
    const ends = end === start ? starts : momentsOf(end, cells, of, true);
    const problems = [...(starts.length === 0 ? [start] : []), ...(end !== start && ends.length === 0 ? [end] : [])];
    if (problems.length > 0) return problems.map((index) => skipped(index, of));
    const given: readonly Period[] =
      end === start ? starts.map((at) => ({ start: at, end: at })) : periodsBetween(starts, ends);
    // If no end follows a start, the check of the row reports it.
    const [first = { start: starts[0] ?? 0, end: ends[0] ?? 0 }, ...others] = given;
    const name = `${textOf(cells[account])} ${textOf(cells[series])}`;
    const run = runs.get(name) ?? createLocalTimeResolver(of);
    runs.set(name, run);
    const wall = end === start ? null : (walls.get(start)?.at ?? null);
    const { period, hidden } = run.next([first, ...others], wall);
    for (const index of walls.keys())
      cells[index] = new Date(index === start ? period.start : period.end).toISOString();
    if (hidden !== null) notice(hiddenText(`account ${textOf(cells[account])}`, hidden, of));
    return NONE;
  };

  return {
    read(index, value) {
      const column = columns[index];
      if (column === undefined) return { value: null };
      if (typeof value !== 'string') return readCell(column, value);
      const read = readStamp(value, zone, measured.includes(index));
      if (isProblem(read)) return read;
      if (typeof read.value === 'string') return { value: read.value };
      walls.set(index, { at: read.value, text: value });
      return { value: null };
    },
    resolve(cells) {
      if (zone === null || start < 0) return NONE;
      const hasValue = (index: number): boolean => walls.has(index) || typeof cells[index] === 'string';
      const problems = hasValue(start) && hasValue(end) ? resolveRow(cells, zone) : NONE;
      walls.clear();
      return problems;
    },
  };
}

/** Returns the text of a cell; '' for any other value. */
function textOf(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell : '';
}
