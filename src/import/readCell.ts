import { quoted, suggest } from '../errors/suggest.js';
import type { Column } from '../data/resource.js';
import { isProblem, type Parsed, parseValue, type Value } from '../values/scalars.js';
import { commaListOf } from '../values/commaList.js';
import { parseTimeZone } from '../values/timeZone.js';
import { UNCHANGED } from './sourceRow.js';

/** A parsed value. Null: the row has none. An object is an item of a list of records. */
export type Cell = Value | null | readonly Cell[] | { readonly [name: string]: Cell };

/** Returns the unknown names, each with a reason. */
export function unknownNames(
  given: readonly string[],
  allowed: readonly string[],
  of: string,
): { readonly field: string; readonly reason: string }[] {
  return given
    .filter((name) => !allowed.includes(name))
    .map((name) => {
      const meant = suggest(name, allowed);
      const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
      return { field: name.slice(0, 100), reason: `is not a field of ${of}${hint}` };
    });
}

/**
 * Parses a value by the type of its column. The value is a text (CSV) or a JSON value (NDJSON). {@link UNCHANGED} becomes
 * NaN: the stored number stays.
 */
export function readCell(column: Column, given: unknown): Parsed<Cell> {
  if (given === UNCHANGED) return { value: NaN };
  if (column.fields) return readRecords(column.fields, given);
  if (!column.list) return readValue(column, given);
  const items: unknown = typeof given === 'string' ? commaListOf(given) : given;
  if (!Array.isArray(items)) return { problem: `must be a list, got ${shown(given)}` };
  return each(items, (item) => readValue(column, item));
}

/** Parses a list of objects. In CSV it is JSON in one cell. */
function readRecords(fields: readonly Column[], given: unknown): Parsed<Cell> {
  const items: unknown = typeof given === 'string' ? fromJson(given) : given;
  if (!Array.isArray(items)) return { problem: `must be a list of objects, got ${shown(given)}` };
  const names = fields.map(({ element = '' }) => element);
  return each(items, (item, index) => {
    const position = `number ${index + 1}`;
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      return { problem: `must be a list of objects, but ${position} is ${shown(item)}` };
    }
    const [unknown] = unknownNames(Object.keys(item), names, 'one');
    if (unknown) return { problem: `${position}: ${unknown.field} ${unknown.reason}` };
    const record: Record<string, Cell> = {};
    for (const field of fields) {
      const name = field.element ?? '';
      const value: unknown = Reflect.get(item, name);
      if (value === undefined) continue;
      const read: Parsed<Cell> = value === null ? { value } : readValue(field, value);
      if (isProblem(read)) return { problem: `${position}: ${name} ${read.problem}` };
      record[name] = read.value;
    }
    return { value: record };
  });
}

/** Whether an item of a list of records lacks a field. The stored value of the field then stays. */
export function lacksFields(column: Column | undefined, cell: Cell | undefined): boolean {
  const count = column?.fields?.length;
  if (count === undefined || !Array.isArray(cell)) return false;
  return cell.some((item: Cell) => typeof item === 'object' && item !== null && Object.keys(item).length < count);
}

function each(items: readonly unknown[], read: (item: unknown, index: number) => Parsed<Cell>): Parsed<Cell> {
  const cells: Cell[] = [];
  for (const [index, item] of items.entries()) {
    const cell = read(item, index);
    if (isProblem(cell)) return cell;
    cells.push(cell.value);
  }
  return { value: cells };
}

/** The columns that an index contains, or that have few different texts. An index entry limits their length. */
const LENGTH_LIMITED = [
  ...['meterPointNumber', 'meterSerialNumber', 'registerId', 'type', 'unit', 'readType', 'source', 'set', 'country'],
];
const MAX_CHARACTERS = 200;

/** The field that holds a time zone. It is stored under its canonical name. */
const TIME_ZONE = 'timeZone';

/** The largest absolute number. Larger quantities, costs and areas are mistakes, and sums up to this size stay finite. */
const MAX_MAGNITUDE = 1e30;

function readValue(column: Column, given: unknown): Parsed<Value> {
  const read = readPlain(column, given);
  if (isProblem(read) || typeof read.value !== 'number' || Math.abs(read.value) <= MAX_MAGNITUDE) return read;
  return { problem: `must be between -${MAX_MAGNITUDE} and ${MAX_MAGNITUDE}, got ${read.value}` };
}

function readPlain(column: Column, given: unknown): Parsed<Value> {
  if (typeof given === 'string' && given.length > MAX_CHARACTERS && LENGTH_LIMITED.includes(column.path)) {
    return { problem: `must have at most ${MAX_CHARACTERS} characters, got ${given.length}` };
  }
  if (typeof given === 'string') {
    return column.path === TIME_ZONE ? parseTimeZone(given) : parseValue(column.kind, given, column.choices);
  }
  if (column.kind === 'number' && typeof given === 'number' && Number.isFinite(given)) return { value: given };
  if (column.kind === 'boolean' && typeof given === 'boolean') return { value: given };
  const expected =
    column.kind === 'number' ? 'a finite number' : column.kind === 'boolean' ? 'true or false' : 'a text';
  return { problem: `must be ${expected}, got ${shown(given)}` };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Formats a value for a message. JSON.stringify would print infinity as null, and overflow the stack on a deep list. */
function shown(given: unknown): string {
  if (given === null || typeof given === 'number' || typeof given === 'boolean') return String(given);
  if (typeof given === 'string') return quoted(given);
  return Array.isArray(given) ? 'a list' : 'an object';
}
