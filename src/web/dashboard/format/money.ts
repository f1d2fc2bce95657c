import { locale } from '../../shared/language.js';
import { texts } from '../texts/texts.js';
import { NONE } from './numbers.js';

/** A currency of ISO 4217 in any case; null: not known. */
export type Currency = string | null | undefined;

/** Money with the symbol and the decimals of its currency; where that is not known two decimals and no symbol. */
export function formatMoney(value: number | null | undefined, currency: Currency): string {
  if (value === null || value === undefined) return NONE;
  return moneyFormat(currency).format(value);
}

/** What one of a unit costs, £0.1786 per kWh: with up to four decimals. */
export function formatUnitCost(value: number, currency: Currency, unit: string): string {
  return texts().units.per(moneyFormat(currency, { maximumFractionDigits: 4 }).format(value), unit);
}

/** The symbol of a currency as it stands beside numbers: £, US$; nothing where it is not known. */
export function symbolOf(currency: Currency): string {
  if (!currency) return '';
  return (
    moneyFormat(currency)
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? ''
  );
}

function moneyFormat(currency: Currency, more: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return currency
    ? new Intl.NumberFormat(locale(), { style: 'currency', currency, ...more })
    : new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2, ...more });
}
