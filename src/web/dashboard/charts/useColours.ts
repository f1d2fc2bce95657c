import { useSyncExternalStore } from 'react';
import { coloursOf, type Colours } from './colours.js';

const dark = window.matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void): () => void {
  dark.addEventListener('change', changed);
  return () => {
    dark.removeEventListener('change', changed);
  };
}

/** Returns the colours of the scheme that the user prefers and re-renders when it changes. */
export function useColours(): Colours {
  return coloursOf(useSyncExternalStore(subscribe, () => dark.matches));
}
