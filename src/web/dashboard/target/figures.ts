import type { BilledFragment, FiguresFragment } from '../generated/operations.js';
import { symbolOf, type Currency } from '../format/money.js';
import { pageReason, serviceReason, type Reason } from '../format/reason.js';
import { KG } from '../format/words.js';
import type { Comparison } from '../state/comparison.js';
import { MEASURES, type Measure } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** A building or an account, as variables of the queries. */
export type Target = { readonly assetId: string } | { readonly accountId: string };

/**
 * Figures of a building, an account or the portfolio, in the period and the earlier period. The queries are in
 * `figures.graphql`.
 */
export interface Figures {
  readonly now: FiguresFragment | null;
  readonly before: FiguresFragment | null;
  readonly billed: BilledFragment | null;
  readonly billedBefore: BilledFragment | null;
}

/** Returns the unit of a measure, or the symbol of its currency; an empty text if it is unknown. */
export function unitOf(figures: Figures, measure: Measure): string {
  if (measure === 'consumption') return figures.now?.units ?? '';
  return measure === 'emissions' ? KG : symbolOf(currencyOf(figures));
}

/** Returns the currency of the costs; null if it is unknown. */
export function currencyOf({ billed, billedBefore }: Figures): Currency {
  return billed?.currency ?? billedBefore?.currency;
}

/** Returns a measure by day, week or month. */
export function series(figures: Figures, measure: Measure, when: 'now' | 'before'): readonly (number | null)[] {
  if (measure === 'cost') {
    const billed = when === 'now' ? figures.billed : figures.billedBefore;
    return (billed?.data ?? []).map(({ cost, coverage }) => nullWithoutData(cost, coverage));
  }
  return (figures[when]?.data ?? []).map(({ consumption, emissions, coverage }) =>
    nullWithoutData(measure === 'consumption' ? consumption : (emissions?.total ?? null), coverage),
  );
}

/**
 * Returns the share of each bar that comes from bills, which the service spreads evenly over their days. A cost comes
 * from bills only.
 */
export function billedShares(figures: Figures, measure: Measure): readonly number[] {
  return (figures.now?.data ?? []).map(({ consumption, combinedBreakdown }) => {
    if (measure === 'cost') return 1;
    const billed = combinedBreakdown.invoice;
    return billed === null || !consumption ? 0 : Math.min(1, Math.max(0, billed / consumption));
  });
}

/**
 * Returns a measure of the earlier period, aligned with the bars of the period. The year before aligns by date, so that
 * 29 February shifts nothing; other periods align by position.
 */
export function earlierSeries(figures: Figures, measure: Measure, { kind }: Comparison): readonly (number | null)[] {
  const dates = figures.now?.data.map(({ date }) => date) ?? [];
  const values = series(figures, measure, 'before');
  if (kind === 'none') return dates.map(() => null);
  if (kind !== 'year') return dates.map((_, index) => values[index] ?? null);
  const byDate = new Map((figures.before?.data ?? []).map(({ date }, index) => [date, values[index] ?? null]));
  return dates.map((date) => byDate.get(`${Number(date.slice(0, 4)) - 1}${date.slice(4)}`) ?? null);
}

/** Returns a measure of the whole period; null if no data covers any of it. The service returns 0 in that case. */
export function total(figures: Figures, measure: Measure, when: 'now' | 'before'): number | null {
  if (measure === 'cost') {
    const billed = when === 'now' ? figures.billed : figures.billedBefore;
    return nullWithoutData(billed?.cost ?? null, billed?.coverage ?? null);
  }
  const combined = figures[when];
  if (measure === 'consumption') return nullWithoutData(combined?.consumption ?? null, combined?.coverage ?? null);
  return nullWithoutData(emittedOf(combined), combined?.coverage ?? null);
}

/** Returns the emissions; null if they are 0 because a factor is missing. */
export function emittedOf(
  combined: {
    readonly emissions: { readonly total: number } | null;
    readonly missingFactors: readonly unknown[] | null;
  } | null,
): number | null {
  const emitted = combined?.emissions?.total ?? null;
  return emitted === 0 && combined?.missingFactors?.length ? null : emitted;
}

/** Returns whether there is any data in the period. */
export function hasAny(figures: Figures): boolean {
  return Boolean(figures.now?.coverage) || MEASURES.some((measure) => total(figures, measure, 'now') !== null);
}

/** Returns the share of a period for which a measure has data. */
export function coverageOf(figures: Figures, measure: Measure, when: 'now' | 'before'): number | null {
  if (measure !== 'cost') return figures[when]?.coverage ?? null;
  return (when === 'now' ? figures.billed : figures.billedBefore)?.coverage ?? null;
}

/**
 * Returns null for a 0 without data. A cost other than 0 counts without coverage: bills may state an amount without a
 * period.
 */
function nullWithoutData(value: number | null, coverage: number | null): number | null {
  return value === 0 && !coverage ? null : value;
}

/** Returns why costs in several currencies cannot be stacked; null if they share one currency. */
export function noCommonCurrency(types: readonly { readonly figures: Figures }[]): Reason | null {
  const billed = types.flatMap(({ figures }) => [figures.billed, figures.billedBefore]).filter((one) => one !== null);
  const reason = billed.flatMap(({ costReasons }) => costReasons)[0];
  if (reason !== undefined) return serviceReason(reason);
  const currencies = new Set(billed.filter(({ cost }) => cost).map(({ currency }) => currency?.toUpperCase()));
  if (currencies.size < 2) return null;
  return pageReason(texts().figures.currencies([...currencies].map((code) => code ?? null)));
}
