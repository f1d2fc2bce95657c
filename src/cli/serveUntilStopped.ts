import type { Config } from '../config/config.js';
import type { Database } from '../db/database.js';
import type { RunningService } from '../server/serve.js';
import { serveByWorkers } from '../server/workers.js';
import { context } from './commandContext.js';
import { serveLocally, type StopLocal } from './localService.js';
import { print, logLine } from './output.js';
import { isSound, untilSound } from './reachable.js';
import { endInTime, type StopSignal } from './stopSignal.js';

export interface Serving {
  /** Whether to print the addresses as JSON, too. */
  readonly json: boolean | undefined;
  readonly signals: StopSignal;
  /** Receives the address once the server answers. */
  readonly onListening: (address: string) => Promise<void>;
}

/**
 * Serves until a stop signal, then closes everything. It also serves while the database is down.
 * @throws Error if the database, now or once it can be reached, lacks a declared table or column
 */
export async function serveUntilStopped(
  database: Database,
  config: Config,
  { json, signals, onListening }: Serving,
): Promise<void> {
  const ended = new AbortController();
  let running: RunningService | null = null;
  let stopLocal: StopLocal | null = null;
  try {
    const sound = await isSound(database);
    const stopped = signals.heed().then(() => {
      logLine('Stopping after the requests in flight.');
      ended.abort();
      endInTime();
    });
    running = await startServing(database, config, stopped);
    if (running === null || ended.signal.aborted) return;
    if (database.engine === 'pglite') stopLocal = await serveLocally(database, config);
    const metrics = running.metricsAddress;
    const addresses = { rest: `${running.address}/2.0`, graphql: `${running.address}/graphql` };
    if (json === true) print(json, { ...addresses, ...(metrics === null ? {} : { metrics }) }, []);
    logLine(`REST      ${addresses.rest}`);
    logLine(`GraphQL   ${addresses.graphql}`);
    logLine(`Guide     ${running.address}/guide`);
    if (metrics !== null) logLine(`Metrics   ${metrics}`);
    await onListening(running.address);
    const wrong = sound ? new Promise<never>(() => undefined) : untilSound(database, ended.signal).then(() => stopped);
    await Promise.race([stopped, wrong]);
  } catch (error) {
    context().setStatus(1);
    endInTime();
    throw error;
  } finally {
    ended.abort();
    await Promise.all([stopLocal?.(), running && stopServing(running, config)]);
    await database.close();
  }
}

/**
 * Serves in this process, or on PostgreSQL with several workers, which share the allowed connections. Only processes
 * that serve load the service.
 * @returns null if the process was stopped before it served
 */
async function startServing(
  database: Database,
  config: Config,
  stopped: Promise<void>,
): Promise<RunningService | null> {
  const { workers } = config;
  if (workers > 1 && database.engine === 'postgres') return serveByWorkers(config, stopped, logLine);
  if (workers > 1)
    logLine(`WEB_CONCURRENCY=${workers} needs PostgreSQL; the embedded database is served by one process.`);
  const { serve } = await import('../server/serve.js');
  return serve(database, config);
}

/** Stops the server, and reports requests that were cut off. */
async function stopServing(running: RunningService, { stopDelayMs }: Config): Promise<void> {
  const cutOff = await running.stop(stopDelayMs);
  if (cutOff > 0)
    logLine(
      `${cutOff} ${cutOff === 1 ? 'request was' : 'requests were'} cut off, because they did not finish in time.`,
    );
}

/** Serves as a worker. The primary process prints the addresses, watches the database, and signals when to stop. */
export async function serveAsWorker(database: Database, config: Config, signals: StopSignal): Promise<void> {
  try {
    const { serve } = await import('../server/serve.js');
    const running = await serve(database, config);
    // Before the worker serves, it may end at once on a signal.
    await signals.heed();
    endInTime();
    await stopServing(running, config);
  } finally {
    await database.close();
    process.disconnect();
  }
}
