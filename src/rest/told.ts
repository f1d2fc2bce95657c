import type { Response } from 'express';
import type { Told } from '../core/createCore.js';
import type { Walked } from '../core/walk.js';
import type { DataState } from '../data/state.js';
import type { Asked } from './asked.js';
import type { ListAsked } from './list.js';

/** What the core told of an answer beside its body. */
export interface Telling extends Told {
  readonly walked: Walked | undefined;
  /** What the database was at in the answer's snapshot. */
  readonly state: DataState | undefined;
  /** Says it in the head of the answer. */
  announce(response: Response, asked: Asked): void;
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
    announce(response, { isWhole }) {
      if (!list) return;
      if (walked && !isWhole) response.append('Link', list.links(walked));
      if (state) response.setHeader('Sync-Watermark', state.syncFrom);
    },
  };
}
