import { minorOf, type Bill } from '../bills.js';
import type { Observation } from '../finding.js';
import { observationOf } from './billObservation.js';

/** The rate of tax of a bill. */
export interface TaxComparison {
  /** Tax as a percentage of the net cost. */
  readonly percent: number;
  /** The rate of the supplier's bill before; null: no bill before, or it states no rate. */
  readonly percentBefore: number | null;
  readonly differs: boolean;
}

/** The tolerated difference of rates in percentage points. Legal rates of tax differ by more. */
const TOLERANCE = 0.25;

/**
 * Compares the rate of tax of a bill with the bill before. It does not compare if the two bills before differ, because
 * bills that mix rates have another rate each time. The rate of a first bill must not exceed the highest rate of its
 * country. Null: the bill has no net cost or no tax.
 */
export function compareTax(bills: readonly Bill[], index: number): TaxComparison | null {
  const bill = bills[index];
  const percent = percentOf(bill);
  if (!bill || percent === null) return null;
  const [before, earlier] = [bills[index - 1], bills[index - 2]].map((one) =>
    one?.supplier === bill.supplier ? percentOf(one) : null,
  );
  const tolerance = toleranceOf(bill);
  if (before === null || before === undefined) {
    return { percent, percentBefore: null, differs: percent > (highestTaxOf(bill.country) ?? Infinity) + tolerance };
  }
  const isRateStable = earlier === null || earlier === undefined || Math.abs(before - earlier) <= tolerance;
  return { percent, percentBefore: before, differs: isRateStable && Math.abs(percent - before) > tolerance };
}

function percentOf(bill: Bill | undefined): number | null {
  if (!bill || bill.net === null || bill.tax === null || bill.net <= 0) return null;
  return (bill.tax / bill.net) * 100;
}

/** Returns the tolerance in percentage points. Rounding changes the rate of small bills. */
function toleranceOf(bill: Bill): number {
  return Math.max(TOLERANCE, (2 * minorOf(bill) * 100) / (bill.net ?? Infinity));
}

/** Finds bills with another rate of tax than the bill before. */
export function taxesDiffer(bills: readonly Bill[]): readonly Observation[] {
  return bills.flatMap((bill, index) => {
    const comparison = compareTax(bills, index);
    if (!comparison?.differs) return [];
    const { percent, percentBefore } = comparison;
    const evidence = [
      { name: 'percent', value: percent },
      ...(percentBefore === null ? [] : [{ name: 'before', value: percentBefore }]),
    ];
    const cost = percentBefore === null ? {} : { cost: ((percent - percentBefore) / 100) * (bill.net ?? 0) };
    return [observationOf(bill, [bill], { ...cost, evidence })];
  });
}

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
function highestTaxOf(country: string | null): number | null {
  return (country === null ? undefined : HIGHEST[country]) ?? null;
}
