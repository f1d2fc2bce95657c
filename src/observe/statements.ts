import { askerOf, waitingAsker } from '../data/asker.js';
import type { Database } from '../data/database.js';
import { poolOf } from '../data/pool.js';
import type { Logger } from './logger.js';
import { recordOfAsker } from './recordOf.js';
import type { RequestRecord } from './requestRecord.js';

/** Longer statements are clipped in the log. */
const MOST_CHARACTERS = 2_000;

interface Statement {
  /** Knex's number of the statement; some that it makes up have only their connection's. */
  readonly __knexQueryUid?: string;
  readonly __knexUid: string;
  readonly sql: string;
}

interface Running {
  readonly since: number;
  readonly record: RequestRecord | undefined;
}

export interface StatementWatch {
  /** The service whose requests this is about. */
  readonly service: object;
  readonly log: Logger;
  /** Statements that take longer are logged; 0: none is. */
  readonly slowMs: number;
  readonly onStatement: (seconds: number) => void;
}

/**
 * Follows the statements of a database, by Knex's events: the time that each takes, and of the request on whose way it is,
 * the time that it waits.
 * @returns ends it
 */
export function watchStatements(database: Database, { service, log, slowMs, onStatement }: StatementWatch): () => void {
  const running = new Map<string, Running>();
  /** Of connections with statements under way: how many, and when the last one before them ended. */
  const queues = new Map<string, { length: number; free: number }>();
  const waiting = new Map<number, RequestRecord>();
  const ownRequest = (asker: AbortSignal | undefined): RequestRecord | undefined => {
    const record = asker && recordOfAsker(asker);
    return record?.service === service ? record : undefined;
  };
  const began = (statement: Statement): void => {
    const record = ownRequest(askerOf(statement.__knexUid));
    record?.clock.waitBegins();
    running.set(idOf(statement), { since: performance.now(), record });
    const queue = queues.get(statement.__knexUid) ?? { length: 0, free: 0 };
    queues.set(statement.__knexUid, queue);
    queue.length += 1;
  };
  const ended = (statement: Statement): void => {
    const found = running.get(idOf(statement));
    if (!found) return;
    running.delete(idOf(statement));
    found.record?.clock.waitEnds();
    const now = performance.now();
    const queue = queues.get(statement.__knexUid) ?? { length: 0, free: 0 };
    // One that was sent behind others began when they had ended.
    const ms = now - Math.max(found.since, queue.free);
    queue.free = now;
    queue.length -= 1;
    if (queue.length <= 0) queues.delete(statement.__knexUid);
    onStatement(ms / 1000);
    if (slowMs === 0 || ms <= slowMs) return;
    log.warn({ ...placeOf(found.record), ms: Math.round(ms), sql: clipped(statement.sql) }, 'slow query');
  };
  const failed = (_error: unknown, statement: Statement): void => {
    ended(statement);
  };
  const answered = (_rows: unknown, statement: Statement): void => {
    ended(statement);
  };
  const asked = (acquisition: number): void => {
    const record = ownRequest(waitingAsker());
    if (!record) return;
    record.clock.waitBegins();
    waiting.set(acquisition, record);
  };
  const acquired = (acquisition: number): void => {
    waiting.get(acquisition)?.clock.waitEnds();
    waiting.delete(acquisition);
  };

  const { knex } = database;
  const pool = poolOf(database);
  knex.on('query', began).on('query-response', answered).on('query-error', failed);
  pool?.on('acquireRequest', asked);
  pool?.on('acquireSuccess', acquired);
  pool?.on('acquireFail', acquired);
  return () => {
    knex.removeListener('query', began);
    knex.removeListener('query-response', answered);
    knex.removeListener('query-error', failed);
    pool?.removeListener('acquireRequest', asked);
    pool?.removeListener('acquireSuccess', acquired);
    pool?.removeListener('acquireFail', acquired);
  };
}

function idOf({ __knexQueryUid: id, __knexUid: connection }: Statement): string {
  return id ?? connection;
}

/** Where in the service a statement comes from. */
function placeOf(record: RequestRecord | undefined): object {
  if (!record) return {};
  const { requestId, trace, route, operation } = record;
  return { requestId, traceId: trace.traceId, route, operation };
}

function clipped(sql: string): string {
  const line = sql.replaceAll(/\s+/g, ' ').trim();
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
