const camel = (column: string): string =>
  column.replace(/(?!^)_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The columns of REST, in its order. */
const COLUMNS = `_id name group site_code type supplier_ref meter_point_number meter_point_number2 meter_serial_number
  meter_units automatic_meter_read status is_virtual meter_user asset_id entity_id company_id tags created_at updated_at`;

export const ACCOUNT_COLUMNS: readonly string[] = COLUMNS.split(/\s+/);
/** A single account has all fields. */
export const ALL_ACCOUNT_COLUMNS: readonly string[] = COLUMNS.replace(
  'is_virtual meter_user',
  'capacity meter_operator meter_location meter_area_served is_virtual meter_user consumption_priority',
).split(/\s+/);
export const INTERVAL_COLUMNS: readonly string[] = (
  '_id value start_timestamp end_timestamp type unit read_type is_half_hourly is_estimated estimated_value is_grid_data source ' +
  'account_id entity_id created_at updated_at'
).split(' ');

/** Selects a user's grants, if the digest belongs to one of the user's keys. */
export const KEY = `
  select array(select encode(company_id, 'hex') from grants where user_id = $1 and company_id is not null) as companies,
    array(select encode(entity_id, 'hex') from grants where user_id = $1 and entity_id is not null) as entities
  from api_keys where user_id = $1 and digest = $2 and revoked_at is null and (expires_at is null or expires_at > now())`;

/** $1 companies, $2 entities. */
export const GRANTED = '(company_id = any($1::bytea[]) or entity_id = any($2::bytea[]))';

const selectList = (columns: readonly string[]): string =>
  columns.map((column) => `"${column}" as "${camel(column)}"`).join(', ');

/**
 * Returns a statement for a page and its total. It returns at least one row; its `_id` is null if the page is empty. $1
 * companies, $2 entities, $3 limit, $4 skip, $5 the filter's value.
 */
export function pageStatement(columns: readonly string[], source: string, order: string, filter: string): string {
  const where = `where ${GRANTED}${filter === '' ? '' : ` and ${filter}`}`;
  return `
    with counted as (select count(*) as total from ${source} ${where})
    select counted.total, page.* from counted left join lateral (
      select ${selectList(columns)} from ${source} ${where} order by ${order} limit $3 offset $4) page on true`;
}

/**
 * Selects a page of all intervals and their number. It counts ten million rows by account from the index alone. Pages
 * follow accounts, so the counts tell which accounts are on the page, and the statement skips rows of one account only.
 */
export const ALL_INTERVALS = `
  with counted as materialized (
    select a.account_key, c.n, sum(c.n) over (order by a.account_key) as upto
    from accounts a cross join lateral (
      select count(*) as n from intervals i where i.account_key = a.account_key offset 0) c where ${GRANTED})
  select (select max(upto) from counted)::int8 as total, page.* from (select) one left join lateral (
    select ${selectList(INTERVAL_COLUMNS)} from interval_records where account_key = any(array(
      select account_key from counted where upto > $4::int8 and upto - n < $3::int8 + $4::int8))
    order by account_key, start_timestamp, _id
    limit $3 offset $4::int8 - (select coalesce(max(upto) filter (where upto <= $4::int8), 0) from counted)) page on true`;

/** Returns a statement for a record by its identifier, $3. */
export function recordStatement(columns: readonly string[], source: string): string {
  return `select ${selectList(columns)} from ${source} where _id = $3 and ${GRANTED}`;
}

/** Selects the version of the data of companies and entities. */
export const VERSION = `select sum(version) || '.' || lpad(to_hex(bit_xor(mark)), 16, '0') as version
  from portfolio_versions where portfolio_id = any($1::bytea[])`;
