import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { graphqlRequest, restRequest, type HostileRequest } from '../../support/hostileRequests.js';
import { at, pick, type Random } from '../../support/random.js';
import { askAt, type Answer, type Client } from '../../support/server.js';
import { WrongAnswer, type Finding, type Judge, type Sent } from './judge.js';
import type { KeyRing, RingKey } from './keyRing.js';
import { USERS, type Question } from './questions.js';
import { toldBy } from './quietAnswers.js';

/** The longest time that a client waits, to detect requests that the server never answers. */
const MAX_MS = 60_000;
const REST_MS = 50;
/** The longest pause between two requests of a client, which leaves processor time for others. */
const MAX_PAUSE_MS = 30;
/** How many wrong responses are recorded. */
const MAX_WRONG = 10;

/** The client's cached response. */
interface Had {
  readonly etag: string;
  readonly told: string;
}

/** The results of judging the responses. */
export interface Found {
  readonly counts: Map<Finding | 'aborted', number>;
  /** The time of the slowest response, in milliseconds. */
  slowest: number;
  readonly wrong: string[];
}

/** The requests that clients send, and the server. */
export interface Load {
  readonly port: number;
  readonly questions: readonly Question[];
  /** The indexes of the requests to send. */
  readonly asked: readonly number[];
  readonly keys: KeyRing;
  readonly judge: Judge;
}

/** Clients that send one request after another until they are stopped. A judge checks each response. */
export class Clients {
  readonly found: Found = { counts: new Map(), slowest: 0, wrong: [] };
  readonly #load: Load;
  readonly #random: Random;
  #isOver = false;

  constructor(load: Load, random: Random) {
    this.#load = load;
    this.#random = random;
  }

  /** @returns when all clients have stopped */
  async run(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#client()));
  }

  stop(): void {
    this.#isOver = true;
  }

  async #client(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const had = new Map<number, Had>();
    while (!this.#isOver && this.found.wrong.length < MAX_WRONG) {
      const chance = this.#random();
      if (chance < 0.1) await this.#askHostile(agent);
      else if (chance < 0.15) await this.#abort();
      else await this.#ask(agent, had);
      await pause(this.#random() * MAX_PAUSE_MS);
    }
    agent.destroy();
  }

  /** Sends a random request: sometimes with If-None-Match, sometimes with an older key, sometimes reading slowly. */
  async #ask(agent: Agent, had: Map<number, Had>): Promise<void> {
    const { questions, asked, keys, judge } = this.#load;
    const index = pick(this.#random, asked);
    const question = at(questions, index);
    // A large response takes as long as many small ones.
    if (question.isLarge && this.#random() < 0.8) return;
    const known = this.#random() < 0.5 ? had.get(index) : undefined;
    const key = this.#random() < 0.05 ? keys.any(question.user, this.#random) : keys.newest(question.user);
    const isSlow = question.isLarge && this.#random() < 0.3;
    const headers = { ...question.ask.headers, ...(known ? { 'if-none-match': known.etag } : {}) };
    await this.#send(
      { target: question.target, ask: { ...question.ask, headers } },
      key,
      isSlow ? { agent, restMs: REST_MS } : { agent },
      (answer, sent) => {
        const finding = judge.judge(index, question, answer, { ...sent, had: known?.told ?? null });
        const { etag } = answer.headers;
        if (answer.status === 200 && etag !== undefined) had.set(index, { etag, told: toldBy(answer) });
        return finding;
      },
      question.isStreamed,
    );
  }

  /** Sends a hostile request, or one with an invalid key. */
  async #askHostile(agent: Agent): Promise<void> {
    const { keys, judge } = this.#load;
    const random = this.#random;
    const { target, ask } = random() < 0.5 ? restRequest(random) : graphqlRequest(random);
    // The response to HEAD has no body with an error code.
    const request = { target, ask: { ...ask, method: ask.method === 'HEAD' ? 'GET' : (ask.method ?? 'GET') } };
    const { key } = keys.newest(Math.floor(random() * USERS.length));
    const bad = pick(random, [
      key,
      key,
      `${key.slice(0, 24)}:${'A'.repeat(43)}`,
      `${'f'.repeat(24)}:${'A'.repeat(43)}`,
      'x',
      '',
    ]);
    const own = { key: bad, revokedFrom: bad === key ? Infinity : 0, revokedSurely: Infinity };
    await this.#send(request, own, { agent }, (answer, sent) => judge.judgeHostile(answer, sent), false);
  }

  /** Sends a request and disconnects before the response is complete. */
  async #abort(): Promise<void> {
    const { questions, keys, port } = this.#load;
    const { target, ask, user } = pick(this.#random, questions);
    const headers = { ...ask.headers, 'x-api-key': keys.newest(user).key };
    const gone = new AbortController();
    const asked = askAt(port, target, { ...ask, headers }, { signal: gone.signal }).catch(() => undefined);
    await pause(this.#random() * 60);
    gone.abort();
    await asked;
    this.#count('aborted');
  }

  async #send(
    { target, ask }: HostileRequest,
    key: RingKey,
    client: Client,
    judged: (answer: Answer<unknown>, sent: Sent) => Finding,
    isStreamed: boolean,
  ): Promise<void> {
    const headers = { ...ask.headers, 'x-api-key': key.key };
    const from = performance.now();
    const sent = (): Sent => ({
      from,
      to: performance.now(),
      key,
      had: null,
      isReadSlowly: client.restMs !== undefined,
    });
    const timeout = AbortSignal.timeout(MAX_MS);
    try {
      const answer = await askAt<unknown>(
        this.#load.port,
        target,
        { ...ask, headers },
        { ...client, signal: timeout },
      ).catch((error: unknown) => {
        if (timeout.aborted) throw new WrongAnswer(`there was none within ${MAX_MS} ms`);
        this.#count(this.#load.judge.judgeBroken(isStreamed, error, sent()));
        return null;
      });
      if (answer === null) return;
      const now = sent();
      if (!now.isReadSlowly) this.found.slowest = Math.max(this.found.slowest, now.to - now.from);
      this.#count(judged(answer, now));
    } catch (error) {
      if (!(error instanceof WrongAnswer)) throw error;
      const asked = `${ask.method ?? 'GET'} ${target} ${String(ask.body ?? '')}`;
      this.found.wrong.push(
        `${asked}\nby ${key.key.slice(0, 24)}, at ${Math.round(from)} ms: ${error.message}`.slice(0, 6_000),
      );
    }
  }

  #count(finding: Finding | 'aborted'): void {
    const { counts } = this.found;
    counts.set(finding, (counts.get(finding) ?? 0) + 1);
  }
}
