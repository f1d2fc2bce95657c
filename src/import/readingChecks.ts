import { CHANGES, REPEATED, STAGED } from './staging.js';

/** What a reading says of itself beside its value. */
const OWN = `
  select row, line, 'quantity', 'must not be negative, got ' || quantity from ${STAGED} where quantity < 0
  union all
  select row, line, 'registerDigits', 'must be a whole number from 1 to 15, got ' || register_digits
  from ${STAGED} where register_digits <> floor(register_digits) or register_digits not between 1 and 15
  union all
  select row, line, 'value', 'is ' || value || ', which a register of ' || register_digits || ' digits cannot show'
  from ${STAGED} where register_digits = floor(register_digits) and register_digits between 1 and 15
    and (value < 0 or value >= 10 ^ register_digits)
  union all
  select row, line, 'registerId', 'must not be empty; a meter with one register needs none'
  from ${STAGED} where register_id = ''`;

/**
 * Whether the value of a staged reading `s` counts for nothing, beside the stored one `t` of another value: one of them is an estimate,
 * and the record that begins with it states its quantity.
 */
export const IS_FREE = `((s.type = 'E' or t.type = 'E') and exists (
  select from ${STAGED} n where n.quantity_from = s.submitted_at and n.account_id = s.account_id
    and n.register_id is not distinct from s.register_id and n.quantity is not null and n.quantity <> 'NaN'))`;

/**
 * A reading that leaves its quantity as it is stored, and whose value is another than the one that the quantity was
 * stated with. Where the file states it too, that row counts.
 */
const otherValue = (stored: string): string => `
  select s.row, s.line, 'value', 'is ' || s.value || ', but ' || t.value || ' is stored for the same moment, with the quantity '
    || t.quantity || '; the record that ends with it has to be imported too'
  from ${STAGED} s join ${stored} t using (_id)
  where s.quantity = 'NaN' and t.value <> s.value and t.quantity is not null and not ${IS_FREE}
    and s.row not in (select row from ${REPEATED})`;

const MEANT = `for the same register and moment; where a meter was exchanged, the new one''s reading has meterReset`;

/** The changed readings, with the unit that each is in. */
const CHANGED = `
  select c.row, c.line, c.account_key, c.register_id, c.submitted_at, c.meter_reset is true as reset, c.value,
    lower(coalesce(nullif(c.units, ''), a.meter_units, '')) as unit, a.meter_units
  from ${CHANGES} c join accounts a using (account_key) where c.change <> 'delete'`;

/**
 * Two values of one register at one moment, of which neither begins a new count, or both do: what lies before and after
 * cannot be told (figures 4). Of two rows the later one is bad; a stored reading that this import replaces or
 * deletes is not compared.
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
  )
  select c.row, c.line, 'value', 'is ' || c.value || ', but ' || min(t.value) || ' is stored, ${MEANT}'
  from (${CHANGED}) c join same t on t.account_key = c.account_key and t.submitted_at = c.submitted_at
    and t.register_id is not distinct from c.register_id and t.meter_reset is true = c.reset
    and lower(coalesce(nullif(t.units, ''), c.meter_units, '')) = c.unit
  where t.value <> c.value
    and not exists (select from ${CHANGES} o where o._id = t._id and o.stored_key = t.account_key)
  group by c.row, c.line, c.value)`;

/**
 * Queries for what is wrong with staged readings: row, line, field and reason.
 * @param stored where those are found that are stored of them
 */
export function readingChecks(stored: string): readonly string[] {
  return [OWN, otherValue(stored), CONTRADICTIONS];
}
