import { useSyncExternalStore } from 'react';

const dark = globalThis.matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void): () => void {
  dark.addEventListener('change', changed);
  return () => {
    dark.removeEventListener('change', changed);
  };
}

/** Returns whether the user prefers a dark scheme, and re-renders when this changes. */
export function useSystemDark(): boolean {
  return useSyncExternalStore(subscribe, () => dark.matches);
}
