/**
 * Rates of value added tax, in percent, by country: those that are or were in force from 2010 on for energy, water and services.
 * Source: European Commission, "VAT rates applied in the Member States"; HMRC; ATO; Inland Revenue of New Zealand.
 */
const RATES: Readonly<Record<string, readonly number[]>> = {
  gb: [0, 5, 17.5, 20],
  ie: [0, 9, 13.5, 21, 23],
  fr: [0, 5.5, 10, 19.6, 20],
  de: [0, 5, 7, 16, 19],
  es: [0, 5, 10, 18, 21],
  it: [0, 4, 5, 10, 20, 21, 22],
  nl: [0, 6, 9, 19, 21],
  be: [0, 6, 12, 21],
  lu: [0, 3, 7, 8, 14, 15, 16, 17],
  at: [0, 10, 13, 20],
  pt: [0, 6, 13, 23],
  dk: [0, 25],
  se: [0, 6, 12, 25],
  fi: [0, 10, 14, 23, 24, 25.5],
  pl: [0, 5, 8, 23],
  cz: [0, 10, 12, 15, 20, 21],
  au: [0, 10],
  nz: [0, 12.5, 15],
};

/** The rates of a country, in percent; null: the table does not have the country. */
export function taxRatesOf(country: string | null): readonly number[] | null {
  return (country === null ? undefined : RATES[country]) ?? null;
}
