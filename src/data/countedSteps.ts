import type { VisibleKey } from './access.js';
import type { Sql, VisibleSql } from './sql.js';

/** Pieces of a statement that take a total and a page from counts, instead of counting and skipping records. */
export interface CountedSql {
  /** Begins the statement: the accounts that the page may overlap, and how many records of each are asked for. */
  readonly owners: VisibleSql;
  /** A table with the `total`. */
  readonly total: Sql;
  /** A table of the page's records, in their order; undefined where the order is not the one that counts are in. */
  readonly page: Sql | undefined;
  /** The same in two steps, for records that are distributed. */
  readonly steps: CountedSteps | undefined;
}

/** A page of records as statements that follow each other: which accounts it overlaps, then the records of each. */
export interface CountedSteps {
  /** How many records it has at most. */
  readonly limit: number;
  /** A table of these accounts, in their order: `key`, `at`, `wanted`, `skipped`; see {@link Overlap}. */
  readonly overlaps: Sql;
  /** The records of one account, from `at` on, without those `skipped`; as many as are `wanted`. */
  readonly recordsOf: (overlap: Overlap) => VisibleSql;
  /** The first records of each account `s`; as many of each as a page may have. */
  readonly recordsOfEach: () => Sql;
}

/** An account that a page overlaps. */
export interface Overlap {
  readonly key: VisibleKey;
  /** From the start of the day that the page begins on; `-infinity` where it begins before. */
  readonly at: string;
  /** How many of its records the page has; or may have, of which it takes as many as it has room for. */
  readonly wanted: number;
  /** How many of them from `at` on are on pages before. */
  readonly skipped: number;
}
