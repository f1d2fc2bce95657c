/** The stored codes of the sources. */
export const SOURCE = { hh: 1, custom: 2, reading: 3, readingHh: 4, invoice: 5, simulated: 6, combined: 7 } as const;
export type SourceCode = (typeof SOURCE)[keyof typeof SOURCE];

/** The sources from which `combined` picks, with the names of a breakdown. */
export const COMBINED_SOURCES = ['hh', 'reading', 'invoice', 'custom'] as const;
export type CombinedSource = (typeof COMBINED_SOURCES)[number];

/** The sources of `combined` by code. */
export const COMBINED_SOURCE_OF: ReadonlyMap<number, CombinedSource> = new Map(
  COMBINED_SOURCES.map((part) => [SOURCE[part], part]),
);

/** The default order of priority (figures 4). */
const DEFAULT_PRIORITY: readonly CombinedSource[] = ['hh', 'reading', 'invoice'];

/** Returns the priority of an account, with `custom` always last. A shorter list excludes the other sources. */
export function priorityOf(list: readonly string[] | null): readonly CombinedSource[] {
  const named = COMBINED_SOURCES.filter((part) => part !== 'custom' && list?.includes(part));
  const ordered = named.toSorted((a, b) => (list?.indexOf(a) ?? 0) - (list?.indexOf(b) ?? 0));
  return [...(ordered.length > 0 ? ordered : DEFAULT_PRIORITY), 'custom'];
}
