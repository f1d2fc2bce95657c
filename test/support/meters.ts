import type { Database } from '../../src/db/database.js';
import { ADD_UP } from '../../src/data/portfolioMonthSql.js';
import { idParameter } from '../../src/db/sql.js';
import { ONE_SERVER } from '../../src/db/topology.js';
import type { Access } from '../../src/data/resource.js';
import { pick, randomId, type Random } from './random.js';

const COMPANIES = ['c00000000000000000000001', 'c00000000000000000000002'];
const ENTITIES = ['e00000000000000000000001', 'e00000000000000000000002'];

/** The grants that viewers of {@link loadMeters} may have. */
export const METER_GRANTS: readonly Access[] = [
  { companies: COMPANIES, entities: [] },
  { companies: COMPANIES.slice(0, 1), entities: [] },
  { companies: [], entities: ENTITIES.slice(0, 1) },
  { companies: COMPANIES.slice(1), entities: ENTITIES },
  { companies: [], entities: [] },
];

/** Days at the borders of months and years, and some between. */
export const METER_DAYS = [
  ...['1969-12-31', '2023-12-31', '2024-01-01', '2024-01-02', '2024-01-30', '2024-01-31', '2024-02-01', '2024-02-28'],
  ...['2024-02-29', '2024-03-01', '2024-03-15', '2024-03-31', '2024-04-01', '2025-01-01'],
] as const;
const TIMES = ['00:00:00.000', '00:00:00.001', '12:00:00.000', '23:30:00.000', '23:59:59.999'];

/**
 * Loads meters with very different numbers of intervals, from none up. Many intervals begin at the same moment.
 * @param meters how many
 * @returns the identifiers of the meters
 */
export async function loadMeters(database: Database, random: Random, meters = 12): Promise<readonly string[]> {
  const { knex } = database;
  await knex.raw('truncate companies, entities, accounts, intervals, interval_kinds restart identity cascade');
  await knex('companies').insert(COMPANIES.map((id) => ({ _id: idParameter(id) })));
  await knex('entities').insert(
    ENTITIES.map((id, index) => ({ _id: idParameter(id), company_id: idParameter(COMPANIES[index] ?? '') })),
  );
  await knex('interval_kinds').insert({ type: 'water' });
  const ids = Array.from({ length: meters }, () => randomId(random));
  for (const [index, id] of ids.entries()) {
    await knex('accounts').insert({
      ...{ _id: idParameter(id), type: 'water', status: 'active', company_id: idParameter(pick(random, COMPANIES)) },
      entity_id: random() < 0.3 ? null : idParameter(pick(random, ENTITIES)),
    });
    const count = [0, 1, 2, 5, 40, 90][index % 6] ?? 0;
    const days = METER_DAYS.filter(() => random() < 0.6);
    const intervals = Array.from({ length: days.length === 0 ? 0 : count }, () => {
      const start = `${pick(random, days)}T${pick(random, TIMES)}Z`;
      const end = new Date(Date.parse(start) + 1_800_000).toISOString();
      const own = { start_timestamp: start, end_timestamp: end, value: 1, account_key: index + 1, kind_key: 1 };
      return { ...own, _id: idParameter(randomId(random)) };
    });
    if (intervals.length > 0) await knex('intervals').insert(intervals);
  }
  await countDistributed(database);
  return ids;
}

/** Updates the counts of intervals that the test inserted itself. On a single server, triggers have already done this. */
export async function countDistributed(database: Database): Promise<void> {
  if (database.topology() === ONE_SERVER) return;
  await database.knex.raw(
    'truncate account_shards, interval_counts, portfolio_counts, portfolio_members, portfolio_groups, portfolio_months',
  );
  await database.knex.raw(`
    insert into account_shards (account_key, longest_interval_ms)
    select account_key, max((extract(epoch from end_timestamp - start_timestamp) * 1000)::bigint) from intervals group by 1`);
  for (const table of ['interval_counts', 'portfolio_counts']) {
    await database.knex.raw(`insert into ${table} select * from ${table}_afresh`);
  }
  for (const statement of ADD_UP) await database.knex.raw(statement);
}
