import { raw } from './sql.js';
import type { Database, Queryable } from './database.js';
import { reasonOf } from './failure.js';
import { behind, migrationState } from './migrate.js';
import { openPostgres, type PostgresOptions } from './postgres.js';

/** A standby that answers reads while it is fit to. */
export interface Replica {
  /** Its place in DATABASE_READ_URL, from 1. */
  readonly number: number;
  readonly database: Database;
  /** Why it was left out when it was last looked at, in words that tell nothing of the installation; null: it was fit. */
  problem(): string | null;
  /** Whether it may be asked now. */
  isFit(): boolean;
  /** Leaves it out until it has been looked at again, which begins at once. */
  doubt(): void;
  close(): Promise<void>;
}

/** That a replica came into use, or is left out. */
export interface ReplicaChange {
  readonly number: number;
  /** `10.0.0.2:5432` */
  readonly host: string;
  readonly problem: string | null;
  readonly error: unknown;
}

/** How often a replica is looked at, and at least how long after it was doubted. */
const EVERY_MS = 2_000;
const AT_ONCE_MS = 50;
/** How long a look may take. */
const LOOK_MS = 1_000;

/**
 * Opens a replica and checks it regularly over a separate connection, which never waits for the pool. Requests do not use it until a check
 * has passed.
 * @param primaryIdentity the primary's answer to `identityOf`
 */
export function openReplica(
  number: number,
  { url, poolMax, statementTimeoutMs }: PostgresOptions,
  primaryIdentity: () => Promise<string>,
  onChange: (change: ReplicaChange) => void,
): Replica {
  const database = openPostgres({ url, poolMax: Math.max(1, poolMax - 1), statementTimeoutMs, askAgain: false });
  const watch = openPostgres({ url, poolMax: 1, statementTimeoutMs: LOOK_MS });
  let problem: string | null = 'is being looked at';
  let doubts = 1;
  let cleared = 0;
  const ended = new AbortController();
  let wake = (): void => undefined;
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const look = async (): Promise<void> => {
    const before = doubts;
    const found = await problemOf(watch, primaryIdentity).then(
      (text) => ({ problem: text, error: undefined }),
      (error: unknown) => ({ problem: reasonOf(error), error }),
    );
    if (ended.signal.aborted) return;
    // A doubt that came meanwhile is about what was not seen yet.
    cleared = before;
    if (found.problem === problem) return;
    problem = found.problem;
    onChange({ number, host: new URL(url).host, ...found });
  };
  const looking = (async () => {
    while (!ended.signal.aborted) {
      await look();
      await pause(doubts === cleared ? EVERY_MS : AT_ONCE_MS);
    }
  })();
  return {
    number,
    database,
    problem: () => problem,
    isFit: () => problem === null && doubts === cleared,
    doubt() {
      if (doubts === cleared) wake();
      doubts += 1;
    },
    async close() {
      ended.abort();
      wake();
      await Promise.all([looking, watch.close(), database.close()]);
    },
  };
}

/** The database that a server holds; its standbys say the same. */
const IDENTITY = `
  select pg_is_in_recovery() as standby, (select system_identifier from pg_control_system()) || '/' || d.oid as identity
  from pg_database d where d.datname = current_database()`;

/** What distinguishes a database from all others but its own standbys. */
export async function identityOf(
  database: Pick<Queryable, 'rows'>,
): Promise<{ readonly standby: boolean; readonly identity: string }> {
  const [row] = await database.rows<{ readonly standby: boolean; readonly identity: string }>(raw(IDENTITY));
  if (!row) throw new Error('the database does not say what it is');
  return row;
}

/** What speaks against reading from a replica; null: nothing. */
async function problemOf(watch: Database, primaryIdentity: () => Promise<string>): Promise<string | null> {
  const { standby, identity } = await identityOf(watch);
  // One that was promoted goes its own way, and what it has would be wrong.
  if (!standby) return 'is no standby';
  const primary = await primaryIdentity().catch(() => null);
  if (primary === null) return 'waits for the primary';
  if (identity !== primary) return 'is the standby of another database';
  return behind(await migrationState(watch));
}
