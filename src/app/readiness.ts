import type { Database } from '../data/database.js';
import { databaseFailure } from '../data/failure.js';
import { migrationState } from '../data/migrate.js';
import { AppError } from '../errors/appError.js';
import { TooLateError, within } from '../observe/within.js';

/** Whether the service should be sent requests, and what speaks against it. */
export interface Readiness {
  readonly ready: boolean;
  readonly status: 'ready' | 'unavailable' | 'stopping';
  /** Each `ok`, or what is wrong, in words that tell nothing of the installation. */
  readonly database?: string;
  readonly migrations?: string;
}

/** What is said once the service is asked to stop. */
export const STOPPING: Readiness = { ready: false, status: 'stopping' };

const PATIENCE_MS = 2_000;
const OK = 'ok';

/** Checks the database; those who ask meanwhile share the answer, so that probes never pile up. */
export function createReadiness(database: Database): () => Promise<Readiness> {
  let checking: Promise<Readiness> | undefined;
  return () =>
    (checking ??= check(database).finally(() => {
      checking = undefined;
    }));
}

async function check(database: Database): Promise<Readiness> {
  const checks = await checkDatabase(database);
  const ready = Object.values(checks).every((result) => result === OK);
  return { ready, status: ready ? 'ready' : 'unavailable', ...checks };
}

async function checkDatabase(database: Database): Promise<{ readonly database: string; readonly migrations: string }> {
  try {
    const { missing, last } = await within(PATIENCE_MS, migrationState(database));
    const behind = `needs ${missing ?? ''}, the database has ${last ?? 'none'}`;
    return { database: OK, migrations: missing === null ? OK : behind };
  } catch (error) {
    return { database: reasonOf(error), migrations: 'unknown' };
  }
}

function reasonOf(error: unknown): string {
  const failure = databaseFailure(error, '');
  const late = failure instanceof TooLateError || (failure instanceof AppError && failure.code === 'query-timeout');
  if (late) return `does not answer within ${PATIENCE_MS / 1000} s`;
  return failure instanceof AppError ? 'cannot be reached' : 'refuses to be read';
}
