import fc from 'fast-check';
import { hiddenRegisterDrafts, readingDrafts } from './randomReadings.js';
import { cents, intervalDrafts, invoiceDrafts, unitFor } from './randomRecords.js';
import type { Account, EmissionFactor, FactorSet, Records, UtilityType } from './records.js';
import { DAY, iso } from './time.js';

export { applyBatch, changes, type Batch, type Change } from './randomChanges.js';
export { emissionsQuestions, questions } from './randomQuestions.js';

/** Records, and the days that they are about. */
export interface RandomPortfolio {
  readonly from: number;
  readonly to: number;
  readonly records: Required<Records>;
}

export interface PortfolioOptions {
  readonly types?: readonly UtilityType[];
  readonly minDays?: number;
  readonly maxDays?: number;
  /** 8 hexadecimal digits in every identifier, so that several portfolios fit into one database */
  readonly salt?: () => string;
}

export const ADDITIVE: readonly UtilityType[] = [
  ...(['electricity', 'electricity', 'electricity', 'gas', 'gas', 'heating', 'cooling', 'solar'] as const),
  ...(['water', 'water', 'flow', 'waste'] as const),
];
export const TAGS = ['roof', 'hvac'] as const;

/** Year borders, leap days, the days around a change of clocks in London, years beyond the factors. */
const STARTS = ['2024-12-29', '2024-02-27', '2025-03-28', '2025-10-24', '2023-12-20', '2017-12-30', '2027-06-28'];

const REGISTERS = [null, 'day', `${'0'.repeat(22)}d1`];

const account = (from: number, to: number, type: UtilityType) =>
  fc.record({
    meterUnits: unitFor(type),
    asset: fc.constantFrom(0, 0, 0, 1, 1, null),
    entity: fc.constantFrom(0, 0, 1),
    status: fc.constantFrom('active', 'active', 'active', 'inactive'),
    isVirtual: fc.constantFrom(false, false, false, false, null, true),
    meterUser: fc.constantFrom('tenant', 'Landlord', 'landlord', null),
    meterAreaServed: fc.constantFrom('100', '55.5', '', 'n/a', null),
    capacity: fc.constantFrom('100', '0', '42.5', '60 kVA', '', null),
    consumptionPriority: fc.oneof(fc.constant(null), fc.shuffledSubarray(['hh', 'reading', 'invoice'])),
    tags: fc.subarray([...TAGS]),
    intervals: intervalDrafts(from, to, type),
    registers: fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .subarray(REGISTERS, { maxLength: 2 })
          .chain((names) => fc.tuple(...names.map((name) => readingDrafts(from, type, name)))),
      },
      { weight: 1, arbitrary: hiddenRegisterDrafts(from, to, type) },
    ),
    invoices: invoiceDrafts(from, to, type),
    contracts: fc.array(
      fc.record({
        day: fc.integer({ min: -5, max: 30 }),
        days: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 2 }),
      }),
      { maxLength: 2 },
    ),
    /** The rank of an identifier, which decides between records of the same time. */
    order: fc.array(fc.nat({ max: 0xffff }), { minLength: 1, maxLength: 20 }),
  });

const asset = fc.record({
  entity: fc.constantFrom(0, 1),
  countryCode: fc.constantFrom('gb', 'gb', 'gb', 'fr', null),
  region: fc.constantFrom('Region', '', null),
  floorArea: fc.option(cents(0, 900), { freq: 5 }),
  floorAreaUnit: fc.constantFrom('metric', 'imperial', null),
  status: fc.constantFrom('active', 'inactive'),
});

/** The currencies of the company and of each entity. */
const CURRENCIES = fc.tuple(
  fc.constantFrom(null, 'gbp'),
  fc.constantFrom(null, null, 'gbp'),
  fc.constantFrom(null, null, null, 'usd'),
);

/**
 * Another set of factors, the same in each portfolio because a database stores them once: for Great Britain next to the
 * shipped ones, for France the only ones.
 */
const MARKET: readonly EmissionFactor[] = [
  { set: 'market', country: 'gb', type: 'electricity', year: 2019, unit: 'kWh', scope2: 0.5 },
  { set: 'market', country: 'gb', type: 'electricity', year: 2024, unit: 'kWh', scope2: 0.125, scope3: 0.03 },
  { set: 'market', country: 'fr', type: 'gas', year: 2022, unit: 'kWh', scope1: 0.2 },
];

/** Whether the company has chosen that set, and for which country. */
const NAMED_SETS = fc.constantFrom<readonly Omit<FactorSet, 'companyId'>[]>(
  [],
  [],
  [{ set: 'market' }],
  [{ set: 'market', country: 'gb' }],
  [{ set: 'market' }, { set: 'desnz', country: 'gb' }],
);

/** Small portfolios of one company with two entities, one or two assets and a group. */
export function portfolios({
  types = ADDITIVE,
  minDays = 2,
  maxDays = 40,
  salt = () => '00000000',
}: PortfolioOptions = {}): fc.Arbitrary<RandomPortfolio> {
  return fc
    .record({ day: fc.constantFrom(...STARTS), days: fc.integer({ min: minDays, max: maxDays }) })
    .chain(({ day, days }) => {
      const from = Date.parse(day);
      const to = from + days * DAY;
      const one = fc
        .constantFrom(...types)
        .chain((type) => account(from, to, type).map((drafts) => ({ type, ...drafts })));
      return fc.record({
        from: fc.constant(from),
        to: fc.constant(to),
        assets: fc.array(asset, { minLength: 1, maxLength: 2, size: 'max' }),
        members: fc.constantFrom([0, 1], [0, 1], [0, 1], [0], [1], []),
        accounts: fc.array(one, { minLength: 1, maxLength: 4, size: 'max' }),
        currencies: CURRENCIES,
        sets: NAMED_SETS,
      });
    })
    .map((drafts) => built(drafts, salt()));
}

type AccountDrafts = Parameters<ReturnType<typeof account>['map']>[0] extends (drafts: infer D) => unknown ? D : never;
type AssetDraft = Parameters<(typeof asset)['map']>[0] extends (draft: infer D) => unknown ? D : never;

interface Drafts {
  readonly from: number;
  readonly to: number;
  readonly assets: readonly AssetDraft[];
  readonly members: readonly number[];
  readonly currencies: readonly (string | null)[];
  readonly sets: readonly Omit<FactorSet, 'companyId'>[];
  readonly accounts: readonly (AccountDrafts & { readonly type: UtilityType })[];
}

/** Adds identifiers, and combines the parts. */
function built({ from, to, assets, members, accounts, currencies, sets }: Drafts, salt: string): RandomPortfolio {
  let serial = 0;
  const id = (kind: string, order = 0): string => {
    serial += 1;
    return `${kind}${salt}${order.toString(16).padStart(4, '0')}${serial.toString(16).padStart(10, '0')}`;
  };
  const companyId = id('c0');
  const [currency = null, ...own] = currencies;
  const entities = ['North', 'South'].map((name, index) => ({
    _id: id('e0'),
    companyId,
    name,
    currency: own[index] ?? null,
  }));
  const entity = (index: number): { readonly companyId: string; readonly entityId: string } => ({
    companyId,
    entityId: entities[index]?._id ?? '',
  });
  const sites = assets.map(({ entity: owner, countryCode, region, ...site }, index) => ({
    _id: id('a0'),
    ...entity(owner),
    siteName: `Site ${index + 1}`,
    address: { streetAddress: '1 High Street', locality: 'Town', region, postCode: 'AB1 2CD', countryCode },
    tags: [],
    ...site,
  }));
  const meters = accounts.map(
    ({ type, asset: site, entity: owner, intervals, registers, invoices, contracts, order, ...meter }) => {
      const accountId = id('b0');
      let turn = 0;
      const own = <T extends object>(kind: string, drafts: readonly T[]) =>
        drafts.map((draft) => ({ _id: id(kind, order[turn++ % order.length]), accountId, ...draft }));
      const found: Account = {
        _id: accountId,
        ...entity(owner),
        type,
        name: `Meter ${accountId.slice(-2)}`,
        assetId: site === null ? null : (sites[site % sites.length]?._id ?? null),
        ...meter,
      };
      return {
        account: found,
        intervals: own('d0', intervals),
        readings: own('d1', registers.flat()),
        invoices: own('f0', invoices),
        contracts: own(
          'f1',
          contracts.map(({ day, days }) => ({
            startDate: iso(from + day * DAY),
            endDate: days === null ? null : iso(from + (day + days) * DAY),
          })),
        ),
      };
    },
  );
  const assetIds = sites.filter((_, index) => members.includes(index)).map(({ _id }) => _id);
  return {
    from,
    to,
    records: {
      companies: [{ _id: companyId, name: 'Company', currency }],
      entities,
      assets: sites,
      accounts: meters.map(({ account: meter }) => meter),
      assetGroups: [{ _id: id('a1'), companyId, entityId: null, name: 'Group', assetIds }],
      contracts: meters.flatMap(({ contracts }) => contracts),
      intervals: meters.flatMap(({ intervals }) => intervals),
      readings: meters.flatMap(({ readings }) => readings),
      invoices: meters.flatMap(({ invoices }) => invoices),
      emissionFactors: MARKET,
      factorSets: sets.map((set) => ({ companyId, ...set })),
    },
  };
}
