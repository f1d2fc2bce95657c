import { formatDay, formatDays, UTC } from '../format/dates.js';
import { formatMoney, type Currency } from '../format/money.js';
import { formatFigure, formatShare } from '../format/numbers.js';
import { formatUnit } from '../format/units.js';
import type { FindingFactsFragment } from '../generated/operations.js';
import type { Facts } from '../texts/facts.js';

/** The maximum number of facts that the service stores for a finding. With fewer facts the evidence is complete. */
const MAX_EVIDENCE = 10;
/** The maximum number of bills that the service stores for a finding. */
const MAX_BILLS = 60;
const DAY_MS = 86_400_000;
/** Decimals of a rate. */
const RATE_DIGITS = 6;

/** Returns the currency of a finding's amounts: that of its bills, else of its account's bills. */
export function currencyOf({
  invoices,
  account,
}: Pick<FindingFactsFragment, 'invoices'> & {
  readonly account: Pick<NonNullable<FindingFactsFragment['account']>, 'invoices'> | null;
}): Currency {
  return (invoices?.data[0] ?? account?.invoices?.data[0])?.currency;
}

/**
 * Returns the time zone for times of a finding: that of its site. For bills and whole UTC days it is UTC, because the
 * rules compare these.
 */
export function zoneOf(
  { kind, asset }: Pick<FindingFactsFragment, 'kind' | 'asset'>,
  { startDate, endDate }: { readonly startDate: string | null; readonly endDate: string | null },
): string {
  const isOfDays = [startDate, endDate].every((time) => time === null || Date.parse(time) % DAY_MS === 0);
  return isOfDays || kind.startsWith('bill-') ? UTC : (asset?.timeZone ?? UTC);
}

/**
 * Returns the facts of a finding for its sentence.
 * @param unit of the account's quantities; null if it is unknown
 */
export function factsOf(finding: FindingFactsFragment, unit: string | null): Facts {
  const { evidence, startDate, endDate, quantity, share, cost, invoiceIds } = finding;
  const timeZone = zoneOf(finding, finding);
  const [from, to] = [Date.parse(startDate), Date.parse(endDate) - 1];
  const currency = currencyOf(finding);
  const named = (name: string): FindingFactsFragment['evidence'] => evidence.filter((one) => one.name === name);
  const values = (name: string): readonly number[] => named(name).flatMap(({ value }) => value ?? []);
  const withUnit = (value: number): string => `${formatFigure(value)} ${unit ?? ''}`.trim();
  const mapped = <Mapped>(name: string, map: (value: number) => Mapped): Mapped | null => {
    const [first] = values(name);
    return first === undefined ? null : map(first);
  };
  return {
    days: formatDays(from, to, timeZone),
    first: formatDay(from, timeZone),
    last: formatDay(to, timeZone),
    dayCount: Math.ceil((Date.parse(endDate) - Date.parse(startDate)) / DAY_MS),
    ...{ bills: invoiceIds.length, hasMoreBills: invoiceIds.length >= MAX_BILLS },
    quantity: quantity === null ? null : withUnit(quantity),
    share,
    percent: share === null ? null : formatShare(Math.abs(share)),
    cost: cost === null ? null : formatMoney(cost, currency),
    unit,
    isEvidenceComplete: evidence.length < MAX_EVIDENCE,
    count: (name) => named(name).length,
    value: (name) => values(name)[0] ?? null,
    sum: (name) => (values(name).length === 0 ? null : values(name).reduce((sum, value) => sum + value, 0)),
    number: (name) => mapped(name, formatFigure),
    amount: (name) => mapped(name, withUnit),
    text: (name) => {
      const text = named(name)[0]?.text ?? '';
      if (text === '') return null;
      return name === 'lineUnits' ? formatUnit(text) : text;
    },
    money: (amount) => formatMoney(amount, currency),
    rate: (amount) => formatMoney(amount, currency, RATE_DIGITS),
  };
}
