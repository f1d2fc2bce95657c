import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOutage, useOutageWatch } from './outage.js';
import type { Scene } from './scene.js';

/**
 * The last scene that was left with all of it answered, for as long as there is an outage; null: none. It is noted when it is
 * left: a timer after its last answer would miss who goes on at once.
 */
export function useLastShown(scene: Scene | string): Scene | null {
  const cache = useQueryClient();
  const watch = useOutageWatch();
  const [last, setLast] = useState<Scene | null>(null);
  useEffect(() => {
    if (typeof scene === 'string') return undefined;
    return () => {
      if (watch.current() === null && cache.isFetching() === 0) setLast(scene);
    };
  }, [cache, watch, scene]);
  return useOutage() === null ? null : last;
}
