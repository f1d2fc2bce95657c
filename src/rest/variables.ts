import { FIRST_PAGE, pagingProblem, parseSort } from '../plan/arguments.js';
import type { Column, Resource } from '../data/resource.js';
import { type ParameterProblem, ProblemList } from '../errors/appError.js';
import { quoted, suggest } from '../errors/suggest.js';
import { parseCommaList } from '../values/commaList.js';
import { isProblem, parseChoice, parseInteger, parseValue, type Value } from '../values/scalars.js';
import { FORMATS } from './formats.js';
import type { Parameters } from './parameters.js';
import { counterpartOf } from './usualNames.js';

export type Variables = Readonly<Record<string, unknown>>;

/** The variables of a list's operation. */
export interface ListVariables extends Variables {
  readonly filter: Variables;
  readonly sort: string | null;
  readonly limit: number;
  readonly page: number;
}

const PAGING = ['limit', 'page', 'after', 'sort', 'format', 'envelope'];

/** The values of `envelope`. */
export const ENVELOPES: readonly string[] = ['next'];

/** The range operators in words. */
export const RANGES: Readonly<Record<string, string>> = {
  gte: 'greater than or equal to',
  lte: 'less than or equal to',
  gt: 'greater than',
  lt: 'less than',
};

/** The properties of an endpoint that determine the parameters of a list. */
export interface ListFields {
  /** Null for figures. */
  readonly resource: Resource | null;
  /** The required filters. */
  readonly required: readonly string[];
  /** The default filters; a request lifts one with `*`. */
  readonly defaults: Parameters;
  /** The leaves of the listed object, for filters and sorting (contract 4, common behaviour, rule 1). */
  readonly columns: readonly Column[];
}

export interface FilterParameter {
  readonly column: Column;
  readonly operator: string;
}

/** Returns the filter parameters of a list: each field, and ranges of dates and numbers (contract 4, common behaviour). */
export function filterParameters({ columns }: ListFields): ReadonlyMap<string, FilterParameter> {
  const parameters = new Map<string, FilterParameter>();
  for (const column of columns) {
    parameters.set(column.path, { column, operator: column.list ? 'has' : 'eq' });
    if (column.list || (column.kind !== 'timestamp' && column.kind !== 'number')) continue;
    for (const operator of Object.keys(RANGES)) parameters.set(`${column.path}.${operator}`, { column, operator });
  }
  return parameters;
}

/**
 * Turns the parameters of a list into the variables of its operation. `listRequest` parses `after`.
 * @throws AppError invalid-parameter that lists every invalid parameter
 */
export function listVariables(
  endpoint: ListFields,
  filters: ReadonlyMap<string, FilterParameter>,
  parameters: Parameters,
  maxLimit: number,
): ListVariables {
  const problems = new ProblemList();
  const filter: Record<string, unknown> = {};
  const paging = { ...FIRST_PAGE };
  let sort: string | null = null;
  for (const [name, texts] of withDefaults(endpoint, parameters)) {
    const filterParameter = filters.get(name);
    if (!filterParameter && !PAGING.includes(name)) {
      problems.add(() => unknownParameter(name, [...PAGING, ...filters.keys()]));
    } else if (texts.length > 1 && filterParameter?.operator !== 'has') {
      problems.add(() => givenOnce(name, texts));
    } else if (filterParameter) {
      const value = filterValue(name, filterParameter, texts, problems);
      if (value !== undefined)
        assign(filter, [...filterParameter.column.path.split('.'), filterParameter.operator], value);
    } else if (name === 'sort') {
      sort = texts[0] ?? '';
      const key = endpoint.resource ? parseSort(endpoint.resource, sortNames(endpoint), sort) : null;
      if (key && 'parameter' in key) problems.add(() => key);
    } else if (name === 'format' || name === 'envelope') {
      const allowed = name === 'format' ? FORMATS : ENVELOPES;
      const parsed = parseChoice(texts[0] ?? '', allowed);
      if (isProblem(parsed)) problems.add(() => ({ parameter: name, message: `${name} ${parsed.problem}.`, allowed }));
    } else if (name === 'limit' || name === 'page') {
      const text = texts[0] ?? '';
      const parsed = parseInteger(text);
      const range = name === 'limit' ? `from 1 to ${maxLimit}` : 'from 1';
      const message = `${name} must be a whole number ${range}, got `;
      if (isProblem(parsed)) problems.add(() => ({ parameter: name, message: `${message}${quoted(text)}.` }));
      else paging[name] = parsed.value;
    }
  }
  for (const name of endpoint.required) {
    if (!parameters.has(name)) problems.add(() => ({ parameter: name, message: `${name} is required.` }));
  }
  if (parameters.has('after') && parameters.has('page')) {
    const message = 'Give after or page, not both.';
    problems.add(() => ({ parameter: 'after', message }));
  }
  const paged = pagingProblem(paging.limit, paging.page, maxLimit);
  if (paged) problems.add(() => paged);
  problems.throwIfAny();
  return { filter, sort, ...paging };
}

/** Returns the fields by which a list can be sorted: all except lists. */
export function sortNames({ columns }: ListFields): readonly string[] {
  return columns.filter((column) => !column.list).map((column) => column.path);
}

/** Adds the default filters to the parameters. A parameter replaces its default, and `*` lifts it. */
function withDefaults({ defaults }: ListFields, parameters: Parameters): Parameters {
  const lifted = [...defaults.keys()].filter((name) => parameters.get(name)?.join() === '*');
  return new Map([...defaults, ...parameters].filter(([name]) => !lifted.includes(name)));
}

/** Returns the variables of an item, which takes no query parameters. */
export function itemVariables(id: string, parameters: Parameters): Variables {
  const problems = new ProblemList();
  for (const name of parameters.keys()) problems.add(() => unknownParameter(name, []));
  problems.throwIfAny();
  return { id };
}

/** Parses comma lists, and returns all their values. */
export function parseCommaLists(name: string, texts: readonly string[], problems: ProblemList): readonly string[] {
  return texts.flatMap((text) => {
    const parsed = parseCommaList(text);
    if (!isProblem(parsed)) return parsed.value;
    problems.add(() => ({ parameter: name, message: `${name} ${parsed.problem}.` }));
    return [];
  });
}

function filterValue(
  name: string,
  { column, operator }: FilterParameter,
  texts: readonly string[],
  problems: ProblemList,
): Value | readonly Value[] | undefined {
  const values: Value[] = [];
  // A list field accepts a comma list or a repeated parameter, and matches any of the values.
  for (const text of operator === 'has' ? parseCommaLists(name, texts, problems) : texts) {
    const parsed = parseValue(column.kind, text, column.choices);
    if (!isProblem(parsed)) values.push(parsed.value);
    else problems.add(() => wrongValue(name, parsed.problem, text, column.choices));
  }
  return operator === 'has' ? values : values[0];
}

/** Returns the problem of a repeated parameter. */
export function givenOnce(name: string, texts: readonly string[]): ParameterProblem {
  return { parameter: name, message: `${name} must be given once, got ${texts.length} times.` };
}

/**
 * Returns the problem of an invalid value.
 * @param problem a clause, `must be …, got …`
 * @param choices the closed list of values, if any
 */
export function wrongValue(
  name: string,
  problem: string,
  text: string,
  choices: readonly string[] = [],
): ParameterProblem {
  const nearest = suggest(text, choices);
  return {
    parameter: name,
    message: `${name} ${problem}.`,
    ...(choices.length > 0 ? { allowed: choices } : {}),
    ...(nearest === undefined ? {} : { suggestion: nearest }),
  };
}

/** Returns the problem of an unknown parameter. */
export function unknownParameter(name: string, allowed: readonly string[]): ParameterProblem {
  const counterpart = counterpartOf(name, allowed);
  const nearest = counterpart ? counterpart.name : suggest(name, allowed);
  const note = counterpart && counterpart.note !== '' ? `: ${counterpart.note}` : '';
  const hint = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
  const none = allowed.length === 0 && note === '' ? ': this endpoint has no parameters' : '';
  return {
    parameter: name.slice(0, 100),
    message: `${quoted(name)} is not a parameter${none}${hint}${note}.`,
    allowed,
    ...(nearest === undefined ? {} : { suggestion: nearest }),
  };
}

function assign(object: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) object[first] = value;
  else {
    const inner = (object[first] ??= {}) as Record<string, unknown>;
    assign(inner, rest, value);
  }
}
