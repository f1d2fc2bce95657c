import type { Database } from '../src/db/database.js';
import { startProgress } from '../src/cli/progress.js';

/** The size of the generated portfolio. The other accounts and their records are in proportion. */
export interface Size {
  readonly meters: number;
  readonly days: number;
}

export const FULL: Size = { meters: 600, days: 365 };
export const FIRST_DAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;
const METERS_PER_ASSET = 6;
/** With 600 meters there are 500 assets. Those with meters come first; the other accounts are spread over all assets. */
const ASSETS_PER_METERED = 5;
/** With 600 meters there are 1,400 other accounts: half with readings of two registers, half with invoices. */
const OTHERS_PER_METER = 7 / 6;
const READING_MONTHS = 144;
const INVOICE_MONTHS = 72;

/** The number in the first four bytes of identifiers of each kind. The other bytes are a counter. */
const TAG = { company: 1, entity: 2, asset: 3, account: 4, contract: 5, register: 6, supplier: 9 } as const;

export function idOf(kind: keyof typeof TAG, n: number): string {
  return TAG[kind].toString(16).padStart(8, '0') + n.toString(16).padStart(16, '0');
}

const idSql = (kind: keyof typeof TAG, n: string): string => `(int4send(${TAG[kind]}) || int8send((${n})::int8))`;

export const dayText = (index: number): string => new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);
/** Returns the number of assets with meters. */
export const assetsOf = ({ meters }: Size): number => Math.max(1, Math.round(meters / METERS_PER_ASSET));

/** Returns a name for each size. */
export function databaseName({ meters, days }: Size): string {
  return meters === FULL.meters && days === FULL.days ? 'udg_bench' : `udg_bench_m${meters}_d${days}`;
}

const monthsOf = (months: number, { days }: Size): number => Math.max(3, Math.round((months * days) / FULL.days));

/** Loads accounts and their records. */
export async function loadPortfolio(database: Database, size: Size): Promise<void> {
  await database.knex.raw('select setseed(0.42)');
  await loadAccounts(database, size);
  await loadIntervals(database, size);
  await loadReadings(database, size);
  await loadInvoices(database, size);
}

/**
 * Loads the accounts: meters, then accounts with readings, then accounts with invoices. Their numbers are in their
 * identifiers.
 */
async function loadAccounts({ knex }: Database, size: Size): Promise<void> {
  const others = Math.round(size.meters * OTHERS_PER_METER);
  const all = size.meters + 2 * others;
  const home = `${idSql('entity', '1')}, ${idSql('company', '1')}`;
  await knex.raw(`insert into companies (_id, name) values (${idSql('company', '1')}, 'Bench')`);
  await knex.raw(
    `insert into entities (_id, name, company_id) values (${idSql('entity', '1')}, 'Bench', ${idSql('company', '1')})`,
  );
  await knex.raw(
    `insert into assets (_id, site_name, address_country_code, floor_area, floor_area_unit, status, entity_id, company_id)
     select ${idSql('asset', 'n')}, 'Site ' || n, 'gb', 500 + 37 * (n % 250), 'metric', 'active', ${home}
     from generate_series(1, ?::int) n order by n`,
    [assetsOf(size) * ASSETS_PER_METERED],
  );
  await knex.raw(
    `insert into accounts (_id, name, type, meter_point_number, meter_serial_number, meter_units, status, capacity,
       meter_area_served, meter_user, asset_id, entity_id, company_id)
     select ${idSql('account', 'n')}, 'Meter ' || n,
       case when n <= ? then 'electricity' when n % 2 = 0 then 'gas' else 'water' end, 'P' || 1000000 + n, 'S' || n,
       case when n <= ? or n % 2 = 0 then 'kwh' else 'm3' end, 'active', (20 + n % 180)::text,
       (50 + n % 400)::text, case n % 4 when 0 then 'tenant' when 3 then null else 'landlord' end,
       ${idSql('asset', '1 + (n - 1) % case when n <= ? then ?::int else ?::int end')}, ${home}
     from generate_series(1, ?::int) n order by n`,
    [size.meters, size.meters, size.meters, assetsOf(size), assetsOf(size) * ASSETS_PER_METERED, all],
  );
  await knex.raw(
    `insert into contracts (_id, account_key, supplier_id, start_date, end_date)
     select ${idSql('contract', 'account_key')}, account_key, ${idSql('supplier', '1')},
       timestamptz '2022-01-01Z' + account_key % 700 * interval '1 day',
       case when account_key % 3 > 0 then timestamptz '2024-12-31Z' end
     from accounts where account_key % 5 > 0 order by account_key`,
  );
  await knex.raw(
    `create table bench_accounts as
     select account_key, ('x' || encode(substring(_id from 9), 'hex'))::bit(32)::int as n from accounts`,
  );
}

/**
 * The intervals in watt-hours: a base load with a peak on working days, weekends, seasons and noise. One day in 200 of
 * a meter is estimated. On one day in 400, three hours are missing.
 */
const INTERVALS = `
  insert into intervals (start_timestamp, end_timestamp, value, account_key, kind_key, _id)
  select at, at + interval '30 minutes',
    floor((5 + account_key % 40) * (0.8 + 0.4 * random()) * (1 + 0.3 * cos(day * 0.0172))
      * (0.35 + case when day % 7 in (0, 6) then 0.1 else 0.65 end * greatest(0, sin((slot - 12) * 0.112)))
      * 1000) / 1000,
    account_key, case when (day * 7 + account_key * 13) % 200 = 0 then ?::int else ?::int end,
    int4send(account_key) || int8send(n::int8)
  from (select n, n / 48 as day, n % 48 as slot, timestamptz '2023-01-01Z' + n * interval '30 minutes' as at,
      ?::int as account_key
    from generate_series(0, ?::int * 48 - 1) n) i
  where not ((day * 11 + account_key * 17) % 400 = 0 and slot between 20 and 25)
  order by n`;
const METERS_AT_ONCE = 10;

async function loadIntervals({ knex }: Database, { days }: Size): Promise<void> {
  const { rows: kinds }: { readonly rows: readonly { readonly key: number }[] } = await knex.raw(
    `insert into interval_kinds (type, unit, read_type, is_half_hourly, is_estimated, is_grid_data, source)
     values ('electricity', 'kwh', 'E', true, true, true, 'import'), ('electricity', 'kwh', 'A', true, false, true, 'import')
     returning kind_key as key`,
  );
  const [estimated, actual] = kinds.map(({ key }) => key);
  const keys: readonly number[] = await knex('accounts')
    .where({ type: 'electricity' })
    .orderBy('account_key')
    .pluck('account_key');
  const progress = startProgress('intervals');
  for (let first = 0; first < keys.length; first += METERS_AT_ONCE) {
    await knex.transaction(async (trx) => {
      await trx.raw('set local synchronous_commit = off');
      for (const key of keys.slice(first, first + METERS_AT_ONCE)) {
        await trx.raw(INTERVALS, [estimated ?? null, actual ?? null, key, days] as never[]);
      }
    });
    progress.update(Math.min(keys.length, first + METERS_AT_ONCE), keys.length, 'meters');
  }
  progress.stop();
  await knex.raw(`insert into account_shards select account_key, 1800000 from accounts where type = 'electricity'`);
}

/** Loads two registers, which are read in working hours on a day of each month, until the last interval. */
async function loadReadings({ knex }: Database, size: Size): Promise<void> {
  const others = Math.round(size.meters * OTHERS_PER_METER);
  const months = monthsOf(READING_MONTHS, size);
  await knex.raw(
    `insert into readings (submitted_at, value, account_key, _id, register_id, type, units, name, source,
       is_half_hourly, meter_reset)
     select timestamptz '2024-01-01Z' + (m - ?::int) * interval '1 month' + b.n % 27 * interval '1 day'
         + interval '9 hours' + (b.n + m) % 480 * interval '1 minute',
       floor((200 + b.n % 900) * r * (m + 0.9 * sin(m * 0.5236 + b.n)) * 10) / 10, b.account_key,
       int4send(b.account_key) || int8send((m * 2 + r)::int8), encode(${idSql('register', 'b.n * 2 + r')}, 'hex'),
       case when (m + b.n) % 6 = 0 then 'E' else 'A' end, a.meter_units, 'Register ' || r, 'manual', false, false
     from bench_accounts b join accounts a using (account_key), generate_series(0, ?::int - 1) m, generate_series(1, 2) r
     where b.n > ? and b.n <= ? order by b.account_key, m, r`,
    [months, months, size.meters, size.meters + others],
  );
}

/** Loads an invoice for each month, and a year of simulated invoices for one meter in ten. */
async function loadInvoices({ knex }: Database, size: Size): Promise<void> {
  const others = Math.round(size.meters * OTHERS_PER_METER);
  const insert = (months: number, simulated: boolean, where: string): Promise<unknown> =>
    knex.raw(
      `insert into invoices (account_key, _id, account_id, company_id, entity_id, supplier_id, file_name, type, status,
         financial_status, completed, is_paid, simulated, values_invoice_number, values_supplier_name,
         values_meter_point_number, values_units, values_start_read_type, values_end_read_type, values_invoice_date,
         values_invoice_due_date, values_start_date, values_end_date, values_total_units, values_total_unit_cost,
         values_net_total_cost, values_total_tax, values_total_cost, rates)
       select account_key, int4send(account_key) || int8send(m::int8), _id, company_id, entity_id,
         ${idSql('supplier', '1')}, 'invoice-' || n || '-' || m || '.pdf', type, 'completed', 'approved', true, true,
         ${String(simulated)}, 'INV' || n * 1000 + m, 'Supplier', meter_point_number, meter_units, 'A',
         case when (m + n) % 5 = 0 then 'E' else 'A' end, start + interval '33 days', start + interval '50 days', start,
         start + interval '1 month' - interval '1 day', units, units * 0.21, units * 0.21 + 9, units * 0.04,
         units * 0.25 + 9, jsonb_build_array(
           jsonb_build_object('rateName', 'Day', 'consumption', units, 'unitRate', 0.21, 'cost', units * 0.21,
             'units', meter_units),
           jsonb_build_object('rateName', 'Standing', 'consumption', 30, 'unitRate', 0.3, 'cost', 9, 'units', 'day'))
       from (select a.*, b.n, m, timestamptz '2024-01-01Z' + (m - ?::int) * interval '1 month' as start,
           round((300 + b.n % 900) * (1 + 0.4 * sin(m * 0.5236 + b.n))) as units
         from bench_accounts b join accounts a using (account_key), generate_series(0, ?::int - 1) m where ${where}) i
       order by account_key, m`,
      [months, months],
    );
  await insert(monthsOf(INVOICE_MONTHS, size), false, `b.n > ${size.meters + others}`);
  await insert(monthsOf(12, size), true, `b.n <= ${size.meters} and b.n % 10 = 0`);
}
