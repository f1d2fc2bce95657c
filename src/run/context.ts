import type DataLoader from 'dataloader';
import type { Viewer } from '../auth/viewer.js';
import type { ConsumptionRequest } from '../consumption/context.js';
import type { Reads } from '../data/reads.js';
import type { Position } from '../data/resource.js';
import type { DataState } from '../data/state.js';
import { Batches } from './run.js';

/** The values that the resolvers of a request share: the viewer, reads with the viewer's access, and loaders. */
export interface RequestContext {
  readonly viewer: Viewer;
  readonly reads: Reads;
  /** A loader for each link field of the document, by its path in the answer. */
  readonly loaders: Map<string, DataLoader<string, unknown>>;
  /** Decides when the loaders load. */
  readonly batches: Batches;
  /** Called with the number of parents of a link that one statement serves. */
  readonly onBatch: OnBatch;
  readonly maxLimit: number;
  /** The time zone of an asset without one, if its country has several; canonical IANA name. */
  readonly defaultTimeZone: string;
  readonly consumption: ConsumptionRequest;
  /** Whether the answer needs its state although its statements read several snapshots. */
  readonly retriesUntilStable: boolean;
  /** The cursor pagination of the request, if it is a list. */
  readonly pagination?: CursorPagination | undefined;
  /** Facts about the answer that resolvers report. */
  readonly metadata: Metadata;
}

/** Facts about an answer. */
export interface Metadata {
  /** The state of the data in the snapshot of the answer, if it was requested. */
  state?: DataState | undefined;
  /** The position of the page in its list. */
  page?: PagePosition | undefined;
}

/** Returns the same context without loaded records and facts, to make an answer again. */
export function freshContext(context: RequestContext): RequestContext {
  return { ...context, loaders: new Map(), batches: new Batches(), metadata: {} };
}

/** Returns the context of the next page, read from the same server. */
export function contextOfPage(context: RequestContext, pagination: CursorPagination): RequestContext {
  return { ...freshContext(context), pagination };
}

/** @param field the link, such as `Asset.accounts` */
export type OnBatch = (field: string, size: number) => void;

/** The cursor of a root list that a client reads page by page. */
export interface CursorPagination {
  /** The sort values of the last record of the page before; null: the first page. */
  readonly after: Position | null;
  /** The number of records before this page. */
  readonly skip: number;
  /** The number of matching records, counted for the first page; null: this request counts them. */
  readonly total: number | null;
}

/** The position of a page in its list. */
export interface PagePosition {
  readonly total: number;
  readonly skip: number;
  readonly rows: number;
  /** The sort values of its last record, for the next cursor; null: this is the last page. */
  readonly next: Position | null;
  /** Of a table of figures: the objects of a page, if the request has no `limit`. */
  readonly limit?: number;
}
