import { accountArea, assetArea, contractCoverage } from './areas.js';
import { capacityInfo } from './capacity.js';
import { emissionsOf, missingFactors } from './emissions.js';
import { costOf, currenciesOf, currencyOf, noSumOf, ratesOf } from './money.js';
import { FULL } from './slotUsage.js';
import { hasAnything, type Chosen, type Computed } from './accountUsage.js';
import type { Range } from './periods.js';
import { SOURCES, type JsonObject, type Question, type Records, type Settings } from './records.js';
import { wallOf } from './zone.js';
import type { Scope } from './scope.js';

/** The input of a response. */
export interface Answer {
  readonly records: Records;
  readonly question: Question;
  readonly settings: Settings;
  readonly scope: Scope;
  readonly computed: readonly Computed[];
  /** The whole requested range. */
  readonly range: Range;
}

/** The chosen slots of an account within the range. */
const slotsOf = ({ chosen }: Computed, { from, to }: Range): readonly Chosen[] =>
  chosen.filter(({ start }) => from <= start && start < to);

const quantity = (slots: readonly { readonly quantity: number }[]): number =>
  slots.reduce((total, slot) => total + slot.quantity, 0);

const isDay = ({ start }: Chosen, zone: string): boolean => {
  const hour = new Date(wallOf(start, zone).local).getUTCHours();
  return hour >= 6 && hour < 18;
};

/** Each account's mean weighted by covered seconds, then the plain mean of those that have data. */
function meanTemperature(computed: readonly Computed[], range: Range): number | null {
  const means = computed.flatMap((one) => {
    const slots = slotsOf(one, range);
    const seconds = slots.reduce((total, slot) => total + slot.seconds, 0);
    return seconds === 0 ? [] : slots.reduce((total, slot) => total + slot.quantity * slot.seconds, 0) / seconds;
  });
  return means.length === 0 ? null : means.reduce((total, mean) => total + mean, 0) / means.length;
}

export const isTemperature = ({ scope }: Answer): boolean => scope.types.includes('temperature');

export function consumptionOf(answer: Answer, computed: readonly Computed[], range: Range): number | null {
  if (isTemperature(answer)) return meanTemperature(computed, range);
  return quantity(computed.flatMap((one) => slotsOf(one, range)));
}

export function isMissing({ scope, computed }: Answer, range: Range): boolean {
  const expected = computed.filter(({ account }) => scope.expected.includes(account));
  return expected.length === 0 || expected.some((one) => slotsOf(one, range).some(({ seconds }) => seconds < FULL));
}

export const hasCost = ({ question }: Answer): boolean =>
  question.source === 'invoice' && (question.financialInfo === 'basic' || question.financialInfo === 'full');

/** The cost of some accounts, its currency and reasons; the currencies of the whole range decide. */
export function costFigures(answer: Answer, computed: readonly Computed[], range: Range): JsonObject {
  const currencies = currenciesOf(answer.records, computed, answer.range);
  const reason = isTemperature(answer) ? 'Temperatures have no cost.' : noSumOf(currencies);
  return {
    cost: reason === null ? costOf(computed, range) : null,
    currency: reason === null ? currencyOf(currencies) : null,
    costReasons: reason === null ? [] : [reason],
  };
}

/** Rate lines; with several currencies they have no cost. */
function rateFigures({ records, computed, range: whole }: Answer, range: Range): JsonObject {
  return ratesOf(computed, range, noSumOf(currenciesOf(records, computed, whole)) === null);
}

/** The figures that the top level and the `data` of a response share. */
export function figures(answer: Answer, range: Range): JsonObject {
  const { records, question, settings, scope, computed } = answer;
  const slots = computed.flatMap((one) => slotsOf(one, range));
  /** A figure that is a sum does not exist for temperatures. */
  const sum = (value: number): number | null => (isTemperature(answer) ? null : value);
  const of = (source: string): number | null => sum(quantity(slots.filter((slot) => slot.source === source)));
  const usedBy = (user: string): number | null =>
    sum(
      quantity(
        computed
          .filter(({ account }) => account.meterUser?.toLowerCase() === user)
          .flatMap((one) => slotsOf(one, range)),
      ),
    );

  const consumption = consumptionOf(answer, computed, range);
  const estimated = sum(slots.reduce((total, slot) => total + slot.estimated, 0));
  const emissions = question.emissions === 'true' ? { ...emissionsOf(records, computed, range, settings) } : null;
  const simulated = computed.flatMap((one) =>
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
    ...(question.capacityInfo === 'true' && capacityInfo(computed, range)),
    ...(hasCost(answer) && costFigures(answer, computed, range)),
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
