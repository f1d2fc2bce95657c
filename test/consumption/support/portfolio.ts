import { at } from '../../support/random.js';
import type {
  Account,
  Asset,
  AssetGroup,
  Contract,
  Entity,
  Interval,
  Invoice,
  Reading,
  Records,
} from '../reference/records.js';
import { DAY, HALF_HOUR, iso } from '../reference/time.js';

const id = (kind: string, number: number): string => `${kind}${number.toString(16).padStart(24 - kind.length, '0')}`;

export const COMPANY = { one: id('c9', 1), two: id('c9', 2) };
export const ENTITY = { north: id('e9', 1), south: id('e9', 2), other: id('e9', 3) };
export const ASSET = {
  tower: id('a9', 1),
  hall: id('a9', 2),
  shed: id('a9', 3),
  annex: id('a9', 4),
  other: id('a9', 9),
};
export const GROUP = { across: id('a8', 1), other: id('a8', 2), empty: id('a8', 3) };
export const ACCOUNT = {
  /** Tower, north: half-hours with two gaps on 2 January, a custom interval between them, invoices, a contract. */
  main: id('b9', 1),
  /** Hall, south: two registers, half-hourly readings with a reset, a day of half-hours, invoices. */
  hall: id('b9', 2),
  /** Tower, north: inactive, readings. */
  old: id('b9', 3),
  /** Tower, north: virtual, two days of half-hours. */
  virtual: id('b9', 4),
  /** Hall, south: gas by volume, readings. */
  gas: id('b9', 5),
  /** Shed, north: gas, invoices with rate lines, an estimated one, one simulated. */
  billed: id('b9', 6),
  /** Tower, north: water, readings and an invoice. */
  water: id('b9', 7),
  /** Annex, north: electricity in France, for which there are no factors. */
  abroad: id('b9', 8),
  /** Shed, north: temperature. */
  warmth: id('b9', 9),
  /** An account of the north at an asset of the south. */
  guest: id('b9', 10),
  /** Of no asset, south: heating, an invoice. */
  loose: id('b9', 11),
  /** The other company's. */
  other: id('b9', 12),
  otherGas: id('b9', 13),
};

/** The half-hours of these days are in the data. */
export const FIRST = '2024-12-28';
export const LAST = '2025-01-12';

const time = (text: string): number => Date.parse(text);

let serial = 0;
const next = (kind: string): string => id(kind, (serial += 1));

/** A quantity that is the same in every run. */
const value = (step: number, most: number): number => ((step * 37) % 101) * (most / 100);

type Owner = Pick<Account, 'companyId' | 'entityId'>;
const NORTH: Owner = { companyId: COMPANY.one, entityId: ENTITY.north };
const SOUTH: Owner = { companyId: COMPANY.one, entityId: ENTITY.south };
const OTHER: Owner = { companyId: COMPANY.two, entityId: ENTITY.other };

const entities: readonly Entity[] = [
  { _id: ENTITY.north, companyId: COMPANY.one, name: 'North' },
  { _id: ENTITY.south, companyId: COMPANY.one, name: 'South' },
  { _id: ENTITY.other, companyId: COMPANY.two, name: 'Other' },
];

const address = (streetAddress: string, countryCode: string | null, region: string | null = 'Region') => ({
  streetAddress,
  locality: 'Town',
  region,
  postCode: 'AB1 2CD',
  countryCode,
});

const asset = (own: Owner, more: Omit<Asset, 'companyId' | 'entityId'>): Asset => ({
  ...own,
  status: 'active',
  ...more,
});

const assets: readonly Asset[] = [
  asset(NORTH, {
    _id: ASSET.tower,
    siteName: 'Tower',
    address: address('1 High Street', 'gb'),
    floorArea: 1000.5,
    floorAreaUnit: 'metric',
  }),
  asset(SOUTH, {
    _id: ASSET.hall,
    siteName: 'Hall',
    address: address('2 Low Road', 'gb', null),
    floorArea: 20_000,
    floorAreaUnit: 'imperial',
  }),
  asset(NORTH, { _id: ASSET.shed, siteName: 'Shed', address: address('3 Back Lane', null), floorArea: 80 }),
  asset(NORTH, { _id: ASSET.annex, siteName: 'Annexe', address: address('4 Rue Haute', 'fr'), floorArea: null }),
  asset(OTHER, {
    _id: ASSET.other,
    siteName: 'Other',
    address: address('9 Far Way', 'gb'),
    floorArea: 500,
    floorAreaUnit: 'metric',
  }),
];

/** A group over two entities, owned by the north; one of the other company; one without members. */
const assetGroups: readonly AssetGroup[] = [
  { ...NORTH, _id: GROUP.across, name: 'Across', assetIds: [ASSET.tower, ASSET.hall, ASSET.shed, ASSET.annex] },
  { ...OTHER, _id: GROUP.other, name: 'Other', assetIds: [ASSET.other] },
  { ...NORTH, _id: GROUP.empty, name: 'Empty', assetIds: [] },
];

const account = (own: Owner, more: Omit<Account, 'companyId' | 'entityId'>): Account => ({
  ...own,
  name: `Meter ${more._id.slice(-2)}`,
  meterUnits: 'kwh',
  status: 'active',
  isVirtual: false,
  tags: [],
  ...more,
});

const accounts: readonly Account[] = [
  account(NORTH, {
    _id: ACCOUNT.main,
    type: 'electricity',
    assetId: ASSET.tower,
    meterUser: 'Tenant',
    capacity: '100',
    meterAreaServed: '250.5',
    consumptionPriority: ['hh'],
    tags: ['roof', 'hvac'],
  }),
  account(SOUTH, {
    _id: ACCOUNT.hall,
    type: 'electricity',
    assetId: ASSET.hall,
    meterUser: 'landlord',
    capacity: '60.5',
    meterAreaServed: '1000',
    tags: ['hvac'],
  }),
  account(NORTH, {
    _id: ACCOUNT.old,
    type: 'electricity',
    assetId: ASSET.tower,
    status: 'inactive',
    capacity: '60 kVA',
    meterAreaServed: 'n/a',
    meterUser: 'landlord',
  }),
  account(NORTH, { _id: ACCOUNT.virtual, type: 'electricity', assetId: ASSET.tower, isVirtual: true, capacity: '999' }),
  account(SOUTH, {
    _id: ACCOUNT.gas,
    type: 'gas',
    meterUnits: 'm3',
    assetId: ASSET.hall,
    meterUser: 'tenant',
    meterAreaServed: '40',
  }),
  account(NORTH, { _id: ACCOUNT.billed, type: 'gas', assetId: ASSET.shed, tags: ['roof'] }),
  account(NORTH, { _id: ACCOUNT.water, type: 'water', meterUnits: 'm3', assetId: ASSET.tower }),
  account(NORTH, { _id: ACCOUNT.abroad, type: 'electricity', assetId: ASSET.annex, consumptionPriority: ['hh'] }),
  account(NORTH, { _id: ACCOUNT.warmth, type: 'temperature', meterUnits: '°C', assetId: ASSET.shed }),
  account(NORTH, { _id: ACCOUNT.guest, type: 'electricity', assetId: ASSET.hall, tags: ['guest'] }),
  account(SOUTH, { _id: ACCOUNT.loose, type: 'heating', assetId: null }),
  account(OTHER, { _id: ACCOUNT.other, type: 'electricity', assetId: ASSET.other, capacity: '500', tags: ['hvac'] }),
  account(OTHER, { _id: ACCOUNT.otherGas, type: 'gas', assetId: ASSET.other }),
];

/** Intervals of one length over [from, to); `keep` selects them. */
function intervals(
  owner: string,
  [from, to]: readonly [string, string],
  more: { readonly most: number; readonly length?: number; readonly type?: string; readonly source?: string },
  keep: (start: number) => boolean = () => true,
): readonly Interval[] {
  const { most, length = HALF_HOUR, type = 'electricity', source = 'amr' } = more;
  const all: Interval[] = [];
  for (let start = time(from), step = 1; start < time(to); start += length, step += 1) {
    if (!keep(start)) continue;
    all.push({
      _id: next('d9'),
      accountId: owner,
      startTimestamp: iso(start),
      endTimestamp: iso(start + length),
      value: value(step, most),
      type,
      unit: type === 'temperature' ? '°C' : 'kwh',
      isHalfHourly: length === HALF_HOUR,
      isEstimated: step % 10 === 0,
      source,
    });
  }
  return all;
}

const HOLE = [time('2025-01-02T10:00:00Z'), time('2025-01-02T12:00:00Z')] as const;

/** The `gaps` of the main account from 1 to 3 January: the missing time without its custom half-hour. */
export const GAPS = [
  { accountId: ACCOUNT.main, startDate: '2025-01-02T10:00:00.000Z', endDate: '2025-01-02T11:00:00.000Z' },
  { accountId: ACCOUNT.main, startDate: '2025-01-02T11:30:00.000Z', endDate: '2025-01-02T12:00:00.000Z' },
];

const allIntervals: readonly Interval[] = [
  ...intervals(
    ACCOUNT.main,
    ['2024-12-28', '2025-01-07'],
    { most: 20 },
    (start) => start < HOLE[0] || start >= HOLE[1],
  ),
  ...intervals(ACCOUNT.main, ['2025-01-02T11:00:00Z', '2025-01-02T11:30:00Z'], { most: 9, source: 'custom' }),
  ...intervals(ACCOUNT.hall, ['2025-01-05', '2025-01-06'], { most: 7.5 }),
  ...intervals(ACCOUNT.virtual, ['2025-01-01', '2025-01-03'], { most: 30 }),
  ...intervals(ACCOUNT.abroad, ['2024-12-30', '2025-01-03'], { most: 4, length: 2 * HALF_HOUR }),
  ...intervals(ACCOUNT.warmth, ['2024-12-31', '2025-01-05'], { most: 24, length: 2 * HALF_HOUR, type: 'temperature' }),
  ...intervals(ACCOUNT.guest, ['2025-01-01', '2025-01-04'], { most: 3 }),
  ...intervals(ACCOUNT.other, ['2024-12-30', '2025-01-04'], { most: 50 }),
];

function series(
  owner: string,
  start: string,
  days: number,
  steps: readonly number[],
  more: Partial<Reading> = {},
): readonly Reading[] {
  let total = 1000;
  return steps.map((step, index) => {
    total = more.meterReset === true && index === 2 ? step : total + step;
    return {
      _id: next('d8'),
      accountId: owner,
      submittedAt: iso(time(start) + Math.round(index * days * DAY)),
      value: total,
      type: index === 3 ? 'E' : 'A',
      ...more,
      meterReset: more.meterReset === true && index === 2,
    };
  });
}

const readings: readonly Reading[] = [
  ...series(ACCOUNT.hall, '2024-12-20T09:00:00Z', 9, [0, 310.5, 420, 99.25, 300, 500], { registerId: id('f9', 1) }),
  ...series(ACCOUNT.hall, '2024-12-20T09:00:00Z', 15, [0, 80, 60.5, 70], { registerId: id('f9', 2) }),
  ...series(ACCOUNT.hall, '2025-01-03T00:00:00Z', 1 / 48, [0, 2, 3, 1, 4, 2, 5], {
    registerId: id('f9', 3),
    isHalfHourly: true,
    meterReset: true,
  }),
  ...series(ACCOUNT.old, '2024-12-22T00:00:00Z', 10, [0, 55, 65, 75]),
  ...series(ACCOUNT.gas, '2024-12-15T12:30:00Z', 12.5, [0, 123, 145.5, 160, 90]),
  ...series(ACCOUNT.water, '2024-12-24T00:00:00Z', 7, [0, 12, 15, 9, 20]),
  ...series(ACCOUNT.otherGas, '2024-12-24T00:00:00Z', 7, [0, 1200, 1500, 900, 2000]),
];

function invoice(
  owner: string,
  [startDate, endDate]: readonly [string, string],
  [totalUnits, totalCost]: readonly [number | null, number],
  more: Omit<Partial<Invoice>, 'values'> & { readonly startReadType?: string } = {},
): Invoice {
  const { startReadType = 'actual', ...rest } = more;
  return {
    _id: next('f8'),
    accountId: owner,
    status: 'captured',
    financialStatus: 'approved',
    values: { startDate, endDate, totalUnits, totalCost, units: null, startReadType, endReadType: 'actual' },
    rates: [],
    ...rest,
  };
}

const line = (rateName: string, consumption: number, cost: number, units: string) => ({
  rateName,
  consumption,
  unitRate: cost / consumption,
  cost,
  units,
});

const invoices: readonly Invoice[] = [
  invoice(ACCOUNT.main, ['2024-12-01', '2024-12-31'], [3100, 620], {
    rates: [line('Day', 2000, 500, 'kwh'), line('Night', 1100, 110, 'kwh'), line('Standing', 31, 10, 'day')],
  }),
  invoice(ACCOUNT.main, ['2025-01-01', '2025-01-31'], [2800, 590.25], {
    status: 'completed',
    rates: [line('Day', 1800, 450, 'kwh'), line('Night', 1000, 100, 'kwh'), line('Capacity', 100, 40.25, 'kVA')],
  }),
  invoice(ACCOUNT.main, ['2025-01-05', '2025-01-08'], [-100, -20], { rates: [line('Credit', 1, -20, 'each')] }),
  invoice(ACCOUNT.main, ['2025-02-01', '2025-02-28'], [2500, 480], { simulated: true }),
  invoice(ACCOUNT.hall, ['2024-12-15', '2025-01-14'], [1550, 400.5]),
  invoice(ACCOUNT.hall, ['2025-01-15', '2025-01-20'], [999, 99], { financialStatus: 'not-approved' }),
  invoice(ACCOUNT.billed, ['2024-12-20', '2025-01-06'], [900, 81], {
    startReadType: 'Estimated',
    rates: [line('All day', 900, 63, 'kwh'), line('Standing', 18, 18, 'days')],
  }),
  invoice(ACCOUNT.billed, ['2025-01-07', '2025-01-10'], [null, 12.5]),
  invoice(ACCOUNT.billed, ['2025-01-04', '2025-02-02'], [1500, 130], { simulated: true }),
  invoice(ACCOUNT.billed, ['2025-01-04', '2025-01-09'], [777, 77], { status: 'error' }),
  invoice(ACCOUNT.water, ['2025-01-01', '2025-01-31'], [62, 155]),
  invoice(ACCOUNT.loose, ['2024-12-16', '2025-01-15'], [3100, 310]),
  invoice(ACCOUNT.other, ['2024-12-01', '2025-01-31'], [62_000, 9300], { rates: [line('Day', 62_000, 9300, 'kwh')] }),
];

const contract = (owner: string, startDate: string, endDate: string | null): Contract => ({
  _id: next('f7'),
  accountId: owner,
  startDate,
  endDate,
});

const contracts: readonly Contract[] = [
  contract(ACCOUNT.main, '2024-01-01', '2025-01-03'),
  contract(ACCOUNT.hall, '2025-01-10', null),
  contract(ACCOUNT.billed, '2023-01-01', '2023-12-31'),
  contract(ACCOUNT.other, '2024-01-01', null),
];

/** Two companies in two months: small, the same in every run, with everything that a figure depends on. */
export const RECORDS = {
  entities,
  assets,
  accounts,
  assetGroups,
  contracts,
  intervals: allIntervals,
  readings,
  invoices,
} satisfies Records;

export interface Grants {
  readonly companies?: readonly string[];
  readonly entities?: readonly string[];
}

/** The part that these grants may see: the only input of the reference. */
export function visibleRecords({ companies = [], entities: granted = [] }: Grants): Records {
  const seen = ({ companyId, entityId }: Owner): boolean =>
    companies.includes(companyId) || granted.includes(entityId ?? '');
  const ids = new Set(accounts.filter(seen).map(({ _id }) => _id));
  const sites = assets.filter(seen);
  const own = <T extends { readonly accountId?: string | null | undefined }>(records: readonly T[]): readonly T[] =>
    records.filter(({ accountId }) => ids.has(accountId ?? ''));
  return {
    entities: entities.filter((entity) => seen({ ...entity, entityId: entity._id })),
    assets: sites,
    accounts: accounts.filter(seen),
    assetGroups: assetGroups.filter(seen).map((group) => ({
      ...group,
      assetIds: group.assetIds.filter((member) => sites.some(({ _id }) => _id === member)),
    })),
    contracts: own(contracts),
    intervals: own(allIntervals),
    readings: own(readings),
    invoices: own(invoices),
  };
}

/** The record of an account. */
export const accountOf = (wanted: string): Account =>
  at(
    accounts.filter(({ _id }) => _id === wanted),
    0,
  );
