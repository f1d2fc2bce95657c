import { ERRORS } from '../../../src/errors/table.js';
import type { Answer, GraphqlError } from '../../support/server.js';
import type { Disturbances, Kind } from './disturbances.js';
import type { RingKey } from './keyRing.js';
import type { Question } from './questions.js';
import { identifiersIn, toldBy, type QuietAnswers } from './quietAnswers.js';
import type { Timeline } from './states.js';

/** The verdict on a response. Any other response is wrong. */
export type Finding =
  | 'right, in the one state that the data was in'
  | 'right, in a state that the data could be in'
  | 'of several statements across an import: only whose it is was compared'
  | '304, right'
  | '503 while the database was restarted'
  | 'broken off by a kill or a restart'
  | 'refused: a key that was revoked'
  | 'refused: hostile'
  | 'answered: hostile';

/** The circumstances of a request. */
export interface Sent {
  readonly from: number;
  readonly to: number;
  readonly key: RingKey;
  /** The client's cached response, for a request with If-None-Match; null without one. */
  readonly had: string | null;
  /** Whether the client read slowly on purpose. */
  readonly isReadSlowly: boolean;
}

/** @throws WrongAnswer */
export class WrongAnswer extends Error {}

const RESTARTS: readonly Kind[] = ['database restarted in order', 'database crashed'];
/** Error codes of a database that is away, or overloaded just after it was. */
const AWAY = ['database-unavailable', 'query-timeout', 'overloaded'];

/**
 * The longest time for a response (docs/operations.md): 5 seconds for a connection, `STATEMENT_TIMEOUT`, and a second
 * more if the server does not answer at all. A large response may also wait `MAX_WAIT` in the queue.
 */
const BOUND_MS = 5_000 + 10_000 + 1_000;
const LARGE_BOUND_MS = BOUND_MS + 20_000;

/** Compares responses with those of a quiet server. */
export class Judge {
  readonly #quiet: QuietAnswers;
  readonly #timeline: Timeline;
  readonly #disturbances: Disturbances;
  /** The response for each entity tag. */
  readonly #tagged = new Map<string, string>();

  constructor(quiet: QuietAnswers, timeline: Timeline, disturbances: Disturbances) {
    this.#quiet = quiet;
    this.#timeline = timeline;
    this.#disturbances = disturbances;
  }

  /**
   * Judges a response.
   * @param index of the request
   * @throws WrongAnswer
   */
  judge(index: number, question: Question, answer: Answer<unknown>, sent: Sent): Finding {
    this.#requireInTime(question.isLarge, sent);
    const { from, to, key, had } = sent;
    const refused = this.#refusal(answer, sent);
    if (refused !== null) return refused;
    if (from > key.revokedSurely) throw new WrongAnswer('it was given to a key that was revoked');
    const states = this.#timeline.between(from, to);
    const told = this.#quiet.told[index] ?? [];
    const right = new Set([...states].map((state) => told[state]));
    if (answer.status === 304) {
      if (had !== null && right.has(had)) return '304, right';
      throw new WrongAnswer(`304 for what the client has, which is none of what it should be:\n${had ?? 'nothing'}`);
    }
    const own = toldBy(answer);
    this.#requireSameByTag(answer, own);
    if (right.has(own)) {
      return states.size === 1
        ? 'right, in the one state that the data was in'
        : 'right, in a state that the data could be in';
    }
    const shown = this.#quiet.shown[question.user];
    const strange = identifiersIn(own).filter((id) => shown?.has(id) === false);
    if (strange.length > 0) throw new WrongAnswer(`it shows what its user may not see: ${strange.join()}`);
    if (!question.isOfOneSnapshot && states.size > 1) {
      return 'of several statements across an import: only whose it is was compared';
    }
    const others = told.flatMap((text, state) => (text === own ? [state] : []));
    throw new WrongAnswer(
      `it is that of states ${others.join() || 'none'}, not of ${[...states].join()}; it told\n${own}\nand not\n${[...right].join('\n')}`,
    );
  }

  /** Judges the response to a hostile request. @throws WrongAnswer */
  judgeHostile(answer: Answer<unknown>, sent: Sent): Finding {
    this.#requireInTime(true, sent);
    if (answer.status < 400) return 'answered: hostile';
    if (answer.status < 500 && codesOf(answer).some((code) => code in ERRORS)) return 'refused: hostile';
    const refused = this.#refusal(answer, sent);
    if (refused !== null) return refused;
    throw new WrongAnswer(`it told\n${toldBy(answer)}`);
  }

  /** Judges a connection that broke before the response was complete. @throws WrongAnswer */
  judgeBroken(isStreamed: boolean, error: unknown, { from, to }: Sent): Finding {
    const kinds: readonly Kind[] = isStreamed ? ['worker killed', ...RESTARTS] : ['worker killed'];
    if (this.#disturbances.between(from, to, kinds)) return 'broken off by a kill or a restart';
    throw new WrongAnswer(`it broke off: ${String(error)}`);
  }

  /** Returns the verdict on an acceptable error; null for any other response. */
  #refusal(answer: Answer<unknown>, { from, to, key }: Sent): Finding | null {
    const isTimed = answer.headers['retry-after'] !== undefined;
    if (
      codesOf(answer).some((code) => AWAY.includes(code)) &&
      isTimed &&
      this.#disturbances.between(from, to, RESTARTS)
    ) {
      return '503 while the database was restarted';
    }
    // After many invalid keys, the service answers 429.
    const isUnknown = answer.status === 401 || (answer.status === 429 && isTimed);
    return isUnknown && to >= key.revokedFrom ? 'refused: a key that was revoked' : null;
  }

  #requireInTime(isLarge: boolean, { from, to, isReadSlowly }: Sent): void {
    const most = isLarge ? LARGE_BOUND_MS : BOUND_MS;
    if (!isReadSlowly && to - from > most)
      throw new WrongAnswer(`it took ${Math.round(to - from)} ms, and may take ${most}`);
  }

  /** Responses with the same tag are equal, whichever worker sends them. */
  #requireSameByTag({ headers }: Answer<unknown>, own: string): void {
    const { etag } = headers;
    if (etag === undefined) return;
    const before = this.#tagged.get(etag);
    if (before === undefined) this.#tagged.set(etag, own);
    else if (before !== own)
      throw new WrongAnswer(`it is another one than before under ${etag}:\n${own}\nand\n${before}`);
  }
}

/** Returns the error codes of a REST or GraphQL response. */
function codesOf({ body }: Answer<unknown>): readonly string[] {
  const { code, errors = [] } = (body ?? {}) as { readonly code?: string; readonly errors?: readonly GraphqlError[] };
  return [code, ...errors.map(({ extensions }) => extensions?.code)].filter((one) => one !== undefined);
}
