import type { FindingSetting } from '../data/findingSettings.js';

/** What a finding says, in the words of its kind. */
export interface Saying {
  /** `2022-03-01`, the first day. */
  readonly first: string;
  /** The last day, included. */
  readonly last: string;
  /** In whole days, rounded up. */
  readonly days: number;
  readonly hours: number;
  /** How many separate times it happened. */
  readonly times: number;
  /** With its unit; null: it is not known. */
  readonly quantity: string | null;
  /** In percent; null: it is not known. */
  readonly percent: string | null;
  readonly cost: string | null;
  /** How many bills it is about. */
  readonly bills: number;
  readonly text: (name: string) => string;
}

/** A kind of finding: what it means, how it is found, and where the rule comes from. */
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

/** `on 2022-03-01`, or `from 2022-03-01 to 2022-03-04`. */
export function when({ first, last }: Saying): string {
  return first === last ? `on ${first}` : `from ${first} to ${last}`;
}

/** `, 3 times`, unless it is once. */
export function often({ times }: Saying): string {
  return times === 1 ? '' : `, ${times} times`;
}
