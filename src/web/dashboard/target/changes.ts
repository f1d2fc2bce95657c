import { countDays } from '../format/days.js';
import { formatMoney } from '../format/money.js';
import { formatQuantity, formatShare } from '../format/numbers.js';
import { calendarOf, formatPeriod, type Period } from '../format/periods.js';
import { pageReason, serviceReason, type Reason } from '../format/reason.js';
import type { QueryState } from '../parts/Answer.js';
import type { Change } from '../parts/ChangeNote.js';
import type { Measure, Scene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { coverageOf, currencyOf, total, unitOf, type Figures } from './figures.js';
import type { ComparableFigures } from './useComparable.js';

/** Returns the change of a measure from the earlier period, or the reason why the two are not comparable. */
export function changeOf(
  figures: Figures,
  comparable: QueryState<ComparableFigures>,
  measure: Measure,
  scene: Scene,
): Change {
  const { period, comparison } = scene;
  if (comparison.kind === 'none') return { kind: 'none' };
  if (total(figures, measure, 'before') === null) {
    return notComparable(pageReason(texts().changes.noFigure(formatPeriod(comparison.period))));
  }
  if (comparison.kind === 'other') return changeOfPeriods(figures, measure, period, comparison.period);
  if (comparable.data === undefined) {
    return comparable.error === null ? { kind: 'waiting' } : notComparable(serviceReason(comparable.error.detail));
  }
  return changeOfDays(comparable.data, measure, figures, period, comparison.period);
}

const notComparable = (reason: Reason): Change => ({ kind: 'not-comparable', reason });

/** Compares the days that have data in both periods, with the figures of the service. */
function changeOfDays(
  { combined, billed }: ComparableFigures,
  measure: Measure,
  figures: Figures,
  period: Period,
  earlier: Period,
): Change {
  const words = texts().changes;
  const figuresOfBoth = measure === 'cost' ? billed : combined;
  const [before, value] =
    measure === 'cost'
      ? [billed?.cost, billed?.current.cost]
      : measure === 'emissions'
        ? [combined?.emissions?.total, combined?.current.emissions?.total]
        : [combined?.consumption, combined?.current.consumption];
  if (figuresOfBoth === null || typeof before !== 'number' || typeof value !== 'number') {
    // `reasons` follows the order of the fields: consumption and emissions first, cost last.
    const reason = measure === 'cost' ? figuresOfBoth?.reasons.at(-1) : figuresOfBoth?.reasons[0];
    if (reason === undefined) return notComparable(pageReason(words.noReason));
    return notComparable(serviceReason(`${reason.charAt(0).toLowerCase()}${reason.slice(1)}`));
  }
  if (before === 0) return notComparable(pageReason(words.wasZero));
  const { days, accounts, coverage } = figuresOfBoth;
  if (coverage === 1) return { kind: 'comparable', value, before, of: null };
  const areYears = isYear(period) && isYear(earlier);
  const share = accounts > 1 && coverage !== null ? formatShare(coverage) : null;
  const of = words.ofDays(
    days,
    areYears,
    share,
    formatFigureOf(value, measure, figures),
    formatFigureOf(before, measure, figures),
  );
  return { kind: 'comparable', value, before, of };
}

/** Formats a figure of a measure in its unit, like the tile of the measure. */
const formatFigureOf = (figure: number, measure: Measure, figures: Figures): string =>
  measure === 'cost' ? formatMoney(figure, currencyOf(figures)) : formatQuantity(figure, unitOf(figures, measure));

const isYear = (period: Period): boolean => calendarOf(period)?.part === '';

/** Compares any two periods, if both have complete data; per day if their lengths differ. */
function changeOfPeriods(figures: Figures, measure: Measure, period: Period, earlier: Period): Change {
  const words = texts().changes;
  const [value, before] = [total(figures, measure, 'now'), total(figures, measure, 'before')];
  const [now, then] = [coverageOf(figures, measure, 'now'), coverageOf(figures, measure, 'before')];
  if (value === null || before === null || before === 0) return notComparable(pageReason(words.isZero));
  if (now !== 1 || then !== 1) {
    const [share, shareThen] = [formatShare(now ?? 0), formatShare(then ?? 0)];
    return notComparable(pageReason(words.partly(formatPeriod(period), share, formatPeriod(earlier), shareThen)));
  }
  const [days, daysThen] = [countDays(period.from, period.to), countDays(earlier.from, earlier.to)];
  if (days === daysThen) return { kind: 'comparable', value, before, of: null };
  // Means, such as temperatures, do not grow with the number of days.
  const [by, byThen] = unitOf(figures, measure) === '°C' ? [1, 1] : [days, daysThen];
  return { kind: 'comparable', value: value / by, before: before / byThen, of: words.perDay(days, daysThen) };
}
