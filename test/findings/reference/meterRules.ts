import { registerUsage, type Slot } from '../../consumption/reference/slotUsage.js';
import { SETTINGS, type Account, type Reading } from '../../consumption/reference/records.js';
import { registers } from '../../consumption/reference/registers.js';
import { canonical } from '../../consumption/reference/spans.js';
import { DAY, dayOf, HALF_HOUR, instant } from '../../consumption/reference/time.js';
import type { Bill } from './bills.js';
import type { Day, Days } from './days.js';
import type { Seen } from './found.js';
import type { FindingRecords } from './records.js';

/** Billed and metered quantity of days without another bill, if intervals, or else readings, cover 95 % of them. */
export function unitsDiffer(
  records: FindingRecords,
  account: Account,
  { days, bills, percent }: { readonly days: Days; readonly bills: readonly Bill[]; readonly percent: number },
): readonly Seen[] {
  return bills.flatMap((bill) => {
    const { id, from, to, quantity } = bill;
    const isShared = bills.some((other) => other !== bill && Math.min(other.to, to) - Math.max(other.from, from) > DAY);
    if (quantity === null || isShared) return [];
    const metered = ofIntervals(days, from, to) ?? ofReadings(records, account, from, to);
    if (metered === null) return [];
    const most = Math.max(Math.abs(metered), Math.abs(quantity));
    return Math.abs(quantity - metered) > (most * percent) / 100 ? [{ from, to, invoices: [id] }] : [];
  });
}

function ofIntervals(days: Days, from: number, to: number): number | null {
  const own: Day[] = [];
  for (let day = from; day < to; day += DAY) own.push(...[days.get(day) ?? []].flat());
  const covered = own.reduce((sum, { halves }) => sum + halves.filter((value) => value !== null).length * HALF_HOUR, 0);
  return covered >= 0.95 * (to - from) ? own.reduce((sum, { quantity }) => sum + quantity, 0) : null;
}

function ofReadings(records: FindingRecords, account: Account, from: number, to: number): number | null {
  const own = registers(records.readings ?? [], account, false, SETTINGS);
  const slots: Slot[] = [];
  for (let start = from; start < to; start += HALF_HOUR) slots.push(registerUsage(start, own, SETTINGS.registersAlive));
  const covered = slots.reduce((sum, { seconds }) => sum + seconds * 1_000, 0);
  return covered >= 0.95 * (to - from) ? slots.reduce((sum, { quantity }) => sum + quantity, 0) : null;
}

/** A glitch, or a reading below the previous one of its register without a reset, a quantity or digits that explain it. */
export function registerFalls({ readings = [] }: FindingRecords, account: Account): readonly Seen[] {
  if (account.type === 'temperature') return [];
  const own = readings.filter(({ accountId }) => accountId === account._id);
  const names = new Set(own.map(({ registerId }) => registerId ?? ''));
  return [...names].flatMap((name) => {
    const series = own.filter(({ registerId }) => (registerId ?? '') === name);
    const sorted = [...series].sort((a, b) => instant(a.submittedAt) - instant(b.submittedAt));
    const glitches = registers(series, account, false, SETTINGS).flatMap((register) => register.glitches);
    const falls = sorted.slice(1).flatMap((reading, index) => {
      const before = sorted[index];
      if (!before || !hasFallen(before, reading, account)) return [];
      return [{ from: instant(before.submittedAt), to: instant(reading.submittedAt) }];
    });
    const isOfGlitch = ({ from, to }: Seen): boolean =>
      glitches.some((glitch) => glitch.from <= from && to <= glitch.to);
    return [...glitches, ...falls.filter((fall) => !isOfGlitch(fall))];
  });
}

/** For readings at different moments; tests of figures cover several at one moment. */
function hasFallen(before: Reading, reading: Reading, account: Account): boolean {
  const says = typeof reading.quantity === 'number' || reading.meterReset === true;
  const digits = reading.registerDigits ?? before.registerDigits;
  const of = ({ value, units }: Reading): number => canonical(value, units, account, SETTINGS);
  return !says && typeof digits !== 'number' && of(reading) < of(before);
}

/**
 * A rise between two readings with far more use per day than on any other day with readings, some before and some
 * after. The source states neither the quantity nor a reset.
 */
export function registerJumps(
  { readings = [] }: FindingRecords,
  account: Account,
  { times, least }: { readonly times: number; readonly least: number },
): readonly Seen[] {
  const own = readings.filter(({ accountId }) => accountId === account._id);
  const names = [...new Set(own.map(({ registerId }) => registerId ?? ''))];
  const spans = names.flatMap((name) => {
    const series = own.filter(({ registerId }) => (registerId ?? '') === name);
    const told = series.filter(({ quantity, meterReset }) => typeof quantity === 'number' || meterReset === true);
    const isTold = (at: number): boolean => told.some(({ submittedAt }) => instant(submittedAt) === at);
    const all = registers(series, account, false, SETTINGS).flatMap((register) => register.spans);
    return all.map((span) => ({ ...span, isTold: isTold(span.to) }));
  });
  const use = new Map<number, number>();
  for (const { from, to, quantity } of spans) {
    for (let day = dayOf(from); day < to; day += DAY) {
      const part = (Math.min(to, day + DAY) - Math.max(from, day)) / (to - from);
      use.set(day, (use.get(day) ?? 0) + quantity * part);
    }
  }
  return spans.filter(({ from, to, quantity, isTold }) => {
    const others = [...use].filter(([day]) => day + DAY <= from || day >= to);
    const most = Math.max(...others.map(([, value]) => value));
    const isBetween = others.some(([day]) => day < from) && others.some(([day]) => day >= to);
    const daily = quantity / Math.max(1, (to - from) / DAY);
    return !isTold && quantity >= least && others.length >= 3 && isBetween && most > 0 && daily > times * most;
  });
}

/** Several records with the same start and end, from the day of the start on; the source custom is separate. */
export function repeatedRecords({ intervals = [] }: FindingRecords, account: Account): readonly Seen[] {
  const times = new Map<string, number>();
  const seen: Seen[] = [];
  for (const { accountId, type, source, startTimestamp, endTimestamp } of intervals) {
    if (accountId !== account._id || type !== account.type) continue;
    const [from, to] = [instant(startTimestamp), instant(endTimestamp)];
    const key = `${from} ${to} ${String(source === 'custom')}`;
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    if (count === 2) seen.push({ from: dayOf(from), to: Math.max(to, dayOf(from) + 1) });
  }
  return seen;
}
