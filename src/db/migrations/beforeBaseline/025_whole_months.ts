import type { Knex } from 'knex';

const AMOUNTS = ['quantity', 'estimated', 'day_quantity', 'hh', 'reading', 'invoice', 'custom'];
/** The largest whole number that a float8 holds exactly, as all below it. */
const LARGEST = '9007199254740991';

/**
 * Amounts of months become whole numbers of billionths, so that what they add up to does not depend on their order;
 * where one of a row is too large for that (of temperatures, °C × ms, all are), of as many decimals as leave a number
 * that a float8 holds exactly. Rounded as stored usage is (src/usage/amounts.ts), so that nothing has to be recomputed.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table usage_months add column decimals smallint not null default 9');
  const largest = `greatest(${AMOUNTS.map((name) => `abs(${name})`).join(', ')})`;
  await knex.raw(`
    update usage_months set decimals = (
      select max(d) from generate_series(-300, 8) d where round(${largest} * ('1e' || d)::float8) <= ${LARGEST}::float8
    ) where round(${largest} * 1e9::float8) > ${LARGEST}::float8`);
  const scale = `case decimals when 9 then 1e9::float8 else ('1e' || decimals)::float8 end`;
  // Next to nothing beside something huge is nothing, where PostgreSQL refuses to multiply.
  const whole = (name: string): string =>
    `case when abs(${name}) < 1e-200 then 0 else round(${name} * ${scale})::bigint end`;
  const altered = AMOUNTS.map((name) => `alter ${name} type bigint using ${whole(name)}`);
  await knex.raw(`alter table usage_months alter decimals drop default, ${altered.join(', ')}`);
  await knex.raw('analyze usage_months');
}
