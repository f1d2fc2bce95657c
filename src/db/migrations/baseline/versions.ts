import { allowsExecution, alsoGrants } from './triggers.js';

/** A condition of plpgsql: whether the record of a change outlives its transaction. */
export const KEEPS_NOTE = `coalesce(current_setting('udg.notes', true), '') = 'kept'`;

/** 62 random bits as a number, different for each row of a statement. */
export const MARK = `('x' || right(replace(gen_random_uuid()::text, '-', ''), 16))::bit(64)::bigint`;

/** Combines the marks of rows, in any order, to 16 hexadecimal digits. */
const COMBINED_MARK = `lpad(to_hex(bit_xor(mark)), 16, '0')`;

/** The time, rounded down: the `updated_at` of a later change is not before it. */
const NOW = `date_trunc('milliseconds', clock_timestamp())`;

/**
 * The versions of the data of each company and each entity. The empty identifier has the version of common data:
 * factors, settings, and changes by your own SQL. A version is a number and a random mark. After a restore, or a
 * failover that lost commits, the numbers repeat for other data, but the marks differ. `changed_at` is the time of the
 * last change of the data, just before the commit.
 */
const PORTFOLIO_VERSIONS = [
  // PostgreSQL 18 stores the names of these constraints. They are the same in databases older than this baseline.
  `create table portfolio_versions (
     version bigint constraint data_version_version_not_null not null,
     mark bigint constraint data_version_mark_not_null not null,
     portfolio_id bytea primary key, changed_at timestamptz(3) not null default '1970-01-01T00:00:00Z'
   ) with (fillfactor = 50)`,
  `insert into portfolio_versions (version, mark, portfolio_id) values (1, ${MARK}, '')`,
  // The version of all data, for older versions of the service, which read only this one.
  `create view data_version as
   select sum(version)::bigint as version, ${COMBINED_MARK} as mark from portfolio_versions`,
  alsoGrants('portfolio_versions', 'update', 'insert', 'portfolio_versions'),
];

/**
 * A row for each transaction that has changed data, from its first change to its commit, with the changed companies and
 * entities. In a distributed database the row stays until the transaction is committed on all servers.
 */
const DATA_CHANGES = [
  `create table data_changes (
     change_id bigint generated always as identity primary key, portfolio_ids bytea[] not null default '{""}'
   )`,
  alsoGrants('data_changes', 'insert', 'update', 'data_changes'),
];

/**
 * Records a change. Imports and rebuilds state the companies and entities that they change, again whenever they learn
 * of more. Triggers record a change of common data, unless the transaction has recorded something already.
 */
export const NOTE_DATA_CHANGE = [
  `
    create function note_data_change(kept boolean, portfolios bytea[] default '{""}') returns void language plpgsql as $$
    declare
      noted bigint := nullif(current_setting('udg.changes', true), '')::bigint;
    begin
      if kept then perform set_config('udg.notes', 'kept', true); end if;
      if noted is null then
        insert into data_changes (portfolio_ids) values (portfolios) returning change_id into noted;
        perform set_config('udg.changes', noted::text, true);
      else
        update data_changes set portfolio_ids = array(select distinct unnest(portfolio_ids || portfolios))
        where change_id = noted and not portfolio_ids @> portfolios;
      end if;
    end $$`,
  allowsExecution('note_data_change(boolean, bytea[])'),
  `
    create or replace function note_change() returns trigger language plpgsql as $$
    begin if coalesce(current_setting('udg.changes', true), '') = '' then perform note_data_change(false); end if; return null; end $$`,
];

/**
 * Raises the versions at the end of a transaction that changed data. It proceeds in the order of the identifiers, so
 * that two transactions cannot deadlock. It reads the clock after it has locked the row, so that the last to commit has
 * the latest time.
 */
export const RAISE_VERSION = `
    create or replace function raise_version() returns trigger language plpgsql as $$
    declare
      portfolios bytea[];
    begin
      select portfolio_ids into portfolios from data_changes where change_id = new.change_id;
      if not (${KEEPS_NOTE}) then delete from data_changes where change_id = new.change_id; end if;
      perform set_config('udg.changes', '', true);
      insert into portfolio_versions as v (portfolio_id, version, mark, changed_at)
      select id, 1, ${MARK}, ${NOW} from (select distinct unnest(portfolios) as id) concerned order by id
      on conflict (portfolio_id) do update set version = v.version + 1, mark = excluded.mark, changed_at = ${NOW};
      return null;
    end $$`;

/** Calls it at the very end of a transaction: transactions then wait only for the commits of others. */
export const DATA_CHANGES_END = `
    create constraint trigger data_changes_end after insert on data_changes deferrable initially deferred
    for each row execute function raise_version()`;

/**
 * Rejects changes by a version of the program that is older than the schema. A version states its level when it
 * connects (`udg.schema`). Versions before schema 28 do not. They differ from your own SQL by their application name,
 * or by a setting that other programs hardly use. An embedded database has no other programs.
 */
export const REFUSE_OLDER_VERSION = `
    create function refuse_older_version() returns trigger language plpgsql as $$
    declare
      stated text := coalesce(current_setting('udg.schema', true), '');
      own text := 'is older, as it does not say its schema';
    begin
      if stated ~ '^[0-9]{1,9}$' then
        if stated::int >= least_writer() then return null; end if;
        own := 'has schema ' || stated;
      elsif current_setting('application_name') <> 'utility-data-gateway'
        and current_setting('client_connection_check_interval') <> '250ms' and version() !~ 'PGlite' then
        return null;
      end if;
      raise exception using errcode = 'object_not_in_prerequisite_state', message = format(
        'A newer version of udg has upgraded this database: only versions with schema %s or later may change its data, and this one '
        '%s. Install the newer version and run the command with that.', least_writer(), own);
    end $$`;

/** Versions of the data, and of the program. */
export const VERSIONS: readonly string[] = [
  ...PORTFOLIO_VERSIONS,
  ...DATA_CHANGES,
  ...NOTE_DATA_CHANGE,
  RAISE_VERSION,
  DATA_CHANGES_END,
  REFUSE_OLDER_VERSION,
];
