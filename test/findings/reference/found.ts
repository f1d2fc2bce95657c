import { DAY, dayOf } from '../../consumption/reference/time.js';

/** A match of a rule; the end is excluded, in milliseconds. */
export interface Seen {
  readonly from: number;
  readonly to: number;
  readonly cost?: number;
  readonly invoices?: readonly string[];
}

/** The fields of a finding that are compared with the service's. */
export interface Expected {
  readonly kind: string;
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
  readonly cost: number | null;
  readonly invoices: readonly string[];
}

/** Days between matches of a kind that still are one finding; matches of other kinds must overlap. */
const NEAR: Readonly<Record<string, number>> = {
  gap: 7,
  'flat-line': 7,
  'zero-run': 7,
  spike: 28,
  negative: 28,
  'estimated-run': 7,
  'duplicate-records': 28,
  'unit-suspect': 31,
  'baseload-rise': 28,
  'night-use': 7,
  'weekend-use': 14,
  'bill-estimated': 3,
  'bill-units-differ': 3,
  'bill-after-contract': 40,
};

/** The most bills that a finding names. */
const MAX_BILLS = 60;

/** Joins matches of a kind in an account: near ones, and those that begin on one day, are one finding. */
export function joined(kind: string, accountId: string, seen: readonly Seen[]): readonly Expected[] {
  const sorted = [...seen].sort((a, b) => a.from - b.from || a.to - b.to);
  const groups: { from: number; to: number; parts: Seen[] }[] = [];
  const near = NEAR[kind];
  for (const one of sorted) {
    const last = groups.at(-1);
    const isNear = last && (near === undefined ? one.from < last.to : one.from <= last.to + near * DAY);
    if (last && (isNear || dayOf(one.from) === dayOf(last.from))) {
      last.to = Math.max(last.to, one.to);
      last.parts.push(one);
    } else groups.push({ from: one.from, to: one.to, parts: [one] });
  }
  return groups.map(({ from, to, parts }) => {
    const costs = parts.flatMap(({ cost }) => cost ?? []);
    const invoices = [...new Set(parts.flatMap((part) => part.invoices ?? []))].slice(0, MAX_BILLS);
    return {
      ...{ kind, accountId, from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
      invoices: invoices.sort(),
    };
  });
}
