import type { Value } from '../values/scalars.js';
import type { Column, Comparison, Position, Resource, SortKey, Where } from './resource.js';
import { idParameter, identifierSql, join, NOTHING, raw, sql, type Sql } from '../db/sql.js';

const SYMBOL = { eq: raw('='), gt: raw('>'), gte: raw('>='), lt: raw('<'), lte: raw('<=') } as const;

/**
 * Returns the condition of a filter on the row `t`. A record without the value fails every comparison, and satisfies
 * the negation: unlike SQL, the logic has two values.
 */
export function whereSql(where: Where): Sql {
  if ('compare' in where) return compareSql(where.compare);
  if ('not' in where) return sql`((${whereSql(where.not)}) is not true)`;
  const [parts, separator, neutral] = 'all' in where ? [where.all, ' and ', 'true'] : [where.any, ' or ', 'false'];
  return parts.length === 0 ? raw(neutral) : sql`(${join(parts.map(whereSql), separator)})`;
}

function compareSql({ column, operator, value }: Comparison): Sql {
  const columnSql = columnOf(column);
  if (value === null) return sql`${columnSql} is null`;
  const values = Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
  const bound = values.map((item) => bind(column, item));
  if (operator === 'has' && column.element !== undefined) {
    const any = values.map((item) => JSON.stringify([{ [column.element ?? '']: item }]));
    return sql`${columnSql} @> any(${any}::text[]::jsonb[])`;
  }
  if (operator === 'has') return sql`${columnSql} && ${bound}::text[]`;
  if (column.key && (operator === 'eq' || operator === 'in')) return keySql(column.key, bound);
  if (operator === 'in') return sql`${columnSql} = any(${bound})`;
  return sql`${columnSql} ${SYMBOL[operator]} ${bound[0]}`;
}

function columnOf({ name }: Pick<Column, 'name'>): Sql {
  return sql`t.${identifierSql(name)}`;
}

/**
 * Returns the condition on an identifier as a condition on its integer key. PostgreSQL looks up the key once, and reads
 * a range of the index on the key.
 */
function keySql({ column, table }: NonNullable<Column['key']>, ids: readonly Value[]): Sql {
  const key = identifierSql(column);
  const keys = sql`select k.${key} from ${identifierSql(table)} k where k._id = any(${ids})`;
  return ids.length === 1 ? sql`t.${key} = (${keys})` : sql`t.${key} = any(array(${keys}))`;
}

/** The link of a list's records to their parent: the column with the parent's `_id`, or a table of pairs. */
export type Belonging = { readonly column: Column } | { readonly through: string };

/**
 * Returns the condition that a record belongs to a parent.
 * @param expression the parent's `_id`
 */
export function linkSql(belonging: Belonging, expression: Sql): Sql {
  if ('through' in belonging) {
    const pairs = identifierSql(belonging.through);
    return sql`t._id in (select pair.linked_id from ${pairs} pair where pair._id = ${expression})`;
  }
  const { column } = belonging;
  if (!column.key) return sql`${columnOf(column)} = ${expression}`;
  const key = identifierSql(column.key.column);
  return sql`t.${key} = (select k.${key} from ${identifierSql(column.key.table)} k where k._id = ${expression})`;
}

function bind(column: Column, value: Value): Value {
  return column.kind === 'id' ? idParameter(String(value)) : value;
}

/**
 * Returns the keys of a total order: the requested keys, then `_id`. It drops keys that an equality limits to one
 * value: an index on the other keys then serves the order.
 */
export function orderKeys(resource: Resource, sort: readonly SortKey[], where: Where | undefined): readonly SortKey[] {
  const order = sort.length > 0 ? sort : resource.order.flatMap((path) => sortKey(resource, path));
  return withoutPinned(resource, [...order, ...sortKey(resource, '_id')], pinnedBy(where));
}

/** Drops the sort keys that a filter limits to one value. If no key remains, the order is by `_id`. */
export function withoutPinned(
  resource: Resource,
  order: readonly SortKey[],
  pinned: ReadonlySet<string>,
): readonly SortKey[] {
  const keys = order.filter(({ column }) => !pinned.has(column.path));
  return keys.length === 0 ? sortKey(resource, '_id') : keys;
}

/** Returns an `order by` list. Nulls come last in both directions. */
export function orderSql(keys: readonly SortKey[]): Sql {
  return join(
    keys.map(({ column, descending }) => {
      const direction = `${descending ? ' desc' : ''}${column.nullable ? ' nulls last' : ''}`;
      return sql`${orderedBy(column)}${raw(direction)}`;
    }),
    ', ',
  );
}

/** Returns the sort expression of a column: the column, or the position of its value among the choices. */
function orderedBy(column: Column): Sql {
  if (!column.ascending) return columnOf(column);
  const choices = raw(column.choices.map((choice) => `'${choice}'`).join(', '));
  return sql`array_position(array[${choices}], ${columnOf(column)}::text)`;
}

/**
 * Returns the condition that a record comes after another record in the order of keys.
 * @param values the other record's values, one for each key
 */
export function afterSql(keys: readonly SortKey[], values: Position): Sql {
  const [key, ...rest] = keys;
  if (!key) return sql`false`;
  const [value = null, ...others] = values;
  const { column, descending } = key;
  const columnSql = orderedBy(column);
  const further = afterSql(rest, others);
  if (value === null) return sql`(${columnSql} is null and ${further})`;
  const symbol = descending ? SYMBOL.lt : SYMBOL.gt;
  const bound = column.ascending ? column.choices.indexOf(String(value)) + 1 : bind(column, value);
  const orNull = column.nullable ? sql` or ${columnSql} is null` : NOTHING;
  const either = sql`(${columnSql} ${symbol} ${bound}${orNull} or (${columnSql} = ${bound} and ${further}))`;
  // This condition follows from the other one. An index that serves the order starts its scan there.
  return column.nullable ? either : sql`${columnSql} ${symbol}= ${bound} and ${either}`;
}

function sortKey(resource: Resource, path: string): SortKey[] {
  const column = resource.columns.get(path);
  return column ? [{ column, descending: false }] : [];
}

/** Returns the paths that a filter limits to one value. */
function pinnedBy(where: Where | undefined): ReadonlySet<string> {
  if (where === undefined) return new Set();
  if ('compare' in where) return new Set(where.compare.operator === 'eq' ? [where.compare.column.path] : []);
  if ('all' in where) return new Set(where.all.flatMap((part) => [...pinnedBy(part)]));
  return new Set();
}
