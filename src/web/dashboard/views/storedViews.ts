import type { SavedView, ViewFault } from './viewList.js';

/** Key in the local storage of the browser. */
const STORAGE_KEY = 'utility-data-gateway-views';

const listeners = new Set<() => void>();

/** Returns the stored text; null if there is none or the browser blocks storage. */
export function storedViews(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Subscribes to changes by this tab and by others. Returns the function that unsubscribes. */
export function onViewsChange(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener('storage', changed);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', changed);
  };
}

/** Stores views. Returns the fault if they are one or the browser blocks storage; null if they are stored. */
export function storeViews(views: readonly SavedView[] | ViewFault): ViewFault | null {
  if (typeof views === 'string') return views;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(views));
  } catch {
    return 'blocked';
  }
  listeners.forEach((changed) => {
    changed();
  });
  return null;
}
