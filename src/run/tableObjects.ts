import { type AccountGroup, type GroupedBy, readAccountGroups } from '../consumption/accountGroups.js';
import type { Target } from '../consumption/query.js';
import { orderKeys } from '../data/conditions.js';
import { type Columns, readColumns, type Row } from '../data/columns.js';
import type { Column, Position, Resource, Resources, SortKey } from '../data/resource.js';
import { invalidParameters } from '../errors/appError.js';
import { FIRST_PAGE, pagingProblem, parseSort, searchColumnsOf, sortablePaths, toWhere } from '../plan/arguments.js';
import type { PagePosition, RequestContext } from './context.js';
import { pageQuery, requireScope, readCursorPage } from './resolvers.js';

/** The kind of object that each row of a table of figures describes: the argument `by`. */
export type TableLevel = 'account' | 'asset' | 'entity' | 'assetGroup' | GroupedBy;

/** The identifiers that a request may name. */
type Identifier = 'accountId' | 'assetId' | 'assetGroupId' | 'entityId';

/** How a level's objects are read. */
interface LevelRule {
  /** The type of its records; absent: the level groups accounts. */
  readonly type?: string;
  /** The argument that filters its records. */
  readonly filter?: string;
  /** The identifier of {@link Target} that names an object. */
  readonly target: keyof Target;
  readonly name: string;
  /**
   * The identifiers that a request may name, each with the field of the objects that holds it. '': the identifier
   * narrows the accounts or members, and is no field of the objects.
   */
  readonly identifiers: Readonly<Partial<Record<Identifier, string>>>;
}

const NARROWED = { assetId: '', assetGroupId: '', entityId: '' };

/** The rules of each level. */
export const LEVELS: Readonly<Record<TableLevel, LevelRule>> = {
  account: {
    type: 'Account',
    filter: 'accountFilter',
    target: 'accountId',
    name: 'name',
    identifiers: { accountId: '_id', assetId: 'assetId', entityId: 'entityId' },
  },
  asset: {
    type: 'Asset',
    filter: 'assetFilter',
    target: 'assetId',
    name: 'siteName',
    identifiers: { assetId: '_id', assetGroupId: '', entityId: 'entityId' },
  },
  entity: {
    type: 'Entity',
    filter: 'entityFilter',
    target: 'entityId',
    name: 'name',
    identifiers: { entityId: '_id' },
  },
  assetGroup: {
    type: 'AssetGroup',
    filter: 'assetGroupFilter',
    target: 'assetGroupId',
    name: 'name',
    identifiers: { assetGroupId: '_id', entityId: 'entityId' },
  },
  company: { target: 'companyId', name: 'name', identifiers: NARROWED },
  type: { target: 'type', name: 'name', identifiers: NARROWED },
  tag: { target: 'tag', name: 'name', identifiers: NARROWED },
};

/** The names of the levels. */
export const TABLE_LEVELS: readonly string[] = Object.keys(LEVELS);

/** Returns the level of a name. @throws Error for an unknown name, which GraphQL and REST reject before */
export function levelOf(name: unknown): TableLevel {
  if (typeof name === 'string' && isLevel(name)) return name;
  throw new Error(`${String(name)} is not a level of a table of figures`);
}

const isLevel = (name: string): name is TableLevel => Object.hasOwn(LEVELS, name);

/** Whether each row of a level has one utility type. A request may then combine types with different units. */
export function isOfOneType(level: TableLevel): boolean {
  return level === 'account' || level === 'type';
}

const TEXT: Omit<Column, 'path' | 'name' | 'nullable'> = { kind: 'text', list: false, choices: [] };

/** A substitute resource for groups of accounts, used only for sorting and cursors. */
const GROUPS: Resource = {
  type: 'AccountGroup',
  table: '',
  entityColumn: '',
  seenBy: [],
  order: [],
  counts: '',
  countsByPortfolio: '',
  distributedBy: '',
  cheap: [],
  searched: [],
  horizonTable: '',
  scope: 'read:accounts',
  columns: new Map<string, Column>([
    ['_id', { ...TEXT, path: '_id', name: '_id', nullable: false }],
    ['name', { ...TEXT, path: 'name', name: 'name', nullable: true }],
  ]),
  links: new Map(),
  computed: new Map(),
  declaredAt: 'src/run/tableObjects.ts',
};

/**
 * Returns the resource of a level. Its columns are the fields for filters and sorts; groups of accounts only allow
 * sorts.
 */
export function resourceOf(level: TableLevel, resources: Resources): Resource {
  const { type } = LEVELS[level];
  return (type === undefined ? undefined : resources.get(type)) ?? GROUPS;
}

type Args = Readonly<Record<string, unknown>>;

/**
 * Returns the filter of a level's records: the filter argument, and the identifiers, types and tags that are fields of
 * the records.
 */
function filterOf(level: TableLevel, args: Args): Args {
  const { filter, identifiers } = LEVELS[level];
  const parts: Args[] = [];
  const filterValue = filter === undefined ? null : args[filter];
  if (typeof filterValue === 'object' && filterValue !== null) parts.push({ ...filterValue });
  for (const [name, path] of Object.entries(identifiers)) {
    if (path !== '' && typeof args[name] === 'string') parts.push({ [path]: { eq: args[name] } });
  }
  if (level === 'account' && Array.isArray(args.accountType)) parts.push({ type: { in: args.accountType } });
  if (level === 'account' && Array.isArray(args.tags)) parts.push({ tags: { has: args.tags } });
  return { and: parts };
}

/** Returns the sort keys of a request's objects. A cursor holds their values. */
export function tableKeys(args: Args, resources: Resources): readonly SortKey[] {
  const level = levelOf(args.by);
  const resource = resourceOf(level, resources);
  const { sort } = args;
  const key = typeof sort === 'string' ? parseSort(resource, sortablePaths(resource), sort) : null;
  const keys = key === null || 'parameter' in key ? [] : [key];
  return orderKeys(resource, keys, resource === GROUPS ? undefined : toWhere(resource, filterOf(level, args)));
}

/** An object of a table. */
export interface TableObject extends AccountGroup {
  readonly siteCode: string | null;
  /** Its utility type; null: it may have several. */
  readonly type: string | null;
  readonly target: Target;
}

/** A page of the objects of a table. */
export interface ObjectPage {
  /** Undefined: not counted. */
  readonly total: number | undefined;
  readonly skip: number;
  readonly objects: readonly TableObject[];
  /** Null: the request has no cursor. */
  readonly position: PagePosition | null;
}

/** A page of objects to read. */
export interface ObjectQuery {
  readonly level: TableLevel;
  /** The arguments, with `limit`. */
  readonly args: Args & { readonly limit: number };
  /** The identifiers that the request names, checked. */
  readonly named: Target;
  readonly types: readonly string[] | null;
  readonly tags: readonly string[] | null;
  readonly total: boolean;
}

/**
 * Refuses identifiers that have no meaning for a level.
 * @throws AppError invalid-parameter
 */
export function requireIdentifiers(level: TableLevel, named: Target): void {
  const allowed = Object.keys(LEVELS[level].identifiers);
  const wrong = Object.keys(named).filter((name) => !allowed.includes(name));
  if (wrong.length === 0) return;
  throw invalidParameters(
    wrong.map((parameter) => ({
      parameter,
      message: `${parameter} cannot be given with by=${level}; allowed are ${allowed.join(', ')}.`,
      allowed,
    })),
  );
}

/** Reads a page of the objects of a table, those that the viewer may see. @throws AppError invalid-parameter, missing-scope */
export function readObjects(query: ObjectQuery, context: RequestContext, resources: Resources): Promise<ObjectPage> {
  const resource = resourceOf(query.level, resources);
  requireScope(context.viewer, resource.scope, `by=${query.level}`);
  return resource === GROUPS ? readGroups(query, context, resources) : readRecords(query, resource, context, resources);
}

async function readRecords(
  { level, args, named, total }: ObjectQuery,
  resource: Resource,
  { reads, pagination, ...context }: RequestContext,
  resources: Resources,
): Promise<ObjectPage> {
  const rule = LEVELS[level];
  const paths = ['_id', rule.name, 'siteCode', ...(level === 'account' ? ['type'] : [])];
  const rowColumns = paths.flatMap((path) => resource.columns.get(path) ?? []);
  const columnsWith = (keys: readonly SortKey[]): Columns =>
    readColumns([...new Set([...rowColumns, ...keys.map(({ column }) => column)])]);
  const given = { sort: args.sort, limit: args.limit, page: args.page, filter: filterOf(level, args) };
  const plan = { columns: columnsWith([]), total };
  const query = pageQuery(resource, searchColumnsOf(resource, resources), given, { reads, ...context }, plan);
  // The members of a group are pairs, not a field.
  const group = level === 'asset' ? named.assetGroupId : undefined;
  const members = { through: 'asset_group_members' };
  const source: typeof reads =
    group === undefined
      ? reads
      : {
          ...reads,
          page: async (one) => (await reads.pages(one, members, [group]))[0] ?? { total: 0, rows: [] },
        };
  const objectOf = (row: Row): TableObject => {
    const text = (path: string): string | null => (typeof row[path] === 'string' ? row[path] : null);
    const id = String(row._id);
    return {
      id,
      name: text(rule.name),
      siteCode: text('siteCode'),
      type: text('type'),
      target: { [rule.target]: id },
    };
  };
  if (!pagination) {
    const page = await source.page(query);
    return { total: page.total, skip: query.skip, objects: page.rows.map(objectOf), position: null };
  }
  const { position, rows } = await readCursorPage(source, query, pagination, columnsWith);
  return { total: position.total, skip: position.skip, objects: rows.map(objectOf), position };
}

/** Reads groups of accounts. They are few, so this reads all of them and sorts them in memory. */
async function readGroups(
  { level, args, named, types, tags }: ObjectQuery,
  { consumption, pagination, maxLimit }: RequestContext,
  resources: Resources,
): Promise<ObjectPage> {
  const by = groupedBy(level);
  const { limit, skip } = pageQueryOfGroups(args, maxLimit);
  const keys = tableKeys(args, resources);
  const groups = await readAccountGroups(consumption, by, named, { types, tags });
  const valuesOf = ({ id, name }: AccountGroup): Position =>
    keys.map(({ column }) => (column.path === '_id' ? id : name));
  const sorted = groups.toSorted((one, other) => compareByKeys(keys, valuesOf(one), valuesOf(other)));
  const after = pagination?.after ?? null;
  const start = after ? sorted.filter((one) => compareByKeys(keys, valuesOf(one), after) <= 0).length : skip;
  const page = sorted.slice(start, start + limit);
  const last = start + limit < sorted.length ? page.at(-1) : undefined;
  const position = { total: sorted.length, skip: start, rows: page.length, next: last ? valuesOf(last) : null };
  const objects = page.map(({ id, name }) => {
    const target = { ...named, [LEVELS[level].target]: id };
    return { id, name, siteCode: null, type: level === 'type' ? id : null, target };
  });
  return { total: sorted.length, skip: start, objects, position: pagination ? position : null };
}

function groupedBy(level: TableLevel): GroupedBy {
  if (level === 'company' || level === 'type' || level === 'tag') return level;
  throw new Error(`${level} is not a group of accounts`);
}

/** @throws AppError invalid-parameter for a wrong sort or page */
function pageQueryOfGroups(
  { sort, limit, page }: ObjectQuery['args'],
  maxLimit: number,
): { readonly limit: number; readonly skip: number } {
  const number = Number(page ?? FIRST_PAGE.page);
  const problem = pagingProblem(limit, number, maxLimit);
  if (problem) throw invalidParameters([problem]);
  const key = typeof sort === 'string' ? parseSort(GROUPS, sortablePaths(GROUPS), sort) : null;
  if (key && 'parameter' in key) throw invalidParameters([key]);
  return { limit, skip: (number - 1) * limit };
}

/** Compares values by keys, nulls last in both directions. */
function compareByKeys(keys: readonly SortKey[], one: Position, other: Position): number {
  for (const [index, { descending }] of keys.entries()) {
    const [a, b] = [one[index] ?? null, other[index] ?? null];
    if (a === b) continue;
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b === descending ? 1 : -1;
  }
  return 0;
}
