import type { ImportFields } from './fields.js';
import type { ImportName } from './importNames.js';
import { CHANGES } from './staging.js';

/**
 * A table that may refer to a record: its name in messages, the table, the column, and the column of the change that it
 * refers to.
 */
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
  accounts: [
    ofAccount('contracts'),
    ofAccount('invoices'),
    ofAccount('readings'),
    ofAccount('non-cumulative records', 'intervals'),
  ],
  suppliers: [
    ['contracts', 'contracts', 'supplier_id', '_id'],
    ['invoices', 'invoices', 'supplier_id', '_id'],
  ],
  invoices: [['readings', 'readings', 'invoice_id', '_id']],
};

/** Returns a query for each kind of record that refers to a deleted record. Each query finds the bad deletions. */
export function dependents({ name, topology }: ImportFields): readonly string[] {
  return (DEPENDENTS[name] ?? []).map((dependent) => {
    const [what, , , of] = dependent;
    return `
      select c.row, c.line, '_id', encode(c._id, 'hex') || ' cannot be deleted: ${what} still refer to it; delete them first'
      from ${CHANGES} c where c.change = 'delete' and ${topology.joinsFreely ? isThere(dependent) : amongAll(dependent, of)}`;
  });
}

function isThere([, table, column, of]: Dependent): string {
  return `exists (select from ${table} t where t.${column} = c.${of})`;
}

/**
 * Tests all deleted records at once, because the dependent table may be on other servers. For intervals it reads their
 * counts, which are few.
 */
function amongAll([, table, column]: Dependent, of: string): string {
  const readTable = table === 'intervals' ? 'interval_counts' : table;
  const deleted = `select d.${of} from ${CHANGES} d where d.change = 'delete'`;
  return `c.${of} in (select distinct t.${column} from ${readTable} t where t.${column} = any(array(${deleted})))`;
}
