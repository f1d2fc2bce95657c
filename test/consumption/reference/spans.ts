import type { Account, Interval, Invoice, Records, Settings } from './records.js';
import { DAY, dayOf, instant } from './time.js';
import { canonicalUnit, toCanonical } from './units.js';

/** A quantity over [from, to), in the canonical unit. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly quantity: number;
  /** The part of the quantity that is estimated. */
  readonly estimated: number;
}

/** An invoice that counts, over whole days. */
export interface Bill {
  readonly from: number;
  readonly to: number;
  readonly invoice: Invoice;
}

export const canonical = (
  value: number,
  unit: string | null | undefined,
  account: Account,
  settings: Settings,
): number =>
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
  const computed = intervals.filter(
    ({ accountId, type, source }) =>
      accountId === account._id && type === account.type && (source === 'custom') === custom,
  );
  const timed = computed.map((record) => ({
    _id: record._id,
    record,
    from: instant(record.startTimestamp),
    to: instant(record.endTimestamp),
  }));
  return greatest(timed, ({ from, to }) => `${from} ${to}`)
    .filter(({ from, to }) => from < to)
    .map(({ record, from, to }) => {
      const quantity = canonical(record.value, record.unit, account, settings);
      const part = record.estimatedValue ?? record.value;
      const estimated = record.isEstimated === true ? canonical(part, record.unit, account, settings) : 0;
      return { from, to, quantity, estimated };
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
    const quantity = canonical(totalUnits, units, account, settings);
    return [{ from, to, quantity, estimated: estimated ? quantity : 0 }];
  });
}
