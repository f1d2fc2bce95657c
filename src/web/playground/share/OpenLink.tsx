import { useEffect, useEffectEvent } from 'react';
import { queryIn } from './queryLink.js';
import { useOpenQuery } from './useOpenQuery.js';

/** Opens the query of the page's address in a tab, also if a link changes the address. Renders nothing. */
export function OpenLink(): null {
  const open = useOpenQuery();
  const isReady = open !== null;
  const openLinked = useEffectEvent(() => {
    const linked = queryIn(location.hash);
    if (linked === null || open === null) return;
    open(linked);
    // Removes the query from the address: a reload restores the tab, and would open a second one.
    history.replaceState(null, '', location.pathname + location.search);
  });
  useEffect(() => {
    if (!isReady) return;
    openLinked();
    const changed = (): void => {
      openLinked();
    };
    window.addEventListener('hashchange', changed);
    return () => {
      window.removeEventListener('hashchange', changed);
    };
  }, [isReady]);
  return null;
}
