/**
 * The currencies of ISO 4217 that this Node.js knows, in lower case, as the contract writes currency codes (contract 2, Asset,
 * `gavCurrency`).
 */
export const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase());
