import { addCell, addPiece, emptyCell, type Cell, type Group, type Piece } from './cells.js';
import type { Groups } from './usageOfGroups.js';
import type { ScopeAccount } from './scope.js';

/** Accounts that are alike are added up together; of temperatures each is alone, as they are means. */
export function groupsOf(accounts: readonly ScopeAccount[]): Groups & { readonly list: readonly Group[] } {
  const list: Group[] = [];
  const numbers = new Map<string, number>();
  const means = new Set<number>();
  const groups = accounts.map((account) => {
    const { level, type, country, user, expected } = account;
    const mean = type === 'temperature';
    const name = `${level} ${type} ${country} ${user ?? ''} ${String(expected)} ${mean ? account.key : ''}`;
    const number = numbers.get(name) ?? list.push({ level, type, country, user, expected }) - 1;
    numbers.set(name, number);
    if (mean) means.add(number);
    return number;
  });
  return { keys: accounts.map(({ key }) => key), groups, means, list };
}

/** Pieces added up by level and period; periods without anything have no cell. */
export function cellsOf(
  levels: number,
  periods: number,
  groups: readonly Group[],
  pieces: Iterable<Piece>,
  factors: boolean,
): readonly (readonly (Cell | undefined)[])[] {
  const cells = Array.from({ length: levels }, () => new Array<Cell | undefined>(periods));
  for (const piece of pieces) {
    const group = groups[piece.group];
    const row = group && cells[group.level];
    if (!row) continue;
    addPiece((row[piece.period] ??= emptyCell()), piece, group, factors);
  }
  return cells;
}

/** The cells of all periods together. */
export function totalOf(cells: readonly (Cell | undefined)[]): Cell {
  const total = emptyCell();
  for (const cell of cells) if (cell) addCell(total, cell);
  return total;
}
