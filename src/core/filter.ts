import { invalidParameters, type ParameterProblem } from '../errors/appError.js';
import type { Column, Operator, Resource, Where } from '../data/resource.js';
import { isProblem } from '../values/parsed.js';
import { parseValue, type Value } from '../values/value.js';

/** A statement with more conditions or values than this is not a question. */
const MAX_CONDITIONS = 100;
export const MAX_VALUES = 1_000;
const MAX_DEPTH = 10;

type Input = Readonly<Record<string, unknown>>;

/**
 * A GraphQL filter input as a checked condition.
 * @param input coerced by GraphQL: names and scalar kinds fit the resource; identifiers and texts are checked here
 * @throws AppError invalid-parameter that names the place, such as `filter.accountId.eq`
 */
export function toWhere(resource: Resource, input: Input | null | undefined): Where | undefined {
  if (input === null || input === undefined) return undefined;
  const problems: ParameterProblem[] = [];
  let conditions = 0;

  const logic = (fields: Input, place: string, depth: number): Where => {
    if (depth > MAX_DEPTH) throw invalidParameters([problem(place, `must not be nested deeper than ${MAX_DEPTH}`)]);
    const parts = Object.entries(fields).map(([name, value]): Where => {
      const here = `${place}.${name}`;
      if (name === 'and' || name === 'or') {
        if (!Array.isArray(value)) return fail(here, 'must be a list of filters, got null');
        const inner = value.map((item: unknown, index) => logic(object(item), `${here}[${index}]`, depth + 1));
        return name === 'and' ? { all: inner } : { any: inner };
      }
      if (value === null) return fail(here, 'must be a filter, got null');
      if (name === 'not') return { not: logic(object(value), here, depth + 1) };
      return field(name, object(value), here);
    });
    return { all: parts };
  };
  const field = (path: string, operators: Input, place: string): Where => {
    const column = resource.columns.get(path);
    const parts = Object.entries(operators).map(([name, value]): Where => {
      if (column && column.kind !== 'records') return comparison(column, name as Operator, value, `${place}.${name}`);
      if (value === null) return fail(`${place}.${name}`, 'must be a filter, got null');
      return field(`${path}.${name}`, object(value), `${place}.${name}`);
    });
    return { all: parts };
  };
  const comparison = (column: Column, operator: Operator, value: unknown, place: string): Where => {
    conditions += 1;
    if (conditions > MAX_CONDITIONS) {
      throw invalidParameters([problem('filter', `must have at most ${MAX_CONDITIONS} conditions`)]);
    }
    if (value === null) {
      return operator === 'eq'
        ? { compare: { column, operator, value } }
        : fail(place, 'must not be null; `eq: null` finds records without a value');
    }
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (values.length > MAX_VALUES) return fail(place, `must have at most ${MAX_VALUES} values, got ${values.length}`);
    const checked = values.flatMap((item): Value[] => {
      if (typeof item === 'boolean' || typeof item === 'number') return [item];
      const parsed = parseValue(column.kind, String(item), column.choices);
      if (!isProblem(parsed)) return [parsed.value];
      problems.push(problem(place, parsed.problem, column.choices));
      return [];
    });
    return { compare: { column, operator, value: Array.isArray(value) ? checked : (checked[0] ?? null) } };
  };
  const fail = (place: string, text: string): Where => {
    problems.push(problem(place, text));
    return { all: [] };
  };

  const where = logic(input, 'filter', 0);
  if (problems.length > 0) throw invalidParameters(problems);
  return where;
}

function problem(parameter: string, text: string, allowed: readonly string[] = []): ParameterProblem {
  return { parameter, message: `${parameter} ${text}.`, ...(allowed.length > 0 ? { allowed } : {}) };
}

function object(value: unknown): Input {
  return typeof value === 'object' && value !== null ? (value as Input) : {};
}
