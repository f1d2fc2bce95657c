import { LRUCache } from 'lru-cache';
import type { Viewer } from '../auth/viewer.js';
import { bytesOf, type AnswerCache, type KeptAnswer } from '../core/answerCache.js';
import type { Core } from '../core/createCore.js';
import { readState } from '../data/state.js';
import { digest } from '../values/digest.js';
import type { GraphqlContext } from './context.js';

/** A whole answer, without errors. */
export interface KeptQuery extends KeptAnswer {
  readonly contentType: string;
}

/** Answers that are kept, for requests that are made again in the same words. */
export interface KeptQueries {
  /**
   * The answer that is kept for the viewer, where the data is what it was made of. A request that was answered before is let
   * in here; where it is refused, the shared admission says so.
   * @throws what keeps the state of the data from being read
   */
  find(question: string, context: GraphqlContext): Promise<KeptQuery | undefined>;
  /** Keeps an answer without errors, where the data is still what it was before. */
  keep(question: string, context: GraphqlContext, text: string, contentType: string): Promise<void>;
}

/** Questions that were answered, at most. */
const KNOWN = 1_000;

/** @param admit lets a request in, by its cost */
export function keptQueries(
  core: Core,
  answers: AnswerCache<KeptQuery>,
  admit: (context: GraphqlContext, cost: number) => Promise<Viewer>,
): KeptQueries {
  /** What is sound and fits its bounds, as it was answered, with what is to be said of it. */
  const known = new LRUCache<string, { readonly cost: number; readonly operation: string | undefined }>({ max: KNOWN });
  const names = new WeakMap<Viewer, string>();
  const nameOf = (question: string, viewer: Viewer): string => {
    // A query may ask what its viewer is, so all of it counts.
    const name = names.get(viewer) ?? digest([{ ...viewer, scopes: [...viewer.scopes].toSorted() }]);
    names.set(viewer, name);
    return `${name}.${question}`;
  };
  return {
    async find(question, context) {
      const { record, signal, shared } = context;
      const found = known.get(question);
      if (!found) return undefined;
      record.asks(found.operation);
      shared.admission = record.identify(() => admit(context, found.cost));
      const viewer = await shared.admission.catch(() => undefined);
      if (!viewer) return undefined;
      const name = nameOf(question, viewer);
      const kept = answers.find(name);
      if (kept) {
        const { version } = await record.clock.waitFor(core.state(signal));
        if (kept.version === version) return kept;
      }
      shared.isWanted = answers.comesAgain(name);
      record.clock.enter('plan');
      return undefined;
    },
    async keep(question, { record, signal, shared: { made } }, text, contentType) {
      if (record.failed || !made) return;
      const { viewer, cost, reading, stateBefore } = made;
      // A name is a part of its document, which it would keep as a whole.
      const operation = record.operation && Buffer.from(record.operation).toString();
      known.set(question, { cost, operation });
      const name = nameOf(question, viewer);
      if (!stateBefore) {
        answers.comesAgain(name);
        return;
      }
      // An answer may be of several statements; between two states that are the same, all saw the same.
      const { version } = stateBefore;
      const after = await readState(reading, signal).catch(() => null);
      if (after?.version === version) answers.keep(name, { version, body: bytesOf(text), contentType });
    },
  };
}
