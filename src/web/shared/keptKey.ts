/** The name under which this tab keeps the key. */
const NAME = 'utility-data-gateway-key';

/** The storage of this tab, which is gone when it is closed; null: the browser forbids it. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Whether a key can be kept at all. */
export function canKeepKey(): boolean {
  return storage() !== null;
}

/** The key that this tab keeps for every page of ours, as its reader chose so; null: none. */
export function keptKey(): string | null {
  return storage()?.getItem(NAME) ?? null;
}

export function keepKey(key: string): void {
  storage()?.setItem(NAME, key);
}

export function forgetKeptKey(): void {
  storage()?.removeItem(NAME);
}
