import { useSyncExternalStore } from 'react';

/** The event for changes by the page. The browser's `popstate` covers only changes by the browser. */
const CHANGED = 'dashboard-address';

function subscribe(changed: () => void): () => void {
  window.addEventListener('popstate', changed);
  window.addEventListener(CHANGED, changed);
  return () => {
    window.removeEventListener('popstate', changed);
    window.removeEventListener(CHANGED, changed);
  };
}

/** Returns the query string of the URL and re-renders when it changes. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => location.search);
}

/** Opens another view. Filters replace the history entry, so that "back" leads to the previous view. */
export function go(url: string, how: 'push' | 'replace'): void {
  if (how === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
  window.dispatchEvent(new Event(CHANGED));
  if (how === 'push') window.scrollTo(0, 0);
}
