import type { FindingSetting } from '../data/findingSettings.js';
import type { Dates } from './dates.js';

/** Data for the sentences of a finding. */
export interface Saying {
  /** In the time zone of the account's asset; of bills as the bills have them. */
  readonly dates: Dates;
  /** In whole days, rounded up. */
  readonly days: number;
  readonly hours: number;
  /** How many separate times it happened. */
  readonly times: number;
  /** How many marks it has. */
  readonly marks: number;
  /** With its unit; null: it is not known. */
  readonly quantity: string | null;
  /** How much more than expected, 0.25 for a quarter more; null: it is not known. */
  readonly share: number | null;
  /** With its currency; null: it is not known. */
  readonly cost: string | null;
  /** How many bills it is about. */
  readonly bills: number;
  /** Unit of the account's quantities; null: no unit. */
  readonly units: string | null;
  /** Returns a text or a number of the evidence by name, or an empty text. */
  readonly text: (name: string) => string;
  /** Returns a number of the evidence by name, the first of several, or null. */
  readonly value: (name: string) => number | null;
  /** `£37.50`, or `37.50` where no currency is known. @param most decimals at most, for rates */
  readonly money: (amount: number, most?: number) => string;
}

/** A kind of finding: its meaning, its rule, and the source of the rule. */
export interface KindRow {
  readonly severity: 'high' | 'medium' | 'low';
  readonly meaning: string;
  readonly rule: string;
  readonly thresholds: readonly FindingSetting[];
  readonly source: string;
  /** Marks that are at most so many days apart are one finding, which bounds how many there are; null: those that overlap. */
  readonly near: number | null;
  readonly say: (saying: Saying) => string;
}

/** `3 days`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${count === 1 ? one : many}`;
}

/** `on 1 Mar 2022`, or `on 1–4 Mar 2022`. */
export function when({ dates }: Saying): string {
  return `on ${dates.all}`;
}

/** `, 3 times`, unless it is once. */
export function often({ times }: Saying): string {
  return times === 1 ? '' : `, ${times} times`;
}
