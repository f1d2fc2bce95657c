import fc from 'fast-check';
import { expect } from 'vitest';
import { printFigure } from './figures.js';
import { at } from './random.js';
import { omit, PER_ANSWER, type Answer, type TestServer } from './server.js';

/** Headers that depend on when the whole database last changed, not on its contents. */
const OF_THE_DATABASE = ['etag', 'sync-watermark'];

/** Two services that must give the same responses. */
export interface Alike {
  readonly servers: readonly TestServer[];
  /** For each service, the keys of the same viewers. */
  readonly keys: readonly (readonly string[])[];
  readonly runs: number;
  /** Fields of records that may differ, besides the request identifier. */
  readonly except?: readonly string[];
}

/** Expects both services to give the same responses to random requests of each viewer. */
export async function expectSame<Question>(
  { servers, keys, runs, except = [] }: Alike,
  questions: fc.Arbitrary<Question>,
  ask: (server: TestServer, question: Question, key: string) => Promise<Answer<unknown>>,
): Promise<void> {
  const differing = new RegExp(`"(${['requestId', ...except].join('|')})":"[^"]*"`, 'g');
  const told = ({ status, headers, text }: Answer<unknown>) => ({
    status,
    headers: omit(headers, ...PER_ANSWER, ...OF_THE_DATABASE),
    text: text.replaceAll(differing, '"$1":""'),
  });
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(questions, fc.nat(at(keys, 0).length - 1), async (question, viewer) => {
      const [one, other] = await Promise.all(
        servers.map(async (server, index) => told(await ask(server, question, at(at(keys, index), viewer)))),
      );
      expect(other).toEqual(one);
      // An invalid document would test nothing.
      expect(one?.text).not.toContain('graphql-invalid');
      if (one?.status === 200 && !one.text.startsWith('{"errors"')) whole += 1;
    }),
    { numRuns: runs, seed: 20_240_131 },
  );
  printFigure(
    'random questions to two services',
    `${runs} asked of both, 0 answers differ, ${whole} were answered with 200`,
  );
  expect(whole, 'questions that are answered').toBeGreaterThan(runs / 4);
}
