import type { Database } from '../data/database.js';
import { reasonOf } from '../data/failure.js';
import { behind, migrationState } from '../data/migrate.js';
import type { Replica } from '../data/replica.js';
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

const PATIENCE_MS = 2_000;
const OK = 'ok';

/**
 * Checks the database, and tells of its replicas what is known; those who ask meanwhile share the answer, so that probes
 * never pile up.
 */
export function createReadiness(database: Database, replicas: readonly Replica[]): () => Promise<Readiness> {
  let checking: Promise<Readiness> | undefined;
  return () =>
    (checking ??= check(database, replicas).finally(() => {
      checking = undefined;
    }));
}

async function check(database: Database, replicas: readonly Replica[]): Promise<Readiness> {
  const checks = await checkDatabase(database);
  const ready = Object.values(checks).every((result) => result === OK);
  return { ready, status: ready ? 'ready' : 'unavailable', ...checks, ...statesOf(replicas) };
}

async function checkDatabase(database: Database): Promise<{ readonly database: string; readonly migrations: string }> {
  try {
    const state = await within(PATIENCE_MS, migrationState(database));
    return { database: OK, migrations: behind(state) ?? OK };
  } catch (error) {
    const late = `does not answer within ${PATIENCE_MS / 1000} s`;
    return { database: error instanceof TooLateError ? late : reasonOf(error), migrations: 'unknown' };
  }
}

function statesOf(replicas: readonly Replica[]): Pick<Readiness, 'replicas'> {
  return replicas.length === 0 ? {} : { replicas: replicas.map((replica) => replica.problem() ?? OK) };
}
