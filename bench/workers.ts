import { requestOf } from './asking.js';
import { loadWith, type Load, type Sent } from './load.js';
import { spreadOf, type Spread } from './measure.js';
import { watchMemory } from './processes.js';
import { type Ground, type Peer, startService } from './peers.js';
import type { ServiceCase } from './serviceCases.js';

/** What several processes make of a case, in answers per second; memory of all of them, bytes. */
export interface ByWorkers {
  readonly workers: number;
  readonly rate: Spread;
  readonly memory: number;
}

/** The same case by a service of one process, and of two, in turns. */
export async function measureWorkers(
  ground: Ground,
  one: ServiceCase,
  { key, rounds, load }: { readonly key: string; readonly rounds: number; readonly load: Load },
): Promise<readonly ByWorkers[]> {
  const services: { readonly workers: number; readonly peer: Peer; readonly sent: Sent; readonly rates: number[] }[] =
    [];
  try {
    for (const workers of [1, 2]) {
      const peer = { ...(await startService(ground, { WEB_CONCURRENCY: String(workers) })), name: `${workers}` };
      const sent = requestOf(one, 'rest', peer.url, key);
      if (!sent) throw new Error(`${one.name} is not for REST`);
      services.push({ workers, peer, sent, rates: [] });
      await loadWith(sent, load);
    }
    const watched = watchMemory(services.map(({ peer }) => peer));
    for (let round = 0; round < rounds; round += 1) {
      for (const { sent, rates } of services) rates.push((await loadWith(sent, load)).rate);
    }
    const most = watched();
    return services.map(({ workers, peer, rates }) => ({
      workers,
      rate: spreadOf(rates),
      memory: most[peer.name] ?? 0,
    }));
  } finally {
    for (const { peer } of services) await peer.stop();
  }
}
