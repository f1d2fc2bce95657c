import type { FindingSetting } from '../data/findingSettings.js';
import type { Dates } from './dates.js';

/** Data for the sentences of a finding. */
export interface MessageData {
  /** In the time zone of the account's asset. For bills: the dates on the bills. */
  readonly dates: Dates;
  /** The number of days, rounded up. */
  readonly days: number;
  readonly hours: number;
  /** The number of separate times at which it happened. */
  readonly times: number;
  /** The number of observations. */
  readonly observations: number;
  /** With its unit; null: unknown. */
  readonly quantity: string | null;
  /** The excess over the expected value, 0.25 for a quarter more; null: unknown. */
  readonly share: number | null;
  /** With its currency; null: unknown. */
  readonly cost: string | null;
  /** The number of bills that it concerns. */
  readonly bills: number;
  /** The unit of the account's quantities; null: no unit. */
  readonly units: string | null;
  /** Returns a text or a number of the evidence by name, or an empty text. */
  readonly text: (name: string) => string;
  /** Returns a number of the evidence by name, the first of several, or null. */
  readonly value: (name: string) => number | null;
  /**
   * Formats an amount: `£37.50`, or `37.50` if the currency is unknown. `most` is the maximum number of decimals, for
   * rates.
   */
  readonly money: (amount: number, most?: number) => string;
}

/** A kind of finding: its meaning, its rule, and the source of the rule. */
export interface KindRow {
  readonly severity: 'high' | 'medium' | 'low';
  readonly meaning: string;
  readonly rule: string;
  readonly thresholds: readonly FindingSetting[];
  readonly source: string;
  /**
   * Observations at most this many days apart become one finding, which limits the number of findings; null: only those
   * that overlap.
   */
  readonly near: number | null;
  readonly describe: (data: MessageData) => string;
}

/** Returns for example `3 days`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${count === 1 ? one : many}`;
}

/** Returns for example `on 1 Mar 2022` or `on 1–4 Mar 2022`. */
export function when({ dates }: MessageData): string {
  return `on ${dates.all}`;
}

/** Returns for example `, 3 times`; an empty text for a single time. */
export function often({ times }: MessageData): string {
  return times === 1 ? '' : `, ${times} times`;
}
