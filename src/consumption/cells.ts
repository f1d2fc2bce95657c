import { isTurnOver, nextTurn } from '../values/turns.js';
import { COMBINED_SOURCES, type CombinedSource } from '../usage/sources.js';
import type { FactorOf } from './factors.js';
import type { ScopeAccount } from './scope.js';
import type { Groups } from './usageOfGroups.js';

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

/** A quantity that one emission factor is of. */
export interface ByFactor extends FactorOf {
  readonly year: number;
  quantity: number;
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
