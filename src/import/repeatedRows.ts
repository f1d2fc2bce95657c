import { identifier } from '../db/sql.js';
import type { Knex } from 'knex';
import type { ImportFields } from './fields.js';
import { isKept, REPEATED, STAGED } from './staging.js';

/**
 * Makes the table of rows whose record an earlier row of the file has: harmless when the rows are equal, and a
 * contradiction when they differ. Of equal rows one counts that says what others leave as it is stored.
 * @returns whether there are any
 */
export async function findRepeated(
  trx: Knex.Transaction,
  { key, kept, unstored, columns }: ImportFields,
): Promise<boolean> {
  // An account's records are told apart by their own identifier: the same under two accounts is a contradiction too.
  const list = toldBy(key).map(identifier).join(', ');
  await trx.raw(
    `create unlogged table ${REPEATED} (row integer, line integer, first_row integer, first integer, differs boolean)`,
  );
  const any: { readonly rows: readonly unknown[] } = await trx.raw(
    `select 1 from ${STAGED} group by ${list} having count(*) > 1 limit 1`,
  );
  if (any.rows.length === 0) return false;
  // The one that the source changed last counts.
  const stated = columns.some(({ name }) => name === 'stated_at') ? ['stated_at'] : [];
  const own = ['row', 'line', 'shape', ...kept, ...unstored, ...stated].map((name) => ` - '${name}'`).join('');
  const differs = [
    'text <> first_value(text) over w',
    ...kept.map((name) => `(not ${isKept(name)} and ${name} is distinct from first_value(${name}) over w)`),
  ];
  const isOlder = stated.map((name) => `not coalesce(${name} < first_value(${name}) over w, false)`);
  const order = [...kept.map(isKept), ...stated.map((name) => `${name} desc nulls last`), 'row'];
  await trx.raw(`
    insert into ${REPEATED}
    select row, line, first_row, first, differs from (
      select row, line, first_value(row) over w as first_row, first_value(line) over w as first,
        ${[`(${differs.join(' or ')})`, ...isOlder].join(' and ')} as differs, row_number() over w as n
      from (
        select ${['row', 'line', list, ...kept, ...stated].join(', ')}, (to_jsonb(s)${own})::text as text
        from ${STAGED} s where (${list}) in (select ${list} from ${STAGED} group by ${list} having count(*) > 1)
      ) r window w as (partition by ${list} order by ${order.join(', ')})
    ) r where n > 1`);
  return true;
}

/** Of records of meters, when they were measured. */
const MEASURED: Partial<Readonly<Record<ImportFields['name'], string>>> = {
  'non-cumulative': 'start_timestamp',
  readings: 'submitted_at',
};

/**
 * The statement that finds the contradictions. People know a record of a meter by meter and time, and hardly by the
 * `_id` that was made of them.
 */
export function repeatedProblems({ name, key }: ImportFields): string {
  const also = `is also in line ' || r.first || ', with other values'`;
  const told = toldBy(key);
  const id = told.includes('_id') ? `'is ' || encode(s._id, 'hex') || ', which ${also}` : `'${also}`;
  const field = `'${told.at(-1) ?? ''}'`;
  const measured = MEASURED[name];
  if (measured === undefined) {
    return `select r.row, r.line, ${field} as field, ${id} as reason
      from ${REPEATED} r join ${STAGED} s using (row) where r.differs`;
  }
  const isSame = `a._id is not null and f.account_id = s.account_id and f.${measured} = s.${measured}`;
  const meter = `coalesce('meter ' || coalesce(nullif(a.meter_point_number, ''), nullif(a.meter_serial_number, '')),
    'account ' || encode(a._id, 'hex'))`;
  const time = `regexp_replace(to_char(s.${measured} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), ':00$', '')`;
  return `
    select r.row, r.line, case when ${isSame} then null else ${field} end as field,
      case when ${isSame} then ${meter} || ', ' || ${time} || ' UTC: ${also} else ${id} end as reason
    from ${REPEATED} r join ${STAGED} s using (row) join ${STAGED} f on f.row = r.first_row
      left join accounts a on a._id = s.account_id
    where r.differs`;
}

function toldBy(key: readonly string[]): readonly string[] {
  return key.filter((name) => name !== 'account_key');
}
