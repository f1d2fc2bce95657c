import DataLoader from 'dataloader';
import type { RequestContext } from './context.js';
import { COST_AT_ONCE } from './execution/run.js';

/**
 * Loads by identifier what many objects of an answer ask for, together. What is asked for again is known already, unless very
 * much was loaded since: a large answer is not held as a whole.
 * @param name of the field, such as `Account.asset`
 * @param perId records that are loaded for an identifier, at most
 */
export function recordLoader(
  name: string,
  { onBatch }: Pick<RequestContext, 'onBatch'>,
  perId: number,
  load: (ids: readonly string[]) => Promise<readonly unknown[]>,
): DataLoader<string, unknown> {
  let known = 0;
  const loader = new DataLoader<string, unknown>((ids) => {
    onBatch(name, ids.length);
    known += ids.length * perId;
    if (known > COST_AT_ONCE) {
      loader.clearAll();
      known = 0;
    }
    return load(ids);
  });
  return loader;
}
