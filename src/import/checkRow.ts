import { isProblem } from '../values/scalars.js';
import type { Zone } from '../values/zone.js';
import { createFieldsCheck } from './checkFields.js';
import type { ImportFields } from './fields.js';
import { SOURCE, stableId } from './formats/meters.js';
import { createLocalTimes } from './localTimes.js';
import { type Cell, lacksFields, readCell, unknownNames } from './readCell.js';
import type { Lacking, RowShapes } from './rowShapes.js';
import type { FieldProblem, SourceRow } from './sourceRow.js';

/** A row that can be staged. */
export interface CheckedRow {
  /** In the order of the import's columns. */
  readonly cells: readonly Cell[];
  /** A tombstone: the record goes. */
  readonly deleted: boolean;
  /** Number of the fields that the row lacks, as its {@link RowShapes} count them. */
  readonly shape: number;
}

/** What the names of a row say, found once for all rows of one shape. */
interface Plan {
  readonly names: readonly string[];
  readonly problems: readonly FieldProblem[];
  /** For each column the place of its value in the row, -1: not given. */
  readonly places: readonly number[];
  /** Names of objects of fields, which may only be empty, with their places. */
  readonly objects: readonly (readonly [string, number])[];
  /** The place of `deleted`, or -1. */
  readonly deleted: number;
  /** Whether every row with these names lacks the same fields, so that the shape of the first one is that of all. */
  readonly isUniform: boolean;
}

const DELETED = 'deleted';

/**
 * Makes the check of the rows of one import: fields known, required ones there, every value of its kind. A row that says
 * `deleted` needs nothing but what tells records apart. A record of a meter may come without `_id`: it then has the one
 * that files of meter data give it. A field that a row lacks stays as it is stored; null clears it.
 * @param shapes counts which fields rows lack
 * @param zone of stamps that carry none; null: such stamps are refused
 * @param notice told what the rows leave out
 */
export function createRowCheck(
  fields: ImportFields,
  shapes: RowShapes,
  zone: Zone | null,
  notice: (sentence: string) => void,
): (row: SourceRow) => CheckedRow | readonly FieldProblem[] {
  const { columns, required, defaults } = fields;
  const paths = columns.map(({ path }) => path);
  const needed = columns.map(({ path }) => required.has(path));
  const fallback = columns.map(({ path }) => defaults[path] ?? null);
  const isKey = columns.map(({ name }) => fields.key.includes(name));
  const isKept = columns.map(({ name }) => fields.kept.includes(name));
  const madeOf = fields.idOf.map((path) => paths.indexOf(path));
  const idPlace = madeOf.length > 0 ? paths.indexOf('_id') : -1;
  const checkFields = createFieldsCheck(fields);
  const times = createLocalTimes(fields, zone, notice);
  // Rows after each other mostly share account, type and unit.
  const lastValues = new Array<unknown>(columns.length);
  const lastCells = new Array<Cell>(columns.length);
  let plan: Plan | undefined;
  let planShape: number | undefined;

  /** Numbers the fields that a row lacks; an object of fields that is null clears them all. */
  const shapeOf = (of: Plan, values: readonly unknown[], cells: readonly Cell[]): number => {
    const cleared = of.objects.flatMap(([name, place]) => (values[place] === null ? [`${name}.`] : []));
    return shapes.numberOf(
      columns.flatMap(({ name, path }, index): readonly Lacking[] => {
        const place = of.places[index] ?? -1;
        const isLacking = place < 0 || values[place] === undefined;
        if (!isLacking) return lacksFields(columns[index], cells[index]) ? [{ name, isPart: true }] : [];
        return cleared.some((prefix) => path.startsWith(prefix)) ? [] : [{ name, isPart: false }];
      }),
    );
  };

  return (row) => {
    if (row.problem !== undefined) return [{ field: row.field ?? null, reason: row.problem }];
    if (plan === undefined || !isSame(plan.names, row.names)) {
      plan = planOf(fields, paths, row.names);
      planShape = undefined;
    }
    const { values } = row;
    const problems = plan.problems.length > 0 ? [...plan.problems] : [];
    for (const [name, place] of plan.objects) {
      if (!isEmptyObject(values[place])) problems.push(...unknownNames([name], paths, fields.name));
    }
    const deleted = isDeleted(values[plan.deleted], problems);
    const cells: Cell[] = new Array<Cell>(columns.length);
    let hasUndefined = false;
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      if (column === undefined) continue;
      const place = plan.places[index] ?? -1;
      const value = place < 0 ? undefined : values[place];
      if (value === undefined || value === null) {
        const isNeeded = index === idPlace ? deleted : needed[index] === true && (!deleted || isKey[index] === true);
        if (isNeeded) {
          problems.push({ field: column.path, reason: 'is required' });
        }
        if (value === undefined && place >= 0) hasUndefined = true;
        cells[index] = value === undefined && isKept[index] === true ? NaN : (fallback[index] ?? null);
        continue;
      }
      if (value === lastValues[index]) {
        cells[index] = lastCells[index] ?? null;
        continue;
      }
      const read = column.kind === 'timestamp' ? times.read(index, value) : readCell(column, value);
      if (isProblem(read)) {
        problems.push({ field: column.path, reason: read.problem });
        cells[index] = null;
        continue;
      }
      cells[index] = read.value;
      if (column.kind === 'timestamp') continue;
      lastValues[index] = value;
      lastCells[index] = read.value;
    }
    problems.push(...times.settle(cells));
    if (!deleted) checkFields(cells, problems);
    if (problems.length > 0) return problems;
    if (idPlace >= 0 && cells[idPlace] === null) {
      const parts = fields.idOf.map((path, index) => cells[madeOf[index] ?? -1] ?? (path === 'source' ? SOURCE : ''));
      cells[idPlace] = stableId(...parts.map(String));
    }
    if (hasUndefined || !plan.isUniform) return { cells, deleted, shape: shapeOf(plan, values, cells) };
    planShape ??= shapeOf(plan, values, cells);
    return { cells, deleted, shape: planShape };
  };
}

/** Whether a checked row is bad. */
export function isBad(result: CheckedRow | readonly FieldProblem[]): result is readonly FieldProblem[] {
  return Array.isArray(result);
}

function planOf(fields: ImportFields, paths: readonly string[], names: readonly string[]): Plan {
  const known = fields.removable ? [...paths, DELETED] : paths;
  const isObject = (name: string): boolean => paths.some((path) => path.startsWith(`${name}.`));
  const unknown = names.filter((name) => !isObject(name));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const objects = names.flatMap((name, place) =>
    !paths.includes(name) && isObject(name) ? [[name, place] as const] : [],
  );
  const hasRecords = fields.columns.some((column) => column.fields !== undefined && names.includes(column.path));
  return {
    names,
    problems: [
      ...unknownNames(unknown, known, fields.name),
      ...twice.map((field) => ({ field, reason: 'is given twice' })),
    ],
    places: paths.map((path) => names.indexOf(path)),
    objects,
    isUniform: objects.length === 0 && !hasRecords,
    deleted: fields.removable ? names.indexOf(DELETED) : -1,
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((name, index) => name === b[index]));
}

/** An object of fields that is null or has none, such as `"address": {}`. */
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
