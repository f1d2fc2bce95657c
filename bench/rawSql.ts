import type { Database } from '../src/db/database.js';
import { FIRST_DAY, idOf, type Size } from './portfolio.js';

const HALF_HOUR_MS = 1_800_000;

/** The fields of an imported interval. */
const INTERVAL = `r._id as "_id", r.value, a._id as "accountId", r.type, r.unit, r.read_type as "readType",
  r.is_half_hourly as "isHalfHourly", r.is_estimated as "isEstimated", r.is_grid_data as "isGridData",
  r.source, r.start_timestamp as "startTimestamp", r.end_timestamp as "endTimestamp"`;

/** The same figures from the raw rows, without the service. */
export interface RawSql {
  monthly(): Promise<readonly { readonly quantity: number }[]>;
  /** The highest coincident demand of the kWh accounts in each month, in kW. */
  demand(): Promise<readonly { readonly peak: number }[]>;
  /** The minimal half-hours of an account, as the service answers them. */
  slots(account: string): Promise<string>;
  ofAsset(asset: string): Promise<unknown>;
  byAsset(limit: number): Promise<unknown>;
  /** An interval in the form of an import. */
  interval(account: string, start: string): Promise<{ readonly value: number }>;
  /** Rewrites an interval's row without a change, so that its usage stays right. */
  update(account: string, start: string): Promise<void>;
}

export function rawSql({ knex }: Database, { days }: Size): RawSql {
  const [from, to] = [FIRST_DAY, FIRST_DAY + days * 48 * HALF_HOUR_MS].map((at) => new Date(at).toISOString());
  const entity = `\\x${idOf('entity', 1)}`;
  const rows = async <Row>(text: string, bindings: readonly unknown[]): Promise<readonly Row[]> => {
    const result: { readonly rows: readonly Row[] } = await knex.raw(text, bindings as never[]);
    return result.rows;
  };
  const accounts = accountsOf('entity_id');
  return {
    monthly: () => rows(sumsByMonth(accounts), [entity, from, to]),
    demand: () =>
      rows(
        `select date_trunc('month', at) as month, max(kw) as peak, avg(kw) as mean
         from (select start_timestamp as at, 2 * sum(value) as kw from intervals
           where account_key in (${accounts}) and ${TIME} group by 1) s group by 1 order by 1`,
        [entity, from, to],
      ),
    async slots(account) {
      const intervals = await rows<{ readonly start_timestamp: string; readonly value: number }>(
        `select start_timestamp, value from intervals where account_key =
           (select account_key from accounts where _id = ?::bytea) and ${TIME} order by start_timestamp`,
        [`\\x${account}`, from, to],
      );
      return minimalAnswer(
        account,
        new Map(intervals.map(({ start_timestamp, value }) => [start_timestamp, value])),
        days,
      );
    },
    ofAsset: (asset) => rows(sumsByMonth(accountsOf('asset_id')), [`\\x${asset}`, from, to]),
    byAsset: (limit) =>
      rows(
        `select a.asset_id, date_trunc('month', i.start_timestamp) as month, sum(i.value) as quantity
         from intervals i join accounts a using (account_key)
         where a.type = 'electricity' and a.asset_id in (select _id from assets order by _id limit ?) and i.${TIME.replace('and ', 'and i.')}
         group by 1, 2 order by 1, 2`,
        [limit, from, to],
      ),
    async interval(account, start) {
      const [row] = await rows<{ readonly value: number }>(
        `select ${INTERVAL} from accounts a join interval_records r using (account_key)
         where a._id = ?::bytea and r.start_timestamp = ?`,
        [`\\x${account}`, start],
      );
      if (!row) throw new Error('there is no interval to change');
      return row;
    },
    async update(account, start) {
      await knex.raw(
        `update intervals set value = value, updated_at = now() where start_timestamp = ? and account_key =
           (select account_key from accounts where _id = ?::bytea)`,
        [start, `\\x${account}`],
      );
    },
  };
}

const TIME = 'start_timestamp >= ? and start_timestamp < ?';

/** Selects the electricity accounts of an entity or asset. */
function accountsOf(column: 'entity_id' | 'asset_id'): string {
  return `select account_key from accounts where ${column} = ?::bytea and type = 'electricity'`;
}

function sumsByMonth(accounts: string): string {
  return `select date_trunc('month', start_timestamp) as month, sum(value) as quantity from intervals
    where account_key in (${accounts}) and ${TIME} group by 1 order by 1`;
}

/** Returns the minimal half-hours of an account as JSON. @param values by the start of their half-hour */
function minimalAnswer(accountId: string, values: ReadonlyMap<string, number>, days: number): string {
  const timeOf = (slot: number): string => new Date(FIRST_DAY + slot * HALF_HOUR_MS).toISOString();
  const data: object[] = [];
  let total = 0;
  let startDate = timeOf(0);
  for (let slot = 1; slot <= days * 48; slot += 1) {
    const endDate = timeOf(slot);
    const consumption = values.get(startDate) ?? 0;
    total += consumption;
    data.push({ startDate, endDate, consumption });
    startDate = endDate;
  }
  return JSON.stringify({
    startDate: timeOf(0),
    endDate: timeOf(days * 48),
    accountId,
    units: 'kWh',
    consumption: total,
    data,
  });
}
