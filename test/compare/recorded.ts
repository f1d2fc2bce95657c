import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { omit, PER_ANSWER, askAt, type Answer } from '../support/server.js';
import { until } from '../support/until.js';
import type { Build } from './builds.js';
import type { Question } from './questions.js';
import type { StatementProxy } from './statements.js';

/** What a service did with a request. */
export interface Recording {
  readonly status: number;
  /** Without those that differ from one answer to the next. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** SHA-256 of the body, without the identifier of the request. */
  readonly digest: string;
  /** How the body begins, to look at. */
  readonly begins: string;
  /**
   * Sorted, because statements that run at one time come in any order. None on the embedded database, nor of a request
   * that failed: how many of its statements were under way by then depends on time.
   */
  readonly statements: readonly string[];
}

export interface RecordedService {
  readonly ask: (question: Question, key: string) => Promise<Recording>;
  readonly stop: () => Promise<void>;
}

/** How much of a body a difference shows. */
const SHOWN = 600;

/**
 * Starts a build as users run it.
 * @param env names its database
 * @param proxy through which it reaches PostgreSQL
 */
export async function startRecorded(
  build: Build,
  env: Readonly<Record<string, string>>,
  proxy: StatementProxy | undefined,
): Promise<RecordedService> {
  const child = spawn(process.execPath, [build.main, 'serve'], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_POINTS: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
  });
  const port = Number(
    await until(`${build.name} serves`, () => {
      if (child.exitCode !== null) throw new Error(`${build.name} ended:\n${said}`);
      return /REST {6}http:\S+:(\d+)\/2\.0\n/.exec(said)?.[1];
    }),
  );
  await until(`${build.name} is ready`, async () => (await askAt(port, '/readyz', {})).status === 200);
  proxy?.take();
  return {
    async ask({ target, ask }, key) {
      const headers = { ...ask.headers, 'x-api-key': key };
      const answer = await askAt(port, target, { ...ask, headers });
      const statements = proxy?.take() ?? [];
      const hasFailed = answer.status >= 400 || answer.text.startsWith('{"errors"');
      return { ...recordingOf(answer), statements: hasFailed ? [] : statements.toSorted() };
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function recordingOf({ status, headers, text }: Answer<unknown>): Omit<Recording, 'statements'> {
  const body = text.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""');
  return {
    status,
    headers: omit(headers, ...PER_ANSWER),
    digest: createHash('sha256').update(body).digest('hex'),
    begins: body.slice(0, SHOWN),
  };
}
