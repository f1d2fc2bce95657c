/** Key in the session storage. */
const STORAGE_KEY = 'utility-data-gateway-key';

/** Returns the storage of this tab, which the browser clears when the tab closes; null if the browser blocks storage. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Returns whether this tab can store a key. */
export function canStoreKey(): boolean {
  return storage() !== null;
}

/** Returns the key that the user stored in this tab for all our pages; null if there is no stored key. */
export function storedKey(): string | null {
  return storage()?.getItem(STORAGE_KEY) ?? null;
}

export function storeKey(key: string): void {
  storage()?.setItem(STORAGE_KEY, key);
}

export function deleteStoredKey(): void {
  storage()?.removeItem(STORAGE_KEY);
}
