import { expect } from 'vitest';
import type { Database } from '../../src/db/database.js';

/** Counts by account and day, as `12 2024-01-31: 5`, sorted. */
type Counts = readonly string[];

async function stored({ knex }: Database): Promise<Counts> {
  const rows: readonly { account_key: number; month: number; records: number; days: readonly number[] }[] =
    await knex('interval_counts').select('*');
  return rows
    .flatMap(({ account_key: key, month, records, days }) => {
      expect(days).toHaveLength(31);
      expect(days.reduce((sum, n) => sum + n, 0)).toBe(records);
      expect(records).toBeGreaterThan(0);
      return days.flatMap((n, index) => {
        const day = new Date(Date.UTC(1970, month, index + 1)).toISOString().slice(0, 10);
        return n === 0 ? [] : [`${key} ${day}: ${n}`];
      });
    })
    .toSorted();
}

async function present({ knex }: Database): Promise<Counts> {
  const { rows }: { readonly rows: readonly { readonly line: string }[] } = await knex.raw(`
    select account_key || ' ' || day || ': ' || count(*) as line
    from (select account_key, to_char(start_timestamp at time zone 'UTC', 'YYYY-MM-DD') as day from intervals) i
    group by account_key, day`);
  return rows.map(({ line }) => line).toSorted();
}

/** Returns the counts by company and entity, as `c1… e1… 2024-01-31: 5`. */
async function summed({ knex }: Database): Promise<Counts> {
  const { rows }: { readonly rows: readonly { readonly owner: string; readonly months: readonly SummedMonth[] }[] } =
    await knex.raw(`
    select encode(company_id, 'hex') || ' ' || coalesce(encode(entity_id, 'hex'), '-') as owner,
      jsonb_agg(jsonb_build_array(month, records, days)) as months
    from portfolio_counts group by 1`);
  return rows
    .flatMap(({ owner, months }) =>
      months.flatMap(([month, records, days]) => {
        expect(days).toHaveLength(31);
        expect(days.reduce((sum, n) => sum + n, 0)).toBe(records);
        expect(records).toBeGreaterThan(0);
        return days.flatMap((n, index) => {
          const day = new Date(Date.UTC(1970, month, index + 1)).toISOString().slice(0, 10);
          return n === 0 ? [] : [`${owner} ${day}: ${n}`];
        });
      }),
    )
    .toSorted();
}

type SummedMonth = readonly [month: number, records: number, days: readonly number[]];

async function presentByPortfolio({ knex }: Database): Promise<Counts> {
  const { rows }: { readonly rows: readonly { readonly line: string }[] } = await knex.raw(`
    select encode(company_id, 'hex') || ' ' || coalesce(encode(entity_id, 'hex'), '-') || ' ' || day || ': ' || n as line
    from (
      select company_id, entity_id, to_char(start_timestamp at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as n
      from intervals join accounts using (account_key) group by 1, 2, 3
    ) i`);
  return rows.map(({ line }) => line).toSorted();
}

/** Expects the stored counts of intervals, by account, company and entity, to match the stored intervals exactly. */
export async function expectCounted(database: Database): Promise<void> {
  expect(await stored(database)).toEqual(await present(database));
  expect(await summed(database)).toEqual(await presentByPortfolio(database));
}
