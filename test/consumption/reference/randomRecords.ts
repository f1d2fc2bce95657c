import fc from 'fast-check';
import type { Interval, Invoice, RateLine, UtilityType } from './records.js';
import { DAY, HALF_HOUR, iso } from './time.js';

/** Descriptions have no identifiers and accounts; building adds them. */
export type Draft<T> = Omit<T, '_id' | 'accountId'>;

const ENERGY = ['kWh', 'kwh', 'MWh', 'GJ', 'MJ', 'therm', 'Wh', 'Dth'];
const VOLUME = ['m3', 'm³', 'ccf', 'ft3', 'litre', 'kl', 'gal', 'impgal', 'ML', 'Mcf', 'cubic feet', 'US gallons'];

/** The units that a type's records may have. */
export function unitsFor(type: UtilityType): readonly string[] {
  if (type === 'temperature') return ['c', 'F'];
  if (type === 'waste') return ['kg', 't', 'tonne', 'lb', 'short tons', 'long tons'];
  if (type === 'water' || type === 'flow') return VOLUME;
  return type === 'gas' ? [...ENERGY, ...VOLUME] : ENERGY;
}

export const unitFor = (type: UtilityType): fc.Arbitrary<string | null> =>
  fc.option(fc.constantFrom(...unitsFor(type)), { freq: 2 });

export const cents = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 100, max: max * 100 }).map((whole) => whole / 100);

/** Mostly positive. */
const value = fc.oneof({ weight: 8, arbitrary: cents(1, 50) }, { weight: 1, arbitrary: cents(-20, 0) });

/** Seconds in milliseconds; mostly whole half-hours. */
export const gap = (most: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: most / HALF_HOUR }).map((n) => n * HALF_HOUR) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: most / 1000 }).map((n) => n * 1000) },
  );

const INTERVAL_SOURCES = ['amr', 'amr', 'amr', 'custom', null];
const STEPS = [300_000, HALF_HOUR, HALF_HOUR, 2 * HALF_HOUR, 7 * 60_000, 90 * 60_000, DAY];

/** A row of records of one length, one after the other; `wholeDay` is a uniform day of half-hours. */
const run = (from: number, to: number, type: UtilityType): fc.Arbitrary<readonly Draft<Interval>[]> =>
  fc
    .record({
      offset: gap(to - from),
      step: fc.constantFrom(...STEPS),
      oddSeconds: fc.option(fc.integer({ min: 1, max: 200_000 }), { freq: 6 }),
      count: fc.integer({ min: 1, max: 30 }),
      wholeDay: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      values: fc.array(value, { minLength: 1, maxLength: 3 }),
      source: fc.constantFrom(...INTERVAL_SOURCES),
      isEstimated: fc.constantFrom(false, false, true, null),
      estimatedShare: fc.constantFrom(null, null, 0, 0.25, 1),
      unit: unitFor(type),
      wrongType: fc.option(fc.constantFrom('other', 'cooling', 'waste'), { freq: 12 }),
      twice: fc.option(fc.record({ index: fc.nat({ max: 29 }), value }), { freq: 3 }),
    })
    .map(({ offset, step, oddSeconds, count, wholeDay, values, wrongType, twice, estimatedShare, ...same }) => {
      const length = wholeDay ? HALF_HOUR : oddSeconds === null ? step : oddSeconds * 1000;
      const raw = from - 6 * HALF_HOUR + offset;
      const first = wholeDay ? Math.floor(raw / DAY) * DAY : raw;
      const used = oddSeconds === null ? (wholeDay ? 48 : count) : Math.min(count, 3);
      const partOf = (value: number): number | null =>
        same.isEstimated === true && estimatedShare !== null ? value * estimatedShare : null;
      const valueAt = (index: number): number => values[wholeDay ? 0 : index % values.length] ?? 0;
      const records = Array.from({ length: used }, (_, index) => ({
        ...same,
        type: wrongType ?? type,
        value: valueAt(index),
        estimatedValue: partOf(valueAt(index)),
        startTimestamp: iso(first + index * length),
        endTimestamp: iso(first + (index + 1) * length),
        isHalfHourly: length === HALF_HOUR,
        isGridData: true,
      }));
      const again = twice === null ? undefined : records[twice.index % records.length];
      return again && twice
        ? [...records, { ...again, value: twice.value, estimatedValue: partOf(twice.value) }]
        : records;
    });

export const intervalDrafts = (from: number, to: number, type: UtilityType): fc.Arbitrary<readonly Draft<Interval>[]> =>
  fc.array(run(from, to, type), { minLength: 1, maxLength: 5, size: 'max' }).map((runs) => runs.flat());

/** A line's unit follows from its name, except for energy, which has two units. */
const LINES: readonly { readonly rateName: string; readonly units: string | null }[] = [
  { rateName: 'Unit rate', units: 'kwh' },
  { rateName: 'Unit rate', units: 'mwh' },
  { rateName: 'Standing', units: 'day' },
  { rateName: 'Capacity', units: 'kva' },
  { rateName: 'Levy', units: null },
];

const rateLine: fc.Arbitrary<RateLine> = fc
  .record({ line: fc.constantFrom(...LINES), consumption: cents(-5, 90), cost: cents(-5, 90) })
  .map(({ line, consumption, cost }) => ({
    ...line,
    consumption: line.units === null ? null : consumption,
    cost,
    unitRate: null,
  }));

const STATUSES = ['completed', 'completed', 'completed', 'captured', 'captured', 'captured', 'pending'];

/** One invoice, or an invoice with its credit note and rebill. */
const invoice = (from: number, to: number, type: UtilityType): fc.Arbitrary<readonly Draft<Invoice>[]> =>
  fc
    .record({
      day: fc.integer({ min: -10, max: (to - from) / DAY + 3 }),
      days: fc.integer({ min: 0, max: 45 }),
      noon: fc.constantFrom(0, 0, 0, DAY / 2),
      without: fc.constantFrom(null, null, null, null, null, null, 'startDate', 'endDate'),
      totalUnits: fc.option(fc.oneof({ weight: 5, arbitrary: cents(1, 500) }, cents(-50, 0)), { freq: 5 }),
      totalCost: fc.option(fc.oneof({ weight: 5, arbitrary: cents(1, 500) }, cents(-50, 0)), { freq: 5 }),
      units: unitFor(type),
      startReadType: fc.constantFrom('actual', 'actual', 'Estimated', 'E', null),
      endReadType: fc.constantFrom('actual', 'actual', 'estimated', null),
      status: fc.constantFrom(...STATUSES),
      financialStatus: fc.constantFrom('approved', 'approved', 'approved', 'new', 'paid', null, null, 'not-approved'),
      simulated: fc.constantFrom(false, false, false, null, true),
      rates: fc.array(rateLine, { maxLength: 3, size: 'max' }),
      credited: fc.constantFrom(false, false, false, true),
    })
    .map(
      ({ day, days, noon, without, totalUnits, totalCost, units, startReadType, endReadType, credited, ...same }) => {
        const start = from + day * DAY;
        const bill = (times: number): Draft<Invoice> => ({
          ...same,
          type,
          values: {
            startDate: without === 'startDate' ? null : iso(start),
            endDate: without === 'endDate' ? null : iso(start + days * DAY + noon),
            totalUnits: totalUnits === null ? null : totalUnits * times,
            totalCost: totalCost === null ? null : totalCost * times,
            units,
            startReadType,
            endReadType,
          },
        });
        return credited ? [bill(1), bill(-1), bill(0.5)] : [bill(1)];
      },
    );

export const invoiceDrafts = (from: number, to: number, type: UtilityType): fc.Arbitrary<readonly Draft<Invoice>[]> =>
  fc.array(invoice(from, to, type), { maxLength: 4, size: 'max' }).map((several) => several.flat());
