import { afterAll, beforeAll, expect } from 'vitest';
import type { Database } from '../../../src/db/database.js';
import { openTestDatabase, type Engine } from '../../support/engines.js';
import { startServer, type Answer, type Json, type TestServer } from '../../support/server.js';
import { statementsOf } from '../../support/sql.js';
import type { Contents } from '../../support/templates.js';
import { expectClose } from '../closeTo.js';
import { importReference } from '../importReference.js';
import type { JsonObject, Question, Records } from '../reference/records.js';
import { referenceConsumption, referenceEmissions } from '../reference/reference.js';
import { COMPANY, RECORDS } from './portfolio.js';

export type Path = '/consumption' | '/emissions';

/** The service over the portfolio of this folder, for the tests of one suite. */
export interface Figures {
  readonly database: () => Database;
  readonly server: () => TestServer;
  /** A key that reads everything of both companies. */
  readonly key: () => string;
  /** The response to a request; the default `key` sees the whole portfolio. */
  readonly get: (path: Path, question: Readonly<Record<string, string>>, key?: string) => Promise<Answer>;
  /** The body of a response, which must equal that of the reference. */
  readonly agree: (path: Path, question: Question, key?: string, records?: Records) => Promise<Json>;
  /** The statements that a function sends to the database, without look-ups of keys. */
  readonly statements: (run: () => Promise<unknown>) => Promise<readonly string[]>;
}

export const targetOf = (path: string, question: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(question).toString()}`;

/** The response of the reference. */
export const reference = (path: Path, question: Question, records: Records = RECORDS): JsonObject =>
  path === '/consumption' ? referenceConsumption(records, question) : referenceEmissions(records, question);

const FIGURES: Contents = {
  name: 'figures',
  load: (database) => importReference(database, RECORDS),
  sources: [import.meta.filename],
};

/** Starts the service before the suite's tests and stops it after them. */
export function serveFigures(engine: Engine): Figures {
  let state: { readonly database: Database; readonly server: TestServer; readonly key: string } | undefined;
  beforeAll(async () => {
    const database = await openTestDatabase(engine, FIGURES);
    const server = await startServer(database);
    state = { database, server, key: await server.key({ companies: Object.values(COMPANY) }) };
  });
  afterAll(async () => {
    await state?.server.close();
    await state?.database.close();
  });
  const started = (): NonNullable<typeof state> => {
    if (!state) throw new Error('the service is not started yet');
    return state;
  };
  const get: Figures['get'] = (path, question, key) =>
    started().server.get(targetOf(path, question), key ?? started().key);
  return {
    database: () => started().database,
    server: () => started().server,
    key: () => started().key,
    get,
    async agree(path, question, key, records) {
      const answer = await get(path, question, key);
      expect(answer.status, answer.text).toBe(200);
      expectClose(answer.body, reference(path, question, records), JSON.stringify(question));
      return answer.body;
    },
    async statements(run) {
      const all = await statementsOf(started().database, run);
      return all;
    },
  };
}
