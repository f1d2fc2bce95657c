import type { Knex } from 'knex';
import { identifier } from '../db/sql.js';
import type { ImportFields } from './fields.js';
import { UNCHANGED, type FieldProblem, type SourceRow } from './sourceRow.js';
import { BAD, KINDS, STAGED } from './staging.js';

/** A bad row with all its problems, as the rejects file stores it. */
export interface Rejected {
  readonly line: number;
  /** The meter as the file names it, if its account is unknown. */
  readonly meter?: string;
  readonly errors: readonly FieldProblem[];
  /** The fields that could be read, as an object of the contract. The user can correct and import it. */
  readonly row: Readonly<Record<string, unknown>>;
  /** The original line, if it cannot be read as an object. */
  readonly text?: string;
}

const ROWS_AT_ONCE = 1_000;

/** Converts a row into an object, nested by its paths. Skips absent values and values that stay as stored. */
export function recordOf({ names, values }: Pick<SourceRow, 'names' | 'values'>): Readonly<Record<string, unknown>> {
  const record: Record<string, unknown> = {};
  for (const [index, path] of names.entries()) {
    const value = values[index];
    if (value === null || value === undefined || value === UNCHANGED || Number.isNaN(value)) continue;
    const steps = path.split('.');
    const last = steps.pop() ?? path;
    let at = record;
    for (const step of steps) {
      const below = at[step];
      at = typeof below === 'object' && below !== null ? (below as Record<string, unknown>) : (at[step] = {});
    }
    at[last] = value;
  }
  return record;
}

/** Returns a bad row of a source in the form of the rejects file. */
export function rejectedOf(row: SourceRow, errors: readonly FieldProblem[]): Rejected {
  const { line, meter, text } = row;
  const named = meter === undefined || meter === '' ? {} : { meter };
  return { line, ...named, errors, row: recordOf(row), ...(text === undefined ? {} : { text }) };
}

/** Passes the rows that a check of the staged rows rejected to `onReject`, in order. */
export async function rejectStaged(
  trx: Knex.Transaction,
  { columns, kind }: ImportFields,
  onReject: (rejected: Rejected) => Promise<void>,
): Promise<void> {
  const alias = (name: string): string => (kind.includes(name) ? 'k' : 's');
  const list = columns.map(({ name, path }) => `${alias(name)}.${identifier(name)} as ${identifier(path)}`).join(', ');
  let after = 0;
  for (;;) {
    const { rows }: { readonly rows: readonly (Readonly<Record<string, unknown>> & BadRow)[] } = await trx.raw(
      `select s.row as "#row", s.deleted as "#deleted", s.line as "#line", b.errors as "#errors", ${list}
       from (
         select row, json_agg(json_build_object('field', field, 'reason', reason) order by field) as errors
         from ${BAD} where row > ? group by row order by row limit ${ROWS_AT_ONCE}
       ) b join ${STAGED} s using (row) ${kind.length > 0 ? `left join ${KINDS} k using (kind)` : ''} order by s.row`,
      [after],
    );
    for (const staged of rows) {
      const names = columns.map(({ path }) => path);
      const record = recordOf({ names, values: names.map((name) => staged[name]) });
      const row = staged['#deleted'] ? { ...record, deleted: true } : record;
      await onReject({ line: staged['#line'], errors: staged['#errors'], row });
    }
    if (rows.length < ROWS_AT_ONCE) return;
    after = rows.at(-1)?.['#row'] ?? after;
  }
}

interface BadRow {
  readonly '#row': number;
  readonly '#line': number;
  readonly '#deleted': boolean;
  readonly '#errors': readonly FieldProblem[];
}
