import type { Response } from 'express';
import type { Told } from '../core/createCore.js';
import type { Walked } from '../core/walk.js';
import type { DataState } from '../data/state.js';
import type { ListAsked } from './list.js';

/** What the core told of an answer beside its body. */
export interface Telling extends Told {
  readonly walked: Walked | undefined;
  /** What the database was at in the answer's snapshot. */
  readonly state: DataState | undefined;
}

/** @param list as it is asked for, where it is one */
export function createTold(list: ListAsked | undefined): Telling {
  let state: DataState | undefined;
  let walked: Walked | undefined;
  const walk = list?.walk((page) => (walked = page));
  return {
    onState: (seen) => (state = seen),
    ...(walk ? { walk } : {}),
    get state() {
      return state;
    },
    get walked() {
      return walked;
    },
  };
}

/**
 * Says in the head of an answer what the database was at.
 * @param list as it is asked for, where it is one
 * @param tag null: the answer has none
 */
export function announceState(
  response: Response,
  { syncFrom }: DataState,
  list: ListAsked | undefined,
  tag: string | null,
): void {
  if (list) response.setHeader('Sync-Watermark', syncFrom);
  if (tag !== null) response.setHeader('ETag', tag);
}
