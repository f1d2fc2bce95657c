import { setTimeout } from 'node:timers/promises';
import type { Viewer } from '../auth/viewer.js';
import { AppError } from '../errors/appError.js';
import type { Limits } from '../limit/limits.js';
import { pointsOf } from './admission.js';

/**
 * Takes the points of what a request reads beyond what it was let in for. An answer that is on its way cannot be refused any
 * more, so it waits for the user's next window.
 * @param cost as for letting in
 * @throws AppError client-gone when nobody waits for the answer any more
 */
export type Spend = (viewer: Viewer, cost: number, signal: AbortSignal) => Promise<void>;

/** Spends on the same account as admission does. */
export function createSpending({ user }: Limits): Spend {
  return async ({ userId }, cost, signal) => {
    // A page that costs more than there is in a window would wait for ever.
    const points = user === null ? 0 : Math.min(pointsOf(cost), user.points);
    while (user !== null) {
      const left = await user.take(userId, points);
      if (left.isAllowed) return;
      await setTimeout(left.seconds * 1000, undefined, { signal }).catch(() => {
        throw new AppError('client-gone', 'The client left before the answer.');
      });
    }
  };
}
