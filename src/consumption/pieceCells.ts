import { COMBINED_SOURCES, type CombinedSource } from '../usage/sources.js';
import { inTurns } from '../values/turns.js';
import { addPiece, type Cell, type Cells, emptyCell, type Group, type Piece } from './cells.js';

/** The figures of a piece that are numbers, or null. */
const NUMBERS = ['quantity', 'estimated', 'dayQuantity', 'coveredMs', 'fullMs', ...COMBINED_SOURCES] as const;

/** Pieces as numbers in columns, which take a tenth of the memory of objects. */
class PieceColumns {
  readonly #groups: Int32Array;
  readonly #periods: Int32Array;
  readonly #years: Int32Array;
  readonly #numbers: Float64Array;

  constructor(length: number) {
    this.#groups = new Int32Array(length);
    this.#periods = new Int32Array(length);
    this.#years = new Int32Array(length);
    this.#numbers = new Float64Array(length * NUMBERS.length);
  }

  set(index: number, piece: Piece): void {
    this.#groups[index] = piece.group;
    this.#periods[index] = piece.period;
    this.#years[index] = piece.year;
    // What is no number says that there is none.
    for (const [at, name] of NUMBERS.entries()) this.#numbers[index * NUMBERS.length + at] = piece[name] ?? NaN;
  }

  groupAt(index: number): number {
    return this.#groups[index] ?? 0;
  }

  periodAt(index: number): number {
    return this.#periods[index] ?? 0;
  }

  at(index: number): Piece {
    const from = index * NUMBERS.length;
    const number = (at: number): number => this.#numbers[from + at] ?? NaN;
    const part = (name: CombinedSource): number | null => {
      const value = number(NUMBERS.indexOf(name));
      return Number.isNaN(value) ? null : value;
    };
    return {
      group: this.groupAt(index),
      period: this.periodAt(index),
      year: this.#years[index] ?? 0,
      quantity: number(0),
      estimated: number(1),
      dayQuantity: number(2),
      coveredMs: number(3),
      fullMs: number(4),
      hh: part('hh'),
      reading: part('reading'),
      invoice: part('invoice'),
      custom: part('custom'),
    };
  }
}

/**
 * Pieces as cells, each made when it is asked for.
 * @param pieces by period
 * @param factors whether quantities by emission factor are wanted
 */
export async function cellsOfPieces(
  pieces: readonly Piece[],
  levels: number,
  groups: readonly Group[],
  factors: boolean,
): Promise<Cells> {
  const columns = new PieceColumns(pieces.length);
  const levelOf = (index: number): number => groups[columns.groupAt(index)]?.level ?? 0;
  /** Where the pieces of a level begin among those sorted by level. */
  const starts = new Int32Array(levels + 1);
  let count = 0;
  await inTurns(pieces, (piece) => {
    columns.set(count, piece);
    const after = levelOf(count) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
    count += 1;
  });
  for (let level = 0; level < levels; level += 1) starts[level + 1] = (starts[level + 1] ?? 0) + (starts[level] ?? 0);
  const sorted = new Int32Array(count);
  const next = starts.slice();
  for (let index = 0; index < count; index += 1) {
    const level = levelOf(index);
    const place = next[level] ?? 0;
    sorted[place] = index;
    next[level] = place + 1;
  }
  return {
    at(level, period) {
      const end = starts[level + 1] ?? 0;
      let [low, high] = [starts[level] ?? 0, end];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (columns.periodAt(sorted[middle] ?? 0) < period) low = middle + 1;
        else high = middle;
      }
      let cell: Cell | undefined;
      for (; low < end && columns.periodAt(sorted[low] ?? 0) === period; low += 1) {
        const piece = columns.at(sorted[low] ?? 0);
        const group = groups[piece.group];
        if (group) addPiece((cell ??= emptyCell()), piece, group, factors);
      }
      return cell;
    },
  };
}
