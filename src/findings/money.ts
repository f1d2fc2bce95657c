/** The decimals of amounts in an unknown currency. */
const USUAL_DIGITS = 2;

/** Returns the number of decimals of a currency's amounts (ISO 4217): 2 for pounds, 0 for yen. */
export function digitsOf(currency: string | null): number {
  if (currency === null) return USUAL_DIGITS;
  return (
    new Intl.NumberFormat('en-GB', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    USUAL_DIGITS
  );
}

/**
 * Formats an amount for a sentence: `£37.50`, or `37.50` if the currency is unknown.
 * @param most the maximum number of decimals, for rates
 */
export function formatMoney(amount: number, currency: string | null, most = digitsOf(currency)): string {
  const digits = {
    minimumFractionDigits: digitsOf(currency),
    maximumFractionDigits: Math.max(most, digitsOf(currency)),
  };
  const style = currency === null ? {} : { style: 'currency' as const, currency };
  return amount.toLocaleString('en-GB', { ...style, ...digits });
}
