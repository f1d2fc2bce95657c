import type { Database } from '../data/database.js';
import type { Logger } from './logger.js';
import { RequestRecord } from './requestRecord.js';

/** Of longer statements the log has the first and the last part: what they select, and the conditions. */
const MOST_CHARACTERS = 2_000;

/** How often, at least and at most, it is noted that the process comes round. */
const LEAST_ROUND_MS = 5;
const MOST_ROUND_MS = 50;

export interface StatementWatch {
  /** The service whose requests this is about. */
  readonly service: object;
  readonly log: Logger;
  /** Statements for which the database takes longer are logged; 0: none is. */
  readonly slowMs: number;
  readonly onStatement: (seconds: number) => void;
}

/**
 * Counts the statements of a database, and logs those that are slow with the request that asked them.
 * @returns ends it
 */
export function watchStatements(database: Database, { service, log, slowMs, onStatement }: StatementWatch): () => void {
  const loop = watchLoop(Math.min(Math.max(slowMs / 20, LEAST_ROUND_MS), MOST_ROUND_MS));
  const stop = database.onStatement(({ sql, ms, caller }) => {
    onStatement(ms / 1000);
    const record = caller instanceof RequestRecord && caller.service === service ? caller : undefined;
    record?.noteStatement(ms);
    if (slowMs === 0 || ms <= slowMs) return;
    // PostgreSQL's answer may have been there for as long as this process had no eye for it; PGlite may be what it was busy with.
    const eventLoopMs = database.engine === 'postgres' ? Math.min(ms, loop.keptMs()) : 0;
    if (ms - eventLoopMs <= slowMs) return;
    log.warn(
      { ...placeOf(record), ms: Math.round(ms), eventLoopMs: Math.round(eventLoopMs), sql: clipped(sql) },
      'slow query',
    );
  });
  return () => {
    stop();
    loop.end();
  };
}

/** Where in the service a statement comes from. */
function placeOf(record: RequestRecord | undefined): object {
  if (!record) return {};
  const { requestId, trace, route, operation } = record;
  return { requestId, traceId: trace.traceId, route, operation };
}

function clipped(sql: string): string {
  const line = sql.replaceAll(/\s+/g, ' ').trim();
  const half = MOST_CHARACTERS / 2;
  return line.length > MOST_CHARACTERS ? `${line.slice(0, half)} … ${line.slice(-half)}` : line;
}

/** What is known of the time for which this process had no eye for what arrived. */
interface LoopWatch {
  /** Milliseconds for which the process has been at work since it last took in all that had arrived. */
  keptMs(): number;
  end(): void;
}

/**
 * Watches how the process comes round: from time to time it notes that it has just taken in what had arrived. What is taken
 * in later may have been there since then, unless the process was waiting for it.
 * @param everyMs how often it notes that; of so much work it cannot say what was taken in between
 */
function watchLoop(everyMs: number): LoopWatch {
  let round = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    // Timers come before what has arrived, immediates after it.
    setImmediate(() => {
      round = performance.eventLoopUtilization();
    }).unref();
  }, everyMs).unref();
  return {
    keptMs: () => performance.eventLoopUtilization(round).active,
    end() {
      clearInterval(timer);
    },
  };
}
