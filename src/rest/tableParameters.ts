import { AppError, ProblemList } from '../errors/appError.js';
import { LEVELS, levelOf, resourceOf, TABLE_LEVELS } from '../run/tableObjects.js';
import type { Resources } from '../data/resource.js';
import { quoted } from '../errors/suggest.js';
import { isProblem, parseValue } from '../values/scalars.js';
import { FIGURE_PARAMETERS, figureVariables, FLAG_CHOICES } from './figureParameters.js';
import type { Parameters } from './parameters.js';
import {
  filterParameters,
  type FilterParameter,
  givenOnce,
  type ListFields,
  listVariables,
  RANGES,
  unknownParameter,
  type Variables,
  wrongValue,
} from './variables.js';

/** The operation of tables of figures. */
export const TABLE = 'figures';
const PAGING = ['limit', 'page', 'after', 'sort', 'envelope'];
const FIGURES = ['coverage', 'consumption'];

/** The parameters that filter rows by their figures. */
export const ROW_PARAMETERS: readonly string[] = [
  ...FIGURES.flatMap((name) => Object.keys(RANGES).map((operator) => `${name}.${operator}`)),
  'isMissing',
];

/** Returns the fields by which a request can filter and sort the objects of a level. */
export function listFieldsOf(level: string, resources: Resources): ListFields {
  const resource = resourceOf(levelOf(level), resources);
  const columns = [...resource.columns.values()].filter(({ kind }) => kind !== 'records');
  return { resource, required: [], defaults: new Map(), columns };
}

/**
 * Returns the filters of the objects of a level. Groups of accounts have none. A field with the name of a parameter of
 * figures is no filter.
 */
export function objectFilters(level: string, resources: Resources): ReadonlyMap<string, FilterParameter> {
  if (LEVELS[levelOf(level)].filter === undefined) return new Map();
  const figureParameters = FIGURE_PARAMETERS[TABLE] ?? {};
  const filters = [...filterParameters(listFieldsOf(level, resources))];
  return new Map(filters.filter(([name]) => !Object.hasOwn(figureParameters, name)));
}

/** The variables of the operation of a table. */
export interface TableVariables extends Variables {
  readonly by: string;
  readonly sort: string | null;
  /** Null: the service decides. */
  readonly limit: number | null;
  readonly page: number;
}

/**
 * Turns the parameters of /figures into the variables of its operation.
 * @throws AppError invalid-parameter that lists every invalid parameter
 */
export function tableVariables(parameters: Parameters, resources: Resources, maxLimit: number): TableVariables {
  const figureNames = Object.keys(FIGURE_PARAMETERS[TABLE] ?? {});
  const by = parameters.get('by')?.find((text) => TABLE_LEVELS.includes(text));
  // Filters depend on `by`. Without it, this checks only the parameters of figures, and throws.
  if (by === undefined) figureVariables(TABLE, pick(parameters, figureNames));
  const level = levelOf(by);
  const filters = objectFilters(level, resources);
  const listed = [...PAGING, ...filters.keys()];
  const all = [...figureNames, ...listed, ...ROW_PARAMETERS];
  const problems = new ProblemList();
  for (const name of parameters.keys()) if (!all.includes(name)) problems.add(() => unknownParameter(name, all));
  const figures = collectProblems(problems, () => figureVariables(TABLE, pick(parameters, figureNames)));
  const list = collectProblems(problems, () =>
    listVariables(listFieldsOf(level, resources), filters, pick(parameters, listed), maxLimit),
  );
  const rows = rowFilter(pick(parameters, ROW_PARAMETERS), problems);
  requireInvoices(parameters, problems);
  problems.throwIfAny();
  if (!figures || !list) throw new Error('a parameter is wrong without a problem');
  const { filter } = LEVELS[level];
  return {
    ...figures,
    by: level,
    rows,
    sort: list.sort,
    limit: parameters.has('limit') ? list.limit : null,
    page: list.page,
    ...(filter !== undefined && Object.keys(list.filter).length > 0 ? { [filter]: list.filter } : {}),
  };
}

function pick(parameters: Parameters, names: readonly string[]): Parameters {
  return new Map([...parameters].filter(([name]) => names.includes(name)));
}

/** Runs a parser, and adds its problems to the list. @returns undefined if it has any */
function collectProblems<T>(problems: ProblemList, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError) || error.problems.length === 0) throw error;
    for (const problem of error.problems) problems.add(() => problem);
    return undefined;
  }
}

/** Parses the parameters that filter rows; null: there are none. */
function rowFilter(parameters: Parameters, problems: ProblemList): Variables | null {
  const filter: Record<string, unknown> = {};
  for (const [name, texts] of parameters) {
    const [text = ''] = texts;
    const isFlag = name === 'isMissing';
    const parsed = parseValue(isFlag ? 'boolean' : 'number', text);
    if (texts.length > 1) problems.add(() => givenOnce(name, texts));
    else if (isProblem(parsed)) problems.add(() => wrongValue(name, parsed.problem, text, isFlag ? FLAG_CHOICES : []));
    else if (isFlag) filter[name] = parsed.value;
    else {
      const [figure = '', operator = ''] = name.split('.');
      filter[figure] = { ...(filter[figure] ?? {}), [operator]: parsed.value };
    }
  }
  return parameters.size === 0 ? null : filter;
}

/** Requires `source=invoice` for costs, which come from invoices. */
function requireInvoices(parameters: Parameters, problems: ProblemList): void {
  const info = parameters.get('financialInfo')?.[0] ?? 'none';
  const source = parameters.get('source')?.[0] ?? 'combined';
  if (info === 'none' || source === 'invoice') return;
  problems.add(() => ({
    parameter: 'financialInfo',
    message: `financialInfo=${quoted(info)} needs source=invoice, got source=${quoted(source)}.`,
    suggestion: 'source=invoice',
  }));
}
