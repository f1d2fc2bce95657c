import fc from 'fast-check';
import type { RandomPortfolio } from './randomPortfolio.js';
import { agreeing, DIGITS } from './randomReadings.js';
import { cents } from './randomRecords.js';
import type { Account, Asset, AssetGroup, Contract, Interval, Invoice, Reading, Records } from './records.js';
import { DAY, HALF_HOUR, iso } from './time.js';

/** The rows of one import; the keys are the import's names. */
export type Batch =
  | { readonly resource: 'assets'; readonly records: readonly Asset[] }
  | { readonly resource: 'accounts'; readonly records: readonly Account[] }
  | { readonly resource: 'asset-groups'; readonly records: readonly AssetGroup[] }
  | { readonly resource: 'contracts'; readonly records: readonly Contract[] }
  | { readonly resource: 'non-cumulative'; readonly records: readonly Interval[] }
  | { readonly resource: 'readings'; readonly records: readonly Reading[] }
  | { readonly resource: 'invoices'; readonly records: readonly Invoice[] };

/** A change and its `pick`, which selects the records. */
export type Change = (records: Required<Records>) => Batch | undefined;

function upsert<T extends { readonly _id: string }>(old: readonly T[] | undefined, more: readonly T[]): readonly T[] {
  return [...new Map([...(old ?? []), ...more].map((record) => [record._id, record])).values()];
}

/** The records after an import: the same `_id` is the same record. */
export function applyBatch(records: Records, batch: Batch): Records {
  switch (batch.resource) {
    case 'assets':
      return { ...records, assets: upsert(records.assets, batch.records) };
    case 'accounts':
      return { ...records, accounts: upsert(records.accounts, batch.records) };
    case 'asset-groups':
      return { ...records, assetGroups: upsert(records.assetGroups, batch.records) };
    case 'contracts':
      return { ...records, contracts: upsert(records.contracts, batch.records) };
    case 'non-cumulative':
      return { ...records, intervals: upsert(records.intervals, batch.records) };
    case 'readings':
      return { ...records, readings: upsert(records.readings, batch.records) };
    case 'invoices':
      return { ...records, invoices: upsert(records.invoices, batch.records) };
  }
}

const picked = <T>(list: readonly T[], picks: readonly number[]): readonly T[] =>
  [...new Set(picks.map((pick) => pick % Math.max(1, list.length)))].flatMap((index) => list[index] ?? []);

/** The picked records, changed. An identifier comes once in a batch. */
const each = <T extends { readonly _id: string }>(
  list: readonly T[],
  picks: readonly number[],
  change: (old: T) => T,
): readonly T[] => upsert([], picked(list, picks).map(change));

/** A new record has another identifier, before or after the old one's. */
const sibling = (id: string, added: string | null): string =>
  added === null ? id : `${id.slice(0, 10)}${added}${id.slice(14)}`;

const shifted = (text: string, by: number): string => iso(Date.parse(text) + by);

const picks = fc.array(fc.nat({ max: 999 }), { minLength: 1, maxLength: 3 });
/** Null changes a record; four digits add one, with digits that no built identifier has there (they end in the serial). */
const added = fc.option(fc.constantFrom('0001', '7fff', 'fffe'), { freq: 2 });
const shift = fc.constantFrom(0, 0, HALF_HOUR, -HALF_HOUR, DAY, -DAY, 1000, 10 * DAY, -17 * 60_000);

/** A field that is not changed is undefined. */
type Patch<T> = { readonly [K in keyof T]?: T[K] | undefined };
const patched = <T extends object>(record: T, patch: Patch<T>): T => {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...record, ...Object.fromEntries(given) };
};
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

const intervalChange = fc
  .record({
    picks,
    added,
    shift,
    patch: fc.record({
      value: maybe(cents(-5, 50)),
      source: maybe(fc.constantFrom('amr', 'custom', null)),
      isEstimated: maybe(fc.boolean()),
    }),
    longer: fc.constantFrom(0, 0, HALF_HOUR, 300_000),
    type: fc.option(fc.constantFrom('other'), { nil: undefined, freq: 9 }),
  })
  .map((change): Change => ({ intervals }) => ({
    resource: 'non-cumulative',
    records: each(intervals, change.picks, (old) => ({
      ...patched(old, { ...change.patch, type: change.type }),
      _id: sibling(old._id, change.added),
      estimatedValue: null,
      startTimestamp: shifted(old.startTimestamp, change.shift),
      endTimestamp: shifted(old.endTimestamp, change.shift + change.longer),
    })),
  }));

const readingChange = fc
  .record({
    picks,
    added,
    shift,
    patch: fc.record({
      value: maybe(cents(0, 300)),
      type: maybe(fc.constantFrom('A', 'E')),
      isHalfHourly: maybe(fc.boolean()),
      meterReset: maybe(fc.boolean()),
      registerId: fc.option(fc.constantFrom(null, 'day', `${'0'.repeat(22)}d1`), { nil: undefined, freq: 5 }),
      quantity: maybe(fc.option(cents(0, 200))),
      registerDigits: maybe(fc.constantFrom(DIGITS, null)),
    }),
  })
  .map((change): Change => ({ readings }) => {
    const records = each(readings, change.picks, (old) => ({
      ...patched(old, change.patch),
      _id: sibling(old._id, change.added),
      submittedAt: shifted(old.submittedAt, change.shift),
    }));
    const ids = records.map(({ _id }) => _id);
    const others = readings.filter(({ _id }) => !ids.includes(_id));
    return { resource: 'readings', records: agreeing(others, records) };
  });

/** An end moved by a time, but not to before the bill's start, which an import refuses. */
const movedEnd = ({ startDate, endDate }: NonNullable<Invoice['values']>, by: number): string | null => {
  if (!endDate) return null;
  const moved = shifted(endDate, by);
  return startDate && moved < startDate ? startDate : moved;
};

const invoiceChange = fc
  .record({
    picks,
    added,
    patch: fc.record({
      status: maybe(fc.constantFrom('completed', 'captured', 'pending', 'error')),
      financialStatus: maybe(fc.constantFrom('approved', 'not-approved', null)),
      simulated: maybe(fc.boolean()),
    }),
    values: fc.record({
      totalUnits: maybe(fc.option(cents(-50, 500))),
      totalCost: maybe(fc.option(cents(-50, 500))),
      endReadType: maybe(fc.constantFrom('actual', 'estimated')),
    }),
    days: fc.constantFrom(0, 0, 1, 30, -4),
  })
  .map((change): Change => ({ invoices }) => ({
    resource: 'invoices',
    records: each(invoices, change.picks, (old) => ({
      ...patched(old, change.patch),
      _id: sibling(old._id, change.added),
      values: {
        ...patched(old.values ?? {}, change.values),
        endDate: movedEnd(old.values ?? {}, change.days * DAY),
      },
    })),
  }));

const accountChange = fc
  .record({
    picks,
    patch: fc.record({
      consumptionPriority: maybe(fc.oneof(fc.constant(null), fc.shuffledSubarray(['hh', 'reading', 'invoice']))),
      meterUser: maybe(fc.constantFrom('tenant', 'landlord', null)),
      status: maybe(fc.constantFrom('active', 'inactive')),
      isVirtual: maybe(fc.boolean()),
      tags: maybe(fc.subarray(['roof', 'hvac'])),
      capacity: maybe(fc.constantFrom('100', '12.5', null)),
    }),
    /** Of the same kind as the unit before, so that no stored record becomes impossible. */
    energy: maybe(fc.constantFrom('kWh', 'MWh', 'MJ')),
  })
  .map((change): Change => ({ accounts }) => ({
    resource: 'accounts',
    records: picked(accounts, change.picks).map((old) =>
      patched(old, { ...change.patch, meterUnits: takesEnergy(old) ? change.energy : undefined }),
    ),
  }));

const takesEnergy = ({ type }: Account): boolean => !['water', 'flow', 'waste', 'temperature'].includes(type);

const siteChange = fc
  .record({ picks, countryCode: fc.constantFrom('gb', 'fr'), floorArea: cents(0, 500), members: fc.boolean() })
  .map(
    ({ picks: which, countryCode, floorArea, members }): Change =>
      ({ assets, assetGroups }) =>
        members
          ? {
              resource: 'asset-groups',
              records: assetGroups.map((group) => ({
                ...group,
                assetIds: picked(assets, which).map(({ _id }) => _id),
              })),
            }
          : {
              resource: 'assets',
              records: picked(assets, which).map((old) => ({
                ...old,
                floorArea,
                address: { ...old.address, countryCode },
              })),
            },
  );

/** Batches to import one after the other, each drawn from the portfolio at that point; none is empty. */
export function changes({ records }: RandomPortfolio, maxLength = 5): fc.Arbitrary<readonly Batch[]> {
  const change: fc.Arbitrary<Change> = fc.oneof(
    { weight: 4, arbitrary: intervalChange },
    { weight: 3, arbitrary: readingChange },
    { weight: 3, arbitrary: invoiceChange },
    { weight: 2, arbitrary: accountChange },
    { weight: 1, arbitrary: siteChange },
  );
  return fc.array(change, { minLength: 1, maxLength }).map((several) => {
    let now = records;
    return several.flatMap((one) => {
      const batch = one(now);
      if (!batch || batch.records.length === 0) return [];
      now = { ...now, ...applyBatch(now, batch) };
      return [batch];
    });
  });
}
