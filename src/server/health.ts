import express, { type RequestHandler, type Router } from 'express';
import { AppError } from '../errors/appError.js';
import type { Caller, Queryable } from '../db/database.js';
import { reasonOf } from '../db/failure.js';
import { behind, migrationState } from '../db/migrate.js';
import type { Replica } from '../db/replica.js';
import { unreadable } from '../data/declaredTables.js';
import { TooLateError, within } from '../observe/within.js';

/** Whether the service can take requests, and the reasons if it cannot. */
interface Readiness {
  readonly ready: boolean;
  readonly status: 'ready' | 'unavailable' | 'stopping';
  /** `ok`, or the problem in words that reveal nothing about the installation. */
  readonly database?: string;
  readonly migrations?: string;
  /** The state of each replica, in the order of DATABASE_READ_URL. The service is ready without them. Absent if none. */
  readonly replicas?: readonly string[];
}

/** The readiness after the stop signal. */
export const STOPPING: Readiness = { ready: false, status: 'stopping' };

type Checks = Required<Pick<Readiness, 'database' | 'migrations'>>;

const TIMEOUT_MS = 2_000;
const OK = 'ok';

/**
 * Returns a function that checks the database and reports the last known state of the replicas. Concurrent probes share
 * one check, so they never pile up.
 * @param tables the tables that the service must be able to read
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

const NO_CLOCK = { waitBegins: () => undefined, waitEnds: () => undefined };
const NO_CALLER = { userId: undefined, clock: NO_CLOCK, noteAbandoned: () => undefined, cost: 0 };

async function checkDatabase(database: Queryable, tables: readonly string[]): Promise<Checks> {
  // A late check is cancelled. Otherwise each probe would hold another connection.
  const ended = new AbortController();
  const { signal } = ended;
  const caller: Caller = {
    ...NO_CALLER,
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
  try {
    const checked: Queryable = { ...database, rows: (statement) => database.rows(statement, caller) };
    return await within(TIMEOUT_MS, readChecks(checked, tables));
  } catch (error) {
    ended.abort();
    const message = `does not answer within ${TIMEOUT_MS / 1000} s`;
    return { database: error instanceof TooLateError ? message : reasonOf(error), migrations: 'unknown' };
  }
}

async function readChecks(database: Queryable, tables: readonly string[]): Promise<Checks> {
  const denied = await unreadable(database, tables);
  if (denied.length > 0) return { database: `no permission to read: ${denied.join(', ')}`, migrations: 'unknown' };
  return { database: OK, migrations: behind(await migrationState(database)) ?? OK };
}

function statesOf(replicas: readonly Replica[]): Pick<Readiness, 'replicas'> {
  return replicas.length === 0 ? {} : { replicas: replicas.map((replica) => replica.problem() ?? OK) };
}

const noStore: RequestHandler = (_, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

const refuseMethod: RequestHandler = (request) => {
  const detail = `${request.method} is not allowed here; use GET.`;
  throw new AppError('method-not-allowed', detail, { headers: { Allow: 'GET, HEAD' } });
};

/**
 * Serves the probes of an orchestrator, without a key: `/livez` (the process answers) and `/readyz` (it can take
 * requests).
 */
export function healthRouter(readiness: () => Promise<Readiness>): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router
    .route('/livez')
    .all(noStore)
    .get((_, response) => {
      response.json({ status: 'ok' });
    })
    .all(refuseMethod);
  router
    .route('/readyz')
    .all(noStore)
    .get(async (_, response) => {
      const { ready, ...body } = await readiness();
      response.status(ready ? 200 : 503).json(body);
    })
    .all(refuseMethod);
  return router;
}
