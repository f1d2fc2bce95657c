import type { RequestHandler } from 'express';

/** Handlers as one, each called by the one before; what Express does between two costs more than most of ours do. */
export function inOrder(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const from = (index: number): void => {
      const handler = handlers[index];
      if (!handler) {
        next();
        return;
      }
      const later: unknown = handler(request, response, (error?: unknown) => {
        if (error === undefined || error === null) from(index + 1);
        else next(error);
      });
      if (later instanceof Promise) later.catch(next);
    };
    from(0);
  };
}

const SURFACES = /^\/(2\.0|graphql)(?=\/|$)/;

/** A handler for requests of REST and GraphQL alone. */
export function onSurfaces(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (SURFACES.test(request.path)) void handler(request, response, next);
    else next();
  };
}
