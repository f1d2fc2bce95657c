import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/db/database.js';
import { ERRORS } from '../../../src/errors/table.js';
import { ENGINES, type Engine } from '../../support/engines.js';
import { openPortfolio } from '../../support/loadPortfolio.js';
import { graphqlRequest, restRequest } from '../../support/hostileRequests.js';
import { PORTFOLIO } from '../../support/portfolio.js';
import { seeded } from '../../support/random.js';
import { timesOf } from '../../support/repeated.js';
import { startServer, type Answer, type GraphqlError, type TestServer } from '../../support/server.js';

const REQUESTS = timesOf('hostile requests');
/** When memory is first measured, after all long-lived structures exist. */
const WARM = REQUESTS / 4;
const MAX_GROWTH = 40 * 1024 * 1024;
const AT_ONCE = 8;

/** Returns the error code of a REST or GraphQL response; null if it has none. */
function codeOf({ body }: Answer<unknown>): string | null {
  const { code, errors } = (body ?? {}) as { readonly code?: string; readonly errors?: readonly GraphqlError[] };
  return code ?? errors?.[0]?.extensions?.code ?? null;
}

function memoryAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

export function testHostileRequests(engine: Engine): void {
  describe.runIf(ENGINES.includes(engine))(`${REQUESTS} random hostile requests on ${engine}`, () => {
    let database: Database;
    let server: TestServer;

    beforeAll(async () => {
      database = await openPortfolio(engine);
      server = await startServer(database);
    });
    afterAll(async () => {
      await server.close();
      await database.close();
    });

    it(
      'get no 5xx and no masked error, get a code with each rejection, and leak no memory',
      { timeout: 900_000 },
      async () => {
        const key = await server.key();
        const random = seeded(5_000);
        const statuses = new Map<number, number>();
        const wrong: string[] = [];
        const askOne = async (number: number): Promise<void> => {
          const { target, ask } = number % 2 === 0 ? restRequest(random) : graphqlRequest(random);
          const answer = await server.ask<unknown>(target, { ...ask, headers: { ...ask.headers, 'x-api-key': key } });
          const { status, headers, body, text } = answer;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const masked = text.includes('"internal"') || text.includes('"database-unavailable"');
          const good = ask.method === 'HEAD' || (status < 400 ? body !== undefined : (codeOf(answer) ?? '') in ERRORS);
          if (status >= 500 || masked || !good || headers['x-request-id'] === undefined) {
            wrong.push(`${ask.method ?? ''} ${target} ${String(ask.body ?? '')} → ${status} ${text.slice(0, 200)}`);
          }
        };
        let asked = 0;
        const askUntil = async (count: number): Promise<void> => {
          const client = async (): Promise<void> => {
            while (asked < count) {
              asked += 1;
              await askOne(asked);
            }
          };
          await Promise.all(Array.from({ length: AT_ONCE }, client));
        };
        await askUntil(WARM);
        const warm = memoryAfterCollection();
        await askUntil(REQUESTS);
        expect(memoryAfterCollection() - warm).toBeLessThan(MAX_GROWTH);
        expect(wrong.slice(0, 10)).toEqual([]);
        expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 10);
        expect(statuses.get(400)).toBeGreaterThan(REQUESTS / 5);
        expect((await server.get('/accounts', key)).body.total).toBe(PORTFOLIO.accounts.length);
      },
    );
  });
}
