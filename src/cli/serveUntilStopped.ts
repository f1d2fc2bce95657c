import type { Config } from '../config/config.js';
import type { Database } from '../data/database.js';
import type { Running } from '../server/serve.js';
import { serveByWorkers } from '../server/workers.js';
import { context } from './commandContext.js';
import { print, tell } from './output.js';
import { isSound, untilSound } from './reachable.js';
import { endInTime, type StopSignal } from './stopSignal.js';

export interface Serving {
  /** Whether the addresses are printed as JSON as well. */
  readonly json: boolean | undefined;
  readonly signals: StopSignal;
  /** Told the address once it answers. */
  readonly announce: (address: string) => Promise<void>;
}

/**
 * Serves until the process is asked to stop, then closes everything. With the database down it serves as well.
 * @throws Error in a sentence when the database, now or once it can be reached, is not what is declared
 */
export async function serveUntilStopped(
  database: Database,
  config: Config,
  { json, signals, announce }: Serving,
): Promise<void> {
  const ended = new AbortController();
  let running: Running | null = null;
  try {
    const sound = await isSound(database);
    const stopped = signals.heed().then(() => {
      tell('Stopping: requests in flight finish.');
      ended.abort();
      endInTime();
    });
    running = await startServing(database, config, stopped);
    if (running === null || ended.signal.aborted) return;
    const metrics = running.metricsAddress;
    const addresses = { rest: `${running.address}/2.0`, graphql: `${running.address}/graphql` };
    if (json === true) print(json, { ...addresses, ...(metrics === null ? {} : { metrics }) }, []);
    tell(`REST      ${addresses.rest}`);
    tell(`GraphQL   ${addresses.graphql}`);
    tell(`Guide     ${running.address}/guide`);
    if (metrics !== null) tell(`Metrics   ${metrics}`);
    await announce(running.address);
    const wrong = sound ? new Promise<never>(() => undefined) : untilSound(database, ended.signal).then(() => stopped);
    await Promise.race([stopped, wrong]);
  } catch (error) {
    context().setStatus(1);
    endInTime();
    throw error;
  } finally {
    ended.abort();
    if (running) await stopServing(running, config);
    await database.close();
  }
}

/**
 * In this process, or by several on PostgreSQL, which share the connections that are allowed. Only those that serve load the
 * service.
 * @returns null when it was stopped before it served, and has ended
 */
async function startServing(database: Database, config: Config, stopped: Promise<void>): Promise<Running | null> {
  const { workers } = config;
  if (workers > 1 && database.engine === 'postgres') return serveByWorkers(config, stopped, tell);
  if (workers > 1) tell(`WEB_CONCURRENCY=${workers} needs PostgreSQL; the embedded database is served by one process.`);
  const { serve } = await import('../server/serve.js');
  return serve(database, config);
}

/** Stops, and tells of requests that were cut off. */
async function stopServing(running: Running, { stopDelayMs }: Config): Promise<void> {
  const cutOff = await running.stop(stopDelayMs);
  if (cutOff > 0) tell(`${cutOff} ${cutOff === 1 ? 'request was' : 'requests were'} cut off: not finished in time.`);
}

/** The one that started the workers prints, watches the database, and says when to stop. */
export async function serveAsWorker(database: Database, config: Config, signals: StopSignal): Promise<void> {
  try {
    const { serve } = await import('../server/serve.js');
    const running = await serve(database, config);
    // Until it serves there is nothing to finish.
    await signals.heed();
    endInTime();
    await stopServing(running, config);
  } finally {
    await database.close();
    process.disconnect();
  }
}
