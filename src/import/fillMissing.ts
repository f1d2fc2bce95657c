import type { Knex } from 'knex';
import type { Column } from '../data/resource.js';
import { identifier } from '../db/sql.js';
import { type ImportFields, OWNER } from './fields.js';
import { copyStored } from './resolve.js';
import type { MissingField, RowShapes } from './rowShapes.js';
import { setStaged, STAGED, STORED } from './staging.js';

/** The field that identifies a rate line: two lines at the same index are the same line if this field is equal. */
const LINE_NAME = 'rateName';

/**
 * Fills the missing fields of staged rows with stored values, so that later steps see complete records. Only null
 * clears a field. In a list of lines, a line takes its missing fields from the stored line at the same index, if both
 * have the same name.
 */
export async function fillMissing(trx: Knex.Transaction, fields: ImportFields, shapes: RowShapes): Promise<void> {
  if (fields.stored === STORED) await copyStored(trx, fields.table);
  const missing = shapes.list().flat();
  const has = (name: string, isPart: boolean): boolean =>
    missing.some((one) => one.name === name && one.isPart === isPart);
  const columns = fields.columns.filter(({ name }) => has(name, false) || has(name, true));
  const kind = columns.filter(({ name }) => fields.kind.includes(name));
  const plain = columns.filter(({ name }) => !fields.kind.includes(name));
  if (kind.length > 0) await fillKinds(trx, fields, kind, shapes);
  if (plain.length > 0) await fillPlain(trx, fields, plain, shapes);
}

/** Returns the condition that the stored row `t` has the key of the staged row `s`. */
function isStored({ key }: ImportFields): string {
  const tests = key.filter((name) => name !== 'account_key').map(identifier);
  return tests.map((name) => `t.${name} = s.${name}`).join(' and ');
}

/** Fills columns that have a separate value in each staged row. */
async function fillPlain(
  trx: Knex.Transaction,
  fields: ImportFields,
  columns: readonly Column[],
  shapes: RowShapes,
): Promise<void> {
  const isThere = `t.${identifier(fields.key[0] ?? '')} is not null`;
  // A check rejects a row that names another company. Stored values would only add more errors.
  const isOfCompany = fields.required.has('companyId') ? ' and t.company_id = s.company_id' : '';
  const filled = columns.map(({ name, fields: of }) => ({
    name,
    value: of ? linesOf(name, of) : valueOf(name, fields),
  }));
  const changes = filled.map(({ name, value }) => `${value} is distinct from s.${identifier(name)}`);
  await setStaged(
    trx,
    fields,
    columns.map(({ name }) => name),
    `select s.row, ${filled.map(({ name, value }) => `${value} as ${identifier(name)}`).join(', ')}
     from (
       select s.*, a.lacking, a.parts
       from ${STAGED} s join jsonb_to_recordset(?::jsonb) a(shape int, lacking text[], parts text[]) using (shape)
       where not s.deleted and (a.lacking <> '{}' or a.parts <> '{}')
     ) s left join ${fields.stored} t on ${isStored(fields)}
     where (${isThere}${isOfCompany} or s.parts <> '{}') and (${changes.join(' or ')})`,
    [JSON.stringify(shapes.list().map(shapeRow))],
  );
}

/**
 * Fills missing fields that are part of a kind. Rows are many and kinds few, so the statement computes each combination
 * of staged kind, shape and stored kind once. It skips rows whose stored kind has no value for any of these fields.
 */
async function fillKinds(
  trx: Knex.Transaction,
  fields: ImportFields,
  members: readonly Column[],
  shapes: RowShapes,
): Promise<void> {
  const tests = members.map(({ name }) => `${identifier(name)} is not null`);
  const { rows }: { readonly rows: readonly { readonly key: number }[] } = await trx.raw(
    `select kind_key as key from interval_kinds where ${tests.join(' or ')}`,
  );
  if (rows.length === 0) return;
  // JSON texts can differ in blanks only, so the statement compares kinds as jsonb.
  await setStaged(
    trx,
    fields,
    ['kind'],
    `with matched as materialized (
       select s.row, s.kind, s.shape, t.kind_key
       from ${STAGED} s join ${fields.stored} t on ${isStored(fields)}
       where not s.deleted and t.kind_key = any(?::int[])
     ), filled as (
       select each.kind, shape, kind_key, ${kindOf(fields)} as value
       from (select distinct kind, shape, kind_key from matched) each
         join jsonb_to_recordset(?::jsonb) a(shape int, lacking text[]) using (shape)
         join interval_kinds k using (kind_key)
     )
     select m.row, f.value as kind from matched m join filled f using (kind, shape, kind_key) where f.value::jsonb <> f.kind::jsonb`,
    [rows.map(({ key }) => key), JSON.stringify(shapes.list().map(shapeRow))],
  );
}

/** Returns a shape for the statement: its number, the missing columns, and the lists whose lines lack fields. */
function shapeRow(missing: readonly MissingField[], shape: number): Readonly<Record<string, unknown>> {
  const names = (isPart: boolean): readonly string[] =>
    missing.flatMap((one) => (one.isPart === isPart ? [one.name] : []));
  return { shape, lacking: names(false), parts: names(true) };
}

/**
 * Returns the SQL value of a column. If an invoice moves to another account, it takes company and entity from that
 * account.
 */
function valueOf(name: string, { account, key }: ImportFields): string {
  const column = identifier(name);
  const isSameAccount = `('account_id' = any(s.lacking) or s.account_id is not distinct from t.account_id)`;
  const ownerTest = account === 'copy' && OWNER.includes(name) ? ` and ${isSameAccount}` : '';
  return `case when '${name}' = any(s.lacking) and t.${identifier(key[0] ?? '')} is not null${ownerTest} then t.${column} else s.${column} end`;
}

/** Returns the SQL of a staged kind. Fields that the shape `a` lacks come from the stored kind `k`. */
function kindOf({ columns, kind }: ImportFields): string {
  const members = columns
    .filter(({ name }) => kind.includes(name))
    .map(
      ({ name }, index) =>
        `case when '${name}' = any(a.lacking) then to_jsonb(k.${identifier(name)}) else each.kind::jsonb -> ${index} end`,
    );
  return `jsonb_build_array(${members.join(', ')})::text`;
}

/**
 * Returns the SQL of a list of lines. A row without the list keeps the stored one. Otherwise each line keeps its
 * missing fields.
 */
function linesOf(name: string, of: readonly Column[]): string {
  const column = identifier(name);
  const empty = `jsonb_build_object(${of.map(({ element = '' }) => `'${element}', null`).join(', ')})`;
  const stored = `t.${column} -> (line.place::int - 1)`;
  const isSame = `${stored} ->> '${LINE_NAME}' is not distinct from line.given ->> '${LINE_NAME}'`;
  return `case when '${name}' = any(s.lacking) then coalesce(t.${column}, s.${column})
    when '${name}' = any(s.parts) then (
      select jsonb_agg(${empty} || case when ${isSame} then coalesce(${stored}, '{}') else '{}' end || line.given order by line.place)
      from jsonb_array_elements(s.${column}) with ordinality line(given, place)
    ) else s.${column} end`;
}
