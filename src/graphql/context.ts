import type { Request, Response } from 'express';
import type { Viewer } from '../auth/viewer.js';
import type { RequestContext } from '../core/context.js';
import type { Reading } from '../data/database.js';
import type { DataState } from '../data/state.js';
import type { RequestRecord } from '../observe/requestRecord.js';

/** A request with its answer. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** What its handler and Apollo, who hands out copies of the context, tell each other of a request. */
export interface Shared {
  /** Set where the request was let in, or refused, before its document was read. */
  admission?: Promise<Viewer>;
  /** Whether the answer is worth keeping. */
  isWanted?: boolean;
  /** How the answer was made, once its document was found sound. */
  made?: {
    readonly viewer: Viewer;
    readonly cost: number;
    readonly reading: Reading;
    /** Of an answer that is worth keeping: what the database was at before it. */
    readonly stateBefore: DataState | undefined;
  };
}

/** A GraphQL request: its key and record at first; what the resolvers share once the document is known to be sound. */
export interface GraphqlContext extends Partial<RequestContext> {
  readonly key: string;
  readonly record: RequestRecord;
  readonly exchange: Exchange;
  /** Aborts when the client has left. */
  readonly signal: AbortSignal;
  readonly shared: Shared;
  cost?: number;
  /** Of a failure that may be over soon. */
  retryAfter?: string;
}
