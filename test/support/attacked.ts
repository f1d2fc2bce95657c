import { afterAll, beforeAll, expect } from 'vitest';
import { issueKey } from '../../src/auth/keys.js';
import { readConfig } from '../../src/config/config.js';
import type { Database } from '../../src/db/database.js';
import { LIMITS, type ServerLimits } from '../../src/server/limits.js';
import { serve, type RunningService } from '../../src/server/serve.js';
import type { Engine } from './engines.js';
import { printFigure, startClock } from './figures.js';
import { openPortfolio } from './loadPortfolio.js';
import { COMPANIES, PORTFOLIO } from './portfolio.js';

/** The fewest responses that the other client must get for the test to prove anything. */
const FEWEST = 5;

/** The service with its server's limits, as in production, for the tests of one suite. */
export interface Attacked {
  readonly url: () => string;
  readonly port: () => number;
  readonly key: () => string;
  readonly database: () => Database;
  /** The address of the metrics. */
  readonly metricsUrl: () => string;
  /** Returns a sample of the metrics by its name and labels, spelled as in the output. */
  readonly sample: (name: string) => Promise<number | undefined>;
  /** Runs an attack while another client sends one request after another, and expects all of its requests to succeed. */
  readonly unharmed: <Result>(attack: () => Promise<Result>) => Promise<Result>;
}

export function serveAttacked(
  engine: Engine,
  env: Readonly<Record<string, string>> = {},
  limits: Partial<ServerLimits> = {},
): Attacked {
  let state:
    { readonly database: Database; readonly running: RunningService; readonly keys: readonly string[] } | undefined;
  const bystanders = { answers: 0, slowest: 0 };
  beforeAll(async () => {
    const database = await openPortfolio(engine);
    const config = readConfig({ PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_POINTS: '0', ...env });
    const running = await serve(database, config, { ...LIMITS, ...limits });
    const grants = { role: 'reader', companies: COMPANIES, entities: [] };
    const keys = [(await issueKey(database, grants)).key, (await issueKey(database, grants)).key];
    state = { database, running, keys };
  });
  afterAll(async () => {
    if (bystanders.answers > 0) {
      const { answers, slowest } = bystanders;
      printFigure(`another client, on ${engine}`, `${answers} answers, the slowest after ${Math.round(slowest)} ms`);
    }
    await state?.running.stop();
    await state?.database.close();
  });
  const started = (): NonNullable<typeof state> => {
    if (!state) throw new Error('the service is not started yet');
    return state;
  };
  const url = (): string => started().running.address;
  return {
    url,
    port: () => Number(new URL(url()).port),
    key: () => started().keys[0] ?? '',
    database: () => started().database,
    metricsUrl: () => started().running.metricsAddress ?? '',
    async sample(name) {
      const text = await (await fetch(started().running.metricsAddress ?? '')).text();
      const line = text.split('\n').find((one) => one.startsWith(`${name} `));
      return line === undefined ? undefined : Number(line.slice(name.length));
    },
    async unharmed(attack) {
      const headers = { 'x-api-key': started().keys[1] ?? '' };
      const answers = new Map<string, number>();
      let going = true;
      const bystander = async (): Promise<void> => {
        for (let answered = 0; going || answered < FEWEST; answered += 1) {
          const passed = startClock();
          const answer = await fetch(`${url()}/2.0/accounts?limit=3`, { headers });
          const { total } = (await answer.json()) as { readonly total?: number };
          bystanders.answers += 1;
          bystanders.slowest = Math.max(bystanders.slowest, passed());
          const seen = `${answer.status} ${String(total)}`;
          answers.set(seen, (answers.get(seen) ?? 0) + 1);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      };
      const asking = bystander();
      try {
        return await attack();
      } finally {
        going = false;
        await asking;
        expect([...answers.keys()]).toEqual([`200 ${PORTFOLIO.accounts.length}`]);
      }
    },
  };
}
