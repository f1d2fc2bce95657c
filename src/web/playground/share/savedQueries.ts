import type { Query } from './queryLink.js';

/** A query with a name. */
export interface SavedQuery extends Query {
  readonly name: string;
}

/** Key in the local storage of the browser. */
const STORAGE_KEY = 'utility-data-gateway-queries';
/** The maximum number of queries in a browser. */
export const MAX_SAVED = 100;

/** Returns the queries that the user has saved in this browser, in the order of their names. It ignores invalid entries. */
export function savedQueries(): readonly SavedQuery[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSaved) : [];
  } catch {
    return [];
  }
}

/**
 * Saves a query. It replaces a query of the same name.
 * @returns a sentence for the user that reports the result
 */
export function saveQuery(saved: SavedQuery): string {
  const others = savedQueries().filter(({ name }) => name !== saved.name);
  if (others.length >= MAX_SAVED) return `At most ${MAX_SAVED} queries are saved in a browser. Delete one first.`;
  const isReplaced = others.length < savedQueries().length;
  const all = [...others, saved].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  if (!store(all)) return 'The browser cannot store the query: its storage is full or blocked.';
  return isReplaced ? `Replaced the earlier query ${saved.name}.` : `Saved ${saved.name} in this browser.`;
}

/** Deletes a saved query. Returns a sentence for the user. */
export function deleteQuery(deleted: string): string {
  const isStored = store(savedQueries().filter(({ name }) => name !== deleted));
  return isStored ? `Deleted ${deleted}.` : 'The browser cannot store the change: its storage is blocked.';
}

function store(all: readonly SavedQuery[]): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

function isSaved(value: unknown): value is SavedQuery {
  const { name, query, variables } = (value ?? {}) as Partial<Record<keyof SavedQuery, unknown>>;
  return typeof name === 'string' && typeof query === 'string' && typeof variables === 'string';
}
