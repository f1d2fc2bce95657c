import { useOpenFindings as useCounts } from '../generated/operations.js';
import { useScene } from '../state/scene.js';

/**
 * Returns the number of open findings by building. The map is empty until the answer arrives, and for a key without the
 * scope `read:findings`.
 */
export function useOpenFindings(buildings: readonly string[]): ReadonlyMap<string, number> {
  const { catalogue } = useScene();
  const counts = useCounts(
    { ids: buildings, limit: Math.max(1, buildings.length) },
    {
      enabled: catalogue.scopes.includes('read:findings') && buildings.length > 0,
      select: ({ assets }) => new Map((assets?.data ?? []).map(({ _id, findings }) => [_id, findings?.total ?? 0])),
    },
  );
  return counts.data ?? NONE;
}

const NONE: ReadonlyMap<string, number> = new Map();
