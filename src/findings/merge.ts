import { DAY_MS, dayOf } from '../usage/grid.js';
import { UTC } from '../values/offsets.js';
import { BILL_KINDS } from './billKinds.js';
import { datesOf } from './dates.js';
import type { Evidence, DetectedFinding, Observation } from './finding.js';
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
export function merge(
  kind: FindingKind,
  observations: readonly Observation[],
  wording: FormatContext,
): readonly DetectedFinding[] {
  const groups: Observation[][] = [];
  let end = -Infinity;
  for (const observation of observations.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = groups.at(-1);
    const first = last?.[0];
    const isNear =
      first && (observation.from < end + mergeDistance(kind) || dayOf(observation.from) === dayOf(first.from));
    if (last && isNear) last.push(observation);
    else groups.push([observation]);
    end = isNear ? Math.max(end, observation.to) : observation.to;
  }
  return groups.map((group) => findingOf(kind, group, wording));
}

/** Returns how long after a finding's end a new observation still belongs to it, in milliseconds. */
export function mergeDistance(kind: FindingKind): number {
  const { near } = kindRow(kind);
  return near === null ? 0 : near * DAY_MS + 1;
}

function findingOf(kind: FindingKind, observations: readonly Observation[], wording: FormatContext): DetectedFinding {
  const { severity, describe: say } = kindRow(kind);
  const { units, currency } = wording;
  const from = Math.min(...observations.map((observation) => observation.from));
  const to = Math.max(...observations.map((observation) => observation.to));
  const quantity = sum(observations.map((observation) => observation.quantity));
  const cost = sum(observations.map((observation) => observation.cost));
  const share = largest(observations.map((observation) => observation.share));
  const evidence = observations.flatMap((observation) => observation.evidence ?? []);
  const invoices = [...new Set(observations.flatMap((observation) => observation.invoices ?? []))];
  const message = say({
    dates: datesOf(from, to, Object.hasOwn(BILL_KINDS, kind) ? UTC : wording.timeZone),
    days: Math.ceil((to - from) / DAY_MS),
    hours: Math.round(lengthOf(observations) / 360_000) / 10,
    ...{ times: timesOf(observations), observations: observations.length, share, units, bills: invoices.length },
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
function timesOf(observations: readonly Observation[]): number {
  let [times, end] = [0, -Infinity];
  for (const { from, to } of observations) {
    if (from > end) times += 1;
    end = Math.max(end, to);
  }
  return times;
}

/** Returns the total time of the observations in milliseconds. Overlaps count once. */
function lengthOf(observations: readonly Observation[]): number {
  let [length, end] = [0, -Infinity];
  for (const { from, to } of observations) {
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
