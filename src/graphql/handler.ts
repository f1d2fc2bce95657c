import type { RequestHandler } from 'express';
import { GraphQLError, OperationTypeNode } from 'graphql';
import { requestKey } from '../http/requestKey.js';
import type { Core } from '../core/createCore.js';
import { AppError } from '../errors/appError.js';
import { type Admit, type Exchange, exchangeOf } from '../http/admission.js';
import { type Answer, send } from '../http/answer.js';
import { answerWithoutMaking, bytesOf, nameOfViewer, type ResponseCache } from '../http/responseCache.js';
import { type Apollo, type ApolloAnswer, startApollo, type Task } from './apollo.js';
import { requireBounds } from './bounds.js';
import { createDocuments } from './documents.js';
import { hasErrors } from './result.js';
import { type GraphqlRequest, requestReader } from './request.js';

export interface GraphqlOptions {
  readonly core: Core;
  readonly admit: Admit;
  readonly maxCost: number;
  readonly maxPeriods: number;
  /** Any failure as one that a caller may see; surprises are logged. */
  readonly toAppError: (error: unknown, requestId: string) => AppError;
  readonly responses: ResponseCache;
}

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
  readonly before: number | undefined;
  /** The version that the data has now, read from where the answer came from. */
  readonly now: () => Promise<number>;
}

/**
 * Answers requests: read, admit, cached, run, send. Bounds, by arithmetic, and then the key come before Apollo, so that a
 * request which is wrong in itself takes no database connection.
 */
export async function graphqlHandler(
  options: GraphqlOptions,
): Promise<{ readonly handle: RequestHandler; readonly stop: Apollo['stop'] }> {
  const { core, admit, maxCost, maxPeriods, toAppError, responses } = options;
  const documents = createDocuments(core);
  const read = requestReader(core, documents);
  const apollo = await startApollo({ core, documents, toAppError });

  /** Lets a request in, and finds the answer that is cached. */
  const decide = async (
    { name, operation, variables, measure }: GraphqlRequest,
    exchange: Exchange,
  ): Promise<Decided | Answer> => {
    const { request, record } = exchange;
    record.noteOperation(operation.node.name?.value);
    try {
      const { operation: kind } = operation.node;
      if (kind !== OperationTypeNode.QUERY) {
        throw new AppError('graphql-invalid', `The API is read-only: it answers queries, not a ${kind}.`);
      }
      const size = measure();
      if (size) requireBounds(size, { maxCost, maxPeriods });
      const key = requestKey(request.headers);
      const viewer = await record.identify(() => admit(exchange, key, size?.cost ?? 0));
      const question = `${nameOfViewer(viewer)}.${name}`;
      const cached = await answerWithoutMaking(responses, {
        question,
        state: () => record.clock.waitFor(core.state(record)),
        headersOf: () => [],
      });
      if (cached) return cached;
      const context = core.contextFor(viewer, record);
      const now = (): Promise<number> => core.versionFor(context);
      const before = responses.isRepeated(question) ? await now() : undefined;
      const task = { run: { operation, variables }, context };
      return size ? { task: { ...task, cost: size.cost }, caching: { question, before, now } } : { task };
    } catch (error) {
      return { task: { refusal: toAppError(error, record.requestId) } };
    }
  };

  /** Caches an answer without errors to a question that comes again, where the data is still what it was before. */
  const cache = async ({ status, headers, body }: ApolloAnswer, { question, before, now }: Caching): Promise<void> => {
    if (status !== 200 || hasErrors(body)) return;
    if (before === undefined) {
      responses.noteAnswered(question);
      return;
    }
    // An answer may be of several statements; between two states that are the same, all saw the same.
    const after = await now().catch(() => null);
    const type = headers.filter(([name]) => name === 'Content-Type');
    if (after === before) responses.store(question, { version: before, headers: type, body: bytesOf(body) });
  };

  const handle: RequestHandler = async (request, response) => {
    const exchange = exchangeOf(request, response);
    const graphql = read(request, response);
    const decided =
      graphql === null
        ? { task: { unsound: true } as const }
        : graphql instanceof GraphQLError
          ? { task: { noOperation: graphql } }
          : await decide(graphql, exchange);
    if ('status' in decided) {
      await send(response, decided);
      return;
    }
    const answer = await apollo.answer(exchange, decided.task);
    await send(response, answer);
    // Nobody has to wait for this.
    if (decided.caching) await cache(answer, decided.caching);
  };
  return { handle, stop: apollo.stop };
}
