import {
  type FieldNode,
  getArgumentValues,
  getDirectiveValues,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  type SelectionNode,
} from 'graphql';
import { AppError, invalidParameters, type ParameterProblem, ProblemList } from '../errors/appError.js';
import type { Column, Operator, Resource, Resources, SortKey, Where } from '../data/resource.js';
import { isProblem, parseText, parseValue, type Value } from '../values/scalars.js';
import { quoted, suggest } from '../errors/suggest.js';
import type { Viewer } from '../auth/viewer.js';
import type { Search } from '../data/search.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns a field's arguments as execution uses them.
 * @throws AppError graphql-invalid for a null variable at a non-null argument, which validation cannot detect
 */
export function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Values): Values {
  return asClientError(() => getArgumentValues(field, node, variables));
}

/**
 * Whether `@include` and `@skip` include a selection.
 * @throws AppError graphql-invalid as {@link argumentsOf}
 */
export function isIncluded(node: SelectionNode, variables: Values): boolean {
  if ((node.directives?.length ?? 0) === 0) return true;
  return asClientError(
    () =>
      getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
      getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false,
  );
}

function asClientError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof GraphQLError ? new AppError('graphql-invalid', error.message) : error;
  }
}

/** The most conditions of a filter. */
const MAX_CONDITIONS = 100;
/** The most values of a condition, or of an argument that is a list. */
export const MAX_VALUES = 1_000;
const MAX_DEPTH = 10;

type Input = Readonly<Record<string, unknown>>;

/**
 * Checks a GraphQL filter input, and returns it as a condition.
 * @param input coerced by GraphQL, so names and scalars are valid; this function checks identifiers and texts
 * @throws AppError invalid-parameter that names the path of the value, such as `filter.accountId.eq`
 */
export function toWhere(resource: Resource, input: Input | null | undefined): Where | undefined {
  if (input === null || input === undefined) return undefined;
  const problems = new ProblemList();
  let conditions = 0;

  const logic = (fields: Input, parameter: string, depth: number): Where => {
    if (depth > MAX_DEPTH) throw invalidParameters([problem(parameter, `must not be nested deeper than ${MAX_DEPTH}`)]);
    const parts = Object.entries(fields).map(([name, value]): Where => {
      const nested = `${parameter}.${name}`;
      if (name === 'and' || name === 'or') {
        if (!Array.isArray(value)) return fail(nested, 'must be a list of filters, got null');
        const inner = value.map((item: unknown, index) => logic(object(item), `${nested}[${index}]`, depth + 1));
        return name === 'and' ? { all: inner } : { any: inner };
      }
      if (value === null) return fail(nested, 'must be a filter, got null');
      if (name === 'not') return { not: logic(object(value), nested, depth + 1) };
      return field(name, object(value), nested);
    });
    return { all: parts };
  };
  const field = (path: string, operators: Input, parameter: string): Where => {
    const column = resource.columns.get(path);
    const parts = Object.entries(operators).map(([name, value]): Where => {
      if (column && column.kind !== 'records')
        return comparison(column, name as Operator, value, `${parameter}.${name}`);
      if (value === null) return fail(`${parameter}.${name}`, 'must be a filter, got null');
      return field(`${path}.${name}`, object(value), `${parameter}.${name}`);
    });
    return { all: parts };
  };
  const comparison = (column: Column, operator: Operator, value: unknown, parameter: string): Where => {
    conditions += 1;
    if (conditions > MAX_CONDITIONS) {
      throw invalidParameters([problem('filter', `must have at most ${MAX_CONDITIONS} conditions`)]);
    }
    if (value === null) {
      return operator === 'eq'
        ? { compare: { column, operator, value } }
        : fail(parameter, 'must not be null; `eq: null` finds records without a value');
    }
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (values.length > MAX_VALUES)
      return fail(parameter, `must have at most ${MAX_VALUES} values, got ${values.length}`);
    const checked = values.flatMap((item): Value[] => {
      if (typeof item === 'boolean' || typeof item === 'number') return [item];
      const parsed = parseValue(column.kind, String(item), column.choices);
      if (!isProblem(parsed)) return [parsed.value];
      problems.add(() => problem(parameter, parsed.problem, column.choices));
      return [];
    });
    return { compare: { column, operator, value: Array.isArray(value) ? checked : (checked[0] ?? null) } };
  };
  const fail = (parameter: string, text: string): Where => {
    problems.add(() => problem(parameter, text));
    return { all: [] };
  };

  const where = logic(input, 'filter', 0);
  problems.throwIfAny();
  return where;
}

function problem(parameter: string, text: string, allowed: readonly string[] = []): ParameterProblem {
  return { parameter, message: `${parameter} ${text}.`, ...(allowed.length > 0 ? { allowed } : {}) };
}

function object(value: unknown): Input {
  return typeof value === 'object' && value !== null ? (value as Input) : {};
}

/** The most fields that a message about `sort` names. The problem's `allowed` lists all. */
const NAMED_FIELDS = 12;

/**
 * Parses a sort, `<field>:asc` or `<field>:desc` (contract 4, common behaviour).
 * @param names the sortable paths
 * @returns the key, or a problem
 */
export function parseSort(resource: Resource, names: readonly string[], text: string): SortKey | ParameterProblem {
  const match = /^(.+):(asc|desc)$/.exec(text);
  // Other APIs write `-name`, `name desc` or `name:DESC`. The message suggests the form of this one.
  const path = match?.[1] ?? text.replace(/^[+-]/, '').replace(/[\s:,].*$/s, '');
  const direction = match?.[2] ?? (text.startsWith('-') || /\bdesc/i.test(text) ? 'desc' : 'asc');
  const column = match && names.includes(path) ? resource.columns.get(path) : undefined;
  if (column) return { column, descending: direction === 'desc' };
  const nearest = nearestField(path, names);
  const suggestion = nearest === undefined ? undefined : `${nearest}:${direction}`;
  const hint = suggestion === undefined ? '' : ` (did you mean sort=${suggestion}?)`;
  const wrong = match
    ? `sort cannot be by ${quoted(path)}${hint}`
    : `sort must be <field>:asc or <field>:desc, got ${quoted(text)}${hint}`;
  const more = names.length > NAMED_FIELDS ? ` and ${names.length - NAMED_FIELDS} more` : '';
  return {
    parameter: 'sort',
    message: `${wrong}; allowed fields are ${names.slice(0, NAMED_FIELDS).join(', ')}${more}.`,
    allowed: names,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** Returns the nearest field; `siteName` for `name`, because rows of figures call the name of any object `name`. */
function nearestField(path: string, names: readonly string[]): string | undefined {
  return path === 'name' && names.includes('siteName') && !names.includes(path) ? 'siteName' : suggest(path, names);
}

/** Returns the sortable paths of a resource: all except lists. */
export function sortablePaths(resource: Resource): readonly string[] {
  return [...resource.columns.values()].filter((column) => !column.list).map((column) => column.path);
}

/** The largest Int of GraphQL, the type of `page` and `skip`. */
export const MAX_INT = 2_147_483_647;

/** The default page (contract 8, rule 2). */
export const FIRST_PAGE = { limit: 100, page: 1 };

/**
 * Checks the size and number of a page (contract 4, common behaviour; bounds: docs/decisions.md, requests and
 * parameters).
 * @returns a problem, or null
 */
export function pagingProblem(limit: number, page: number, maxLimit: number): ParameterProblem | null {
  if (limit < 1 || limit > maxLimit) {
    return { parameter: 'limit', message: `limit must be a whole number from 1 to ${maxLimit}, got ${limit}.` };
  }
  const last = Math.min(Math.floor(MAX_INT / limit) + 1, MAX_INT);
  if (page < 1 || page > last) {
    return { parameter: 'page', message: `page must be a whole number from 1 to ${last}, got ${page}.` };
  }
  return null;
}

/** Returns the most records that a list ranks, each by figures of one period (schema/types/ranking.graphql). */
export function rankedAtMost(ranked: unknown): number {
  const most: unknown = typeof ranked === 'object' && ranked !== null ? Reflect.get(ranked, 'most') : 0;
  return typeof most === 'number' && most > 0 ? most : 0;
}

/** The default number of rows in a page of a table of figures. */
const TABLE_ROWS = 1_000;

/** The most rows of a page of a table of figures, unless one object has more. */
export const MAX_TABLE_ROWS = 10_000;

/**
 * Returns the number of objects in a page of a table of figures: the requested limit, else the number that gives 1,000
 * rows, at least one.
 * @param periods the periods of each object
 */
export function tableLimit(limit: unknown, periods: number): number {
  return typeof limit === 'number' ? limit : Math.max(1, Math.floor(TABLE_ROWS / Math.max(1, periods)));
}

/** The bounds of `search`. */
const MAX_CHARACTERS = 100;
const MAX_WORDS = 8;

/** The columns that a resource's `search` reads, derived once from its declaration. */
export type SearchColumns = Pick<Search, 'columns' | 'linked'>;

/**
 * Returns the text columns that `searched` of a resource names.
 * @throws Error with file and line of a declaration that names no text column
 */
export function searchColumnsOf(resource: Resource, resources: Resources): SearchColumns {
  const columns: Column[] = [];
  const linked = new Map<string, { resource: Resource; belongsTo: Column; columns: Column[] }>();
  for (const path of resource.searched) {
    const storedColumn = resource.columns.get(path);
    if (storedColumn?.kind === 'text' && !storedColumn.list) {
      columns.push(storedColumn);
      continue;
    }
    const [field = '', ...rest] = path.split('.');
    const link = resource.links.get(field);
    const target = link?.many === true && link.through === '' ? resources.get(link.target) : undefined;
    const belongsTo = link && target?.columns.get(link.path);
    const column = target?.columns.get(rest.join('.'));
    if (!target || !belongsTo || column?.kind !== 'text' || column.list) {
      throw new Error(`${resource.declaredAt}: ${resource.type} has no text ${path} to search`);
    }
    const entry = linked.get(field) ?? { resource: target, belongsTo, columns: [] };
    entry.columns.push(column);
    linked.set(field, entry);
  }
  return { columns, linked: [...linked.values()] };
}

/**
 * Parses the argument `search` of a list. A record must contain every word. The search omits linked records whose scope
 * the viewer lacks.
 * @throws AppError invalid-parameter
 */
export function searchOf(searchColumns: SearchColumns, text: unknown, { scopes }: Viewer): Search | undefined {
  if (typeof text !== 'string') return undefined;
  const fail = (message: string): Error => invalidParameters([{ parameter: 'search', message: `search ${message}.` }]);
  const parsed = parseText(text);
  if (isProblem(parsed)) throw fail(parsed.problem);
  const { length } = text;
  if (length > MAX_CHARACTERS) throw fail(`must have at most ${MAX_CHARACTERS} characters, got ${length}`);
  const words = [...new Set(text.split(/\s+/u).filter((word) => word !== ''))];
  if (words.length === 0) throw fail('must contain a word; omit search to list all records');
  if (words.length > MAX_WORDS) throw fail(`must have at most ${MAX_WORDS} words, got ${words.length}`);
  return {
    words,
    columns: searchColumns.columns,
    linked: searchColumns.linked.filter(({ resource }) => scopes.has(resource.scope)),
  };
}
