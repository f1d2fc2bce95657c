/** A table whose deleted records are stored as deletions. */
export interface DeletionTable {
  readonly table: string;
  /** The name of its list and its import. */
  readonly resource: string;
  /** Whether its records belong to an account and have no columns for company and entity. */
  readonly isOfAccount: boolean;
  /** SQL over `t`: the entity whose viewers may see a row, and the account of the row. */
  readonly entity: string;
  readonly account: string;
}

const deletionTable = (table: string, more: Partial<DeletionTable> = {}): DeletionTable => ({
  ...{ table, resource: table, isOfAccount: false, entity: 'entity_id', account: 'null::bytea' },
  ...more,
});
const ofAccount = (table: string, resource = table): DeletionTable =>
  deletionTable(table, { resource, isOfAccount: true, entity: 'entity_id', account: 'a._id' });

/** All listed tables whose records belong to a company. */
export const DELETION_TABLES: readonly DeletionTable[] = [
  deletionTable('accounts', { account: 't._id' }),
  deletionTable('asset_groups', { resource: 'asset-groups' }),
  deletionTable('assets'),
  ofAccount('contracts'),
  deletionTable('entities', { entity: '_id' }),
  deletionTable('invoices', { account: 't.account_id' }),
  ofAccount('intervals', 'non-cumulative'),
  ofAccount('readings'),
];

/** Resources whose records move to another entity with their account, unchanged. */
const FOLLOWING = ['contracts', 'invoices', 'non-cumulative', 'readings'];

/** Tables of changed rows, as SQL for `from`. */
export interface Sources {
  /** Deleted rows `t`. */
  readonly deleted: string;
  /** Changed rows: `t` before, `c` after; `c` is null if the row became another record. */
  readonly changed: string;
}

/** Queries of deletions, with the columns `_id`, `resource`, {@link OWNER} and `is_account_wide`. */
interface Deletions {
  /** The deleted rows. */
  readonly deleted: string;
  /** Rows that leave a company or an entity. Viewers of only that company or entity lose them. */
  readonly moved: string;
  /**
   * Selects the records of deleted accounts. An account with records can be deleted only by hand-written SQL. Null: the
   * rows belong to no account.
   */
  readonly orphaned: string | null;
}

/**
 * Returns the queries of the deletions that a change causes. When an account leaves an entity or a company, its records
 * leave too, maybe millions. One row represents all of them. Viewers who still see the account get that row too.
 */
export function deletionsOf(deletionTable: DeletionTable, { deleted, changed }: Sources): Deletions {
  const { table, resource, isOfAccount, entity, account } = deletionTable;
  const columns = (more: string): string => `t._id, '${resource}' as resource, ${account} as account_id, ${more}`;
  const recordColumns = (of: string): string =>
    columns(`${of}.company_id, ${of}.${entity} as entity_id, false as is_account_wide`);
  if (isOfAccount) {
    const accountJoin = 'join accounts a on a.account_key = t.account_key';
    return {
      deleted: `select ${recordColumns('a')} from ${deleted} ${accountJoin}`,
      moved: `select ${recordColumns('a')} from (select t.* from ${changed} where c._id is null) t ${accountJoin}`,
      orphaned: null,
    };
  }
  const isOther = 'c._id is distinct from t._id';
  /** Returns the value of a column if it differs from the other row's. */
  const differing = (column: string, one: string, other: string): string =>
    `case when ${isOther} or ${one}.${column} is distinct from ${other}.${column} then ${one}.${column} end`;
  const differingOwner = (one: string, other: string): string =>
    `${differing('company_id', one, other)} as company_id, ${differing(entity, one, other)} as entity_id`;
  const isMoved = `(${isOther} or t.company_id <> c.company_id or t.${entity} is distinct from c.${entity})`;
  const moved = `select ${columns(`${differingOwner('t', 'c')}, false as is_account_wide`)} from ${changed} where ${isMoved}`;
  if (table !== 'accounts') return { deleted: `select ${recordColumns('t')} from ${deleted}`, moved, orphaned: null };
  const following = `cross join (values ${FOLLOWING.map((name) => `('${name}')`).join(', ')}) f(resource)`;
  const all = (of: string, owners: string): string =>
    `select ${of}._id, f.resource, ${of}._id as account_id, ${owners}, true as is_account_wide`;
  return {
    deleted: `select ${recordColumns('t')} from ${deleted}`,
    moved: `
      ${moved}
      union all ${all('t', 't.company_id, t.entity_id')} from ${changed} ${following} where ${isMoved}
      union all ${all('c', differingOwner('c', 't'))} from ${changed} ${following} where ${isMoved} and c._id is not null`,
    orphaned: `${all('t', 't.company_id, t.entity_id')} from ${deleted} ${following}`,
  };
}

const OWNER = ['account_id', 'company_id', 'entity_id'];

/**
 * Stores new owners. The order prevents a deadlock of two transactions. The next statement sees the owners, including
 * those of other transactions. The table stays small, and no row is ever deleted: an open transaction may rely on it.
 */
export const storeOwners = (each: string): string => `
  insert into deletion_owners (${OWNER.join(', ')})
  select * from (
    select ${OWNER.join(', ')} from (${each}) each where num_nonnulls(company_id, entity_id) > 0
    except select ${OWNER.join(', ')} from deletion_owners
  ) fresh order by 1, 2, 3 on conflict do nothing`;

/**
 * Stores deletions, stamped with the start of their transaction. Without `offset 0` the planner, which expects one row
 * of the join with the owners, would look for each deleted interval among all intervals of its account.
 */
export const storeDeletions = (each: string): string => `
  insert into deletions (owner_key, is_account_wide, resource, _id)
  select o.owner_key, each.is_account_wide, each.resource, each._id
  from (select * from (${each}) each offset 0) each join deletion_owners o
    on ${OWNER.map((name) => `coalesce(o.${name}, '') = coalesce(each.${name}, '')`).join(' and ')}`;
