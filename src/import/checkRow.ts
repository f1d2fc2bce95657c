import { suggest } from '../errors/suggest.js';
import type { Column } from '../data/resource.js';
import { isProblem } from '../values/parsed.js';
import { parseValue, type Value } from '../values/value.js';
import type { ImportFields } from './fields.js';
import type { SourceRow } from './sourceRow.js';

/** A checked value: null when absent. */
export type Cell = Value | readonly Value[] | null;

export interface FieldProblem {
  readonly field: string | null;
  readonly reason: string;
}

/** Where nothing is given: the same as a new record has. */
const DEFAULTS: Readonly<Record<string, Cell>> = { status: 'active', tags: [] };

/**
 * Checks one row: fields known, required ones there, every value of its kind.
 * @returns the cells in the order of the import's columns, or what is wrong
 */
export function checkRow({ name, columns, required }: ImportFields, row: SourceRow): readonly Cell[] | FieldProblem[] {
  if (row.problem !== undefined) return [{ field: null, reason: row.problem }];
  const problems: FieldProblem[] = [];
  const paths = columns.map((column) => column.path);
  for (const path of Object.keys(row.values)) {
    if (paths.includes(path)) continue;
    const meant = suggest(path, paths);
    const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    problems.push({ field: path.slice(0, 100), reason: `is not a field of ${name}${hint}` });
  }
  const cells = columns.map((column): Cell => {
    const { path } = column;
    const given = Object.hasOwn(row.values, path) ? row.values[path] : undefined;
    if (given === undefined || given === null) {
      if (required.has(path)) problems.push({ field: path, reason: 'is required' });
      return DEFAULTS[path] ?? null;
    }
    const read = readCell(column, given);
    if (!isProblem(read)) return read.value;
    problems.push({ field: path, reason: read.problem });
    return null;
  });
  const start = cells[paths.indexOf('startTimestamp')];
  const end = cells[paths.indexOf('endTimestamp')];
  if (typeof start === 'string' && typeof end === 'string' && end <= start) {
    problems.push({ field: 'endTimestamp', reason: `must be after startTimestamp ${start}, got ${end}` });
  }
  return problems.length > 0 ? problems : cells;
}

/** Whether a checked row is bad. */
export function isBad(result: readonly Cell[] | FieldProblem[]): result is FieldProblem[] {
  const [first] = result;
  return typeof first === 'object' && first !== null && 'reason' in first;
}

function readCell(column: Column, given: unknown): { readonly value: Cell } | { readonly problem: string } {
  if (!column.list) return readValue(column, given);
  const items: unknown = typeof given === 'string' ? given.split(',').map((item) => item.trim()) : given;
  if (!Array.isArray(items)) return { problem: `must be a list, got ${shown(given)}` };
  const values: Value[] = [];
  for (const item of items as unknown[]) {
    const read = readValue(column, item);
    if (isProblem(read)) return read;
    values.push(read.value);
  }
  return { value: values };
}

function readValue(column: Column, given: unknown): { readonly value: Value } | { readonly problem: string } {
  if (typeof given === 'string') return parseValue(column.kind, given, column.choices);
  const fits =
    (column.kind === 'number' && typeof given === 'number' && Number.isFinite(given)) ||
    (column.kind === 'boolean' && typeof given === 'boolean');
  if (fits && (typeof given === 'number' || typeof given === 'boolean')) return { value: given };
  const wanted = column.kind === 'number' ? 'a finite number' : column.kind === 'boolean' ? 'true or false' : 'a text';
  return { problem: `must be ${wanted}, got ${shown(given)}` };
}

/** A value that is no text, in a message: JSON has no infinity, and prints a deep list only by overflowing the stack. */
function shown(given: unknown): string {
  if (given === null || typeof given === 'number' || typeof given === 'boolean') return String(given);
  return Array.isArray(given) ? 'a list' : 'an object';
}
