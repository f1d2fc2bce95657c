import { locale } from '../../shared/language.js';
import { texts } from '../texts/texts.js';
import { NONE } from './numbers.js';

/** An ISO 4217 currency in any case; null if the currency is unknown. */
export type Currency = string | null | undefined;

/**
 * Formats money with the symbol and the decimals of its currency. An unknown currency gets two decimals and no symbol.
 * @param most the maximum number of decimals, for rates
 */
export function formatMoney(value: number | null | undefined, currency: Currency, most?: number): string {
  if (value === null || value === undefined) return NONE;
  return moneyFormat(currency, most === undefined ? {} : { maximumFractionDigits: most }).format(value);
}

/** Formats the cost of one unit with up to four decimals: £0.1786 per kWh. */
export function formatUnitCost(value: number, currency: Currency, unit: string): string {
  return texts().units.per(moneyFormat(currency, { maximumFractionDigits: 4 }).format(value), unit);
}

/** Returns the symbol of a currency, £ or US$; an empty text if the currency is unknown. */
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
