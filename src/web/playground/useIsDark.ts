import { useGraphiQL } from '@graphiql/react';
import { useSyncExternalStore } from 'react';

const dark = globalThis.matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void): () => void {
  dark.addEventListener('change', changed);
  return () => {
    dark.removeEventListener('change', changed);
  };
}

/** Returns whether the page is dark: by the theme chosen in GraphiQL, else by the system. */
export function useIsDark(): boolean {
  const theme = useGraphiQL((state) => state.theme);
  const isSystemDark = useSyncExternalStore(subscribe, () => dark.matches);
  return theme === null ? isSystemDark : theme === 'dark';
}
