/** A table of which it is kept what has gone from it. */
export interface KeptTable {
  readonly table: string;
  /** As the list of its records and the import are called. */
  readonly resource: string;
  /** Whether its records are seen by whoever sees their account, and are stored without company and entity. */
  readonly isOfAccount: boolean;
  /** Of a row, the entity by which it is seen, and its account; SQL over `t`. */
  readonly entity: string;
  readonly account: string;
}

const own = (table: string, more: Partial<KeptTable> = {}): KeptTable => ({
  ...{ table, resource: table, isOfAccount: false, entity: 'entity_id', account: 'null::bytea' },
  ...more,
});
const ofAccount = (table: string, resource = table): KeptTable =>
  own(table, { resource, isOfAccount: true, entity: 'entity_id', account: 'a._id' });

/** Each table whose records belong to somebody and are listed. */
export const KEPT: readonly KeptTable[] = [
  own('accounts', { account: 't._id' }),
  own('asset_groups', { resource: 'asset-groups' }),
  own('assets'),
  ofAccount('contracts'),
  own('entities', { entity: '_id' }),
  own('invoices', { account: 't.account_id' }),
  ofAccount('intervals', 'non-cumulative'),
  ofAccount('readings'),
];

/** Resources whose records follow an account to another entity, without being changed themselves. */
const FOLLOWING = ['contracts', 'invoices', 'non-cumulative', 'readings'];

/** Where rows are found, as SQL has it behind `from`. */
export interface Sources {
  /** The rows that go, as `t`. */
  readonly gone: string;
  /** The rows that are changed, as `t`, each with what it becomes as `c`; nulls where that is another record. */
  readonly changed: string;
}

/** Queries for what is to be kept, with the columns `_id`, `resource`, {@link OWNER} and `is_account_wide`. */
interface Deletions {
  /** Of the rows that go. */
  readonly gone: string;
  /** Of the rows that leave a company or an entity: for who sees them by that alone they are gone. */
  readonly left: string;
  /** Selects the records of deleted accounts. Only SQL by hand deletes an account that has records. Null: the rows are of no account. */
  readonly orphaned: string | null;
}

/**
 * What is to be kept of a change. Where an account leaves an entity or a company, so do its records, of which there may be
 * millions: one row stands for all, and is told to who sees them from then on too.
 */
export function deletionsOf(kept: KeptTable, { gone, changed }: Sources): Deletions {
  const { table, resource, isOfAccount, entity, account } = kept;
  const columns = (more: string): string => `t._id, '${resource}' as resource, ${account} as account_id, ${more}`;
  const whole = (of: string): string =>
    columns(`${of}.company_id, ${of}.${entity} as entity_id, false as is_account_wide`);
  if (isOfAccount) {
    const seenBy = 'join accounts a on a.account_key = t.account_key';
    return {
      gone: `select ${whole('a')} from ${gone} ${seenBy}`,
      left: `select ${whole('a')} from (select t.* from ${changed} where c._id is null) t ${seenBy}`,
      orphaned: null,
    };
  }
  const isOther = 'c._id is distinct from t._id';
  /** The value of a column, where the other row has another. */
  const differing = (column: string, one: string, other: string): string =>
    `case when ${isOther} or ${one}.${column} is distinct from ${other}.${column} then ${one}.${column} end`;
  const differingOwner = (one: string, other: string): string =>
    `${differing('company_id', one, other)} as company_id, ${differing(entity, one, other)} as entity_id`;
  const isMoved = `(${isOther} or t.company_id <> c.company_id or t.${entity} is distinct from c.${entity})`;
  const left = `select ${columns(`${differingOwner('t', 'c')}, false as is_account_wide`)} from ${changed} where ${isMoved}`;
  if (table !== 'accounts') return { gone: `select ${whole('t')} from ${gone}`, left, orphaned: null };
  const following = `cross join (values ${FOLLOWING.map((name) => `('${name}')`).join(', ')}) f(resource)`;
  const all = (of: string, owners: string): string =>
    `select ${of}._id, f.resource, ${of}._id as account_id, ${owners}, true as is_account_wide`;
  return {
    gone: `select ${whole('t')} from ${gone}`,
    left: `
      ${left}
      union all ${all('t', 't.company_id, t.entity_id')} from ${changed} ${following} where ${isMoved}
      union all ${all('c', differingOwner('c', 't'))} from ${changed} ${following} where ${isMoved} and c._id is not null`,
    orphaned: `${all('t', 't.company_id, t.entity_id')} from ${gone} ${following}`,
  };
}

const OWNER = ['account_id', 'company_id', 'entity_id'];

/**
 * Stores the owners that are new, in order, lest two transactions wait for each other. What follows sees them, whoever stored them,
 * as it is another statement. They are few, and never taken away, as a transaction that has not committed may count on them.
 */
export const keepOwners = (each: string): string => `
  insert into deletion_owners (${OWNER.join(', ')})
  select * from (
    select ${OWNER.join(', ')} from (${each}) each where num_nonnulls(company_id, entity_id) > 0
    except select ${OWNER.join(', ')} from deletion_owners
  ) fresh order by 1, 2, 3 on conflict do nothing`;

/** Keeps deletions, at the moment of their transaction. */
export const keepDeletions = (each: string): string => `
  insert into deletions (owner_key, is_account_wide, resource, _id)
  select o.owner_key, each.is_account_wide, each.resource, each._id
  from (${each}) each join deletion_owners o
    on ${OWNER.map((name) => `coalesce(o.${name}, '') = coalesce(each.${name}, '')`).join(' and ')}`;
