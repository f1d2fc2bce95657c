/** What names beyond the bound are counted as. */
const OTHER = 'other';

/**
 * Keeps the names that clients choose from becoming ever more time series: the first ones count by themselves.
 * @param most names that count by themselves
 */
export function createBoundedNames(most: number): {
  /** @param known false: a name that has no place yet is not given one */
  readonly label: (name: string, known: boolean) => string;
} {
  const names = new Set<string>();
  return {
    label(name, known) {
      if (names.has(name)) return name;
      if (!known || names.size >= most) return OTHER;
      names.add(name);
      return name;
    },
  };
}
