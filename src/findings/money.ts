/** Decimals that money has where no currency is known. */
const USUAL_DIGITS = 2;

/** The decimals of a currency's amounts (ISO 4217): 2 of pounds, 0 of yen. */
export function digitsOf(currency: string | null): number {
  if (currency === null) return USUAL_DIGITS;
  return (
    new Intl.NumberFormat('en-GB', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    USUAL_DIGITS
  );
}

/**
 * An amount as sentences have it: `£37.50`, or `37.50` where no currency is known.
 * @param most decimals at most, for rates
 */
export function moneyText(amount: number, currency: string | null, most = digitsOf(currency)): string {
  const digits = {
    minimumFractionDigits: digitsOf(currency),
    maximumFractionDigits: Math.max(most, digitsOf(currency)),
  };
  const style = currency === null ? {} : { style: 'currency' as const, currency };
  return amount.toLocaleString('en-GB', { ...style, ...digits });
}
