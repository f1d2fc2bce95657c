import type { ImportName } from './importNames.js';
import { CHANGES } from './staging.js';

/** What may refer to a record: in words, its table, its column, and what of the record that goes stands there. */
type Dependent = readonly [what: string, table: string, column: string, of: '_id' | 'stored_key'];

const ofCompany = (what: string, table = what): Dependent => [what, table, 'company_id', '_id'];
const ofEntity = (what: string, table = what): Dependent => [what, table, 'entity_id', '_id'];
const ofAccount = (what: string, table = what): Dependent => [what, table, 'account_key', 'stored_key'];

const DEPENDENTS: Partial<Readonly<Record<ImportName, readonly Dependent[]>>> = {
  companies: [
    ofCompany('entities'),
    ofCompany('assets'),
    ofCompany('accounts'),
    ofCompany('asset groups', 'asset_groups'),
    ofCompany('invoices'),
  ],
  entities: [ofEntity('assets'), ofEntity('accounts'), ofEntity('asset groups', 'asset_groups'), ofEntity('invoices')],
  assets: [
    ['accounts', 'accounts', 'asset_id', '_id'],
    ['asset groups', 'asset_group_members', 'linked_id', '_id'],
  ],
  // Of intervals their counts tell, of which there are few.
  accounts: [
    ofAccount('contracts'),
    ofAccount('invoices'),
    ofAccount('readings'),
    ofAccount('non-cumulative', 'interval_counts'),
  ],
  invoices: [['readings', 'readings', 'invoice_id', '_id']],
};

/**
 * A query for each kind of record that would be left without the one that goes. What refers to any of them is found by all of
 * them at once, which tables that are distributed can be asked for too.
 */
export function dependents(name: ImportName): readonly string[] {
  const gone = (of: string): string => `select d.${of} from ${CHANGES} d where d.change = 'delete'`;
  return (DEPENDENTS[name] ?? []).map(
    ([what, table, column, of]) => `
      select c.row, c.line, '_id', encode(c._id, 'hex') || ' cannot be deleted: ${what} of it are still there'
      from ${CHANGES} c where c.change = 'delete' and c.${of} in (
        select distinct t.${column} from ${table} t where t.${column} = any(array(${gone(of)}))
      )`,
  );
}
