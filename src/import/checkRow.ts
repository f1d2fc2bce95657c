import type { Column } from '../data/resource.js';
import { isProblem } from '../values/scalars.js';
import type { Zone } from '../values/zone.js';
import type { ImportFields } from './fields.js';
import { SOURCE, stableId } from './formats/meters.js';
import { createLocalTimes, type LocalTimes } from './localTimes.js';
import { type Cell, lacksFields, readCell, unknownNames } from './readCell.js';
import type { MissingField, RowShapes } from './rowShapes.js';
import type { FieldProblem, SourceRow } from './sourceRow.js';

/** A row that passed the check and can be staged. */
export interface CheckedRow {
  /** The values, in the order of the import's columns. */
  readonly cells: readonly Cell[];
  /** Whether the row is a tombstone, which deletes its record. */
  readonly deleted: boolean;
  /** The number of the shape (the fields that the row lacks) in {@link RowShapes}. */
  readonly shape: number;
}

/** The positions of the values in a row. Computed once for all rows with the same names. */
interface Layout {
  readonly names: readonly string[];
  readonly problems: readonly FieldProblem[];
  /** The index of each column's value in the row; -1 if the row does not name the column. */
  readonly positions: readonly number[];
  /** The names of objects of fields, with their index in the row. Such an object may only be empty. */
  readonly objects: readonly (readonly [string, number])[];
  /** The index of `deleted` in the row, or -1. */
  readonly deleted: number;
  /** Whether all rows with these names lack the same fields, and so have the shape of the first row. */
  readonly isUniform: boolean;
}

/** How the check treats a column without a value in a row. */
interface EmptyRule {
  readonly column: Column;
  readonly isRequired: boolean;
  /** Whether a tombstone needs a value too. */
  readonly isRequiredOfDeleted: boolean;
  /** Whether a row without a value leaves the stored value unchanged. */
  readonly keepsStored: boolean;
  readonly fallback: Cell;
}

const DELETED = 'deleted';

/**
 * Creates the check for the rows of one import. It rejects unknown names, requires the required fields, and parses each
 * value by the type of its column. A tombstone needs only the fields of the key. A meter record without `_id` gets the
 * `_id` that a file of meter data would give it. A missing field leaves the stored value unchanged; null clears it.
 * @param shapes receives the fields that each row lacks
 * @param zone the time zone for timestamps without an offset; null: the check rejects them
 * @param notice receives a sentence for each hour that clocks show twice and the rows have once
 */
export function createRowCheck(
  fields: ImportFields,
  shapes: RowShapes,
  zone: Zone | null,
  notice: (sentence: string) => void,
): (row: SourceRow) => CheckedRow | readonly FieldProblem[] {
  const check = new RowCheck(fields, shapes, createLocalTimes(fields, zone, notice));
  return (row) => check.check(row);
}

class RowCheck {
  readonly #fields: ImportFields;
  readonly #shapes: RowShapes;
  readonly #times: LocalTimes;
  readonly #paths: readonly string[];
  readonly #rules: readonly EmptyRule[];
  readonly #checkFields: FieldsCheck;
  /** The index of the `_id` column if other fields determine it, else -1; and the indexes of these fields. */
  readonly #idColumn: number;
  readonly #idParts: readonly number[];
  /** The previous value of each column and its parsed cell: consecutive rows often share account, type and unit. */
  readonly #lastValues: unknown[];
  readonly #lastCells: Cell[];
  #layout: Layout | undefined;
  #shape: number | undefined;

  constructor(fields: ImportFields, shapes: RowShapes, times: LocalTimes) {
    const { columns, idOf } = fields;
    this.#fields = fields;
    this.#shapes = shapes;
    this.#times = times;
    this.#paths = columns.map(({ path }) => path);
    this.#idColumn = idOf.length > 0 ? this.#paths.indexOf('_id') : -1;
    this.#idParts = idOf.map((path) => this.#paths.indexOf(path));
    this.#rules = columns.map((column, index) => emptyRuleOf(fields, column, index === this.#idColumn));
    this.#checkFields = createFieldsCheck(fields);
    this.#lastValues = new Array<unknown>(columns.length);
    this.#lastCells = new Array<Cell>(columns.length);
  }

  check(row: SourceRow): CheckedRow | readonly FieldProblem[] {
    if (row.problem !== undefined) return [{ field: row.field ?? null, reason: row.problem }];
    const layout = this.#layoutOf(row.names);
    const { values } = row;
    const problems = layout.problems.length > 0 ? [...layout.problems] : [];
    for (const [name, position] of layout.objects) {
      if (!isEmptyObject(values[position])) problems.push(...unknownNames([name], this.#paths, this.#fields.name));
    }
    const deleted = isDeleted(values[layout.deleted], problems);
    const cells: Cell[] = new Array<Cell>(this.#rules.length);
    const lacksValue = this.#readCells(cells, values, layout, deleted, problems);
    problems.push(...this.#times.resolve(cells));
    if (!deleted) this.#checkFields(cells, problems);
    if (problems.length > 0) return problems;
    if (this.#idColumn >= 0 && cells[this.#idColumn] === null) cells[this.#idColumn] = this.#idOf(cells);
    if (lacksValue || !layout.isUniform) return { cells, deleted, shape: this.#shapeOf(layout, values, cells) };
    this.#shape ??= this.#shapeOf(layout, values, cells);
    return { cells, deleted, shape: this.#shape };
  }

  #layoutOf(names: readonly string[]): Layout {
    if (this.#layout === undefined || !isSame(this.#layout.names, names)) {
      this.#layout = layoutOf(this.#fields, this.#paths, names);
      this.#shape = undefined;
    }
    return this.#layout;
  }

  /**
   * Parses the values of a row into `cells`, and adds the errors to `problems`.
   * @returns whether the row names a field but has no value for it
   */
  #readCells(
    cells: Cell[],
    values: readonly unknown[],
    { positions }: Layout,
    deleted: boolean,
    problems: FieldProblem[],
  ): boolean {
    let lacksValue = false;
    for (let index = 0; index < this.#rules.length; index += 1) {
      const rule = this.#rules[index];
      if (rule === undefined) continue;
      const position = positions[index] ?? -1;
      const value = position < 0 ? undefined : values[position];
      if (value === undefined || value === null) {
        const isRequired = deleted ? rule.isRequiredOfDeleted : rule.isRequired;
        if (isRequired) problems.push({ field: rule.column.path, reason: 'is required' });
        if (value === undefined && position >= 0) lacksValue = true;
        cells[index] = value === undefined && rule.keepsStored ? NaN : rule.fallback;
      } else if (value === this.#lastValues[index]) cells[index] = this.#lastCells[index] ?? null;
      else cells[index] = this.#readCell(index, rule.column, value, problems);
    }
    return lacksValue;
  }

  #readCell(index: number, column: Column, value: unknown, problems: FieldProblem[]): Cell {
    const isStamp = column.kind === 'timestamp';
    const read = isStamp ? this.#times.read(index, value) : readCell(column, value);
    if (isProblem(read)) {
      problems.push({ field: column.path, reason: read.problem });
      return null;
    }
    if (!isStamp) {
      this.#lastValues[index] = value;
      this.#lastCells[index] = read.value;
    }
    return read.value;
  }

  #idOf(cells: readonly Cell[]): string {
    const parts = this.#fields.idOf.map(
      (path, index) => cells[this.#idParts[index] ?? -1] ?? (path === 'source' ? SOURCE : ''),
    );
    return stableId(...parts.map(String));
  }

  /**
   * Returns the shape number of a row. An object of fields that is null clears all its fields, so none of them is
   * missing.
   */
  #shapeOf({ objects, positions }: Layout, values: readonly unknown[], cells: readonly Cell[]): number {
    const { columns } = this.#fields;
    const cleared = objects.flatMap(([name, position]) => (values[position] === null ? [`${name}.`] : []));
    return this.#shapes.numberOf(
      columns.flatMap(({ name, path }, index): readonly MissingField[] => {
        const position = positions[index] ?? -1;
        const isMissing = position < 0 || values[position] === undefined;
        if (!isMissing) return lacksFields(columns[index], cells[index]) ? [{ name, isPart: true }] : [];
        return cleared.some((prefix) => path.startsWith(prefix)) ? [] : [{ name, isPart: false }];
      }),
    );
  }
}

/**
 * @param isMadeId whether the column is an `_id` that other fields determine. Only a tombstone must then state it.
 */
function emptyRuleOf(
  { required, defaults, key, preservable }: ImportFields,
  column: Column,
  isMadeId: boolean,
): EmptyRule {
  const { name, path } = column;
  const isRequired = required.has(path);
  return {
    column,
    isRequired: isRequired && !isMadeId,
    isRequiredOfDeleted: isMadeId || (isRequired && key.includes(name)),
    keepsStored: preservable.includes(name),
    fallback: defaults[path] ?? null,
  };
}

export function isBad(result: CheckedRow | readonly FieldProblem[]): result is readonly FieldProblem[] {
  return Array.isArray(result);
}

function layoutOf(fields: ImportFields, paths: readonly string[], names: readonly string[]): Layout {
  const allowed = fields.removable ? [...paths, DELETED] : paths;
  const isObject = (name: string): boolean => paths.some((path) => path.startsWith(`${name}.`));
  const unknown = names.filter((name) => !isObject(name));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const objects = names.flatMap((name, position) =>
    !paths.includes(name) && isObject(name) ? [[name, position] as const] : [],
  );
  const hasRecords = fields.columns.some((column) => column.fields !== undefined && names.includes(column.path));
  return {
    names,
    problems: [
      ...unknownNames(unknown, allowed, fields.name),
      ...twice.map((field) => ({ field, reason: 'is given twice' })),
    ],
    positions: paths.map((path) => names.indexOf(path)),
    objects,
    isUniform: objects.length === 0 && !hasRecords,
    deleted: fields.removable ? names.indexOf(DELETED) : -1,
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((name, index) => name === b[index]));
}

/** Whether an object of fields is null or empty, such as `"address": {}`. */
function isEmptyObject(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}

function isDeleted(value: unknown, problems: FieldProblem[]): boolean {
  if (value === undefined || value === null || value === false || value === 'false') return false;
  if (value === true || value === 'true') return true;
  problems.push({ field: DELETED, reason: 'must be true or false' });
  return false;
}

/** Checks the fields of a row against each other, and adds errors. The cells are in the order of the columns. */
type FieldsCheck = (cells: readonly Cell[], problems: FieldProblem[]) => void;

/** Creates the checks of related fields: the end must follow the start, and a part must lie within its total. */
function createFieldsCheck({ columns, span, part }: ImportFields): FieldsCheck {
  const columnOf = (path: string | undefined): number => columns.findIndex((column) => column.path === path);
  const [start, end] = [columnOf(span?.start), columnOf(span?.end)];
  const [total, partColumn, flag] = [columnOf(part?.of), columnOf(part?.field), columnOf(part?.where)];
  return (cells, problems) => {
    if (span) checkSpan(cells[start], cells[end], span, problems);
    const value = cells[partColumn];
    if (part && value !== undefined && value !== null && !Number.isNaN(value))
      checkPart(value, cells[total], cells[flag], part, problems);
  };
}

/** The length of the date in an ISO 8601 timestamp. */
const DATE = 10;

function checkSpan(
  start: Cell | undefined,
  end: Cell | undefined,
  span: NonNullable<ImportFields['span']>,
  problems: FieldProblem[],
): void {
  if (typeof start !== 'string' || typeof end !== 'string') return;
  const isSame = span.days === true ? end.slice(0, DATE) === start.slice(0, DATE) : end === start;
  if (end > start || (isSame && !span.open)) {
    if (span.years === undefined || Number(end.slice(0, 4)) - Number(start.slice(0, 4)) <= span.years) return;
    const reason = `must be at most ${span.years} years after ${span.start} ${start}, got ${end}`;
    problems.push({ field: span.end, reason });
    return;
  }
  const must = span.open ? 'must be after' : 'must not be before';
  problems.push({ field: span.end, reason: `${must} ${span.start} ${start}, got ${end}` });
}

function checkPart(
  value: Cell,
  total: Cell | undefined,
  flag: Cell | undefined,
  { field, of, where }: NonNullable<ImportFields['part']>,
  problems: FieldProblem[],
): void {
  if (flag !== true) problems.push({ field, reason: `is allowed only if ${where} is true` });
  if (typeof value !== 'number' || typeof total !== 'number') return;
  if (value < Math.min(0, total) || value > Math.max(0, total)) {
    problems.push({ field, reason: `must be between 0 and ${of} (${total}), got ${value}` });
  }
}
