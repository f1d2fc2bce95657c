import { DAY_MS, dayOf } from '../usage/grid.js';
import { UTC } from '../values/offsets.js';
import { BILL_KINDS } from './billKinds.js';
import { datesOf } from './dates.js';
import type { Evidence, DetectedFinding, Mark } from './finding.js';
import { kindRow, type FindingKind } from './kinds.js';
import { formatMoney } from './money.js';
import { formatNumber } from './numbers.js';

/** The maximum number of facts that a finding stores. */
const MAX_EVIDENCE = 10;
/** The maximum number of bills that a finding names. */
const MAX_BILLS = 60;

/** Data for the sentences of an account's findings. */
export interface FormatContext {
  /** The unit of quantities; null: no unit. */
  readonly units: string | null;
  readonly currency: string | null;
  readonly timeZone: string;
}

/** Merges the observations of a kind that are near each other into findings, each with its sentence. */
export function merge(kind: FindingKind, marks: readonly Mark[], wording: FormatContext): readonly DetectedFinding[] {
  const groups: Mark[][] = [];
  let end = -Infinity;
  for (const mark of marks.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = groups.at(-1);
    const first = last?.[0];
    const isNear = first && (mark.from < end + mergeDistance(kind) || dayOf(mark.from) === dayOf(first.from));
    if (last && isNear) last.push(mark);
    else groups.push([mark]);
    end = isNear ? Math.max(end, mark.to) : mark.to;
  }
  return groups.map((group) => findingOf(kind, group, wording));
}

/** Returns how long after a finding's end a new observation still belongs to it, in milliseconds. */
export function mergeDistance(kind: FindingKind): number {
  const { near } = kindRow(kind);
  return near === null ? 0 : near * DAY_MS + 1;
}

function findingOf(kind: FindingKind, marks: readonly Mark[], wording: FormatContext): DetectedFinding {
  const { severity, describe: say } = kindRow(kind);
  const { units, currency } = wording;
  const from = Math.min(...marks.map((mark) => mark.from));
  const to = Math.max(...marks.map((mark) => mark.to));
  const quantity = sum(marks.map((mark) => mark.quantity));
  const cost = sum(marks.map((mark) => mark.cost));
  const share = largest(marks.map((mark) => mark.share));
  const evidence = marks.flatMap((mark) => mark.evidence ?? []);
  const invoices = [...new Set(marks.flatMap((mark) => mark.invoices ?? []))];
  const message = say({
    dates: datesOf(from, to, Object.hasOwn(BILL_KINDS, kind) ? UTC : wording.timeZone),
    days: Math.ceil((to - from) / DAY_MS),
    hours: Math.round(lengthOf(marks) / 360_000) / 10,
    ...{ times: timesOf(marks), marks: marks.length, share, units, bills: invoices.length },
    quantity: quantity === null ? null : `${formatNumber(quantity)}${units === null ? '' : ` ${units}`}`,
    cost: cost === null ? null : formatMoney(cost, currency),
    text: (name) => textOf(evidence, name),
    value: (name) => evidence.find((one) => one.name === name && one.value !== undefined)?.value ?? null,
    money: (amount, most) => formatMoney(amount, currency, most),
  });
  return {
    ...{ kind, severity, from, to, quantity, units: quantity === null ? null : units, cost, share, message },
    evidence: evidence
      .slice(0, MAX_EVIDENCE)
      .map((one) => (one.value === undefined ? one : { ...one, value: rounded(one.value) })),
    invoices: invoices.slice(0, MAX_BILLS),
  };
}

/** Rounds to 6 decimals, like all figures. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function sum(values: readonly (number | undefined)[]): number | null {
  const defined = values.filter((value) => value !== undefined);
  return defined.length === 0 ? null : rounded(defined.reduce((total, value) => total + value, 0));
}

/** Returns the value furthest from 0; null for no values. */
function largest(values: readonly (number | undefined)[]): number | null {
  const defined = values.filter((value) => value !== undefined);
  return defined.length === 0 ? null : rounded(defined.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a)));
}

/** Counts the separate time ranges of the observations. */
function timesOf(marks: readonly Mark[]): number {
  let [times, end] = [0, -Infinity];
  for (const { from, to } of marks) {
    if (from > end) times += 1;
    end = Math.max(end, to);
  }
  return times;
}

/** Returns the total time of the observations in milliseconds. Overlaps count once. */
function lengthOf(marks: readonly Mark[]): number {
  let [length, end] = [0, -Infinity];
  for (const { from, to } of marks) {
    length += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return length;
}

function textOf(evidence: readonly Evidence[], name: string): string {
  const fact = evidence.find((one) => one.name === name);
  if (fact?.text !== undefined) return fact.text;
  const all = evidence.filter((one) => one.name === name).map(({ value }) => value);
  const total = sum(all);
  return total === null ? '' : formatNumber(name === 'records' ? total : (all[0] ?? total));
}
