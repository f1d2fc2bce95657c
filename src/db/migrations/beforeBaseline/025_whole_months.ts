import type { Knex } from 'knex';

const AMOUNTS = ['quantity', 'estimated', 'day_quantity', 'hh', 'reading', 'invoice', 'custom'];
/** The largest number up to which a float8 holds every whole number exactly. */
const LARGEST = '9007199254740991';

/**
 * Turns the amounts of months into whole numbers of billionths, so that a sum does not depend on the order of its
 * terms. If an amount of a row is too large for that (all temperatures are, °C × ms), the row has as many decimals as a
 * float8 holds exactly. The rounding is that of stored usage (src/usage/amounts.ts), so nothing has to be recomputed.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table usage_months add column decimals smallint not null default 9');
  const largest = `greatest(${AMOUNTS.map((name) => `abs(${name})`).join(', ')})`;
  await knex.raw(`
    update usage_months set decimals = (
      select max(d) from generate_series(-300, 8) d where round(${largest} * ('1e' || d)::float8) <= ${LARGEST}::float8
    ) where round(${largest} * 1e9::float8) > ${LARGEST}::float8`);
  const scale = `case decimals when 9 then 1e9::float8 else ('1e' || decimals)::float8 end`;
  // A tiny amount in a row with a huge one becomes 0. PostgreSQL would report an underflow of its product.
  const whole = (name: string): string =>
    `case when abs(${name}) < 1e-200 then 0 else round(${name} * ${scale})::bigint end`;
  const altered = AMOUNTS.map((name) => `alter ${name} type bigint using ${whole(name)}`);
  await knex.raw(`alter table usage_months alter decimals drop default, ${altered.join(', ')}`);
  await knex.raw('analyze usage_months');
}
