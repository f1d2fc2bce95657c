import { expect } from 'vitest';
import type { TestServer } from '../../support/server.js';
import type { Question } from '../reference/records.js';

/** The body of a request for figures over REST, which must succeed. */
export async function figuresOf(server: TestServer, path: string, question: Question, key: string): Promise<unknown> {
  const parameters = Object.entries(question).map(([name, value]): [string, string] => [name, value]);
  const answer = await server.get(`${path}?${new URLSearchParams(parameters).toString()}`, key);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
