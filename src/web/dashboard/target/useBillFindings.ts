import { useBillFindings as useCounts } from '../generated/operations.js';
import { useScene } from '../state/scene.js';

const NONE: ReadonlyMap<string, number> = new Map();
/** Invoices in one query: the service accepts this many values in a filter. */
const MOST = 1_000;

/** Returns the number of open findings by invoice; null if the key may not read findings. */
export function useBillFindings(invoices: readonly string[]): ReadonlyMap<string, number> | null {
  const { catalogue } = useScene();
  const isAllowed = catalogue.scopes.includes('read:findings');
  const ids = invoices.slice(0, MOST);
  const counts = useCounts(
    { ids, limit: Math.max(1, ids.length) },
    {
      enabled: isAllowed && ids.length > 0,
      select: ({ invoices: page }) =>
        new Map((page?.data ?? []).map(({ _id, findings }) => [_id, findings?.total ?? 0])),
    },
  );
  return isAllowed ? (counts.data ?? NONE) : null;
}
