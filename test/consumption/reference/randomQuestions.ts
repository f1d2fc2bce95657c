import fc from 'fast-check';
import type { RandomPortfolio } from './randomPortfolio.js';
import type { Question, UtilityType } from './records.js';
import { DAY, iso } from './time.js';
import { canonicalUnit } from './units.js';

const GRANULARITIES = ['halfhourly', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'];
const SOURCES = ['combined', 'combined', 'combined', 'hh', 'invoice', 'reading', 'custom', 'reading-hh'];

/** The types of each canonical unit, which one request may combine. */
const FAMILIES: readonly (readonly UtilityType[])[] = [
  ['electricity', 'gas', 'heating', 'cooling', 'solar'],
  ['water', 'flow'],
  ['waste'],
  ['temperature'],
];

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 3 });
const flag = fc.constantFrom(undefined, 'true', 'true', 'false');

/** Keys without a value are left out. */
function present(question: Readonly<Record<string, string | undefined>>): Question {
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined));
}

/** The end is the last requested day, so it may equal the start. */
const dates = ({
  from,
  to,
}: RandomPortfolio): fc.Arbitrary<{ readonly startDate: string; readonly endDate: string }> => {
  const days = (to - from) / DAY;
  return fc
    .record({
      first: fc.oneof(fc.constantFrom(-1, 0), fc.integer({ min: -1, max: days })),
      more: fc.oneof(fc.constant(days), fc.integer({ min: 0, max: days + 1 })),
      shape: fc.constantFrom('date', 'date', 'time', 'offset'),
    })
    .map(({ first, more, shape }) => {
      const text = (day: number): string => {
        const date = iso(from + day * DAY);
        if (shape === 'date') return date.slice(0, 10);
        return shape === 'time' ? `${date.slice(0, 10)}T13:45:00Z` : `${date.slice(0, 10)}T03:00:00+02:00`;
      };
      return { startDate: text(first), endDate: text(Math.min(days + 1, first + more)) };
    });
};

/** Types of the type's family, mostly all of them. */
function accountTypes(type: UtilityType): fc.Arbitrary<string> {
  const family = FAMILIES.find((several) => several.includes(type)) ?? [type];
  return fc
    .oneof({ weight: 3, arbitrary: fc.constant(family) }, fc.subarray([...family], { minLength: 1 }))
    .map((several) => several.join(','));
}

type Ids = Partial<Record<'accountId' | 'assetId' | 'entityId' | 'assetGroupId' | 'accountType', string>>;

/** A target of some account: itself, or above it. Rarely a target without any account. */
function levels({ records }: RandomPortfolio): fc.Arbitrary<Ids> {
  const { accounts, assets, entities, assetGroups } = records;
  const every: readonly Ids[] = [
    ...assets.map(({ _id }) => ({ assetId: _id })),
    ...entities.map(({ _id }) => ({ entityId: _id })),
    ...assetGroups.map(({ _id }) => ({ assetGroupId: _id })),
  ];
  /** Without `accountType`, a group must have accounts of one unit. */
  const oneUnit = new Set(accounts.map(({ type }) => canonicalUnit(type))).size === 1;
  return fc.constantFrom(...accounts).chain(({ _id, type, assetId, entityId }) => {
    const groups = assetGroups.filter(({ assetIds }) => assetIds.some((id) => id === assetId));
    const above: readonly Ids[] = [
      ...(assetId ? [{ assetId }] : []),
      ...(entityId ? [{ entityId }] : []),
      ...groups.map((group) => ({ assetGroupId: group._id })),
    ];
    const self: readonly Ids[] = [{}, { accountType: type }, assetId ? { assetId } : {}];
    const typed = (ids: readonly Ids[]): fc.Arbitrary<Ids> =>
      fc
        .record({ level: fc.constantFrom(...ids), accountType: accountTypes(type), bare: fc.boolean() })
        .map(({ level, accountType, bare }) =>
          bare && oneUnit && level.assetGroupId !== undefined ? level : { ...level, accountType },
        );
    return fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...self).map((more) => ({ ...more, accountId: _id })) },
      { weight: 8, arbitrary: typed(above.length > 0 ? above : every) },
      { weight: 1, arbitrary: typed(every) },
    );
  });
}

/** Valid requests to `/consumption`. */
export function questions(portfolio: RandomPortfolio): fc.Arbitrary<Question> {
  return fc
    .record({
      level: levels(portfolio),
      dates: dates(portfolio),
      /** Cost needs both the source and the option. */
      billing: fc.constantFrom({}, {}, {}, { source: 'invoice', financialInfo: 'full' }),
      options: fc.record({
        granularity: maybe(fc.constantFrom(...GRANULARITIES)),
        source: maybe(fc.constantFrom(...SOURCES)),
        tags: fc.constantFrom(...new Array<undefined>(7).fill(undefined), 'roof', 'roof,hvac'),
        financialInfo: maybe(fc.constantFrom('basic', 'full')),
        emissions: flag,
        dayNight: flag,
        floorArea: flag,
        capacityInfo: flag,
        detailedSource: flag,
        meterUserBreakdown: flag,
        showCounts: flag,
        assetBreakdown: flag,
        contractCoverage: flag,
        showSimulated: flag,
        minimal: fc.constantFrom(undefined, undefined, undefined, 'true'),
      }),
    })
    .map(({ level, dates: between, options, billing }) => present({ ...between, ...level, ...options, ...billing }));
}

/** Valid requests to `/emissions`: without a target it is the whole portfolio, and units may mix. */
export function emissionsQuestions(portfolio: RandomPortfolio): fc.Arbitrary<Question> {
  const { accounts, assets, assetGroups } = portfolio.records;
  const ids: readonly Ids[] = [
    {},
    ...accounts.map(({ _id }) => ({ accountId: _id })),
    ...assets.map(({ _id }) => ({ assetId: _id })),
    ...assetGroups.map(({ _id }) => ({ assetGroupId: _id })),
  ];
  return fc
    .record({
      level: fc.constantFrom(...ids),
      dates: dates(portfolio),
      accountType: maybe(fc.constantFrom('electricity', 'gas,water', 'electricity,waste,flow')),
      granularity: maybe(fc.constantFrom(...GRANULARITIES)),
      source: maybe(fc.constantFrom(...SOURCES)),
    })
    .map(({ level, dates: between, ...options }) => present({ ...between, ...level, ...options }));
}
