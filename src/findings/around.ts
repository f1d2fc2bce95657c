import type { Knex } from 'knex';
import { END_DAY, FIRST_DAY, type DayRange } from '../usage/grid.js';
import type { Convert } from '../usage/records.js';
import type { Bill } from './bills.js';
import type { FindingAccount, Mark, Thresholds } from './finding.js';
import type { Kind } from './kinds.js';
import { areOf, type StoredFinding } from './stored.js';

/** Every day that can be computed. */
export const EVER: DayRange = { from: FIRST_DAY, to: END_DAY };

/** What of an account has changed. */
export interface ChangedAccount {
  /** Its key. */
  readonly account: number;
  /** Days whose interval data is other than before. */
  readonly intervals: DayRange | null;
  /** Whether several of its interval records may be of the same time there. */
  readonly repeated: boolean;
  /** Days that its readings were computed in. */
  readonly readings: DayRange | null;
  /** Whether a register may have fallen there. */
  readonly fell: boolean;
  /** Whether its bills or contracts are others. */
  readonly bills: boolean;
}

/** What looks for findings knows of the accounts. */
export interface Around {
  readonly trx: Knex.Transaction;
  readonly thresholds: Thresholds;
  readonly accounts: ReadonlyMap<number, FindingAccount>;
  readonly stored: ReadonlyMap<number, readonly StoredFinding[]>;
  readonly convert: Convert;
  /** Of the accounts, by key. */
  readonly bills: ReadonlyMap<number, readonly Bill[]>;
}

/** Findings of some kinds in some days of an account. They replace the stored findings of these kinds and days. */
export interface Replaced {
  readonly account: FindingAccount;
  readonly kinds: readonly Kind[];
  readonly range: DayRange;
  readonly marks: ReadonlyMap<Kind, readonly Mark[]>;
}

/** The findings of an account that are not gone, of some kinds. */
export function storedOf({ stored }: Around, account: number, kinds: readonly Kind[]): readonly StoredFinding[] {
  return (stored.get(account) ?? []).filter((one) => !one.isGone && areOf(kinds)(one));
}
