import { Gauge, type Registry } from 'prom-client';
import { within } from './within.js';

/** The least interval between counts. A count compares all findings with the deliveries. */
const INTERVAL_MS = 60_000;
/** After this time without an answer from the database, the other metrics are returned. */
const TIMEOUT_MS = 2_000;

/**
 * Measures how many changes of findings the webhook has not received. If a count fails, the gauge keeps its value. A
 * late count still changes it.
 * @param count counts the changes in the database
 */
export function measureUndelivered(registry: Registry, count: () => Promise<number>): void {
  let readAt = -Infinity;
  let undelivered: number | undefined;
  new Gauge({
    name: 'findings_undelivered',
    help: 'Changes of findings that the webhook has not received',
    registers: [registry],
    // All workers count the same findings.
    aggregator: 'max',
    async collect() {
      if (performance.now() - readAt >= INTERVAL_MS) {
        readAt = performance.now();
        const counting = count().then((counted) => (undelivered = counted));
        await within(TIMEOUT_MS, counting).catch(() => undefined);
      }
      // There is no sample until the first count: 0 would mean that all changes are delivered.
      if (undelivered === undefined) this.remove();
      else this.set(undelivered);
    },
  });
}
