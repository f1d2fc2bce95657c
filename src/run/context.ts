import type DataLoader from 'dataloader';
import type { Viewer } from '../auth/viewer.js';
import type { ConsumptionRequest } from '../consumption/context.js';
import type { Reads } from '../data/reads.js';
import type { DataState } from '../data/state.js';
import { Batches } from './run.js';
import type { PagePosition, Walk } from './walk.js';

/** What a request's resolvers share: the viewer, reads with the viewer's access, and the loaders made for this request. */
export interface RequestContext {
  readonly viewer: Viewer;
  readonly reads: Reads;
  /** A loader for each link field of the document, by its place in the answer. */
  readonly loaders: Map<string, DataLoader<string, unknown>>;
  /** When those loaders load. */
  readonly batches: Batches;
  /** Told how many parents of a link one statement answers. */
  readonly onBatch: OnBatch;
  readonly maxLimit: number;
  /** Of an asset that has none, where its country does not say it; canonical IANA name. */
  readonly defaultTimeZone: string;
  readonly consumption: ConsumptionRequest;
  /** Whether the answer is told with its state, though it takes statements that have no snapshot in common. */
  readonly retriesUntilStable?: boolean;
  /** How the request's own list is walked, where it is one. */
  readonly walk?: Walk;
  /** What the resolvers find out beside the data. */
  readonly metadata: Metadata;
}

/** What is known of an answer beside its data. */
export interface Metadata {
  /** What the database was at in the snapshot that the answer came from, where it was asked for. */
  state?: DataState;
  /** Where the page of a walked list stands. */
  page?: PagePosition;
}

/** The same for what is asked again, with nothing found yet. */
export function freshContext(context: RequestContext): RequestContext {
  return { ...context, loaders: new Map(), batches: new Batches(), metadata: {} };
}

/** The context of a further page of a walk, read from the same place. */
export function contextOfPage(context: RequestContext, walk: Walk): RequestContext {
  return { ...freshContext(context), walk };
}

/** @param field the link, such as `Asset.accounts` */
export type OnBatch = (field: string, size: number) => void;
