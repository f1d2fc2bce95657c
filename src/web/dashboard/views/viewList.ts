/** The maximum number of views in a browser. */
export const MAX_VIEWS = 30;
/** The maximum length of a name in characters. */
export const LONGEST_NAME = 60;

/** A view that the user named. Names are unique. */
export interface SavedView {
  readonly name: string;
  /** The query string of its address: `?building=…&period=2022`, empty for the portfolio. It never contains the key. */
  readonly search: string;
}

/** Why a view cannot be saved or renamed. */
export type ViewFault = 'unnamed' | 'long' | 'taken' | 'full' | 'blocked';

/** Parses stored views, and ignores all other content. */
export function viewsOf(stored: string | null): readonly SavedView[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    const views = Array.isArray(parsed) ? parsed.filter(isView) : [];
    return views.filter((view, index) => faultOf(views.slice(0, index), view.name) === null).slice(0, MAX_VIEWS);
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('search' in value)) return false;
  const { name, search } = value;
  return typeof name === 'string' && typeof search === 'string' && /^(?:$|\?)/.test(search);
}

/** Returns the views with a new one at the end, or the fault if it cannot be saved. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] | ViewFault {
  return faultOf(views, view.name) ?? (views.length >= MAX_VIEWS ? 'full' : [...views, view]);
}

/** Returns the views with a new name for one of them, or the fault if it cannot have this name. */
export function renamed(
  views: readonly SavedView[],
  { name: before }: SavedView,
  name: string,
): readonly SavedView[] | ViewFault {
  const others = views.filter((view) => view.name !== before);
  return faultOf(others, name) ?? views.map((view) => (view.name === before ? { ...view, name } : view));
}

/** Returns the views without one of them. */
export function withoutView(views: readonly SavedView[], { name }: SavedView): readonly SavedView[] {
  return views.filter((view) => view.name !== name);
}

function faultOf(others: readonly SavedView[], name: string): ViewFault | null {
  if (name === '') return 'unnamed';
  if (name.length > LONGEST_NAME) return 'long';
  return others.some((view) => view.name === name) ? 'taken' : null;
}
