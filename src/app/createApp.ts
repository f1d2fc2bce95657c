import express, { type Express } from 'express';
import { createAuthenticator } from '../auth/authenticator.js';
import type { Config } from '../config/config.js';
import { createCore } from '../core/createCore.js';
import type { Database } from '../data/database.js';
import { AppError } from '../errors/appError.js';
import { costIn } from '../graphql/measure.js';
import { graphqlRouter } from '../graphql/router.js';
import { createLimits } from '../limit/limits.js';
import { restRouter } from '../rest/router.js';
import { answerProblem, toAppError } from './errors.js';
import { createAdmission } from './admission.js';
import { announceDeprecatedKey, announceRateLimit, guardRequest } from './guards.js';
import { referenceRouter } from './reference.js';
import { assignRequestId, requestIdOf } from './requestId.js';

export interface App {
  readonly app: Express;
  close(): Promise<void>;
}

/**
 * The service as one Express app; from top to bottom, the life of a request.
 * @throws Error with file and line when the schema or a prepared operation cannot be
 */
export async function createApp({ database, config }: { database: Database; config: Config }): Promise<App> {
  const core = createCore({ database, config });
  const limits = createLimits(config, (message) =>
    process.stderr.write(`${JSON.stringify({ level: 'warn', message })}\n`),
  );
  const admit = createAdmission(createAuthenticator(database), limits);
  const graphql = await graphqlRouter({
    core,
    admit,
    maxCost: config.maxCost,
    maxPeriods: config.maxPeriods,
    endDateIncluded: config.endDateIncluded,
    requestIdOf,
    toAppError,
  });

  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.enable('case sensitive routing').enable('strict routing').set('trust proxy', config.proxies);

  app.use(assignRequestId);
  app.use(guardRequest);
  app.use(announceDeprecatedKey);
  app.use(announceRateLimit(limits.user));
  app.use('/2.0', restRouter({ core, admit, costOf: costIn(core, config), maxLimit: config.maxLimit }));
  app.all('/graphql', graphql.router);
  app.use(referenceRouter());
  app.use((request) => {
    throw new AppError('unknown-path', `Nothing is served at ${JSON.stringify(request.path.slice(0, 200))}.`);
  });
  app.use(answerProblem);

  return {
    app,
    async close() {
      await graphql.stop();
      limits.close();
    },
  };
}
