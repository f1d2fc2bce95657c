/**
 * The currencies of ISO 4217 that this Node.js supports, in lower case, because the contract writes currency codes in
 * lower case (contract 2, Asset, `gavCurrency`).
 */
export const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase());
