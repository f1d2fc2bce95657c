import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOutage, useOutageWatch } from './outage.js';
import type { Scene } from './scene.js';

/**
 * Returns the last scene whose queries were all answered, for the duration of an outage; null without an outage. The
 * hook saves a scene when the user leaves it: a timer after the last answer would miss users who move on at once.
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
