import { useSyncExternalStore } from 'react';

/** Told when the page itself changed the address; the browser tells of the rest. */
const CHANGED = 'dashboard-address';

function subscribe(changed: () => void): () => void {
  window.addEventListener('popstate', changed);
  window.addEventListener(CHANGED, changed);
  return () => {
    window.removeEventListener('popstate', changed);
    window.removeEventListener(CHANGED, changed);
  };
}

/** The query of the address, kept up to date. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => location.search);
}

/** Goes to another view; filters replace the entry in the history, so that "back" leads to the view before. */
export function go(url: string, how: 'push' | 'replace'): void {
  if (how === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
  window.dispatchEvent(new Event(CHANGED));
  if (how === 'push') window.scrollTo(0, 0);
}
