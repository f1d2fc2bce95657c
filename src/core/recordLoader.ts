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
  { batches, onBatch }: Pick<RequestContext, 'batches' | 'onBatch'>,
  perId: number,
  load: (ids: readonly string[]) => Promise<readonly unknown[]>,
): DataLoader<string, unknown> {
  let known = 0;
  const loadBatch = (ids: readonly string[]): Promise<readonly unknown[]> => {
    onBatch(name, ids.length);
    known += ids.length * perId;
    if (known > COST_AT_ONCE) {
      loader.clearAll();
      known = 0;
    }
    return load(ids);
  };
  const loader = new DataLoader<string, unknown>(loadBatch, { batchScheduleFn: batches.schedule });
  return loader;
}

/**
 * Returns the loader of a field, which is made for its first parent: all parents of a field are one batch.
 * @param place where the field stands in the answer
 */
export function loaderAt(
  { loaders }: Pick<RequestContext, 'loaders'>,
  place: string,
  make: () => DataLoader<string, unknown>,
): DataLoader<string, unknown> {
  const found = loaders.get(place);
  if (found) return found;
  const made = make();
  loaders.set(place, made);
  return made;
}
