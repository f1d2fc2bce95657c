import { requestOf } from './requests.js';
import { loadWith, type Load, type LoadResult, type RepeatedRequest } from './load.js';
import { spreadOf, type Spread } from './measure.js';
import { watchBackends, watchMemory } from './processes.js';
import { type Environment, type Peer, startService } from './peers.js';
import type { ServiceCase } from './serviceCases.js';

/** The results of several processes for a case: responses per second, and the memory of all of them in bytes. */
export interface ByWorkers {
  readonly workers: number;
  readonly rate: Spread;
  readonly memory: number;
  /** The processor time of a response in milliseconds. The part with the most time limits the rate. */
  readonly taken: Readonly<Record<'service' | 'database' | 'load', number>>;
}

/** The processor time of the processes, of PostgreSQL, and of the load generator, which is this process, in milliseconds. */
interface Times {
  service: number;
  database: number;
  load: number;
  answers: number;
}

/** Measures a case with a service of one process and of two, in turn. */
export async function measureWorkers(
  environment: Environment,
  one: ServiceCase,
  { key, rounds, load }: { readonly key: string; readonly rounds: number; readonly load: Load },
): Promise<readonly ByWorkers[]> {
  const services: {
    readonly workers: number;
    readonly peer: Peer;
    readonly sent: RepeatedRequest;
    readonly rates: number[];
    readonly times: Times;
  }[] = [];
  try {
    for (const workers of [1, 2]) {
      const peer = { ...(await startService(environment, { WEB_CONCURRENCY: String(workers) })), name: `${workers}` };
      const sent = requestOf(one, 'rest', peer.url, key);
      if (!sent) throw new Error(`${one.name} has no REST request`);
      const times = { service: 0, database: 0, load: 0, answers: 0 };
      services.push({ workers, peer, sent, rates: [], times });
      await loadWith(sent, load);
    }
    const watched = watchMemory(services.map(({ peer }) => peer));
    for (let round = 0; round < rounds; round += 1) {
      for (const { peer, sent, rates, times } of services) {
        rates.push(await timed(times, peer, environment.database, () => loadWith(sent, load)));
      }
    }
    const most = watched();
    return services.map(({ workers, peer, rates, times: { answers, ...times } }) => ({
      workers,
      rate: spreadOf(rates),
      memory: most[peer.name] ?? 0,
      taken: {
        service: times.service / answers,
        database: times.database / answers,
        load: times.load / answers,
      },
    }));
  } finally {
    for (const { peer } of services) await peer.stop();
  }
}

/** Loads a server and adds the processor time to `times`. @returns responses per second */
async function timed(times: Times, peer: Peer, database: string, load: () => Promise<LoadResult>): Promise<number> {
  const [before, own] = [peer.processorTime(), process.cpuUsage()];
  const watched = watchBackends(database);
  const { rate, answers } = await load();
  const { user, system } = process.cpuUsage(own);
  times.service += peer.processorTime() - before;
  times.database += watched();
  times.load += (user + system) / 1_000;
  times.answers += answers;
  return rate;
}
