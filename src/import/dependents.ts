import type { ImportName } from './importNames.js';
import { CHANGES } from './staging.js';

/** What may refer to a record: in words, with the condition that it does (`c` is the record that goes). */
type Dependent = readonly [what: string, table: string, condition: string];

const ofCompany = (table: string): string => `${table}.company_id = c._id`;
const ofEntity = (table: string): string => `${table}.entity_id = c._id`;
const ofAccount = (table: string): string => `${table}.account_key = c.stored_key`;

const DEPENDENTS: Partial<Readonly<Record<ImportName, readonly Dependent[]>>> = {
  companies: [
    ['entities', 'entities', ofCompany('entities')],
    ['assets', 'assets', ofCompany('assets')],
    ['accounts', 'accounts', ofCompany('accounts')],
    ['asset groups', 'asset_groups', ofCompany('asset_groups')],
    ['invoices', 'invoices', ofCompany('invoices')],
  ],
  entities: [
    ['assets', 'assets', ofEntity('assets')],
    ['accounts', 'accounts', ofEntity('accounts')],
    ['asset groups', 'asset_groups', ofEntity('asset_groups')],
    ['invoices', 'invoices', ofEntity('invoices')],
  ],
  assets: [
    ['accounts', 'accounts', 'accounts.asset_id = c._id'],
    ['asset groups', 'asset_group_members', 'asset_group_members.linked_id = c._id'],
  ],
  accounts: [
    ['contracts', 'contracts', ofAccount('contracts')],
    ['invoices', 'invoices', ofAccount('invoices')],
    ['readings', 'readings', ofAccount('readings')],
    ['non-cumulative', 'intervals', ofAccount('intervals')],
  ],
  invoices: [['readings', 'readings', 'readings.invoice_id = c._id']],
};

/** A query for each kind of record that would be left without the one that goes. */
export function dependents(name: ImportName): readonly string[] {
  return (DEPENDENTS[name] ?? []).map(
    ([what, table, condition]) => `
      select c.row, c.line, '_id', encode(c._id, 'hex') || ' cannot be deleted: ${what} of it are still there'
      from ${CHANGES} c where c.change = 'delete' and exists (select from ${table} where ${condition})`,
  );
}
