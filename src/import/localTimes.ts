import { isProblem, type Parsed } from '../values/parsed.js';
import type { Zone } from '../values/zone.js';
import type { ImportFields } from './fields.js';
import { readCell, type Cell } from './readCell.js';
import { readStamp } from './readStamp.js';

/** Fields that say when something was measured: by the clock on the wall, where a file's stamps carry no zone. */
const MEASURED = ['startTimestamp', 'endTimestamp', 'submittedAt'];

/** Reads the stamps of rows, in order: an hour that clocks show twice is told by what came before it. */
export interface LocalTimes {
  /** @param index of the column */
  read(index: number, value: unknown): Parsed<Cell>;
  /** Decides the doubled stamps of the row that was read, once its account is known. */
  settle(cells: Cell[]): void;
}

/** The last stamps of a series. */
interface Latest {
  readonly at: string;
  readonly isFalling: boolean;
}

/** @param zone of stamps that carry none */
export function createLocalTimes({ columns }: ImportFields, zone: Zone | null): LocalTimes {
  const places = (...paths: readonly string[]): readonly number[] =>
    columns.flatMap(({ path }, index) => (paths.includes(path) ? [index] : []));
  const measured = places(...MEASURED);
  const [start = -1] = measured;
  /** What has stamps in an order of its own. */
  const series = places('accountId', 'registerId');
  const latest = new Map<string, Latest>();
  let doubled: (readonly [index: number, choices: readonly [string, string]])[] = [];

  return {
    read(index, value) {
      const column = columns[index];
      if (column === undefined) return { value: null };
      if (typeof value !== 'string') return readCell(column, value);
      const read = readStamp(value, zone, measured.includes(index));
      if (isProblem(read)) return read;
      if (typeof read.value === 'string') return { value: read.value };
      doubled.push([index, read.value]);
      return { value: read.value[0] };
    },
    settle(cells) {
      if (zone === null || start < 0) return;
      const of = series.map((index) => textOf(cells[index])).join(' ');
      const before = latest.get(of);
      for (const [index, [first, second]] of doubled) {
        if (index !== start && measured.includes(index)) {
          cells[index] = first > textOf(cells[start]) ? first : second;
        } else cells[index] = before && isLater(before, first, second) ? second : first;
      }
      doubled = [];
      const at = textOf(cells[start]);
      latest.set(of, { at, isFalling: before !== undefined && before.at > at });
    },
  };
}

/** Which of the two moments follows the stamp before: the next one, or in a series that falls the last one below. */
function isLater({ at, isFalling }: Latest, first: string, second: string): boolean {
  return second < at || (!isFalling && first <= at && second > at);
}

/** A cell that is an identifier or a stamp. */
function textOf(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell : '';
}
