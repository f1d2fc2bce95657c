import { spreadOf, type Spread } from './measure.js';
import { type Environment, startService } from './peers.js';

/**
 * Measures the time from the start of a service over a migrated database to its first response, several times, in
 * milliseconds.
 */
export async function measureStart(environment: Environment, key: string, times: number): Promise<Spread> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const started = performance.now();
    const service = await startService(environment);
    const answer = await fetch(`${service.url}/2.0/accounts?limit=1`, { headers: { 'x-api-key': key } });
    await answer.text();
    taken.push(performance.now() - started);
    await service.stop();
    if (answer.status !== 200) throw new Error(`the first response has status ${answer.status}`);
  }
  return spreadOf(taken);
}
