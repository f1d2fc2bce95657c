import { CHANGES, REPEATED, STAGED } from './staging.js';

/** Checks of a reading that need no other record. */
const OWN = `
  select row, line, 'quantity', 'must not be negative, got ' || quantity from ${STAGED} where quantity < 0
  union all
  select row, line, 'registerDigits', 'must be a whole number from 1 to 15, got ' || register_digits
  from ${STAGED} where register_digits <> floor(register_digits) or register_digits not between 1 and 15
  union all
  select row, line, 'value', 'must fit a register of ' || register_digits || ' digits, got ' || value
  from ${STAGED} where register_digits = floor(register_digits) and register_digits between 1 and 15
    and (value < 0 or value >= 10 ^ register_digits)
  union all
  select row, line, 'registerId', 'must not be empty; omit it for a meter with one register'
  from ${STAGED} where register_id = ''`;

/**
 * Tests whether the value of a staged reading `s` may differ from the stored reading `t`. It may if one of them is an
 * estimate and the record that begins with it states its quantity.
 */
export const IS_FREE = `((s.type = 'E' or t.type = 'E') and exists (
  select from ${STAGED} n where n.quantity_from = s.submitted_at and n.account_id = s.account_id
    and n.register_id is not distinct from s.register_id and n.quantity is not null and n.quantity <> 'NaN'))`;

/**
 * Finds readings that leave the stored quantity unchanged but change the value for which it was stated. If the file
 * states the quantity too, that row counts.
 */
const otherValue = (stored: string): string => `
  select s.row, s.line, 'value', 'is ' || s.value || ', but ' || t.value || ' is stored for the same time, with the quantity '
    || t.quantity || '; import the record that ends with this reading too'
  from ${STAGED} s join ${stored} t using (_id)
  where s.quantity = 'NaN' and t.value <> s.value and t.quantity is not null and not ${IS_FREE}
    and s.row not in (select row from ${REPEATED})`;

const MEANT = `for the same register and time; if the meter was exchanged, set meterReset on the reading of the new meter`;

/** The changed readings, each with its unit. */
const CHANGED = `
  select c.row, c.line, c.account_key, c.register_id, c.submitted_at, c.meter_reset is true as reset, c.value,
    lower(coalesce(nullif(c.units, ''), a.meter_units, '')) as unit, a.meter_units
  from ${CHANGES} c join accounts a using (account_key) where c.change <> 'delete'`;

/**
 * Finds two different values of one register at one moment where both begin a new count, or neither does. The order of
 * the values is then unknown (figures 4). Of two rows the later one is bad. Stored readings that this import replaces
 * or deletes are not compared; they are left out before the join, whose rows the planner underestimates.
 */
const CONTRADICTIONS = `
  select row, line, 'value', 'is ' || value || ', but ' || first_value || ' in line ' || first_line || ', ${MEANT}'
  from (
    select row, line, value, first_value(value) over w as first_value, first_value(line) over w as first_line
    from (${CHANGED}) c window w as (partition by account_key, register_id, submitted_at, reset, unit order by row)
  ) r where value <> first_value
  union all
  (with same as materialized (
    select t.* from readings t join (
      select distinct c.account_key, c.submitted_at from ${CHANGES} c where c.change <> 'delete'
    ) w on w.account_key = t.account_key and w.submitted_at = t.submitted_at
  ), kept as materialized (
    select t.* from same t
    where not exists (select from ${CHANGES} o where o._id = t._id and o.stored_key = t.account_key)
  )
  select c.row, c.line, 'value', 'is ' || c.value || ', but ' || min(t.value) || ' is stored, ${MEANT}'
  from (${CHANGED}) c join kept t on t.account_key = c.account_key and t.submitted_at = c.submitted_at
    and t.register_id is not distinct from c.register_id and t.meter_reset is true = c.reset
    and lower(coalesce(nullif(t.units, ''), c.meter_units, '')) = c.unit
  where t.value <> c.value
  group by c.row, c.line, c.value)`;

/**
 * Returns the queries for problems of staged readings. Each yields row, line, field and reason.
 * @param stored the table with the stored records of the staged rows
 */
export function readingChecks(stored: string): readonly string[] {
  return [OWN, otherValue(stored), CONTRADICTIONS];
}
