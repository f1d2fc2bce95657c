import type { Value } from '../values/scalars.js';
import type { Access, Column, Comparison, Position, Reference, Resource, SortKey, Where } from './resource.js';

/** A piece of SQL with its parameters, written `?`, in order. Identifiers in it come from declarations only. */
export interface Sql {
  readonly text: string;
  readonly bindings: readonly unknown[];
}

/** @param text SQL with a `?` for each binding */
export function sql(text: string, ...bindings: readonly unknown[]): Sql {
  return { text, bindings };
}

/** How a statement begins that is planned once. */
export const PLANNED_ONCE = '/* planned once */';

/**
 * A statement whose plan is good whatever is bound to it: PostgreSQL plans it once for a connection, not for each set of
 * values, as planning takes it as long as such a statement does.
 */
export function plannedOnce(text: string): string {
  return `${PLANNED_ONCE} ${text}`;
}

/** Joins pieces with a separator, such as ` and `. */
export function join(pieces: readonly Sql[], separator: string): Sql {
  return {
    text: pieces.map((piece) => piece.text).join(separator),
    bindings: pieces.flatMap((piece) => piece.bindings),
  };
}

/** A name as SQL writes it. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const SYMBOL = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/**
 * A filter over the row `t`. A record without the value fails every comparison, and satisfies its `not`: two-valued,
 * unlike SQL's own `not`.
 */
export function whereSql(where: Where): Sql {
  if ('compare' in where) return compareSql(where.compare);
  if ('not' in where) {
    const inner = whereSql(where.not);
    return sql(`((${inner.text}) is not true)`, ...inner.bindings);
  }
  const [parts, separator, none] = 'all' in where ? [where.all, ' and ', 'true'] : [where.any, ' or ', 'false'];
  if (parts.length === 0) return sql(none);
  const inner = join(parts.map(whereSql), separator);
  return sql(`(${inner.text})`, ...inner.bindings);
}

function compareSql({ column, operator, value }: Comparison): Sql {
  const name = `t.${identifier(column.name)}`;
  if (value === null) return sql(`${name} is null`);
  const values = Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
  const bound = values.map((item) => bind(column, item));
  if (operator === 'has' && column.element !== undefined) {
    const any = values.map((item) => JSON.stringify([{ [column.element ?? '']: item }]));
    return sql(`${name} @> any(?::text[]::jsonb[])`, any);
  }
  if (operator === 'has') return sql(`${name} && ?::text[]`, bound);
  if (column.key && (operator === 'eq' || operator === 'in')) return keySql(column.key, sql('any(?)', bound));
  if (operator === 'in') return sql(`${name} = any(?)`, bound);
  return sql(`${name} ${SYMBOL[operator]} ?`, bound[0]);
}

/** One look-up of the integer key turns a condition on the identifier into a range of the index on the key. */
function keySql(key: NonNullable<Column['key']>, ids: Sql): Sql {
  const keys = `select k.${identifier(key.column)} from ${identifier(key.table)} k where k._id = ${ids.text}`;
  const single = Array.isArray(ids.bindings[0]) && ids.bindings[0].length === 1;
  const wanted = single ? `(${keys})` : `any(array(${keys}))`;
  return sql(`t.${identifier(key.column)} = ${wanted}`, ...ids.bindings);
}

/** How the records of a list belong to a parent: by the column that holds its `_id`, or by a table of pairs. */
export type Belonging = { readonly column: Column } | { readonly through: string };

/** The records that belong to the parent whose `_id` is an expression of SQL. */
export function linkSql(belonging: Belonging, expression: string): Sql {
  if ('through' in belonging) {
    const pairs = identifier(belonging.through);
    return sql(`t._id in (select pair.linked_id from ${pairs} pair where pair._id = ${expression})`);
  }
  const { column } = belonging;
  if (!column.key) return sql(`t.${identifier(column.name)} = ${expression}`);
  const { key } = column;
  return sql(
    `t.${identifier(key.column)} = (select k.${identifier(key.column)} from ${identifier(key.table)} k ` +
      `where k._id = ${expression})`,
  );
}

function bind(column: Column, value: Value): Value {
  return column.kind === 'id' ? idParameter(String(value)) : value;
}

/** Where a statement has the columns of a record. */
export interface RecordColumns {
  readonly alias: string;
  /** How the names of the record's columns begin there. */
  readonly prefix?: string;
}

/**
 * A condition on records that the viewer may see, by granted companies or entities; no grant, nothing.
 * @param columns those of `t` unless given
 */
export function accessSql(resource: Resource, access: Access, columns: RecordColumns = { alias: 't' }): Sql {
  const { seenBy, entityColumn } = resource;
  const parts =
    seenBy.length > 0
      ? seenBy.flatMap((by) => namedBy(by, access, columns.alias))
      : granted(columns, entityColumn, access);
  if (parts.length === 0) return sql('false');
  const either = join(parts, ' or ');
  return sql(`(${either.text})`, ...either.bindings);
}

/** One identifier is an equality, so that an index on the column and a sort serves the order too. */
function granted({ alias, prefix = '' }: RecordColumns, entityColumn: string, { companies, entities }: Access): Sql[] {
  return [['company_id', companies] as const, [entityColumn, entities] as const].flatMap(([column, ids]) => {
    const [first, ...rest] = ids.map(idParameter);
    if (first === undefined) return [];
    const name = `${alias}.${identifier(prefix + column)}`;
    return [rest.length === 0 ? sql(`${name} = ?`, first) : sql(`${name} = any(?)`, [first, ...rest])];
  });
}

/**
 * Whether a record that is seen names the record of an alias. Each is a look-up in an index that ends at the first one: `offset 0` keeps the planner
 * from reading all that is granted.
 */
function namedBy({ table, column, entityColumn }: Reference, access: Access, alias: string): Sql[] {
  const names = `select from ${identifier(table)} r where r.${identifier(column)} = ${alias}._id`;
  return granted({ alias: 'r' }, entityColumn, access).map(({ text, bindings }) =>
    sql(`exists (${names} and ${text} offset 0)`, ...bindings),
  );
}

/**
 * A total order: what was asked, then `_id`. What an equality pins to one value is left out, so that the index on the
 * rest serves the order.
 */
export function orderKeys(
  resource: Resource,
  sort: readonly SortKey[],
  pinned: ReadonlySet<string>,
): readonly SortKey[] {
  const order = sort.length > 0 ? sort : resource.order.flatMap((path) => sortKey(resource, path));
  const last = sortKey(resource, '_id');
  const keys = [...order, ...last].filter(({ column }) => !pinned.has(column.path));
  return keys.length === 0 ? last : keys;
}

/** The order by keys; nulls last in both directions. */
export function orderSql(keys: readonly SortKey[]): string {
  return keys
    .map(
      ({ column, descending }) =>
        `${orderedBy(column)}${descending ? ' desc' : ''}${column.nullable ? ' nulls last' : ''}`,
    )
    .join(', ');
}

/** What a list is ordered by: a column, or the place of its value among the choices. */
function orderedBy({ name, choices, ascending }: Column): string {
  const column = `t.${identifier(name)}`;
  if (!ascending) return column;
  return `array_position(array[${choices.map((choice) => `'${choice}'`).join(', ')}], ${column}::text)`;
}

/**
 * What comes after a record in the order of keys.
 * @param values the record's, one for each key
 */
export function afterSql(keys: readonly SortKey[], values: Position): Sql {
  const [key, ...rest] = keys;
  if (!key) return sql('false');
  const [value = null, ...others] = values;
  const { column, descending } = key;
  const name = orderedBy(column);
  const further = afterSql(rest, others);
  if (value === null) return sql(`(${name} is null and ${further.text})`, ...further.bindings);
  const symbol = descending ? '<' : '>';
  const bound = column.ascending ? column.choices.indexOf(String(value)) + 1 : bind(column, value);
  const beyond = `${name} ${symbol} ?${column.nullable ? ` or ${name} is null` : ''}`;
  const either = sql(`(${beyond} or (${name} = ? and ${further.text}))`, bound, bound, ...further.bindings);
  // Follows from the rest; an index that serves the order begins there.
  return column.nullable ? either : join([sql(`${name} ${symbol}= ?`, bound), either], ' and ');
}

function sortKey(resource: Resource, path: string): SortKey[] {
  const column = resource.columns.get(path);
  return column ? [{ column, descending: false }] : [];
}

/** The paths that a filter pins to one value. */
export function pinnedBy(where: Where | undefined): ReadonlySet<string> {
  if (where === undefined) return new Set();
  if ('compare' in where) return new Set(where.compare.operator === 'eq' ? [where.compare.column.path] : []);
  if ('all' in where) return new Set(where.all.flatMap((part) => [...pinnedBy(part)]));
  return new Set();
}

/** An identifier as both engines take it as a parameter of type bytea. */
export function idParameter(hex: string): string {
  return `\\x${hex}`;
}
