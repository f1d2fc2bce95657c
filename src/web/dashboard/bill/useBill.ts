import { useBill as useQuery, type BillQuery } from '../generated/operations.js';
import type { QueryState } from '../parts/Answer.js';
import { useScene } from '../state/scene.js';

/** Loads a bill. Several parts of a page share the answer. */
export function useBill(id: string, enabled = true): QueryState<BillQuery> {
  const { catalogue } = useScene();
  return useQuery({ id, withFindings: catalogue.scopes.includes('read:findings') }, { enabled });
}
