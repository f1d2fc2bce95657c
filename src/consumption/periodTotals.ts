import { COMBINED_SOURCES, type CombinedSource } from '../usage/sources.js';
import { inTurns, isTurnOver, nextTurn } from '../values/turns.js';
import type { ByFactor } from './factors.js';
import type { ScopeAccount } from './scope.js';
import type { Groups } from './usageRows.js';

/** Sums of a group of accounts over the part of a period that lies in one year. */
export interface Piece {
  readonly group: number;
  /** Index of the period. */
  readonly period: number;
  readonly year: number;
  /** Of temperatures: °C × ms. */
  readonly quantity: number;
  readonly estimated: number;
  readonly dayQuantity: number;
  readonly coveredMs: number;
  /** Milliseconds of the units, months, days or slots, that an account covers wholly, over the accounts. */
  readonly fullMs: number;
  /** Of combined: what each source contributes; null where it gives nothing, neither coverage nor quantity. */
  readonly hh: number | null;
  readonly reading: number | null;
  readonly invoice: number | null;
  readonly custom: number | null;
}

/** What the accounts of a group have in common; of temperatures each account is a group. */
export interface Group {
  readonly level: number;
  readonly type: string;
  readonly country: string;
  readonly company: string;
  readonly user: ScopeAccount['user'];
  readonly expected: boolean;
}

/** What was added up of a level and period. */
export interface Cell {
  quantity: number;
  estimated: number;
  dayQuantity: number;
  tenant: number;
  landlord: number;
  /** Of the accounts that are expected: milliseconds that are covered, and of wholly covered units. */
  coveredMs: number;
  fullMs: number;
  /** Whether there is anything, coverage or quantity, of whatever account. */
  any: boolean;
  /** Of combined: what each source contributes; null where it gives nothing. */
  readonly parts: Record<CombinedSource, number | null>;
  /** Quantities by what a factor is of; null before there is one, as cells are many. */
  byFactor: Map<string, ByFactor> | null;
  /** Of temperatures, by group: Σ °C × ms, and ms. */
  means: Map<number, { weighted: number; ms: number }> | null;
}

/** A cell with nothing in it. */
export function emptyCell(): Cell {
  return {
    quantity: 0,
    estimated: 0,
    dayQuantity: 0,
    tenant: 0,
    landlord: 0,
    coveredMs: 0,
    fullMs: 0,
    any: false,
    parts: { hh: null, reading: null, invoice: null, custom: null },
    byFactor: null,
    means: null,
  };
}

/**
 * Adds a piece of a group to a cell.
 * @param factors whether quantities by emission factor are wanted
 */
export function addPiece(cell: Cell, piece: Piece, group: Group, factors: boolean): void {
  const { type, country, company, user, expected } = group;
  cell.quantity += piece.quantity;
  cell.estimated += piece.estimated;
  cell.dayQuantity += piece.dayQuantity;
  if (user !== null) cell[user] += piece.quantity;
  if (expected) {
    cell.coveredMs += piece.coveredMs;
    cell.fullMs += piece.fullMs;
  }
  cell.any = true;
  for (const part of COMBINED_SOURCES) {
    const value = piece[part];
    if (value !== null) cell.parts[part] = (cell.parts[part] ?? 0) + value;
  }
  if (factors) addFactor(cell, { type, country, company, year: piece.year, quantity: piece.quantity });
  if (type === 'temperature') addMean(cell, piece.group, piece.quantity, piece.coveredMs);
}

/** Adds a cell to another, such as a period's to the whole range's. */
export function addCell(cell: Cell, other: Cell): void {
  for (const name of ['quantity', 'estimated', 'dayQuantity', 'tenant', 'landlord', 'coveredMs', 'fullMs'] as const) {
    cell[name] += other[name];
  }
  cell.any ||= other.any;
  for (const part of COMBINED_SOURCES) {
    const value = other.parts[part];
    if (value !== null) cell.parts[part] = (cell.parts[part] ?? 0) + value;
  }
  for (const entry of other.byFactor?.values() ?? []) addFactor(cell, entry);
  for (const [group, { weighted, ms }] of other.means ?? []) addMean(cell, group, weighted, ms);
}

function addFactor(cell: Cell, entry: ByFactor): void {
  const byFactor = (cell.byFactor ??= new Map<string, ByFactor>());
  const key = `${entry.type} ${entry.country} ${entry.company} ${entry.year}`;
  const own = byFactor.get(key);
  if (own) own.quantity += entry.quantity;
  else byFactor.set(key, { ...entry });
}

function addMean(cell: Cell, group: number, weighted: number, ms: number): void {
  const means = (cell.means ??= new Map<number, { weighted: number; ms: number }>());
  const own = means.get(group);
  if (own) {
    own.weighted += weighted;
    own.ms += ms;
  } else means.set(group, { weighted, ms });
}

/** The plain mean of the accounts that have data, each its own mean by time; null without data. */
export function meanOf({ means }: Cell): number | null {
  const own = [...(means?.values() ?? [])].filter(({ ms }) => ms > 0).map(({ weighted, ms }) => weighted / ms);
  return own.length === 0 ? null : own.reduce((sum, mean) => sum + mean, 0) / own.length;
}

/**
 * Accounts that are alike are added up together; of temperatures each is alone, as they are means. Groups are in the order in
 * which one statement has them (oneStatement.ts), whichever accounts come first, as what they add up to depends on it.
 */
export function groupsOf(accounts: readonly ScopeAccount[]): Groups & { readonly list: readonly Group[] } {
  const list: Group[] = [];
  const numbers = new Map<string, number>();
  const means = new Set<number>();
  const groups = accounts.map((account) => {
    const { level, type, country, company, user, expected } = account;
    const mean = type === 'temperature';
    const name = `${level} ${type} ${country} ${company} ${user ?? ''} ${String(expected)} ${mean ? account.key : ''}`;
    const number = numbers.get(name) ?? list.push({ level, type, country, company, user, expected }) - 1;
    numbers.set(name, number);
    if (mean) means.add(number);
    return number;
  });
  const order = [...list.keys()].toSorted((a, b) => inOrder(list[a], list[b]));
  const place = new Map(order.map((number, index) => [number, index]));
  const placeOf = (number: number): number => place.get(number) ?? number;
  return {
    keys: accounts.map(({ key }) => key),
    groups: groups.map(placeOf),
    means: new Set([...means].map(placeOf)),
    list: order.flatMap((number) => list[number] ?? []),
  };
}

function inOrder(a: Group | undefined, b: Group | undefined): number {
  if (!a || !b) return 0;
  if (a.level !== b.level) return a.level - b.level;
  const texts = ({ type, country, user, company }: Group): readonly string[] => [type, country, user ?? '', company];
  const others = texts(b);
  for (const [index, text] of texts(a).entries()) {
    const other = others[index] ?? '';
    if (text !== other) return text < other ? -1 : 1;
  }
  return Number(b.expected) - Number(a.expected);
}

/** What is added up of levels by period; a period without anything has no cell. */
export interface Cells {
  readonly at: (level: number, period: number) => Cell | undefined;
}

/** The cells of all periods of a level together. */
export async function totalOf(cells: Cells, level: number, periods: number): Promise<Cell> {
  const total = emptyCell();
  for (let period = 0; period < periods; period += 1) {
    const cell = cells.at(level, period);
    if (cell) addCell(total, cell);
    if (isTurnOver()) await nextTurn();
  }
  return total;
}

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
