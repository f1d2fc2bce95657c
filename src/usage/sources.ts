/** The sources of usage as they are stored. */
export const SOURCE = { hh: 1, custom: 2, reading: 3, readingHh: 4, invoice: 5, simulated: 6, combined: 7 } as const;
export type SourceCode = (typeof SOURCE)[keyof typeof SOURCE];

/** The sources that combined picks from, by the names of a breakdown. */
export const COMBINED_SOURCES = ['hh', 'reading', 'invoice', 'custom'] as const;
export type CombinedSource = (typeof COMBINED_SOURCES)[number];

/** The same by their codes. */
export const COMBINED_SOURCE_OF: ReadonlyMap<SourceCode, CombinedSource> = new Map(
  COMBINED_SOURCES.map((part) => [SOURCE[part], part]),
);

/** Combined's order of preference where an account has none of its own (figures 4). */
const DEFAULT_PRIORITY: readonly CombinedSource[] = ['hh', 'reading', 'invoice'];

/** An account's order of preference, `custom` always last; a shorter list means just those. */
export function priorityOf(list: readonly string[] | null): readonly CombinedSource[] {
  const named = COMBINED_SOURCES.filter((part) => part !== 'custom' && list?.includes(part));
  const own = named.toSorted((a, b) => (list?.indexOf(a) ?? 0) - (list?.indexOf(b) ?? 0));
  return [...(own.length > 0 ? own : DEFAULT_PRIORITY), 'custom'];
}
