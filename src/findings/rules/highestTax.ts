/**
 * The highest standard rate of value added tax from 2010 to January 2025, in percent, by country. A bill may mix rates,
 * for example in France, so a lower rate proves nothing. All sources are tax authorities: European Commission, "VAT
 * rates applied in the Member States of the European Union"; HM Revenue & Customs, "VAT rates" (gb); Australian
 * Taxation Office, "How GST works" (au); Inland Revenue, "GST (goods and services tax)" (nz).
 */
const HIGHEST: Readonly<Record<string, number>> = {
  ...{ at: 20, au: 10, be: 21, cz: 21, de: 19, dk: 25, es: 21, fi: 25.5, fr: 20, gb: 20 },
  ...{ ie: 23, it: 22, lu: 17, nl: 21, nz: 15, pl: 23, pt: 23, se: 25 },
};

/** Returns the highest rate of tax of a country, in percent; null: the table does not have the country. */
export function highestTaxOf(country: string | null): number | null {
  return (country === null ? undefined : HIGHEST[country]) ?? null;
}
