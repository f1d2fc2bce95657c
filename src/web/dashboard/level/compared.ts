import type { BilledFragment, FiguresFragment } from '../generated/operations.js';
import { symbolOf, type Currency } from '../format/money.js';
import { ownReason, saidReason, type Reason } from '../format/reason.js';
import { KG } from '../format/words.js';
import { MEASURES, type Measure } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/**
 * Figures of one building, account or the portfolio, in the period and the earlier one; see the queries in
 * `figures.graphql`.
 */
export interface Level {
  readonly now: FiguresFragment | null;
  readonly before: FiguresFragment | null;
  readonly billed: BilledFragment | null;
  readonly billedBefore: BilledFragment | null;
}

/** Returns the unit of a measure, or the symbol of its currency; an empty text if it is not known. */
export function unitOf(level: Level, measure: Measure): string {
  if (measure === 'consumption') return level.now?.units ?? '';
  return measure === 'emissions' ? KG : symbolOf(currencyOf(level));
}

/** Returns the currency of the costs; null if it is not known. */
export function currencyOf({ billed, billedBefore }: Level): Currency {
  return billed?.currency ?? billedBefore?.currency;
}

/** Returns a measure by day, week or month. */
export function series(level: Level, measure: Measure, when: 'now' | 'before'): readonly (number | null)[] {
  if (measure === 'cost') {
    const billed = when === 'now' ? level.billed : level.billedBefore;
    return (billed?.data ?? []).map(({ cost, coverage }) => known(cost, coverage));
  }
  return (level[when]?.data ?? []).map(({ consumption, emissions, coverage }) =>
    known(measure === 'consumption' ? consumption : (emissions?.total ?? null), coverage),
  );
}

/** Returns a measure of the whole period; null if no data covers any of it. The service returns 0 in that case. */
export function total(level: Level, measure: Measure, when: 'now' | 'before'): number | null {
  if (measure === 'cost') {
    const billed = when === 'now' ? level.billed : level.billedBefore;
    return known(billed?.cost ?? null, billed?.coverage ?? null);
  }
  const figures = level[when];
  if (measure === 'consumption') return known(figures?.consumption ?? null, figures?.coverage ?? null);
  return known(emittedOf(figures), figures?.coverage ?? null);
}

/** Returns the emissions; null if they are 0 because a factor is missing. */
export function emittedOf(
  figures: {
    readonly emissions: { readonly total: number } | null;
    readonly missingFactors: readonly unknown[] | null;
  } | null,
): number | null {
  const emitted = figures?.emissions?.total ?? null;
  return emitted === 0 && figures?.missingFactors?.length ? null : emitted;
}

/** Returns whether there is any data in the period. */
export function hasAny(level: Level): boolean {
  return Boolean(level.now?.coverage) || MEASURES.some((measure) => total(level, measure, 'now') !== null);
}

/** Returns the share of a period for which a measure has data. */
export function coverageOf(level: Level, measure: Measure, when: 'now' | 'before'): number | null {
  if (measure !== 'cost') return level[when]?.coverage ?? null;
  return (when === 'now' ? level.billed : level.billedBefore)?.coverage ?? null;
}

/**
 * Returns null for a 0 without data. A cost other than 0 counts without coverage: bills may state an amount without a
 * period.
 */
function known(value: number | null, coverage: number | null): number | null {
  return value === 0 && !coverage ? null : value;
}

/** Returns why costs in several currencies cannot be stacked; null if they share one currency. */
export function noCommonCurrency(types: readonly { readonly level: Level }[]): Reason | null {
  const billed = types.flatMap(({ level }) => [level.billed, level.billedBefore]).filter((one) => one !== null);
  const reason = billed.flatMap(({ costReasons }) => costReasons)[0];
  if (reason !== undefined) return saidReason(reason);
  const currencies = new Set(billed.filter(({ cost }) => cost).map(({ currency }) => currency?.toUpperCase()));
  if (currencies.size < 2) return null;
  return ownReason(texts().level.currencies([...currencies].map((code) => code ?? null)));
}
