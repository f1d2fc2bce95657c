import { isProblem } from '../values/parsed.js';
import type { ImportFields } from './fields.js';
import { readCell, unknownNames, type Cell } from './readCell.js';
import type { SourceRow } from './sourceRow.js';

export interface FieldProblem {
  readonly field: string | null;
  readonly reason: string;
}

/**
 * Checks one row: fields known, required ones there, every value of its kind.
 * @returns the cells in the order of the import's columns, or what is wrong
 */
export function checkRow(fields: ImportFields, row: SourceRow): readonly Cell[] | FieldProblem[] {
  if (row.problem !== undefined) return [{ field: null, reason: row.problem }];
  const { name, columns, required, defaults, span } = fields;
  const paths = columns.map((column) => column.path);
  const given = Object.keys(row.values).filter((path) => !isEmptyObject(row.values[path], path, paths));
  const problems: FieldProblem[] = unknownNames(given, paths, name);
  const cells = columns.map((column): Cell => {
    const { path } = column;
    const value = Object.hasOwn(row.values, path) ? row.values[path] : undefined;
    if (value === undefined || value === null) {
      if (required.has(path)) problems.push({ field: path, reason: 'is required' });
      return defaults[path] ?? null;
    }
    const read = readCell(column, value);
    if (!isProblem(read)) return read.value;
    problems.push({ field: path, reason: read.problem });
    return null;
  });
  if (span) {
    const [start, end] = [cells[paths.indexOf(span.start)], cells[paths.indexOf(span.end)]];
    if (typeof start === 'string' && typeof end === 'string' && (end < start || (span.open && end === start))) {
      const must = span.open ? 'must be after' : 'must not be before';
      problems.push({ field: span.end, reason: `${must} ${span.start} ${start}, got ${end}` });
    }
  }
  return problems.length > 0 ? problems : cells;
}

/** An object of fields that is null or has none, such as `"address": {}`. */
function isEmptyObject(value: unknown, path: string, paths: readonly string[]): boolean {
  const empty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return empty && !Array.isArray(value) && paths.some((known) => known.startsWith(`${path}.`));
}

/** Whether a checked row is bad. */
export function isBad(result: readonly Cell[] | FieldProblem[]): result is FieldProblem[] {
  const [first] = result;
  return typeof first === 'object' && first !== null && 'reason' in first;
}
