import { setTimeout as pause } from 'node:timers/promises';
import { startUdg } from '../../support/udg.js';
import { at, type Random } from '../../support/random.js';
import type { Disturbances } from './disturbances.js';
import type { Change, Timeline } from './states.js';

/** Between two imports, when the data is in one state. */
const MAX_REST_MS = 4_000;

/** What imports did. */
export interface Imported {
  done: number;
  killed: number;
  /** Ended by a restart of the database. */
  failed: number;
}

/** Imports one file after the other by `udg import`, as users do; one that is killed, or fails, is repeated. */
export class Importing {
  readonly imported: Imported = { done: 0, killed: 0, failed: 0 };
  readonly #url: string;
  readonly #changes: readonly Change[];
  readonly #timeline: Timeline;
  readonly #disturbances: Disturbances;
  readonly #random: Random;

  constructor(
    url: string,
    { changes, timeline }: { readonly changes: readonly Change[]; readonly timeline: Timeline },
    disturbances: Disturbances,
    random: Random,
  ) {
    this.#url = url;
    this.#changes = changes;
    this.#timeline = timeline;
    this.#disturbances = disturbances;
    this.#random = random;
  }

  /**
   * Brings the data into its next state, and leaves it there for a while.
   * @throws Error when an import fails for no reason that is known
   */
  async next(): Promise<void> {
    const { resource, file } = at(this.#changes, this.#timeline.state);
    const since = performance.now();
    const end = this.#timeline.begin();
    while (!(await this.#once(resource, file))) await pause(200);
    end();
    this.imported.done += 1;
    await pause(Math.min(MAX_REST_MS, performance.now() - since));
  }

  /** @returns whether it was done */
  async #once(resource: string, file: string): Promise<boolean> {
    const from = performance.now();
    const { process: child, ended } = startUdg(['import', resource, file, '--replace'], { DATABASE_URL: this.#url });
    const isKilled = this.#random() < 0.2;
    const timer = isKilled ? setTimeout(() => child.kill('SIGKILL'), 300 + this.#random() * 1_200) : undefined;
    const { status, signal, stderr } = await ended;
    clearTimeout(timer);
    if (status === 0) return true;
    const isRestarted = this.#disturbances.between(from, performance.now(), [
      'database restarted in order',
      'database crashed',
    ]);
    if (signal === 'SIGKILL' && isKilled) this.imported.killed += 1;
    else if (isRestarted) this.imported.failed += 1;
    else throw new Error(`udg import ${resource} ended with ${String(status ?? signal)}:\n${stderr}`);
    return false;
  }
}
