import type { Request, RequestHandler, Response } from 'express';
import { OperationTypeNode } from 'graphql';
import { requestKey } from '../http/requestKey.js';
import type { Core } from '../core/createCore.js';
import { AppError } from '../errors/appError.js';
import { type Admission, exchangeOf, type Identified } from '../http/admission.js';
import { type Answer, send } from '../http/answer.js';
import type { Failures } from '../http/errors.js';
import type { AnswerSize, Making } from '../http/making.js';
import { answerWithoutMaking, nameOfViewer, type ResponseCache } from '../http/responseCache.js';
import { bytesOf } from '../values/bytes.js';
import { isTurnOver, nextTurn } from '../values/turns.js';
import { type Apollo, type ApolloAnswer, startApollo, type Task } from './apollo.js';
import { requireBounds } from './bounds.js';
import { createDocuments } from './documents.js';
import { hasErrors } from './result.js';
import { type GraphqlRequest, nameOf, requestReader } from './request.js';

export interface GraphqlOptions {
  readonly core: Core;
  readonly admission: Admission;
  readonly maxCost: number;
  readonly maxPeriods: number;
  readonly toAppError: Failures['toAppError'];
  readonly making: Making;
  readonly responses: ResponseCache;
}

/** The size of what is refused by its variables. */
const NOTHING: AnswerSize = { cost: 0, periods: 0 };

/** What is to be done with a request, and what it takes to cache its answer. */
interface Decided {
  readonly task: Task;
  /** Set of a request that is run. */
  readonly caching?: Caching;
}

interface Caching {
  /** Names what is asked, and by whom. */
  readonly question: string;
  /** Of a question that comes again: the version of the data before the answer was made. */
  readonly before: string | undefined;
  /** The version that the data has now, read from where the answer came from. */
  readonly now: () => Promise<string>;
}

/**
 * Answers requests: who asks, read, admit, cached, run, send. The key comes first, as to parse and validate a document is work;
 * the bounds, by arithmetic, come before Apollo and the database.
 * @param readBody has the body of a request parsed
 */
export async function graphqlHandler(
  options: GraphqlOptions,
  readBody: (request: Request, response: Response) => Promise<void>,
): Promise<{ readonly handle: RequestHandler; readonly stop: Apollo['stop'] }> {
  const { core, admission, maxCost, maxPeriods, toAppError, making, responses } = options;
  const documents = createDocuments(core);
  const reader = requestReader(core, documents);
  const apollo = await startApollo({ core, documents, toAppError });

  /** What is to be done with a request that was read; its points are taken. */
  const decide = async (
    { name, operation, variables, measure }: GraphqlRequest,
    asked: Identified,
  ): Promise<Decided | Answer> => {
    const { record, response, viewer } = asked;
    record.noteOperation(operation.node.name?.value);
    const { operation: kind } = operation.node;
    if (kind !== OperationTypeNode.QUERY) {
      throw new AppError('graphql-invalid', `The API is read-only: it answers queries, not a ${kind}.`);
    }
    const size = await measure();
    if (size) requireBounds(size, { maxCost, maxPeriods });
    if (isTurnOver()) await nextTurn();
    await admission.take(asked, size?.cost ?? 0);
    const question = `${nameOfViewer(viewer)}.${name}`;
    const cached = await answerWithoutMaking(responses, {
      question,
      state: () => record.clock.waitFor(core.state(viewer, record)),
      headersOf: () => [],
    });
    if (cached) return cached;
    const place = await making.begin(viewer.userId, size ?? NOTHING, response, record.signal);
    const context = core.contextFor(viewer, record);
    const now = (): Promise<string> => core.versionFor(context);
    const before = responses.isRepeated(question) ? await now() : undefined;
    const task = { run: { operation, variables }, context, place };
    return size ? { task: { ...task, cost: size.cost }, caching: { question, before, now } } : { task };
  };

  /** Reads a request, finds what is wrong with it, or the answer that is cached. */
  const readAndDecide = async (asked: Identified): Promise<Decided | Answer> => {
    const { request, response, record } = asked;
    const name = nameOf(request, response);
    const known = reader.find(name);
    try {
      if (!known && isTurnOver()) await nextTurn();
      const read = known ?? (await reader.read(name, request));
      if (!known && isTurnOver()) await nextTurn();
      if (read === null) return { task: { malformed: true } };
      return 'operation' in read ? await decide(read, asked) : { task: { invalid: read } };
    } catch (error) {
      return { task: { refusal: toAppError(error, record.requestId) } };
    }
  };

  /** Caches an answer without errors to a question that comes again, where the data is still what it was before. */
  const cache = async ({ status, headers, body }: ApolloAnswer, { question, before, now }: Caching): Promise<void> => {
    if (status !== 200 || (typeof body !== 'string' && !Buffer.isBuffer(body)) || hasErrors(body)) return;
    if (before === undefined) {
      responses.noteAnswered(question);
      return;
    }
    // An answer may be of several statements; between two states that are the same, all saw the same.
    const after = await now().catch(() => null);
    const type = headers.filter(([name]) => name === 'Content-Type');
    const bytes = typeof body === 'string' ? bytesOf([body]) : body;
    if (after === before) responses.store(question, { version: before, headers: type, body: bytes });
  };

  const handle: RequestHandler = async (request, response) => {
    const asked = await admission.identify(exchangeOf(request, response), requestKey(request.headers));
    const { record } = asked;
    // Reading a request costs as much as a small answer, whatever comes of it, so the first point is taken before.
    await admission.take(asked, 0);
    await readBody(request, response);
    const decided = await readAndDecide(asked);
    record.clock.enter('render');
    if ('status' in decided) {
      await send(response, decided);
      return;
    }
    const answer = await apollo.answer(asked, decided.task);
    await send(response, answer);
    // Nobody has to wait for this.
    if (decided.caching) await cache(answer, decided.caching);
  };
  return { handle, stop: apollo.stop };
}
