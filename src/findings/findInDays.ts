import type { Knex } from 'knex';
import { DAY_MS, monthOf, monthStart, type DayRange } from '../usage/grid.js';
import { isMean } from './accounts.js';
import { readDays, readHalfHours, type Days, type DaysRequest } from './days.js';
import type { FindingAccount, Observation, Thresholds } from './finding.js';
import type { FindingKind } from './kinds.js';
import { localUseOf, startHalfHours } from './localUse.js';
import { extentOf, yearsOf, type Month } from './months.js';
import { daysOf, grown, hull, reaches } from './range.js';
import { gaps, MAX_GAP_DAYS, partialDays } from './rules/missingData.js';
import { baseloadRises, nightUses, weekendUses } from './rules/habits.js';
import type { CostOn } from './rules/unitPrice.js';
import { estimatedRuns, flatLines, zeroRuns } from './rules/runs.js';
import { negativeDays, negatives, spikeDays, spikes } from './rules/spikes.js';
import { isSeasonal, SEASON_DAYS, seasonsOf } from './season.js';
import { gasYears } from './rules/gasYears.js';
import { unitSteps } from './rules/units.js';

/** The kinds with a cost at the prices of the account's bills. They may change when the bills change. */
export const HABIT_KINDS = ['night-use', 'weekend-use'] as const satisfies readonly FindingKind[];

/** The kinds of findings in the computed days of intervals. */
export const DAY_KINDS = [
  ...(['gap', 'flat-line', 'zero-run', 'spike', 'negative', 'estimated-run', 'unit-suspect'] as const),
  ...(['baseload-rise', ...HABIT_KINDS] as const),
] satisfies readonly FindingKind[];

/**
 * The days before and after a judged day that the rules read. Nights and weekends read furthest back: a unit may change
 * 55 days before, within the 8 weeks of comparison, and that step needs the 14 days before it. Weekends alone need 62
 * days, because a weekend 8 weeks before is compared with its working days before. Local days need one more day. A rise
 * reads 26 days ahead if the last of its 14 days is a step. A flat line reads furthest ahead.
 */
const DAYS_BEFORE = 70;
const DAYS_AFTER = 30;

export type ObservationsByKind = ReadonlyMap<FindingKind, readonly Observation[]>;

/** Findings of some days of an account, and the days whose stored findings they replace. */
export interface ObservationsInRange {
  readonly range: DayRange;
  readonly observations: ObservationsByKind;
}

/** Data of an account that the rules need before they read its days. */
export interface DaysOfAccount {
  readonly account: FindingAccount;
  readonly months: readonly Month[];
  /** Returns the cost of its use; null: the price is unknown. */
  readonly costOn: CostOn | null;
  /** The times of the stored findings. */
  readonly stored: readonly (Pick<Observation, 'from' | 'to'> & { readonly kind: FindingKind })[];
}

/**
 * Returns the days whose findings a change of some days may affect, as far as they have data or stored findings. Null:
 * none.
 */
export function affectedDays(changed: DayRange, { account, stored, months }: DaysOfAccount): DayRange | null {
  const onwards = isSeasonal(account) ? SEASON_DAYS : DAYS_BEFORE;
  const wide = grown({ from: changed.from - DAYS_AFTER, to: changed.to + onwards }, stored);
  const extent = extentOf(months);
  const data = extent && { from: Math.max(wide.from, extent.from), to: Math.min(wide.to, extent.to) };
  const findingDays = stored.filter((one) => reaches(one, wide)).map(daysOf);
  const all = data && data.to > data.from ? [data, ...findingDays] : findingDays;
  return all.length === 0 ? null : all.reduce(hull);
}

/** Returns the days to read in order to judge a range of days. */
export const daysToRead = ({ from, to }: DayRange): DayRange => ({ from: from - DAYS_BEFORE, to: to + DAYS_AFTER });

/**
 * Applies the rules of interval data to some days of an account.
 * @param read the days of {@link daysToRead}, if they are already read
 */
export async function findInDays(
  trx: Knex.Transaction,
  accountData: DaysOfAccount,
  changed: DayRange,
  thresholds: Thresholds,
  read: { readonly range: DayRange; readonly days: Days } | null,
): Promise<ObservationsInRange> {
  let range = read?.range ?? affectedDays(changed, accountData);
  if (!range) return { range: changed, observations: new Map() };
  let days = read?.days ?? null;
  for (;;) {
    const readable: DayRange = daysToRead(range);
    days ??= await daysIn(trx, accountData.account, readable);
    const window = withNeighbours(readable, range, days, accountData.months);
    if (window.from < readable.from || window.to > readable.to) days = await daysIn(trx, accountData.account, window);
    const observations = await observationsIn(trx, accountData, { range, window, days }, thresholds);
    const all = [...observations.values()].flat();
    const next = grown(all.map(daysOf).reduce(hull, range), accountData.stored);
    if (next.from === range.from && next.to === range.to) return { range, observations };
    range = next;
    days = null;
  }
}

/**
 * Applies the rules of nights and weekends to all days of an account. The caller calls it when bills change, because
 * they set the prices.
 */
export async function findHabits(
  trx: Knex.Transaction,
  accountData: DaysOfAccount,
  thresholds: Thresholds,
): Promise<ObservationsByKind> {
  const range = extentOf(accountData.months);
  if (!range) return new Map();
  const window = daysToRead(range);
  return new Map(
    habitObservations(accountData, { range, window, days: await daysIn(trx, accountData.account, window) }, thresholds),
  );
}

async function daysIn(trx: Knex.Transaction, account: FindingAccount, range: DayRange): Promise<Days> {
  return (await readDays(trx, [requestFor(account, range)])).get(account.key) ?? new Map();
}

/** Returns which days of an account to read. The rules of nights and weekends need the local midnights of its time zone. */
export function requestFor(account: FindingAccount, range: DayRange): DaysRequest {
  const starts = isUsed(account) ? startHalfHours(account.timeZone, range) : [];
  return { account: account.key, isMean: isMean(account), starts, ...range };
}

/** Returns whether use follows people's days, as electricity and water do. */
export const isUsed = ({ type }: FindingAccount): boolean => type === 'electricity' || type === 'water';

/** Extends a window to the nearest data on both sides, at most as far as a gap may reach. */
function withNeighbours(readable: DayRange, range: DayRange, days: Days, months: readonly Month[]): DayRange {
  const has = (from: number, to: number): boolean =>
    Array.from({ length: to - from }, (_, index) => from + index).some((day) => days.has(day));
  let { from, to } = readable;
  if (!has(readable.from, range.from)) {
    const before = months.findLast(({ month }) => month <= monthOf(readable.from));
    if (before) from = Math.max(Math.min(readable.from, monthStart(before.month)), range.from - MAX_GAP_DAYS);
  }
  if (!has(range.to, readable.to)) {
    const after = months.find(({ month }) => month >= monthOf(readable.to));
    if (after) to = Math.min(Math.max(readable.to, monthStart(after.month + 1)), range.to + MAX_GAP_DAYS);
  }
  return { from, to };
}

interface JudgedDays {
  /** The days that the rules judge. */
  readonly range: DayRange;
  /** The days that the rules may read. */
  readonly window: DayRange;
  readonly days: Days;
}

async function observationsIn(
  trx: Knex.Transaction,
  { account, months, costOn }: DaysOfAccount,
  { range, window, days }: JudgedDays,
  thresholds: Thresholds,
): Promise<ObservationsByKind> {
  const { type, isExpected, key } = account;
  const isMeasured = isMean(account);
  const high = isMeasured ? [] : spikeDays(days, range, thresholds('finding-spike-times'), isSeasonal(account));
  const low = isMeasured ? [] : negativeDays(days, range);
  const partialOrExtreme = [...(isExpected ? partialDays(days) : []), ...high.map(({ day }) => day), ...low];
  const halfHours = await readHalfHours(trx, key, [...new Set(partialOrExtreme)]);
  const byKind: readonly (readonly [(typeof DAY_KINDS)[number], readonly Observation[]])[] = [
    ['gap', isExpected ? gaps(days, halfHours, window, thresholds('finding-gap-hours')) : []],
    ['flat-line', flatLines(days, range, thresholds('finding-flat-line-days'), type !== 'electricity')],
    ['zero-run', isUsed(account) ? zeroRuns(days, range, thresholds('finding-zero-run-days')) : []],
    ['spike', spikes(high, days, halfHours)],
    ['negative', negatives(low, days, halfHours)],
    ['estimated-run', estimatedRuns(days, range, thresholds('finding-estimated-run-days'))],
    ['unit-suspect', isMeasured ? [] : unitObservations(account, months, days, range, thresholds)],
    ['baseload-rise', isUsed(account) ? baseloadRises(days, range, thresholds('finding-baseload-rise-percent')) : []],
    ...(isUsed(account) ? habitObservations({ account, costOn }, { range, window, days }, thresholds) : []),
  ];
  return new Map(
    byKind.map(([kind, observations]) => [kind, observations.filter((observation) => reaches(observation, range))]),
  );
}

/** Applies the rules of nights and weekends, in the account's time zone. */
function habitObservations(
  { account: { type, timeZone }, costOn }: Pick<DaysOfAccount, 'account' | 'costOn'>,
  { range, window, days }: JudgedDays,
  thresholds: Thresholds,
): readonly (readonly [(typeof HABIT_KINDS)[number], readonly Observation[]])[] {
  const local = localUseOf(days, timeZone, window);
  const unit = type === 'water' ? 'm3' : 'kwh';
  // A local day may begin on the UTC day before, or end on the one after.
  const judged = { from: range.from - 1, to: range.to + 1 };
  const sizeOf = (kind: 'night' | 'weekend') => ({
    percent: thresholds(`finding-${kind}-use-percent`),
    least: thresholds(`finding-${kind}-use-${unit}`),
    leastCost: thresholds(`finding-${kind}-use-cost`),
  });
  return [
    ['night-use', nightUses(local, days, judged, sizeOf('night'), costOn)],
    ['weekend-use', weekendUses(local, days, judged, sizeOf('weekend'), costOn)],
  ];
}

function unitObservations(
  account: FindingAccount,
  months: readonly Month[],
  days: Days,
  range: DayRange,
  thresholds: Thresholds,
): readonly Observation[] {
  const years = gasYears(yearsOf(months, range), account, thresholds('finding-unit-suspect-gas-kwh'));
  return [...unitSteps(days, range, isSeasonal(account) ? seasonsOf(months) : null), ...years];
}

/** Returns the time of a range of days in milliseconds. */
export const timeOf = ({ from, to }: DayRange): Pick<Observation, 'from' | 'to'> => ({
  from: from * DAY_MS,
  to: to * DAY_MS,
});
