import type { RowError } from './sourceRow.js';

/** The result of an import. `read` is the sum of the next six counts, unless bad rows kept it from applying anything. */
export interface ImportSummary {
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  readonly unchanged: number;
  /** Bad rows. Unless they go to a rejects file, one bad row keeps the import from applying anything. */
  readonly rejected: number;
  /** Rows that hold no record of a known resource, such as channels of reactive energy. */
  readonly skipped: number;
  /** The number of recomputed days, summed over the accounts. */
  readonly recomputedDays: number;
  /** Findings that the import opened or reopened, and findings that the data no longer shows. */
  readonly newFindings: number;
  readonly resolvedFindings: number;
  readonly seconds: number;
  /** The first bad fields, in the order of lines; at most {@link MAX_ERRORS}. */
  readonly errors: readonly RowError[];
  /** The number of all bad fields, without meters that have no account. */
  readonly errorCount: number;
  /** Meters without an account, with the number of their rows. */
  readonly unmatched: readonly Counted[];
  /** The reasons for skipped rows, with the number of rows for each. */
  readonly skippedFor: readonly Counted[];
  /** The first notices, such as gaps in the data, or records that no figure uses. */
  readonly notices: readonly string[];
  /** The number of all notices. */
  readonly noticed: number;
}

/** The summary of a file without rows. */
export const NO_ROWS: ImportSummary = {
  ...{ read: 0, inserted: 0, updated: 0, deleted: 0, unchanged: 0, rejected: 0, skipped: 0 },
  ...{ recomputedDays: 0, newFindings: 0, resolvedFindings: 0, seconds: 0 },
  ...{ errors: [], errorCount: 0, unmatched: [], skippedFor: [], notices: [], noticed: 0 },
};

export interface Counted {
  readonly name: string;
  readonly rows: number;
}

/** The most errors that a summary lists. One cause can make thousands of rows bad, and more of its errors add nothing. */
export const MAX_ERRORS = 10;
/** The most names of meters, and the most notices, that a summary lists. */
export const MAX_LISTED = 1_000;

/** Counts rows by name: a total, and a separate count for each of the first names. */
export function createCount(): { add(name: string): void; total(): number; list(): readonly Counted[] } {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    add(name) {
      total += 1;
      const before = counts.get(name);
      if (before !== undefined || counts.size < MAX_LISTED) counts.set(name, (before ?? 0) + 1);
    },
    total: () => total,
    list: () => [...counts].map(([name, rows]) => ({ name, rows })),
  };
}
