import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOutage } from './outage.js';
import type { Scene } from './scene.js';

/** Between two questions of one view, of which the second waits for the first, nothing is asked for a moment. */
const QUIET_MS = 200;

/** The last scene of which everything was answered, for as long as there is an outage; null: none. */
export function useLastShown(scene: Scene | string): Scene | null {
  const cache = useQueryClient();
  const outage = useOutage();
  const fetching = useIsFetching();
  const [last, setLast] = useState<Scene | null>(null);
  useEffect(() => {
    if (outage !== null || fetching > 0 || typeof scene === 'string') return undefined;
    const timer = setTimeout(() => {
      if (cache.isFetching() === 0) setLast(scene);
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [cache, outage, fetching, scene]);
  return outage === null ? null : last;
}
