import { hasRows } from '../db/rowsIn.js';
import { identifier } from '../db/sql.js';
import type { Knex } from 'knex';
import type { ImportFields } from './fields.js';
import { isStoredValue, REPEATED, STAGED } from './staging.js';

/**
 * Creates the table of repeated rows: rows with the record of another row of the file. Equal rows are harmless, and
 * different ones are a contradiction. Of several rows, the first counts that states the numbers that others leave as
 * stored.
 * @returns whether there are repeated rows
 */
export async function findRepeated(
  trx: Knex.Transaction,
  { key, preservable, unstored, columns }: ImportFields,
): Promise<boolean> {
  // The account is not part of the key here: the same `_id` under two accounts is a contradiction, too.
  const list = identifyingColumns(key).map(identifier).join(', ');
  await trx.raw(
    `create unlogged table ${REPEATED} (row integer, line integer, first_row integer, first integer, differs boolean)`,
  );
  if (!(await hasRows(trx, `select from ${STAGED} group by ${list} having count(*) > 1 limit 1`))) return false;
  // The row with the latest update date counts.
  const stated = columns.some(({ name }) => name === 'stated_at') ? ['stated_at'] : [];
  const ignored = ['row', 'line', 'shape', ...preservable, ...unstored, ...stated]
    .map((name) => ` - '${name}'`)
    .join('');
  const differs = [
    'text <> first_value(text) over w',
    ...preservable.map(
      (name) => `(not ${isStoredValue(name)} and ${name} is distinct from first_value(${name}) over w)`,
    ),
  ];
  const isOlder = stated.map((name) => `not coalesce(${name} < first_value(${name}) over w, false)`);
  const order = [...preservable.map(isStoredValue), ...stated.map((name) => `${name} desc nulls last`), 'row'];
  await trx.raw(`
    insert into ${REPEATED}
    select row, line, first_row, first, differs from (
      select row, line, first_value(row) over w as first_row, first_value(line) over w as first,
        ${[`(${differs.join(' or ')})`, ...isOlder].join(' and ')} as differs, row_number() over w as n
      from (
        select ${['row', 'line', list, ...preservable, ...stated].join(', ')}, (to_jsonb(s)${ignored})::text as text
        from ${STAGED} s where (${list}) in (select ${list} from ${STAGED} group by ${list} having count(*) > 1)
      ) r window w as (partition by ${list} order by ${order.join(', ')})
    ) r where n > 1`);
  return true;
}

/** The column with the time of a meter record, by resource. */
const MEASURED: Partial<Readonly<Record<ImportFields['name'], string>>> = {
  'non-cumulative': 'start_timestamp',
  readings: 'submitted_at',
};

/**
 * Returns the query for contradictions between repeated rows. For meter records the message names meter and time,
 * because users do not know an `_id` that the import derived from them.
 */
export function repeatedProblems({ name, key }: ImportFields): string {
  const also = `is also in line ' || r.first || ', with other values'`;
  const identifying = identifyingColumns(key);
  const id = identifying.includes('_id') ? `'is ' || encode(s._id, 'hex') || ', which ${also}` : `'${also}`;
  const field = `'${identifying.at(-1) ?? ''}'`;
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

function identifyingColumns(key: readonly string[]): readonly string[] {
  return key.filter((name) => name !== 'account_key');
}
