import type { Database } from '../data/database.js';
import type { Logger } from './logger.js';
import { RequestRecord } from './requestRecord.js';

/** Longer statements are clipped in the log. */
const MOST_CHARACTERS = 2_000;

export interface StatementWatch {
  /** The service whose requests this is about. */
  readonly service: object;
  readonly log: Logger;
  /** Statements that take longer are logged; 0: none is. */
  readonly slowMs: number;
  readonly onStatement: (seconds: number) => void;
}

/**
 * Counts the statements of a database, and logs those that are slow with the request that asked them.
 * @returns ends it
 */
export function watchStatements(database: Database, { service, log, slowMs, onStatement }: StatementWatch): () => void {
  return database.onStatement(({ sql, ms, caller }) => {
    onStatement(ms / 1000);
    const record = caller instanceof RequestRecord && caller.service === service ? caller : undefined;
    if (record) record.databaseMs += ms;
    if (slowMs === 0 || ms <= slowMs) return;
    log.warn({ ...placeOf(record), ms: Math.round(ms), sql: clipped(sql) }, 'slow query');
  });
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
