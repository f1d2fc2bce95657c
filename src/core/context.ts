import type DataLoader from 'dataloader';
import type { FieldNode } from 'graphql';
import type { Viewer } from '../auth/viewer.js';
import type { Reads } from '../data/reads.js';

/** What a request's resolvers share: who asks, the door to the data, and the loaders made for this request. */
export interface RequestContext {
  readonly viewer: Viewer;
  readonly reads: Reads;
  /** A loader for each link field of the document: graphql-js hands the same nodes to all its parents. */
  readonly loaders: Map<readonly FieldNode[], DataLoader<string, unknown>>;
  readonly maxLimit: number;
}
