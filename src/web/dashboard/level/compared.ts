import type { BilledFragment, FiguresFragment } from '../generated/operations.js';
import { symbolOf, type Currency } from '../format/money.js';
import { ownReason, saidReason, type Reason } from '../format/reason.js';
import { KG } from '../format/words.js';
import { MEASURES, type Measure } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** The figures of a level, in a period and an earlier one, as the queries of `figures.graphql` have them. */
export interface Level {
  readonly now: FiguresFragment | null;
  readonly before: FiguresFragment | null;
  readonly billed: BilledFragment | null;
  readonly billedBefore: BilledFragment | null;
}

/** What a measure is in: a unit, or the symbol of a currency; '' where it is not known. */
export function unitOf(level: Level, measure: Measure): string {
  if (measure === 'consumption') return level.now?.units ?? '';
  return measure === 'emissions' ? KG : symbolOf(currencyOf(level));
}

/** What costs are in; null: not known. */
export function currencyOf({ billed, billedBefore }: Level): Currency {
  return billed?.currency ?? billedBefore?.currency;
}

/** A measure of each period. */
export function series(level: Level, measure: Measure, when: 'now' | 'before'): readonly (number | null)[] {
  if (measure === 'cost') {
    const billed = when === 'now' ? level.billed : level.billedBefore;
    return (billed?.data ?? []).map(({ cost, coverage }) => known(cost, coverage));
  }
  return (level[when]?.data ?? []).map(({ consumption, emissions, coverage }) =>
    known(measure === 'consumption' ? consumption : (emissions?.total ?? null), coverage),
  );
}

/** A measure of all of a period; null where no data covers any of it, as the service's 0 says only that it knows of none. */
export function total(level: Level, measure: Measure, when: 'now' | 'before'): number | null {
  if (measure === 'cost') {
    const billed = when === 'now' ? level.billed : level.billedBefore;
    return known(billed?.cost ?? null, billed?.coverage ?? null);
  }
  const figures = level[when];
  if (measure === 'consumption') return known(figures?.consumption ?? null, figures?.coverage ?? null);
  return known(emittedOf(figures), figures?.coverage ?? null);
}

/** What is emitted; null where there is no factor, as 0 of what has none is not a figure. */
export function emittedOf(
  figures: {
    readonly emissions: { readonly total: number } | null;
    readonly missingFactors: readonly unknown[] | null;
  } | null,
): number | null {
  const emitted = figures?.emissions?.total ?? null;
  return emitted === 0 && figures?.missingFactors?.length ? null : emitted;
}

/** Whether anything is known of a period. */
export function hasAny(level: Level): boolean {
  return Boolean(level.now?.coverage) || MEASURES.some((measure) => total(level, measure, 'now') !== null);
}

/** The share of a period that a measure has data of. */
export function coverageOf(level: Level, measure: Measure, when: 'now' | 'before'): number | null {
  if (measure !== 'cost') return level[when]?.coverage ?? null;
  return (when === 'now' ? level.billed : level.billedBefore)?.coverage ?? null;
}

/** Accounts with bills that carry cost alone have no coverage, but a cost. */
function known(value: number | null, coverage: number | null): number | null {
  return value === 0 && !coverage ? null : value;
}

/** Why the costs of several levels are not shown on top of each other, a sentence; null: they can be. */
export function noCommonCurrency(types: readonly { readonly level: Level }[]): Reason | null {
  const billed = types.flatMap(({ level }) => [level.billed, level.billedBefore]).filter((one) => one !== null);
  const reason = billed.flatMap(({ costReasons }) => costReasons)[0];
  if (reason !== undefined) return saidReason(reason);
  const currencies = new Set(billed.filter(({ cost }) => cost).map(({ currency }) => currency?.toUpperCase()));
  if (currencies.size < 2) return null;
  return ownReason(texts().level.currencies([...currencies].map((code) => code ?? null)));
}
