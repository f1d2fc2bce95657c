import { createHash } from 'node:crypto';
import { MAX_INT } from '../core/arguments.js';
import type { Column, Position, SortKey } from '../data/resource.js';
import { invalidParameters } from '../errors/appError.js';
import { quoted } from '../errors/suggest.js';
import { isProblem, parseValue, type Value } from '../values/scalars.js';
import type { Parameters } from './parameters.js';
import type { PagePosition } from '../core/walk.js';

/** Where a walk through a list goes on. */
export interface Cursor {
  /** Records before it, and matching ones as counted at the beginning. */
  readonly skip: number;
  readonly total: number;
  readonly place: Position;
}

/** Of the form below; another form gets another number, so that old cursors are refused rather than misread. */
const VERSION = 1;
/** A longer one would not fit in the address of the next request. */
const MOST_CHARACTERS = 4_000;
/** Parameters that may change from one page to the next. */
const FREE = ['limit', 'page', 'after', 'format'];

/** What a cursor is bound to: the list, its filters and its sort. */
export function questionOf(name: string, parameters: Parameters): string {
  const bound = [...parameters].filter(([parameter]) => !FREE.includes(parameter));
  const text = JSON.stringify([name, bound.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** Writes a cursor, or null where it would be too long. */
export function writeCursor(question: string, { skip, total, place }: Cursor): string | null {
  const text = Buffer.from(JSON.stringify([VERSION, question, skip, total, ...place])).toString('base64url');
  return text.length > MOST_CHARACTERS ? null : text;
}

/**
 * Reads a cursor.
 * @param question what it must be bound to
 * @param keys of the order that it is a place in
 * @throws AppError invalid-parameter
 */
export function readCursor(text: string, question: string, keys: readonly SortKey[]): Cursor {
  const parts = partsOf(text);
  const [version, bound, skip, total, ...place] = parts ?? [];
  if (version !== VERSION || !isCount(skip) || !isCount(total)) {
    throw refused(`after must be a cursor from a Link with rel="next", or empty, got ${quoted(text)}.`);
  }
  if (bound !== question) {
    throw refused('after is a cursor of another list, filter or sort; ask what you asked when you got it.');
  }
  if (place.length !== keys.length || !keys.every(({ column }, index) => isValue(column, place[index]))) {
    throw refused(`after must be a cursor as it was given, got ${quoted(text)}.`);
  }
  return { skip, total, place: place as Position };
}

/** The refusal of a walk whose place is too long to be written. */
export function tooLong(sort: string): Error {
  return invalidParameters([
    { parameter: 'sort', message: `sort ${quoted(sort)} has a text too long to go on from; sort by another field.` },
  ]);
}

function partsOf(text: string): readonly unknown[] | null {
  if (!/^[\w-]+$/.test(text)) return null;
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : null;
  } catch {
    return null;
  }
}

/** Whether a value can be the `total` or `skip` of an answer, which are GraphQL's Int. */
function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_INT;
}

/** Whether a value can be one of a column: the readers of parameters decide. */
function isValue(column: Column, value: unknown): value is Value | null {
  if (value === null) return column.nullable;
  if (column.kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (column.kind === 'boolean') return typeof value === 'boolean';
  return typeof value === 'string' && !isProblem(parseValue(column.kind, value, column.choices));
}

function refused(message: string): Error {
  return invalidParameters([{ parameter: 'after', message }]);
}

/** Characters of `Link`: clients and proxies bound the header of an answer, Node at 16 KB and nginx at 4 or 8 KB. */
const MOST_LINKS = 3_000;

/** Where a page stands, as its request asked for it. */
export interface PageRequest {
  /** Path of the list. */
  readonly path: string;
  readonly parameters: Parameters;
  readonly limit: number;
}

/**
 * The links of a page of a list (RFC 8288): by number where a page was asked for by number, else by cursor. Each repeats the query, so
 * that of a long one only `next` is told.
 * @param cursor of the next page; null: there is none, or it cannot be written
 */
export function linksOf(request: PageRequest, { total, skip, next }: PagePosition, cursor: string | null): string {
  const { parameters, limit } = request;
  const last = Math.max(1, Math.ceil(total / limit));
  const links: PageLink[] = [];
  if (parameters.has('after')) {
    links.push(['first', 'after', '']);
    if (next && cursor !== null) links.push(['next', 'after', cursor]);
  } else {
    const number = skip / limit + 1;
    links.push(['first', 'page', '1']);
    if (number > 1) links.push(['prev', 'page', String(Math.min(number - 1, last))]);
    const byNumber = parameters.has('page') || cursor === null;
    if (next) links.push(byNumber ? ['next', 'page', String(number + 1)] : ['next', 'after', cursor]);
    links.push(['last', 'page', String(last)]);
  }
  const text = headerOf(request, links);
  return text.length <= MOST_LINKS
    ? text
    : headerOf(
        request,
        links.filter(([rel]) => rel === 'next'),
      );
}

type PageLink = readonly [rel: string, name: string, value: string];

function headerOf(request: PageRequest, links: readonly PageLink[]): string {
  return links.map(([rel, name, value]) => `<${address(request, name, value)}>; rel="${rel}"`).join(', ');
}

function address({ path, parameters }: PageRequest, name: string, value: string): string {
  const query = new URLSearchParams();
  for (const [own, texts] of parameters) {
    if (own !== 'page' && own !== 'after') for (const text of texts) query.append(own, text);
  }
  query.append(name, value);
  return `${path}?${query.toString()}`;
}
