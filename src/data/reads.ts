import type { Reading } from './database.js';
import { databaseFailure } from './failure.js';
import { idParameter } from './parsers.js';
import type { Access, Column, Resource, SortKey, Where } from './resource.js';
import { identifier, join, sql, type Sql } from './sql.js';
import { accessSql, linkSql, orderSql, pinnedBy, whereSql, type Belonging } from './where.js';

/** A record: values by path, nested objects nested. */
export type Row = Readonly<Record<string, unknown>>;

export interface Page {
  /** Matching records; undefined when it was not wanted. */
  readonly total: number | undefined;
  readonly rows: readonly Row[];
}

export interface PageQuery {
  readonly resource: Resource;
  /** The columns to read; undefined: no rows wanted. */
  readonly columns: readonly Column[] | undefined;
  readonly total: boolean;
  readonly where: Where | undefined;
  readonly sort: readonly SortKey[];
  readonly limit: number;
  readonly skip: number;
}

/** The one door to the resource tables: every read of them adds the viewer's access here. */
export interface Reads {
  /** Records by a column that identifies them, in any order; at most one for each id. */
  byIds(resource: Resource, ids: readonly string[], columns: readonly Column[]): Promise<readonly Row[]>;
  page(query: PageQuery): Promise<Page>;
  /** A page for each parent, in one statement; the result is in the parents' order. */
  pages(query: PageQuery, belonging: Belonging, parents: readonly string[]): Promise<readonly Page[]>;
}

const PARENT = '$parent';
const TOTAL = '$total';
const PRESENT = '$row';

/**
 * @param access what the viewer is granted
 * @param signal aborts when nobody waits for the answer any more
 */
export function openReads(database: Reading, access: Access, signal?: AbortSignal): Reads {
  const run = async (resource: Resource, { text, bindings }: Sql): Promise<readonly Row[]> => {
    try {
      return await database.rows<Row>(text, bindings, signal);
    } catch (error) {
      throw databaseFailure(error, cheaper(resource));
    }
  };
  const pages: Reads['pages'] = async (query, belonging, parents) => {
    const from = sql(`unnest(?::bytea[]) with ordinality p(id, position)`, parents.map(idParameter));
    const pinned = new Set([...pinnedBy(query.where), ...('column' in belonging ? [belonging.column.path] : [])]);
    const link = linkSql(belonging, 'p.id');
    const rows = await run(query.resource, pageSql(query, access, from, 'p.position', link, pinned));
    const byParent: Row[][] = parents.map(() => []);
    for (const row of rows) byParent[Number(row[PARENT]) - 1]?.push(row);
    return byParent.map((own) => toPage(query, own));
  };
  return {
    async byIds(resource, ids, columns) {
      const condition = join([sql('t._id = any(?)', ids.map(idParameter)), accessSql(resource, access)], ' and ');
      const text = `select ${columnList(columns)} from ${identifier(resource.table)} t where ${condition.text}`;
      return (await run(resource, sql(text, ...condition.bindings))).map((row) => nest(row, columns));
    },
    async page(query) {
      const one = sql('(values (1)) p(position)');
      const rows = await run(
        query.resource,
        pageSql(query, access, one, 'p.position', sql('true'), pinnedBy(query.where)),
      );
      return toPage(query, rows);
    },
    pages,
  };
}

/**
 * Total and page in one statement, so from one snapshot. A parent's row stands alone on the left of the joins, so they
 * are nested loops, which keep the order of the inner page.
 */
function pageSql(query: PageQuery, access: Access, from: Sql, id: string, link: Sql, pinned: ReadonlySet<string>): Sql {
  const { resource, columns, where, sort, limit, skip, total } = query;
  const table = `from ${identifier(resource.table)} t`;
  const condition = join([link, accessSql(resource, access), ...(where ? [whereSql(where)] : [])], ' and ');
  const pieces = [
    sql(
      `select ${id} as "${PARENT}"${total ? `, n.total as "${TOTAL}"` : ''}${columns ? ', d.*' : ''} from ${from.text}`,
      ...from.bindings,
    ),
  ];
  if (total) {
    const count = `left join lateral (select count(*) as total ${table} where ${condition.text}) n on true`;
    pieces.push(sql(count, ...condition.bindings));
  }
  if (columns) {
    const page =
      `left join lateral (select true as "${PRESENT}", ${columnList(columns)} ${table} where ${condition.text} ` +
      `order by ${orderSql(resource, sort, pinned).text} limit ? offset ?) d on true`;
    pieces.push(sql(page, ...condition.bindings, limit, skip));
  }
  return join(pieces, ' ');
}

function columnList(columns: readonly Column[]): string {
  return columns.map((column) => `t.${identifier(column.name)} as ${identifier(column.path)}`).join(', ');
}

function toPage(query: PageQuery, rows: readonly Row[]): Page {
  const { columns, total } = query;
  const present = columns === undefined ? [] : rows.filter((row) => row[PRESENT] === true);
  return {
    total: total ? Number(rows[0]?.[TOTAL] ?? 0) : undefined,
    rows: present.map((row) => nest(row, columns ?? [])),
  };
}

/** Flat columns back into the objects that their paths describe. */
function nest(row: Row, columns: readonly Column[]): Row {
  const record: Record<string, unknown> = {};
  for (const { path } of columns) {
    const dot = path.indexOf('.');
    if (dot < 0) record[path] = row[path];
    else {
      const object = (record[path.slice(0, dot)] ??= {}) as Record<string, unknown>;
      object[path.slice(dot + 1)] = row[path];
    }
  }
  return record;
}

function cheaper({ cheap }: Resource): string {
  return cheap.length === 0 ? 'Ask for less.' : `Add a filter that an index serves: ${cheap.join(', ')}.`;
}
