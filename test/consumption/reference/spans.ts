import type { Account, Interval, Invoice, Reading, Records, Settings } from './records.js';
import { DAY, dayOf, instant } from './time.js';
import { canonicalUnit, toCanonical } from './units.js';

/** A quantity over [from, to), in the canonical unit. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly quantity: number;
  readonly estimated: boolean;
}

/** What one register tells, and the time between its first and its last reading. */
export interface Register {
  readonly from: number;
  readonly to: number;
  readonly spans: readonly Span[];
}

/** An invoice that counts, over whole days. */
export interface Bill {
  readonly from: number;
  readonly to: number;
  readonly invoice: Invoice;
}

const canonical = (value: number, unit: string | null | undefined, account: Account, settings: Settings): number =>
  toCanonical(
    value,
    unit ?? account.meterUnits ?? canonicalUnit(account.type),
    account.type,
    settings.gasCalorificValue,
  );

/** Of several records with the same key, the one with the greatest `_id`. */
function greatest<T extends { readonly _id: string }>(records: readonly T[], key: (record: T) => string): readonly T[] {
  const kept = new Map<string, T>();
  for (const record of records) {
    const other = kept.get(key(record));
    if (!other || record._id > other._id) kept.set(key(record), record);
  }
  return [...kept.values()];
}

export function intervalSpans(
  intervals: readonly Interval[],
  account: Account,
  custom: boolean,
  settings: Settings,
): readonly Span[] {
  const painted = intervals.filter(
    ({ accountId, type, source }) =>
      accountId === account._id && type === account.type && (source === 'custom') === custom,
  );
  const timed = painted.map((record) => ({
    _id: record._id,
    record,
    from: instant(record.startTimestamp),
    to: instant(record.endTimestamp),
  }));
  return greatest(timed, ({ from, to }) => `${from} ${to}`)
    .filter(({ from, to }) => from < to)
    .map(({ record, from, to }) => ({
      from,
      to,
      quantity: canonical(record.value, record.unit, account, settings),
      estimated: record.isEstimated === true,
    }));
}

/** The registers of an account; `onlyHalfHourly` for the source reading-hh. */
export function registers(
  readings: readonly Reading[],
  account: Account,
  onlyHalfHourly: boolean,
  settings: Settings,
): readonly Register[] {
  if (account.type === 'temperature') return [];
  const own = readings.filter(
    ({ accountId, isHalfHourly }) => accountId === account._id && (!onlyHalfHourly || isHalfHourly === true),
  );
  const names = [...new Set(own.map(({ registerId }) => registerId ?? ''))];
  return names.map((name) => {
    const ofRegister = own
      .filter(({ registerId }) => (registerId ?? '') === name)
      .map((reading) => ({ ...reading, at: instant(reading.submittedAt) }));
    const series = [...greatest(ofRegister, ({ at }) => String(at))].sort((a, b) => a.at - b.at);
    const spans: Span[] = [];
    for (const [index, b] of series.entries()) {
      const a = series[index - 1];
      if (!a) continue;
      const after = canonical(b.value, b.units, account, settings);
      const quantity = b.meterReset === true ? after : after - canonical(a.value, a.units, account, settings);
      if (quantity < 0 && b.meterReset !== true) continue;
      spans.push({ from: a.at, to: b.at, quantity, estimated: a.type === 'E' || b.type === 'E' });
    }
    return { from: series[0]?.at ?? 0, to: series.at(-1)?.at ?? 0, spans };
  });
}

/** The account's invoices that count, simulated or real ones; those without units too, for their cost. */
export function bills(records: Records, account: Account, simulated: boolean): readonly Bill[] {
  return (records.invoices ?? []).flatMap((invoice) => {
    const { startDate, endDate } = invoice.values ?? {};
    if (invoice.accountId !== account._id || (invoice.simulated === true) !== simulated) return [];
    if (invoice.status !== 'captured' && invoice.status !== 'completed') return [];
    if (invoice.financialStatus === 'not-approved' || !startDate || !endDate) return [];
    const [from, to] = [dayOf(instant(startDate)), dayOf(instant(endDate)) + DAY];
    return from < to ? [{ from, to, invoice }] : [];
  });
}

export function billSpans(all: readonly Bill[], account: Account, settings: Settings): readonly Span[] {
  if (account.type === 'temperature') return [];
  return all.flatMap(({ from, to, invoice }) => {
    const { totalUnits, units, startReadType, endReadType } = invoice.values ?? {};
    if (totalUnits === null || totalUnits === undefined) return [];
    const estimated = [startReadType, endReadType].some((type) => type?.toLowerCase().startsWith('e'));
    return [{ from, to, quantity: canonical(totalUnits, units, account, settings), estimated }];
  });
}
