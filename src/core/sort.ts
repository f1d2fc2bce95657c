import { quoted, suggest } from '../errors/suggest.js';
import type { ParameterProblem } from '../errors/appError.js';
import type { Resource, SortKey } from '../data/resource.js';

/**
 * Reads a sort, `<field>:asc` or `<field>:desc` (contract 4, common behaviour).
 * @param names the paths that may be sorted by
 * @returns the key, or what is wrong
 */
export function parseSort(resource: Resource, names: readonly string[], text: string): SortKey | ParameterProblem {
  const match = /^(.+):(asc|desc)$/.exec(text);
  if (match === null) {
    return { parameter: 'sort', message: `sort must be <field>:asc or <field>:desc, got ${quoted(text)}.` };
  }
  const [, path = '', direction] = match;
  const column = names.includes(path) ? resource.columns.get(path) : undefined;
  if (column) return { column, descending: direction === 'desc' };
  const meant = suggest(path, names);
  return {
    parameter: 'sort',
    message: `sort cannot be by ${quoted(path)}${meant === undefined ? '' : ` (did you mean ${meant}?)`}.`,
    allowed: names,
    ...(meant === undefined ? {} : { suggestion: `${meant}:${direction ?? 'asc'}` }),
  };
}

/** The paths of a resource that an order can be by: all but lists. */
export function sortablePaths(resource: Resource): readonly string[] {
  return [...resource.columns.values()].filter((column) => !column.list).map((column) => column.path);
}
