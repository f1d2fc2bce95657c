import type DataLoader from 'dataloader';
import type { FieldNode } from 'graphql';
import type { Viewer } from '../auth/viewer.js';
import type { ConsumptionContext } from '../consumption/consumption.js';
import type { Reading } from '../data/database.js';
import type { Reads } from '../data/reads.js';
import type { Resource } from '../data/resource.js';
import type { DataState } from '../data/state.js';
import type { Walk } from './walk.js';

/** What a request's resolvers share: who asks, the door to the data, and the loaders made for this request. */
export interface RequestContext {
  readonly viewer: Viewer;
  readonly reads: Reads;
  /** A loader for each link field of the document: graphql-js hands the same nodes to all its parents. */
  readonly loaders: Map<readonly FieldNode[], DataLoader<string, unknown>>;
  /** Told how many parents of a link one statement answers. */
  readonly onBatch: OnBatch;
  readonly maxLimit: number;
  readonly consumption: ConsumptionRequest;
  /** How the request's own list is walked, where it is one. */
  readonly walk?: Walk;
}

/** @param field the link, such as `Asset.accounts` */
export type OnBatch = (field: string, size: number) => void;

/** What figures are read from, and the bounds on asking for them. */
export interface ConsumptionRequest extends Omit<ConsumptionContext, 'snapshot'> {
  /** The database, for figures of one snapshot. */
  readonly reading: Reading;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal | undefined;
  /** Told what the database was at in the snapshot that figures came from. */
  readonly onState?: (state: DataState) => void;
  readonly assetGroup: Resource;
  readonly entity: Resource;
  readonly maxPeriods: number;
  readonly endDateIncluded: boolean;
}
