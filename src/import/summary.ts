import type { RowError } from './sourceRow.js';

/** What an import did. `read` is the sum of the next six counts, unless a bad row kept all from being applied. */
export interface ImportSummary {
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  readonly unchanged: number;
  /** Bad rows; unless they are written elsewhere, nothing is applied when there is any. */
  readonly rejected: number;
  /** Rows of a file that are no records of ours, such as channels of reactive energy. */
  readonly skipped: number;
  /** Days of accounts that were recomputed. */
  readonly recomputedDays: number;
  /** Findings that are new, or open again, and those that the data no longer shows. */
  readonly newFindings: number;
  readonly resolvedFindings: number;
  readonly seconds: number;
  /** The first bad fields, in the order of lines; at most {@link MAX_ERRORS}. */
  readonly errors: readonly RowError[];
  /** How many bad fields there are in all, meters without an account aside. */
  readonly errorCount: number;
  /** Meters that no account has, with their rows. */
  readonly unmatched: readonly Counted[];
  /** The reasons for skipped rows, with the number of rows for each. */
  readonly skippedFor: readonly Counted[];
  /** The first notices that are no errors, such as gaps in the data or records that count nowhere. */
  readonly notices: readonly string[];
  /** How many of them there were in all. */
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

/** Errors of a file that a summary lists: where one cause makes thousands of rows bad, more of them say nothing new. */
export const MAX_ERRORS = 10;
/** Names of meters, and notices, that a summary lists. */
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
