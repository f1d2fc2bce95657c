/**
 * How Citus distributes the tables (docs/scale.md). A distributed record has the integer key of its account, and all
 * records of an account are on one server. Small tables that are joined to them are on every server. The other tables
 * stay on the coordinator: those that nobody queries by account, and the counts and sums of months. They have few rows
 * for each account, and a query about many accounts then needs one server instead of a statement for each shard.
 */

/** Tables on every server. Each comes after the tables that it refers to. */
export const ON_ALL_SERVERS: readonly string[] = ['companies', 'entities', 'assets', 'accounts', 'interval_kinds'];

/** The table that distributed tables are joined to. It has a row for each account with distributed records. */
export const SHARDS = 'account_shards';

/** Tables that are distributed by account. Each has the same shards on the same servers. */
export const BY_ACCOUNT: readonly string[] = [SHARDS, 'intervals', 'readings', 'usage_days', 'usage_runs'];

/**
 * Tables that stay on the coordinator, though they have keys of accounts. An older version distributed them, so
 * `distribute` may have to return them.
 */
export const ON_COORDINATOR: readonly string[] = ['interval_counts', 'usage_months'];

/** Selects whether a server has Citus' catalogue. */
export const DISTRIBUTES = `select to_regclass('pg_dist_partition') is not null as distributes`;

/** Selects whether the intervals are distributed. The server needs Citus' catalogue. */
export const IS_DISTRIBUTED = `
  select exists (select from pg_dist_partition where logicalrelid = to_regclass('intervals') and partmethod = 'h') as is`;

/** What differs between one server and a cluster. Each new connection finds out which of the two the database is. */
export interface Topology {
  /** Whether statements may join records of accounts to any table, for each of its rows; a cluster joins by account. */
  readonly joinsFreely: boolean;
  /** Whether a transaction reads one snapshot, and its commit is visible everywhere at once. */
  readonly hasSnapshots: boolean;
  /** Whether statements that allow it are planned once. The choice of servers needs their values. */
  readonly plansOnce: boolean;
  /** Whether a standby has all data. That of the coordinator lacks the data of the other servers. */
  readonly hasStandbys: boolean;
  /** Tables that the service reads only here. */
  readonly tables: readonly string[];
  /** Whether a table is distributed by account. */
  readonly isSpread: (table: string) => boolean;
  /**
   * Whether transactions that change a table run one after the other. A change of a replicated table locks it, and
   * then the tables that it refers to, until its transaction ends. Two that first refer to companies and then change
   * accounts would deadlock.
   */
  readonly changesAlone: (table: string) => boolean;
  /** Returns the clause that locks the rows of a query, such as `for share`, or ''. */
  readonly rowLock: (clause: string) => string;
  /** Statements at the beginning of a dry run. */
  readonly beforeDryRun: readonly string[];
}

export const ONE_SERVER: Topology = {
  joinsFreely: true,
  hasSnapshots: true,
  plansOnce: true,
  hasStandbys: true,
  tables: [],
  isSpread: () => false,
  changesAlone: () => false,
  rowLock: (clause) => clause,
  beforeDryRun: [],
};

export const CITUS: Topology = {
  joinsFreely: false,
  hasSnapshots: false,
  plansOnce: false,
  hasStandbys: false,
  tables: [SHARDS, 'data_changes'],
  isSpread: (table) => BY_ACCOUNT.includes(table),
  changesAlone: (table) => !BY_ACCOUNT.includes(table),
  rowLock: () => '',
  // A distributed table may be changed before a replicated one in this transaction. Citus allows that only if the
  // statement runs on one shard after the other.
  beforeDryRun: [`set local citus.multi_shard_modify_mode = 'sequential'`],
};
