import type { Knex } from 'knex';
import { distinctOwners, EVERYBODY, portfoliosOfAccounts } from '../data/access.js';
import { OF_ASSET as COUNTED_OF_ASSET } from '../data/portfolioMonthSql.js';
import type { Database } from '../db/database.js';
import { identifier } from '../db/sql.js';
import { ALL_DAYS, type ChangedAccount } from '../findings/context.js';
import { hull } from '../findings/range.js';
import type { DayRange } from '../usage/grid.js';
import type { Touched } from '../usage/recomputeUsage.js';
import type { ImportFields } from './fields.js';
import type { Part } from './parts.js';
import { CHANGES } from './staging.js';
import type { TouchedByPart } from './touched.js';
import { isStored, ofPart } from './upsert.js';

const NOTHING = { intervals: null, repeated: false, readings: null, fell: false, bills: false };

/** Columns of an account that the rules of findings read. */
const OWN = [
  ...['type', 'meter_units', 'status', 'is_virtual', 'meter_area_served'],
  ...['company_id', 'entity_id', 'asset_id'],
];

/** Columns of an account's asset that the rules of findings read. */
const OF_ASSET = ['time_zone', 'address_country_code'];

/** Columns whose change makes the import recompute the usage of an account (touched.ts). */
const RECOMPUTED = ['type', 'meter_units', 'consumption_priority'];

/**
 * Finds the accounts whose findings may change with a part. Call it before the part is applied, and the returned
 * function after.
 */
export async function changedAccounts(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
  touched: TouchedByPart,
): Promise<() => Promise<readonly ChangedAccount[]>> {
  switch (fields.name) {
    case 'non-cumulative':
      return () => Promise.resolve(touched.recordDays.flatMap((one) => changed(one, 'intervals')));
    case 'readings':
      return async () => (await touched.days()).flatMap((one) => changed(one, 'readings'));
    case 'invoices':
    case 'contracts': {
      const accounts = await accountsOf(trx, part);
      return () => Promise.resolve(accounts.map((account) => ({ ...NOTHING, account, bills: true })));
    }
    case 'accounts': {
      const accounts = await accountsWithChanges(trx, fields, part);
      return () => Promise.resolve(accounts);
    }
    case 'assets': {
      const accounts = await accountsWhere(trx, fields, part, 'asset_id', OF_ASSET);
      return () =>
        Promise.resolve(accounts.map((account) => ({ ...NOTHING, account, intervals: ALL_DAYS, bills: true })));
    }
    case 'entities':
    case 'companies': {
      const column = fields.name === 'entities' ? 'entity_id' : 'company_id';
      const accounts = await accountsWhere(trx, fields, part, column, ['currency']);
      return () => Promise.resolve(accounts.map((account) => ({ ...NOTHING, account, bills: true })));
    }
    default:
      return () => Promise.resolve([]);
  }
}

function changed({ account, ranges }: Touched, what: 'intervals' | 'readings'): readonly ChangedAccount[] {
  if (ranges === null || ranges.length === 0) return [];
  const days: DayRange = ranges.reduce(hull);
  return [{ ...NOTHING, account, [what]: days }];
}

/** Returns the old and new accounts of the changed records. */
async function accountsOf(trx: Knex.Transaction, part: Part): Promise<readonly number[]> {
  return keysIn(
    trx,
    `select key from (
      select c.account_key as key from ${CHANGES} c where ${ofPart(part, 'insert', 'update', 'delete')}
      union select c.stored_key from ${CHANGES} c where ${ofPart(part, 'update', 'delete')}
    ) r where key > 0 order by 1`,
  );
}

/** Returns the accounts of companies, entities or assets that a part inserts or deletes, or changes in given columns. */
async function accountsWhere(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
  column: 'company_id' | 'entity_id' | 'asset_id',
  names: readonly string[],
): Promise<readonly number[]> {
  return keysIn(
    trx,
    `select a.account_key as key from ${CHANGES} c join accounts a on a.${column} = c._id
      left join ${fields.stored} t on ${isStored(fields)}
    where ${ofPart(part, 'insert', 'update', 'delete')} and (c.change = 'delete' or ${differ(names)}) order by 1`,
  );
}

/** Returns the accounts whose change concerns a rule of findings. */
async function accountsWithChanges(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
): Promise<readonly ChangedAccount[]> {
  const { rows }: { readonly rows: readonly { readonly account: number; readonly computed: boolean }[] } =
    await trx.raw(`
    select t.account_key as account, ${differ(RECOMPUTED)} as computed
    from ${CHANGES} c join ${fields.stored} t on ${isStored(fields)}
    where ${ofPart(part, 'update')} and (${differ([...OWN, ...RECOMPUTED])}) order by 1`);
  return rows.map(({ account, computed }) => ({
    account,
    intervals: ALL_DAYS,
    repeated: true,
    fell: true,
    readings: computed ? ALL_DAYS : null,
    bills: true,
  }));
}

/**
 * Returns the companies and entities whose data a part changes: the old and new owners of its records and of their
 * accounts. Call it before the part is applied. It locks the stored records until the transaction ends, unless the
 * database is distributed. So no other transaction moves them to an owner that is missing from the result.
 */
export async function changedPortfolios(
  database: Database,
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
): Promise<readonly string[]> {
  const ownerColumns = ownerColumnsOf(fields);
  // A company's currency applies to its entities, and a key may see only an entity.
  if (fields.name === 'companies' || (ownerColumns.length === 0 && fields.account === null)) return [EVERYBODY];
  const portfolios = [
    ...(fields.account === null ? [] : await ofAccounts(database, trx, part)),
    ...(ownerColumns.length === 0 ? [] : await ofRecords(trx, fields, part, ownerColumns)),
  ];
  return [...new Set(portfolios)];
}

/** Returns the columns that decide which keys see a record. For an entity they include its own identifier. */
function ownerColumnsOf({ name, account, columns }: ImportFields): readonly string[] {
  if (account === 'inherits') return [];
  const owners = ['company_id', 'entity_id', ...(name === 'entities' ? ['_id'] : [])];
  return owners.filter((owner) => columns.some((column) => column.name === owner));
}

/** Returns the companies and entities of the records' old and new accounts. */
async function ofAccounts(database: Database, trx: Knex.Transaction, part: Part): Promise<readonly string[]> {
  const accounts = await keysIn(
    trx,
    `select distinct k.key from (
      select distinct c.account_key, c.stored_key from ${CHANGES} c where ${ofPart(part, 'insert', 'update', 'delete')}
    ) r cross join lateral (values (r.account_key), (r.stored_key)) k(key) where k.key > 0`,
  );
  return portfoliosOfAccounts(database, trx, accounts);
}

/** Returns the old and new companies and entities of the records themselves. */
async function ofRecords(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
  ownerColumns: readonly string[],
): Promise<readonly string[]> {
  const columns = (of: string): string => ownerColumns.map((name) => `${of}.${identifier(name)}`).join(', ');
  const stored = `
    select ${columns('t')} from ${CHANGES} c join ${identifier(fields.table)} t on ${isStored(fields)}
    where ${ofPart(part, 'update', 'delete')} order by t._id ${fields.topology.rowLock('for no key update of t')}`;
  return distinctOwners(
    trx,
    ownerColumns,
    `select ${columns('c')} from ${CHANGES} c where ${ofPart(part, 'insert', 'update')}
     union all select * from (${stored}) held`,
  );
}

/**
 * Finds the accounts, by key, that a part adds, removes or counts differently in the figures of companies and entities.
 * Call it before the part is applied, and the returned function after.
 */
export async function touchedAccounts(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
): Promise<() => Promise<readonly number[]>> {
  if (fields.name === 'accounts') {
    return () =>
      keysIn(
        trx,
        `select a.account_key as key from ${CHANGES} c join accounts a on a._id = c._id where ${ofPart(part, 'insert', 'update')}
         union all select c.stored_key from ${CHANGES} c where ${ofPart(part, 'delete')}`,
      );
  }
  if (fields.name !== 'assets' || part.counts.update === 0) return () => Promise.resolve([]);
  // An asset that the part adds or deletes has no accounts.
  const accounts = await keysIn(
    trx,
    `select a.account_key as key from ${CHANGES} c join ${fields.stored} t on ${isStored(fields)}
       join accounts a on a.asset_id = c._id
     where ${ofPart(part, 'update')} and (${differ(COUNTED_OF_ASSET)})`,
  );
  return () => Promise.resolve(accounts);
}

/** Returns the condition that a change `c` gives one of some columns another value than its stored record `t` has. */
const differ = (names: readonly string[]): string =>
  names.map((name) => `t.${name} is distinct from c.${name}`).join(' or ');

/** Returns the account keys in the column `key` of a statement. */
async function keysIn(trx: Knex.Transaction, statement: string): Promise<readonly number[]> {
  const { rows }: { readonly rows: readonly { readonly key: number }[] } = await trx.raw(statement);
  return rows.map(({ key }) => key);
}
