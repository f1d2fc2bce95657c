import type { Knex } from 'knex';
import { END_DAY, FIRST_DAY, type DayRange } from '../usage/grid.js';
import type { Convert } from '../usage/records.js';
import type { Bill } from './bills.js';
import type { FindingAccount, Observation, Thresholds } from './finding.js';
import type { FindingKind } from './kinds.js';
import { areOf, type StoredFinding } from './stored.js';

/** All days that usage can be computed for. */
export const ALL_DAYS: DayRange = { from: FIRST_DAY, to: END_DAY };

/** The changed data of an account. */
export interface ChangedAccount {
  /** The account key. */
  readonly account: number;
  /** The days with changed interval data; null: none. */
  readonly intervals: DayRange | null;
  /** Whether these days may have several interval records for the same time. */
  readonly repeated: boolean;
  /** The days for which usage was recomputed from readings; null: none. */
  readonly readings: DayRange | null;
  /** Whether a register may have fallen on these days. */
  readonly fell: boolean;
  /** Whether its bills or contracts changed. */
  readonly bills: boolean;
}

/** Data of the changed accounts that all rules share. */
export interface FindingContext {
  readonly trx: Knex.Transaction;
  readonly thresholds: Thresholds;
  readonly accounts: ReadonlyMap<number, FindingAccount>;
  readonly stored: ReadonlyMap<number, readonly StoredFinding[]>;
  readonly convert: Convert;
  /** The bills of the accounts, by account key. */
  readonly bills: ReadonlyMap<number, readonly Bill[]>;
}

/** Findings of some kinds on some days of an account. They replace the stored findings of these kinds and days. */
export interface FindingReplacement {
  readonly account: FindingAccount;
  readonly kinds: readonly FindingKind[];
  readonly range: DayRange;
  readonly observations: ReadonlyMap<FindingKind, readonly Observation[]>;
}

/** Returns the stored findings of an account that have one of the kinds and that the data still shows. */
export function storedOf(
  { stored }: FindingContext,
  account: number,
  kinds: readonly FindingKind[],
): readonly StoredFinding[] {
  return (stored.get(account) ?? []).filter((one) => !one.isGone && areOf(kinds)(one));
}
