import type { Viewer } from '../auth/viewer.js';
import type { Column, Resource, Resources } from '../data/resource.js';
import type { Search } from '../data/search.js';
import { invalidParameters } from '../errors/appError.js';
import { isProblem, parseText } from '../values/scalars.js';

const MAX_CHARACTERS = 100;
const MAX_WORDS = 8;

/** Where a resource's `search` looks, worked out of its declaration once. */
export type SearchedPlaces = Pick<Search, 'columns' | 'linked'>;

/**
 * The texts that `searched` of a resource names.
 * @throws Error with file and line of a declaration that names none
 */
export function searchedPlaces(resource: Resource, resources: Resources): SearchedPlaces {
  const columns: Column[] = [];
  const linked = new Map<string, { resource: Resource; belongsTo: Column; columns: Column[] }>();
  for (const path of resource.searched) {
    const own = resource.columns.get(path);
    if (own?.kind === 'text' && !own.list) {
      columns.push(own);
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
    const known = linked.get(field) ?? { resource: target, belongsTo, columns: [] };
    known.columns.push(column);
    linked.set(field, known);
  }
  return { columns, linked: [...linked.values()] };
}

/**
 * The argument `search` of a list: every word of it must be found. Linked records take their own scope, without which they
 * are not looked at.
 * @throws AppError invalid-parameter in a sentence
 */
export function searchOf(places: SearchedPlaces, text: unknown, { scopes }: Viewer): Search | undefined {
  if (typeof text !== 'string') return undefined;
  const fail = (message: string): Error => invalidParameters([{ parameter: 'search', message: `search ${message}.` }]);
  const parsed = parseText(text);
  if (isProblem(parsed)) throw fail(parsed.problem);
  const { length } = text;
  if (length > MAX_CHARACTERS) throw fail(`must have at most ${MAX_CHARACTERS} characters, got ${length}`);
  const words = [...new Set(text.split(/\s+/u).filter((word) => word !== ''))];
  if (words.length === 0) throw fail('must have a word; leave it out to list all');
  if (words.length > MAX_WORDS) throw fail(`must have at most ${MAX_WORDS} words, got ${words.length}`);
  return { words, columns: places.columns, linked: places.linked.filter(({ resource }) => scopes.has(resource.scope)) };
}
