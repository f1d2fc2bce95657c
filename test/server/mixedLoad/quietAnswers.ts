import type { Database } from '../../../src/db/database.js';
import { importPlain } from '../../support/importPlain.js';
import { at } from '../../support/random.js';
import { startServer, type Answer } from '../../support/server.js';
import { USERS, type Question } from './questions.js';
import type { Change } from './states.js';

const AT_ONCE = 4;
const ID = /\b[0-9a-f]{24}\b/g;

/** The responses of a quiet server: one process without a cache, while the data does not change. */
export interface QuietAnswers {
  /** The response to each request in each state. */
  readonly told: readonly (readonly string[])[];
  /** The identifiers that each user may see in any state. */
  readonly shown: readonly ReadonlySet<string>[];
}

/** Returns the content of a response as text, without its identifier, data version, points and times. */
export function toldBy({ status, headers, text }: Answer<unknown>): string {
  const named = ['content-type', 'content-disposition', 'link'].map(
    (name) => `${name}: ${String(headers[name] ?? '')}`,
  );
  return [status, ...named, text.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""')].join('\n');
}

/** Returns the identifiers of records in a response. */
export function identifiersIn(text: string): readonly string[] {
  return text.match(ID) ?? [];
}

/**
 * Sends all requests in each state, with one import between states.
 * @param changes for each state, the import that leads to the next, and from the last to the first
 * @param keys of each user
 * @throws Error if the last import does not lead back to the first state
 */
export async function askQuietly(
  database: Database,
  questions: readonly Question[],
  changes: readonly Change[],
  keys: readonly string[],
): Promise<QuietAnswers> {
  const server = await startServer(database, { ANSWER_CACHE: '0' });
  const told: string[][] = questions.map(() => []);
  const askAll = async (): Promise<readonly string[]> => {
    const answers: string[] = [];
    const waiting = questions.entries();
    const client = async (): Promise<void> => {
      for (const [index, { user, target, ask }] of waiting) {
        const headers = { ...ask.headers, 'x-api-key': at(keys, user) };
        answers[index] = toldBy(await server.ask(target, { ...ask, headers }));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    return answers;
  };
  try {
    for (const { resource, records } of changes) {
      for (const [index, text] of (await askAll()).entries()) {
        const own = at(told, index);
        // Most responses are equal in several states, so they share one string.
        own.push(own.find((other) => other === text) ?? text);
      }
      await importPlain(database, resource, records);
    }
    for (const [index, text] of (await askAll()).entries()) {
      if (text === at(told, index)[0]) continue;
      throw new Error(`${at(questions, index).target} is not what it was in the beginning:\n${text.slice(0, 2_000)}`);
    }
  } finally {
    await server.close();
  }
  const shown = USERS.map((_, user) => {
    const own = new Set(told.filter((_texts, index) => at(questions, index).user === user).flat());
    return new Set([...own].flatMap(identifiersIn));
  });
  return { told, shown };
}
