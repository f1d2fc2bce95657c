import type { Request, RequestHandler, Response } from 'express';
import type { DocumentNode } from 'graphql';
import { requestKey } from '../auth/requestKey.js';
import type { Viewer } from '../auth/viewer.js';
import { bytesOf, type AnswerCache, type KeptAnswer } from '../core/answerCache.js';
import type { Core } from '../core/createCore.js';
import { leavingOf } from '../core/leaving.js';
import { sendBody } from '../core/sendBody.js';
import { recordOf } from '../observe/recordOf.js';
import { answer } from './answer.js';
import { askedReader } from './asked.js';
import type { Endpoint } from './endpoint.js';
import { announceCaching, isConditional, questions, tagOf } from './etag.js';
import { exportOf, EXPORT_PAGE } from './export.js';
import { CONTENT_TYPES } from './format.js';
import { sendLines } from './stream.js';
import { announceSuccessor } from './successor.js';
import { announceState, createTold } from './told.js';
import type { Variables } from './variables.js';

/** A page or a record, with the links of its page. */
export interface KeptPage extends KeptAnswer {
  readonly links: string | null;
}

export interface RestOptions {
  readonly core: Core;
  /** Lets a request in, by its key and its cost. */
  readonly admit: (exchange: { request: Request; response: Response }, key: string, cost: number) => Promise<Viewer>;
  /** Takes what an answer costs beyond that, while it is on its way. */
  readonly spend: (viewer: Viewer, cost: number, signal: AbortSignal) => Promise<void>;
  readonly costOf: (document: DocumentNode, variables: Variables) => number;
  readonly maxLimit: number;
  /** The configuration, as far as answers depend on it. */
  readonly settings: readonly unknown[];
  readonly answers: AnswerCache<KeptPage>;
}

/**
 * Answers requests of an endpoint. What is wrong with the request itself, its key's form, its parameters, is told before
 * anything is looked up, so that a bad request takes no database connection.
 */
export function handlerOf(
  endpoint: Endpoint,
  { core, admit, spend, costOf, maxLimit, settings, answers }: RestOptions,
): RequestHandler {
  const askedBy = askedReader(endpoint, maxLimit);
  const questionOf = questions(endpoint, settings);
  return async (request, response) => {
    const key = requestKey(request.headers);
    const asked = askedBy(request);
    const { variables, format, list, isWhole } = asked;
    const signal = leavingOf(response);
    const record = recordOf(response);
    const viewer = await record.identify(() =>
      admit({ request, response }, key, isWhole ? EXPORT_PAGE : costOf(endpoint.document, variables)),
    );
    announceCaching(response);
    const announceLinks = (links: string | null): void => {
      announceSuccessor(response, endpoint);
      if (links !== null) response.append('Link', links);
    };
    // Pages that are read one after the other have no version in common.
    const question = isWhole ? null : questionOf(asked, viewer);
    if (question !== null) {
      const kept = format === 'json' ? answers.find(question) : undefined;
      if (kept || isConditional(request)) {
        const state = await record.clock.waitFor(core.state(signal));
        const tag = tagOf(question, state);
        response.setHeader('ETag', tag);
        if (isConditional(request) && request.fresh) {
          announceState(response, state, list, tag);
          response.status(304).end();
          return;
        }
        if (kept?.version === state.version) {
          announceState(response, state, list, tag);
          announceLinks(kept.links);
          sendBody(response, kept.body, CONTENT_TYPES.json);
          return;
        }
        response.removeHeader('ETag');
      }
    }
    const told = createTold(list);
    const context = core.contextFor(viewer, signal, told);
    const body = await answer(core, endpoint, variables, context);
    const { state, walked } = told;
    const links = list && walked && !isWhole ? list.links(walked) : null;
    announceLinks(links);
    if (state) announceState(response, state, list, question === null ? null : tagOf(question, state));
    if (format !== 'json') {
      const spendMore = (): Promise<void> => spend(viewer, EXPORT_PAGE, signal);
      const first = { body, next: isWhole ? (walked?.next ?? null) : null };
      await sendLines(response, exportOf({ core, endpoint, asked, context, spendMore }, format, first));
      return;
    }
    if (question !== null && state && answers.comesAgain(question)) {
      const kept = { version: state.version, body: bytesOf(body), links };
      answers.keep(question, kept);
      sendBody(response, kept.body, CONTENT_TYPES.json);
    } else sendBody(response, body, CONTENT_TYPES.json);
  };
}
