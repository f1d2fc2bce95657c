import DataLoader from 'dataloader';
import type { GraphQLFieldResolver } from 'graphql';
import { AppError, invalidParameters } from '../errors/appError.js';
import type { PageQuery } from '../data/reads.js';
import type { Row } from '../data/row.js';
import type { Link, Resource, Resources } from '../data/resource.js';
import { isObjectId } from '../values/objectId.js';
import type { RequestContext } from './context.js';
import { toWhere } from './filter.js';
import { pagingProblem } from './paging.js';
import { columnsFor, selectionOf } from './selection.js';
import { parseSort, sortablePaths } from './sort.js';
import { walkPage } from './walk.js';

export type Resolver = GraphQLFieldResolver<Row | undefined, RequestContext, Readonly<Record<string, unknown>>>;

/** Reading a type, one of it or a page of it, needs its scope (contract 5). */
function requireScope(resource: Resource, { viewer }: RequestContext): void {
  if (!viewer.scopes.has(resource.scope)) {
    throw new AppError(
      'missing-scope',
      `Reading ${resource.type} needs the scope ${resource.scope}, which this key lacks.`,
    );
  }
}

/** A root field that finds one record by its `_id`; null when there is none that the viewer may see. */
export function findResolver(resource: Resource): Resolver {
  return async (_, { id }, context, info) => {
    requireScope(resource, context);
    if (typeof id !== 'string' || !isObjectId(id)) return null;
    const columns = columnsFor(resource, selectionOf(info));
    const [row] = await context.reads.byIds(resource, [id.toLowerCase()], columns);
    return row ?? null;
  };
}

/** A root field that lists records. */
export function listResolver(resource: Resource): Resolver {
  return async (_, args, context, info) => {
    requireScope(resource, context);
    const query = pageQuery(resource, args, context, info);
    const { reads, walk } = context;
    if (!walk) return page(query, await reads.page(query));
    const { skip, ...read } = await walkPage(reads, query, walk);
    return page({ ...query, skip }, read);
  };
}

/** A link to one or to many; all parents of a field are answered by one statement. */
export function linkResolver(resource: Resource, link: Link, resources: Resources): Resolver {
  const target = resources.get(link.target);
  const column = (link.many ? target : resource)?.columns.get(link.path);
  const belonging = link.through === '' ? column && { column } : { through: link.through };
  if (!target || !belonging) throw new Error(`${resource.declaredAt}: ${resource.type}.${link.field} links to nothing`);
  const name = `${resource.type}.${link.field}`;
  return (parent, args, context, info) => {
    requireScope(target, context);
    const id = parent?.[link.many ? '_id' : link.path];
    if (typeof id !== 'string') return null;
    let loader = context.loaders.get(info.fieldNodes);
    if (!loader) {
      if (link.many) {
        const query = pageQuery(target, args, context, info);
        loader = new DataLoader(async (ids) => {
          context.onBatch(name, ids.length);
          return (await context.reads.pages(query, belonging, ids)).map((result) => page(query, result));
        });
      } else {
        const columns = columnsFor(target, selectionOf(info));
        loader = oneLoader(name, target, context, columns);
      }
      context.loaders.set(info.fieldNodes, loader);
    }
    return loader.load(id);
  };
}

function oneLoader(
  name: string,
  target: Resource,
  context: RequestContext,
  columns: ReturnType<typeof columnsFor>,
): DataLoader<string, unknown> {
  const identifier = target.columns.get('_id');
  const wanted = identifier && !columns.includes(identifier) ? [...columns, identifier] : columns;
  return new DataLoader(async (ids) => {
    context.onBatch(name, ids.length);
    const rows = new Map((await context.reads.byIds(target, ids, wanted)).map((row) => [row._id, row]));
    return ids.map((id) => rows.get(id) ?? null);
  });
}

function pageQuery(
  resource: Resource,
  args: Readonly<Record<string, unknown>>,
  context: RequestContext,
  info: Parameters<Resolver>[3],
): PageQuery {
  const limit = Number(args.limit ?? 100);
  const number = Number(args.page ?? 1);
  const problem = pagingProblem(limit, number, context.maxLimit);
  if (problem) throw invalidParameters([problem]);
  const { sort } = args;
  const key = typeof sort === 'string' ? parseSort(resource, sortablePaths(resource), sort) : null;
  if (key && 'parameter' in key) throw invalidParameters([key]);
  const selection = selectionOf(info);
  const data = selection.get('data');
  return {
    resource,
    columns: data && columnsFor(resource, data),
    total: selection.has('total'),
    where: toWhere(resource, args.filter as Readonly<Record<string, unknown>> | null | undefined),
    sort: key ? [key] : [],
    limit,
    skip: (number - 1) * limit,
  };
}

function page(
  { limit, skip }: PageQuery,
  { total, rows }: { total: number | undefined; rows: readonly Row[] },
): object {
  return { total, limit, skip, data: rows };
}
