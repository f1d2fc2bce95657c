import { emissionsOf, missingFactors } from './emissions.js';
import { costOf, currenciesOf, currencyOf, noSumOf } from './money.js';
import { FULL } from './slotUsage.js';
import { computeUsage, type Computed } from './accountUsage.js';
import { rangeOf, type Range } from './periods.js';
import { SETTINGS, type JsonObject, type Question, type Records } from './records.js';
import { roundedBody } from './round.js';
import { scopeOf } from './scope.js';
import { DAY, iso } from './time.js';

export type EarlierTime = 'previous' | 'yearEarlier';

/** The same calendar date a year earlier; null if it does not exist. */
function sameDate(day: number): number | null {
  const text = iso(day);
  const time = Date.parse(`${Number(text.slice(0, 4)) - 1}${text.slice(4)}`);
  return Number.isNaN(time) || iso(time).slice(4) !== text.slice(4) ? null : time;
}

const isCovered = ({ chosen }: Computed, day: number): boolean => {
  const own = chosen.filter(({ start }) => day <= start && start < day + DAY);
  return own.length === 48 && own.every(({ seconds }) => seconds === FULL);
};

const dayQuantity = ({ chosen, account }: Computed, day: number): number => {
  const own = chosen.filter(({ start }) => day <= start && start < day + DAY);
  const sum = own.reduce((total, { quantity }) => total + quantity, 0);
  return account.type === 'temperature' ? sum / 48 : sum;
};

/** An account, its usage in a range, and its days that count. */
interface Side {
  readonly computed: Computed;
  readonly days: readonly number[];
}

/** `comparable` of an earlier time: account by account, the days that are complete in both. */
export function referenceComparable(records: Records, question: Question, time: EarlierTime): JsonObject {
  const range = rangeOf(question, SETTINGS);
  const scope = scopeOf(records, question);
  const { source = 'combined' } = question;
  const length = range.to - range.from;
  const pairs: (readonly [number, number])[] = [];
  for (let day = range.from; day < range.to; day += DAY) {
    const other = time === 'previous' ? day - length : sameDate(day);
    if (other !== null) pairs.push([day, other]);
  }
  const others = pairs.map(([, other]) => other);
  const before: Range = { from: Math.min(...others), to: Math.max(...others) + DAY };
  const compute = (of: Range): readonly Computed[] =>
    scope.accounts.map((account) => computeUsage(records, account, of, source, SETTINGS));
  const [now, earlier] = [compute(range), pairs.length === 0 ? [] : compute(before)];
  const both = now.flatMap((computed, index): { readonly now: Side; readonly earlier: Side }[] => {
    const then = earlier[index];
    const own = then ? pairs.filter(([day, other]) => isCovered(computed, day) && isCovered(then, other)) : [];
    if (!then || own.length === 0) return [];
    return [
      {
        now: { computed, days: own.map(([day]) => day) },
        earlier: { computed: then, days: own.map(([, other]) => other) },
      },
    ];
  });
  const sides = { now: both.map((one) => one.now), earlier: both.map((one) => one.earlier) };
  const isMean = scope.types.includes('temperature');
  const eachDay = <T>(side: readonly Side[], of: (computed: Computed, day: number) => T): readonly T[] =>
    side.flatMap(({ computed, days }) => days.map((day) => of(computed, day)));
  const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  const mean = (values: readonly number[]): number => total(values) / values.length;
  const consumption = (side: readonly Side[]): number =>
    isMean
      ? mean(side.map(({ computed, days }) => mean(days.map((day) => dayQuantity(computed, day)))))
      : total(eachDay(side, dayQuantity));
  const emissions = (side: readonly Side[]): JsonObject => {
    const all = eachDay(side, (computed, day) =>
      emissionsOf(records, [computed], { from: day, to: day + DAY }, SETTINGS),
    );
    const of = (name: 'total' | 'scope1' | 'scope2' | 'scope3'): number => total(all.map((one) => one[name]));
    return { total: of('total'), scope1: of('scope1'), scope2: of('scope2'), scope3: of('scope3') };
  };
  const cost = (side: readonly Side[]): number =>
    total(eachDay(side, (computed, day) => costOf([computed], { from: day, to: day + DAY })));
  const unpriced = (side: readonly Side[]): number =>
    side.reduce((count, { computed, days }) => {
      const billed = computed.bills.filter(
        ({ from, to, invoice: { values } }) =>
          typeof values?.totalUnits === 'number' &&
          typeof values.totalCost !== 'number' &&
          days.some((day) => from <= day && day < to),
      );
      return count + billed.length;
    }, 0);
  const currencies = [...sides.now, ...sides.earlier].flatMap(({ computed, days }) =>
    days.flatMap((day) => currenciesOf(records, [computed], { from: day, to: day + DAY })),
  );
  const noSum = noSumOf([...new Set(currencies)].sort());
  const missing = missingFactors(records, scope.accounts, SETTINGS);
  const none = both.length === 0 ? 'No account has data for a whole day in both ranges.' : null;
  const withoutCost = unpriced(sides.now) + unpriced(sides.earlier);
  const noEmissions =
    missing.length > 0
      ? `There is no emission factor for ${missing.map(({ type, country }) => `${type} in ${country}`).join(', ')}.`
      : null;
  const noCost =
    source !== 'invoice'
      ? `Only the source invoice has cost, got ${source}.`
      : isMean
        ? 'Temperatures have no cost.'
        : (noSum ?? (withoutCost > 0 ? `Invoices without a cost in these days: ${withoutCost}.` : null));
  const figures = (side: readonly Side[]): JsonObject => ({
    consumption: none === null ? consumption(side) : null,
    emissions: none === null && noEmissions === null ? emissions(side) : null,
    cost: none === null && noCost === null ? cost(side) : null,
  });
  const expected = sides.now.filter(({ computed }) => scope.expected.includes(computed.account));
  const most = scope.expected.length * pairs.length;
  return {
    ...roundedBody({
      days: new Set(sides.now.flatMap(({ days }) => days)).size,
      accounts: both.length,
      coverage: most === 0 ? null : total(expected.map(({ days }) => days.length)) / most,
      ...figures(sides.earlier),
      currency: none === null && noCost === null ? currencyOf(currencies) : null,
      current: figures(sides.now),
    }),
    reasons: none === null ? [noEmissions, noCost].filter((reason) => reason !== null) : [none],
  };
}
