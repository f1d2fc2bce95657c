import { accountArea, assetArea, contractCoverage } from './areas.js';
import { capacityInfo } from './capacity.js';
import { emissionsOf, missingFactors } from './emissions.js';
import { costOf, currenciesOf, currencyOf, noSumOf, ratesOf } from './money.js';
import { FULL } from './paint.js';
import { hasAnything, type Chosen, type Painted } from './painted.js';
import type { Range } from './periods.js';
import { SOURCES, type JsonObject, type Question, type Records, type Settings } from './records.js';
import { wallOf } from './zone.js';
import type { Scope } from './scope.js';

/** All that an answer is made of. */
export interface Answer {
  readonly records: Records;
  readonly question: Question;
  readonly settings: Settings;
  readonly scope: Scope;
  readonly painted: readonly Painted[];
  /** The whole time that is asked for. */
  readonly range: Range;
}

/** The chosen slots of an account within the range. */
const slotsOf = ({ chosen }: Painted, { from, to }: Range): readonly Chosen[] =>
  chosen.filter(({ start }) => from <= start && start < to);

const quantity = (slots: readonly { readonly quantity: number }[]): number =>
  slots.reduce((total, slot) => total + slot.quantity, 0);

const isDay = ({ start }: Chosen, zone: string): boolean => {
  const hour = new Date(wallOf(start, zone).local).getUTCHours();
  return hour >= 6 && hour < 18;
};

/** Each account's mean weighted by covered seconds, then the plain mean of those that have data. */
function meanTemperature(painted: readonly Painted[], range: Range): number | null {
  const means = painted.flatMap((one) => {
    const slots = slotsOf(one, range);
    const seconds = slots.reduce((total, slot) => total + slot.seconds, 0);
    return seconds === 0 ? [] : slots.reduce((total, slot) => total + slot.quantity * slot.seconds, 0) / seconds;
  });
  return means.length === 0 ? null : means.reduce((total, mean) => total + mean, 0) / means.length;
}

export const isTemperature = ({ scope }: Answer): boolean => scope.types.includes('temperature');

export function consumptionOf(answer: Answer, painted: readonly Painted[], range: Range): number | null {
  if (isTemperature(answer)) return meanTemperature(painted, range);
  return quantity(painted.flatMap((one) => slotsOf(one, range)));
}

export function isMissing({ scope, painted }: Answer, range: Range): boolean {
  const expected = painted.filter(({ account }) => scope.expected.includes(account));
  return expected.length === 0 || expected.some((one) => slotsOf(one, range).some(({ seconds }) => seconds < FULL));
}

export const hasCost = ({ question }: Answer): boolean =>
  question.source === 'invoice' && (question.financialInfo === 'basic' || question.financialInfo === 'full');

/** The cost of some accounts and what is told with it; the currencies of the whole time decide. */
export function costFigures(answer: Answer, painted: readonly Painted[], range: Range): JsonObject {
  const currencies = currenciesOf(answer.records, painted, answer.range);
  const reason = isTemperature(answer) ? 'Temperatures have no cost.' : noSumOf(currencies);
  return {
    cost: reason === null ? costOf(painted, range) : null,
    currency: reason === null ? currencyOf(currencies) : null,
    costReasons: reason === null ? [] : [reason],
  };
}

/** Rate lines; those of several currencies have no cost. */
function rateFigures({ records, painted, range: whole }: Answer, range: Range): JsonObject {
  return ratesOf(painted, range, noSumOf(currenciesOf(records, painted, whole)) === null);
}

/** The figures of a period that the answer's top level and its `data` have in common. */
export function figures(answer: Answer, range: Range): JsonObject {
  const { records, question, settings, scope, painted } = answer;
  const slots = painted.flatMap((one) => slotsOf(one, range));
  /** A figure that is a sum does not exist for temperatures. */
  const sum = (value: number): number | null => (isTemperature(answer) ? null : value);
  const of = (source: string): number | null => sum(quantity(slots.filter((slot) => slot.source === source)));
  const usedBy = (user: string): number | null =>
    sum(
      quantity(
        painted
          .filter(({ account }) => account.meterUser?.toLowerCase() === user)
          .flatMap((one) => slotsOf(one, range)),
      ),
    );

  const consumption = consumptionOf(answer, painted, range);
  const estimated = sum(slots.reduce((total, slot) => total + slot.estimated, 0));
  const emissions = question.emissions === 'true' ? { ...emissionsOf(records, painted, range, settings) } : null;
  const simulated = painted.flatMap((one) =>
    one.simulated.filter((_, index) => range.from <= (one.starts[index] ?? 0) && (one.starts[index] ?? 0) < range.to),
  );
  const { source = 'combined' } = question;
  return {
    units: scope.units,
    consumption,
    estimatedConsumption: estimated,
    isMissing: isMissing(answer, range),
    sources: SOURCES.filter((name) => slots.some((slot) => slot.source === name && hasAnything(slot))),
    totalConsumption: consumption,
    totalEstimatedConsumption: estimated,
    totalEmissions: emissions,
    ...(emissions && {
      emissions,
      missingFactors: missingFactors(records, scope.accounts, settings).map((m) => ({ ...m })),
    }),
    ...(question.showSimulated === 'true' && { simulatedConsumption: sum(quantity(simulated)) }),
    ...(question.dayNight === 'true' && {
      dayConsumption: sum(quantity(slots.filter((slot) => isDay(slot, settings.timeZone)))),
      nightConsumption: sum(quantity(slots.filter((slot) => !isDay(slot, settings.timeZone)))),
    }),
    ...(question.meterUserBreakdown === 'true' && {
      tenantConsumption: usedBy('tenant'),
      landlordConsumption: usedBy('landlord'),
    }),
    ...(question.capacityInfo === 'true' && capacityInfo(painted, range)),
    ...(hasCost(answer) && costFigures(answer, painted, range)),
    ...(hasCost(answer) && question.financialInfo === 'full' && { rates: rateFigures(answer, range) }),
    ...((source === 'combined' || question.detailedSource === 'true') && {
      combinedBreakdown: {
        hh: of('hh'),
        invoice: of('invoice'),
        reading: sum((of('reading') ?? 0) + (of('reading-hh') ?? 0)),
        custom: of('custom'),
      },
    }),
    ...(question.floorArea === 'true' && {
      accountFloorArea: accountArea(scope.accounts),
      assetFloorArea: assetArea(scope.assets),
      totalAssetFloorArea: assetArea(scope.levelAssets),
    }),
    ...(question.showCounts === 'true' && { accountCount: scope.accounts.length, assetCount: scope.assets.length }),
    ...(question.contractCoverage === 'true' && {
      contractCoverage: { ...contractCoverage(records, scope.accounts, range, settings.timeZone) },
    }),
  };
}
