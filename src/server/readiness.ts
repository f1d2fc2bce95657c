import type { Sql } from '../data/sql.js';
import type { Caller, Queryable } from '../data/database.js';
import { reasonOf } from '../data/failure.js';
import { behind, migrationState } from '../data/migrate.js';
import type { Replica } from '../data/replica.js';
import { unreadable } from '../data/rights.js';
import { TooLateError, within } from '../observe/within.js';

/** Whether the service should be sent requests, and what speaks against it. */
export interface Readiness {
  readonly ready: boolean;
  readonly status: 'ready' | 'unavailable' | 'stopping';
  /** Each `ok`, or what is wrong, in words that tell nothing of the installation. */
  readonly database?: string;
  readonly migrations?: string;
  /** In the order of DATABASE_READ_URL; the service is ready without them. Absent: there are none. */
  readonly replicas?: readonly string[];
}

/** What is said once the service is asked to stop. */
export const STOPPING: Readiness = { ready: false, status: 'stopping' };

type Checks = Required<Pick<Readiness, 'database' | 'migrations'>>;

const TIMEOUT_MS = 2_000;
const OK = 'ok';

/**
 * Checks the database, and tells of its replicas what is known; those who ask meanwhile share the answer, so that probes
 * never pile up.
 * @param tables that the service has to be able to read
 */
export function createReadiness(
  database: Queryable,
  replicas: readonly Replica[],
  tables: readonly string[],
): () => Promise<Readiness> {
  let checking: Promise<Readiness> | undefined;
  return () =>
    (checking ??= check(database, replicas, tables).finally(() => {
      checking = undefined;
    }));
}

async function check(database: Queryable, replicas: readonly Replica[], tables: readonly string[]): Promise<Readiness> {
  const checks = await checkDatabase(database, tables);
  const ready = Object.values(checks).every((result) => result === OK);
  return { ready, status: ready ? 'ready' : 'unavailable', ...checks, ...statesOf(replicas) };
}

const UNHEARD = { waitBegins: () => undefined, waitEnds: () => undefined };
const NOBODY = { userId: undefined, clock: UNHEARD, noteAbandoned: () => undefined, cost: 0 };

async function checkDatabase(database: Queryable, tables: readonly string[]): Promise<Checks> {
  // What is late is ended, or each probe would hold a connection more.
  const ended = new AbortController();
  const { signal } = ended;
  const caller: Caller = {
    ...NOBODY,
    get isGone() {
      return signal.aborted;
    },
    whenGone(call) {
      signal.addEventListener('abort', call, { once: true });
      return () => {
        signal.removeEventListener('abort', call);
      };
    },
  };
  const asked: Pick<Queryable, 'rows' | 'isDistributed'> = {
    isDistributed: () => database.isDistributed(),
    rows: <T>(statement: Sql) => database.rows<T>(statement, caller),
  };
  try {
    return await within(TIMEOUT_MS, readChecks(asked, tables));
  } catch (error) {
    ended.abort();
    const late = `does not answer within ${TIMEOUT_MS / 1000} s`;
    return { database: error instanceof TooLateError ? late : reasonOf(error), migrations: 'unknown' };
  }
}

async function readChecks(
  database: Pick<Queryable, 'rows' | 'isDistributed'>,
  tables: readonly string[],
): Promise<Checks> {
  const denied = await unreadable(database, tables);
  if (denied.length > 0) return { database: `may not be read: ${denied.join(', ')}`, migrations: 'unknown' };
  return { database: OK, migrations: behind(await migrationState(database)) ?? OK };
}

function statesOf(replicas: readonly Replica[]): Pick<Readiness, 'replicas'> {
  return replicas.length === 0 ? {} : { replicas: replicas.map((replica) => replica.problem() ?? OK) };
}
