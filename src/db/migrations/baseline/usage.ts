const PARTS = ['hh', 'reading', 'invoice', 'custom'];

const columns = (type: string, names: readonly string[]): string => names.map((name) => `${name} ${type}`).join(', ');

const HALF_HOURS = Array.from({ length: 48 }, (_, index) => `s${String(index).padStart(2, '0')}`);

/**
 * The materialised usage of accounts (docs/architecture.md, stored usage). Days and months are counted from 1970 on.
 * Sources: 1 hh, 2 custom, 3 reading, 4 reading-hh, 5 invoice, 6 simulated invoices, 7 combined. The key begins with
 * the account and there are no foreign keys, so that Citus can distribute the tables by account.
 */
export const USAGE: readonly string[] = [
  // A day that is not uniform, with its half-hours.
  `create table usage_days (
     account_key integer not null, day integer not null, covered_ms integer not null, source smallint not null,
     whole boolean not null, quantity float8 not null, estimated float8 not null, day_quantity float8 not null,
     ${columns('float8', HALF_HOURS)}, ${columns('float8', PARTS)},
     estimates float8[], coverage integer[], picks text collate "C",
     primary key (account_key, source, day)
   )`,
  // A range of uniform days within a month.
  `create table usage_runs (
     account_key integer not null, from_day integer not null, to_day integer not null check (to_day > from_day),
     source smallint not null, whole boolean not null, quantity float8 not null, estimated float8 not null,
     primary key (account_key, source, from_day)
   )`,
  // A month. Amounts are whole numbers of 10^-decimals, so that a sum does not depend on the order of its terms.
  `create table usage_months (
     account_key integer not null, month integer not null, covered_ms bigint not null, source smallint not null,
     quantity bigint not null, estimated bigint not null, day_quantity bigint not null,
     ${columns('bigint', PARTS)}, decimals smallint not null,
     primary key (account_key, source, month)
   )`,
];
