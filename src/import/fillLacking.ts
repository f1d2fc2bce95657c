import type { Knex } from 'knex';
import type { Column } from '../data/resource.js';
import { identifier } from '../data/sql.js';
import type { ImportFields } from './fields.js';
import { copyStored } from './resolve.js';
import type { Lacking, RowShapes } from './rowShapes.js';
import { FILLED, STAGED, STORED } from './staging.js';
import { OWNER } from './writtenColumns.js';

/** Two lines of a list at the same place are the same line where they agree on it. */
const LINE_NAME = 'rateName';

/**
 * Gives staged rows the stored values of the fields that they lack, so that what comes after sees whole records. Only null clears a
 * field. Of a list of records each line keeps the fields that it lacks, where the stored line at its place has the same name.
 */
export async function fillLacking(trx: Knex.Transaction, fields: ImportFields, shapes: RowShapes): Promise<void> {
  if (fields.stored === STORED) await copyStored(trx, fields.table);
  const lacking = shapes.list().flat();
  const has = (name: string, isPart: boolean): boolean =>
    lacking.some((one) => one.name === name && one.isPart === isPart);
  const columns = fields.columns.filter(({ name }) => has(name, false) || has(name, true));
  const kind = columns.filter(({ name }) => fields.kind.includes(name));
  const plain = columns.filter(({ name }) => !fields.kind.includes(name));
  const isKindStored = kind.length > 0 && (await isAnyStored(trx, kind));
  if (plain.length === 0 && !isKindStored) return;
  const key = fields.key.filter((name) => name !== 'account_key').map(identifier);
  const isThere = `t.${key[0] ?? ''} is not null`;
  // A row that names another company is refused for that alone.
  const isOfCompany = fields.required.has('companyId') ? ' and t.company_id = s.company_id' : '';
  const filled = [
    ...plain.map(({ name, fields: of }) => ({ name, value: of ? linesOf(name, of) : valueOf(name, fields) })),
    ...(isKindStored ? [{ name: 'kind', value: kindOf(fields) }] : []),
  ];
  // As JSON is written with blanks and without, kinds are compared as values.
  const changes = filled.map(({ name, value }) =>
    name === 'kind'
      ? `(${value})::jsonb is distinct from s.kind::jsonb`
      : `${value} is distinct from s.${identifier(name)}`,
  );
  const kinds = isKindStored ? 'left join interval_kinds k on k.kind_key = t.kind_key' : '';
  await trx.raw(
    `create unlogged table ${FILLED} as
     select s.row, ${filled.map(({ name, value }) => `${value} as ${identifier(name)}`).join(', ')}
     from (
       select s.*, a.lacking, a.parts
       from ${STAGED} s join jsonb_to_recordset(?::jsonb) a(shape int, lacking text[], parts text[]) using (shape)
       where not s.deleted and (a.lacking <> '{}' or a.parts <> '{}')
     ) s left join ${fields.stored} t on ${key.map((name) => `t.${name} = s.${name}`).join(' and ')} ${kinds}
     where (${isThere}${isOfCompany} or s.parts <> '{}') and (${changes.join(' or ')})`,
    [JSON.stringify(shapes.list().map(shapeRow))],
  );
  const set = filled.map(({ name }) => `${identifier(name)} = f.${identifier(name)}`);
  await trx.raw(`update ${STAGED} s set ${set.join(', ')} from ${FILLED} f where f.row = s.row`);
  await trx.raw(`drop table ${FILLED}`);
}

/** A shape as the statement reads it: its number, the columns that it lacks, and the lists with lines that lack fields. */
function shapeRow(lacking: readonly Lacking[], shape: number): Readonly<Record<string, unknown>> {
  const names = (isPart: boolean): readonly string[] =>
    lacking.flatMap((one) => (one.isPart === isPart ? [one.name] : []));
  return { shape, lacking: names(false), parts: names(true) };
}

/** Whether any stored kind has a value for one of some columns: mostly none has, and rows need not be joined to the stored ones. */
async function isAnyStored(trx: Knex.Transaction, columns: readonly Column[]): Promise<boolean> {
  const tests = columns.map(({ name }) => `${identifier(name)} is not null`);
  const { rows }: { readonly rows: readonly unknown[] } = await trx.raw(
    `select from interval_kinds where ${tests.join(' or ')} limit 1`,
  );
  return rows.length > 0;
}

/** The value of a column; the owner of an invoice that moves to another account is that account's. */
function valueOf(name: string, { account, key }: ImportFields): string {
  const own = identifier(name);
  const isSameAccount = `('account_id' = any(s.lacking) or s.account_id is not distinct from t.account_id)`;
  const stays = account === 'copy' && OWNER.includes(name) ? ` and ${isSameAccount}` : '';
  return `case when '${name}' = any(s.lacking) and t.${identifier(key[0] ?? '')} is not null${stays} then t.${own} else s.${own} end`;
}

/** The kind of a row, with the members that it lacks as the stored kind `k` has them. */
function kindOf({ columns, kind }: ImportFields): string {
  const members = columns
    .filter(({ name }) => kind.includes(name))
    .map(
      ({ name }, place) =>
        `case when '${name}' = any(s.lacking) and k.kind_key is not null then to_jsonb(k.${identifier(name)}) else s.kind::jsonb -> ${place} end`,
    );
  return `jsonb_build_array(${members.join(', ')})::text`;
}

/** A list of lines: stored as a whole where a row lacks it, and line by line where lines lack fields. */
function linesOf(name: string, of: readonly Column[]): string {
  const own = identifier(name);
  const empty = `jsonb_build_object(${of.map(({ element = '' }) => `'${element}', null`).join(', ')})`;
  const stored = `t.${own} -> (line.place::int - 1)`;
  const isSame = `${stored} ->> '${LINE_NAME}' is not distinct from line.given ->> '${LINE_NAME}'`;
  return `case when '${name}' = any(s.lacking) then coalesce(t.${own}, s.${own})
    when '${name}' = any(s.parts) then (
      select jsonb_agg(${empty} || case when ${isSame} then coalesce(${stored}, '{}') else '{}' end || line.given order by line.place)
      from jsonb_array_elements(s.${own}) with ordinality line(given, place)
    ) else s.${own} end`;
}
