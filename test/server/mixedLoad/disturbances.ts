import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../../support/cluster.js';
import { at, pick, type Random } from '../../support/random.js';
import type { RedisServer } from '../../support/redisServer.js';
import { workersOf, type Udg } from '../../support/udg.js';

/** What is done to the service. */
export type Kind = 'worker killed' | 'database restarted in order' | 'database crashed' | 'Redis hung';
export const KINDS: readonly Kind[] = [
  'worker killed',
  'database restarted in order',
  'database crashed',
  'Redis hung',
];

/** After a restart, until connections that had been refused are tried again; after a kill, until a reset is heard of. */
const SETTLE_MS = 2_000;

interface Disturbance {
  readonly kind: Kind;
  readonly from: number;
  to: number;
}

/** What may be disturbed. */
export interface Surroundings {
  readonly service: Udg;
  readonly cluster: Cluster;
  readonly redis: RedisServer;
}

/** What was done to the service, and when. */
export class Disturbances {
  readonly #surroundings: Surroundings;
  readonly #random: Random;
  readonly #done: Disturbance[] = [];
  #restarted = Promise.resolve();

  constructor(surroundings: Surroundings, random: Random) {
    this.#surroundings = surroundings;
    this.#random = random;
  }

  /** How often each was done. */
  get counts(): Readonly<Record<Kind, number>> {
    const count = (kind: Kind): number => this.#done.filter((one) => one.kind === kind).length;
    return Object.fromEntries(KINDS.map((kind) => [kind, count(kind)])) as Record<Kind, number>;
  }

  /** Whether one of some kinds was done between two moments (`performance.now`), or shortly before. */
  between(from: number, to: number, kinds: readonly Kind[]): boolean {
    return this.#done.some((one) => kinds.includes(one.kind) && one.from <= to && one.to + SETTLE_MS >= from);
  }

  /**
   * Some at about the same time, then a while without any.
   * @param calmMs how long that is
   */
  async round(calmMs: number): Promise<void> {
    await Promise.all(
      this.#some().map(async (kind) => {
        await pause(this.#random() * 3_000);
        const one = { kind, from: performance.now(), to: Infinity };
        this.#done.push(one);
        await this.#disturb(kind);
        one.to = performance.now();
      }),
    );
    await pause(SETTLE_MS + calmMs);
  }

  async #disturb(kind: Kind): Promise<void> {
    const { service, cluster, redis } = this.#surroundings;
    if (kind === 'worker killed') {
      const before = workersOf(service);
      // The youngest, so that there is one which lives for the whole run.
      process.kill(at(before, -1), 'SIGKILL');
      // By one look: between two, the killed one may go, and the one that is left would pass for the new one.
      for (let now = before; now.length < before.length || now.at(-1) === before.at(-1); now = workersOf(service)) {
        await pause(50);
      }
    } else if (kind === 'Redis hung') {
      redis.hang();
      await pause(500 + this.#random() * 3_500);
      redis.goOn();
    } else {
      // It is restarted once at a time.
      this.#restarted = this.#restarted.then(() => cluster.restart(kind === 'database crashed' ? 'immediate' : 'fast'));
      await this.#restarted;
    }
  }

  /** Kinds for a round: those that there were none of yet, else one or several. */
  #some(): readonly Kind[] {
    const missing = KINDS.filter((kind) => !this.#done.some((one) => one.kind === kind));
    if (missing.length > 0) return missing;
    const some = KINDS.filter(() => this.#random() < 0.5);
    return some.length === 0 ? [pick(this.#random, KINDS)] : some;
  }
}
