import type { Knex } from 'knex';
import { EVER, type ChangedAccount } from '../findings/around.js';
import { hull } from '../findings/range.js';
import type { DayRange } from '../usage/grid.js';
import type { Touched } from '../usage/recomputeUsage.js';
import type { ImportFields } from './fields.js';
import type { Part } from './parts.js';
import { CHANGES } from './staging.js';
import type { TouchedByPart } from './touched.js';
import { isStored, ofPart } from './upsert.js';

const NOTHING = { intervals: null, repeated: false, readings: null, fell: false, bills: false };

/** What rules of findings look at, of an account itself. */
const OWN = [
  ...['type', 'meter_units', 'status', 'is_virtual', 'meter_area_served'],
  ...['company_id', 'entity_id', 'asset_id'],
];

/** What they look at of an account's asset. */
const OF_ASSET = ['time_zone', 'address_country_code'];

/** Columns whose change has the usage of an account recomputed (touched.ts). */
const RECOMPUTED = ['type', 'meter_units', 'consumption_priority'];

/**
 * The accounts whose findings may be others for what a part changes. Asked before it is applied; what it gives is asked after.
 */
export async function changedAccounts(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
  touched: TouchedByPart,
): Promise<() => Promise<readonly ChangedAccount[]>> {
  switch (fields.name) {
    case 'non-cumulative':
      return () => Promise.resolve(touched.own.flatMap((one) => changed(one, 'intervals')));
    case 'readings':
      return async () => (await touched.days()).flatMap((one) => changed(one, 'readings'));
    case 'invoices':
    case 'contracts': {
      const accounts = await accountsOf(trx, part);
      return () => Promise.resolve(accounts.map((account) => ({ ...NOTHING, account, bills: true })));
    }
    case 'accounts': {
      const accounts = await otherwise(trx, fields, part);
      return () => Promise.resolve(accounts);
    }
    case 'assets': {
      const accounts = await accountsWhere(trx, fields, part, 'asset_id', OF_ASSET);
      return () => Promise.resolve(accounts.map((account) => ({ ...NOTHING, account, intervals: EVER, bills: true })));
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

/** The accounts of records, those that they had before too. */
async function accountsOf(trx: Knex.Transaction, part: Part): Promise<readonly number[]> {
  const { rows }: { readonly rows: readonly { readonly account: number }[] } = await trx.raw(`
    select account from (
      select c.account_key as account from ${CHANGES} c where ${ofPart(part, 'insert', 'update', 'delete')}
      union select c.stored_key from ${CHANGES} c where ${ofPart(part, 'update', 'delete')}
    ) r where account > 0 order by 1`);
  return rows.map(({ account }) => account);
}

/** The accounts of the companies, entities or assets of a part that come, go or change in some columns. */
async function accountsWhere(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
  column: 'company_id' | 'entity_id' | 'asset_id',
  names: readonly string[],
): Promise<readonly number[]> {
  const differ = names.map((name) => `t.${name} is distinct from c.${name}`).join(' or ');
  const { rows }: { readonly rows: readonly { readonly account: number }[] } = await trx.raw(`
    select a.account_key as account from ${CHANGES} c join accounts a on a.${column} = c._id
      left join ${fields.stored} t on ${isStored(fields)}
    where ${ofPart(part, 'insert', 'update', 'delete')} and (c.change = 'delete' or ${differ}) order by 1`);
  return rows.map(({ account }) => account);
}

/** The accounts that are other than before, in what rules look at. */
async function otherwise(trx: Knex.Transaction, fields: ImportFields, part: Part): Promise<readonly ChangedAccount[]> {
  const differ = (names: readonly string[]): string =>
    names.map((name) => `t.${name} is distinct from c.${name}`).join(' or ');
  const { rows }: { readonly rows: readonly { readonly account: number; readonly computed: boolean }[] } =
    await trx.raw(`
    select t.account_key as account, ${differ(RECOMPUTED)} as computed
    from ${CHANGES} c join ${fields.stored} t on ${isStored(fields)}
    where ${ofPart(part, 'update')} and (${differ([...OWN, ...RECOMPUTED])}) order by 1`);
  return rows.map(({ account, computed }) => ({
    account,
    intervals: EVER,
    repeated: true,
    fell: true,
    readings: computed ? EVER : null,
    bills: true,
  }));
}
