import { readState } from '../data/state.js';
import { freshContext, type Metadata, type RequestContext } from './context.js';

/** How often an answer is made before it is given without the state that it came from. */
const MOST = 3;

/**
 * Makes an answer of several snapshots, as of several servers, which have none in common: what was asked between two moments at
 * which the data was at the same version, all of it was of that version. While imports write it is made again, a few times.
 * @param make the answer, each time in a context that has found nothing yet
 * @returns the answer with the state that it came from; without it, where the data has changed meanwhile each time, or the version is
 *   unknown
 */
export async function steadily<T extends Metadata>(
  context: RequestContext,
  make: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const { queryable, access, caller } = context.consumption;
  for (let attempt = 1; ; attempt += 1) {
    const before = await readState(queryable, access, caller);
    const made = await make(freshContext(context));
    if (before.isUnsettled) return made;
    const after = await readState(queryable, access, caller);
    if (before.version === after.version) return { ...made, state: before };
    if (attempt === MOST) return made;
  }
}
