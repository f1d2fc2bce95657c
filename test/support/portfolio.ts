import { at, pick, randomId, seeded, type Random } from './random.js';

/** A record in the contract's form: nested objects, a value for every field, null for missing values. */
export type PlainRecord = Readonly<Record<string, unknown>>;

export type ResourceName =
  | 'companies'
  | 'entities'
  | 'assets'
  | 'accounts'
  | 'asset-groups'
  | 'suppliers'
  | 'contracts'
  | 'invoices'
  | 'readings'
  | 'non-cumulative';

export type Portfolio = Readonly<Record<ResourceName, readonly PlainRecord[]>>;

export const COMPANIES = ['c00000000000000000000001', 'c00000000000000000000002'] as const;
export const ENTITIES = [
  'e00000000000000000000011',
  'e00000000000000000000012',
  'e00000000000000000000013',
  'e00000000000000000000021',
  'e00000000000000000000022',
] as const;

const UTILITIES = ['electricity', 'gas', 'water', 'waste', 'solar', 'heating', 'flow', 'cooling', 'temperature'];
/** The last two sort differently by UTF-16 unit than by code point. */
const TEXTS = [
  null,
  '',
  'alpha',
  'Alpha',
  'Zeta',
  'O\'Brien "quoted"',
  'Ångström',
  'back\\slash \\N',
  '%_ $1 ?',
  'comma, separated',
  'a\tb\nc',
  'null',
  '\u{FF5E}wave',
  '\u{1F3E2} tower',
];
const TAGS = ['solar', 'roof', 'a b', 'quote"d', '{brace}', '', 'NULL', 'with,comma', '\u{1F3E2}'];
const NUMBERS = [null, 0, 1, 1.5, -3, 0.1, 1e-7, 123_456.789, 1e15, 999_999_999_999_999.9];
const STAMPS = [
  '2020-02-29T23:59:59.999Z',
  '2021-01-01T00:00:00.000Z',
  '2021-01-01T00:00:00.001Z',
  '2023-06-15T12:30:00.500Z',
  '0100-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
];
const SUPPLIERS = ['f00000000000000000000001', 'f00000000000000000000002'];
/** One contract of the second company names the first; no record names the second. */
const RARE_SUPPLIERS = ['f00000000000000000000003', 'f00000000000000000000004'];
/** The currency of each entity. The first entity has the currency of its company. */
const CURRENCIES = ['gbp', 'eur', 'gbp', null, 'usd'];
const CREATED = STAMPS.slice(0, 4);

/** A small portfolio, the same in every run, with nulls, ties and texts that are easy to get wrong. */
export const PORTFOLIO: Portfolio = build(seeded(20_240_131));

function build(random: Random): Portfolio {
  const stamps = (): PlainRecord => ({ createdAt: pick(random, CREATED), updatedAt: pick(random, CREATED) });
  const companies = COMPANIES.map((_id, index) => ({
    _id,
    name: `Company ${index + 1}`,
    currency: index === 0 ? 'gbp' : null,
    ...stamps(),
  }));
  const entities = ENTITIES.map((_id, index) => ({
    _id,
    name: index === 2 ? null : at(['North', 'north', '', "O'Entity", '\u{1F3E2}'], index),
    companyId: index < 3 ? COMPANIES[0] : COMPANIES[1],
    currency: at(CURRENCIES, index),
    ...stamps(),
  }));
  const home = (company: number): { readonly entityId: string | null; readonly companyId: string } => {
    const own: readonly (string | null)[] = company === 0 ? ENTITIES.slice(0, 3) : ENTITIES.slice(3);
    return { entityId: pick(random, [...own, null]), companyId: at(COMPANIES, company) };
  };
  const assets = Array.from({ length: 30 }, (_, index) => ({ ...asset(random), ...home(index % 3 === 0 ? 1 : 0) }));
  const ordered = assets.map((record, index) => ({
    ...record,
    ...{ timeZone: index % 4 === 1 ? 'America/New_York' : null, tags: tags(random) },
    ...stamps(),
  }));
  const accounts = Array.from({ length: 60 }, (_, index): { readonly _id: string } & PlainRecord => {
    const company = index % 3 === 0 ? 1 : 0;
    const near = ordered.filter((record) => record.companyId === at(COMPANIES, company));
    const owner = random() < 0.15 ? null : pick(random, near)._id;
    const own = account(random);
    const meterUnits = fitting(own.type, own.meterUnits);
    return { ...own, meterUnits, assetId: owner, ...home(company), tags: tags(random), ...stamps() };
  });
  const metered = accounts.slice(0, 50);
  const intervals = Array.from({ length: 600 }, (_, index) => {
    const parent = at(metered, index % metered.length);
    const own = interval(random, Math.floor(index / metered.length));
    return {
      ...own,
      unit: own.type === parent.type ? fitting(own.type, own.unit) : own.unit,
      accountId: parent._id,
      entityId: parent.entityId,
      ...stamps(),
    };
  });
  const groups = Array.from({ length: 12 }, (_, index) => {
    const company = index % 3 === 0 ? 1 : 0;
    const near = ordered.filter((record) => record.companyId === at(COMPANIES, company));
    const members = near.filter(() => random() < 0.3).map(({ _id }) => _id);
    const group = { _id: randomId(random), name: pick(random, TEXTS), assetIds: index === 1 ? [] : members };
    return { ...group, ...home(company), ...stamps() };
  });
  const owned = (parent: PlainRecord): PlainRecord => ({
    accountId: parent._id,
    entityId: parent.entityId,
    companyId: parent.companyId,
    ...stamps(),
  });
  const contracts = Array.from({ length: 40 }, (_, index) => ({
    ...contract(random),
    ...(index === 0 ? { supplierId: at(RARE_SUPPLIERS, 0) } : {}),
    ...owned(at(accounts, index)),
  }));
  type Billed = { readonly _id: string; readonly values: PlainRecord } & PlainRecord;
  const billed = Array.from({ length: 120 }, (_, index): Billed => {
    const parent = at(accounts, index % 45);
    const lost = { accountId: null, ...home(index % 2), ...stamps() };
    const own = invoice(random);
    const values = { ...own.values, units: fitting(parent.type, own.values.units) };
    return { ...own, values, ...(index % 8 === 7 ? lost : owned(parent)) };
  });
  // A bill over centuries takes seconds to compute, so only one of those that count keeps its quantity, over decades.
  const longest = billed.find(
    ({ accountId, status, financialStatus, values }) =>
      accountId !== null && status === 'captured' && financialStatus !== 'not-approved' && isForAges(values),
  );
  const invoices = billed.map((one): Billed => {
    if (!isForAges(one.values)) return one;
    const shortened = one === longest ? { endDate: '2041-12-31T23:59:59.999Z' } : { totalUnits: null };
    return { ...one, values: { ...one.values, ...shortened } };
  });
  const drawn = Array.from({ length: 300 }, (_, index): { readonly _id: string } & PlainRecord => {
    const parent = at(accounts, index % 8);
    const near = invoices.filter(({ companyId }) => companyId === parent.companyId);
    const invoiceId = random() < 0.3 ? pick(random, near)._id : null;
    const own = reading(random, Math.floor(index / 8));
    return { ...own, units: fitting(parent.type, own.units), invoiceId, ...owned(parent) };
  });
  const readings = drawn.map((own, index) => {
    const twin = drawn
      .slice(0, index)
      .find((other) => ['accountId', 'submittedAt', 'registerId'].every((name) => own[name] === other[name]));
    const value = twin?.value ?? own.value;
    return { ...own, value, registerDigits: value === 1 || value === 123_456.789 ? 6 : null };
  });
  const suppliers = [...SUPPLIERS, ...RARE_SUPPLIERS].map((_id, index) => ({
    _id,
    name: at(['Alpha Power', '', 'Ökostrom "West"', '\u{1F3E2}'], index),
    createdAt: at(CREATED, index),
    updatedAt: at(CREATED, index),
  }));
  return {
    companies,
    entities,
    assets: ordered,
    accounts,
    'asset-groups': groups,
    suppliers,
    contracts,
    invoices,
    readings,
    'non-cumulative': intervals,
  };
}

/** Whether a record bills a quantity over more than ten years. */
function isForAges({ startDate, endDate, totalUnits }: PlainRecord): boolean {
  const year = (date: unknown): number => Number(String(date).slice(0, 4));
  return totalUnits !== null && year(endDate) - year(startDate) > 10;
}

/** Returns a unit that fits the type of the account. */
function fitting(type: unknown, unit: unknown): unknown {
  if (unit === null || unit === '') return unit;
  const volume = type === 'water' || type === 'flow';
  if (type === 'gas' || (unit === 'm3' && volume)) return unit;
  if (volume) return 'm3';
  return type === 'waste' ? 'kg' : type === 'temperature' ? '°C' : 'kwh';
}

function tags(random: Random): readonly string[] {
  return Array.from({ length: Math.floor(random() * 4) }, () => pick(random, TAGS));
}

function asset(random: Random): { readonly _id: string } & PlainRecord {
  const text = (): string | null => pick(random, TEXTS);
  const number = (): number | null => pick(random, NUMBERS);
  return {
    _id: randomId(random),
    siteName: text(),
    siteCode: text(),
    address: {
      streetAddress: text(),
      locality: pick(random, ['Cambridge', 'cambridge', null]),
      region: text(),
      postCode: pick(random, ['CB2 1TN', '', null]),
      countryCode: pick(random, ['gb', 'fr', null]),
      latitude: pick(random, ['52.2', '-0.5', null]),
      longitude: text(),
    },
    assetType: pick(random, ['Office', 'Retail', 'Industrial', null]),
    floorArea: number(),
    floorAreaUnit: pick(random, ['metric', 'imperial', null]),
    noOfFloors: number(),
    gav: pick(random, ['1000000', '0.10', null]),
    gavCurrency: pick(random, ['gbp', 'eur', null]),
    occupationStatus: pick(random, ['occupied', 'vacant', 'other', 'n/a', null]),
    vacancyRate: number(),
    constructionYear: pick(random, [1890, 1973, 2008, null]),
    ownedSince: pick(random, [...STAMPS, null]),
    tenure: pick(random, ['freehold', 'leasehold', null]),
    tenantControlledPercent: number(),
    landlordControlledPercent: number(),
    occupancyLevel: number(),
    status: pick(random, ['active', 'inactive']),
  };
}

function account(random: Random): { readonly _id: string } & PlainRecord {
  const text = (): string | null => pick(random, TEXTS);
  const flag = (): boolean | null => pick(random, [true, false, null]);
  return {
    _id: randomId(random),
    name: text(),
    group: text(),
    siteCode: pick(random, ['S1', 'S2', null]),
    type: pick(random, UTILITIES),
    supplierRef: text(),
    meterPointNumber: pick(random, ['1200000000001', '1200000000002', null]),
    meterPointNumber2: pick(random, ['', null]),
    meterSerialNumber: text(),
    meterUnits: pick(random, ['kwh', 'm3', null]),
    automaticMeterRead: flag(),
    status: pick(random, ['active', 'inactive']),
    capacity: pick(random, ['100', '', null]),
    meterOperator: text(),
    meterLocation: text(),
    meterAreaServed: text(),
    isVirtual: flag(),
    meterUser: pick(random, ['tenant', 'landlord', null]),
    consumptionPriority: pick(random, [null, [], ['hh'], ['hh', 'reading', 'invoice'], ['invoice', 'hh']]),
  };
}

function contract(random: Random): { readonly _id: string } & PlainRecord {
  return {
    _id: randomId(random),
    supplierId: pick(random, [...SUPPLIERS, null]),
    startDate: pick(random, STAMPS.slice(0, 3)),
    endDate: pick(random, [...STAMPS.slice(3, 4), '2021-01-01T00:00:00.001Z', null]),
  };
}

function invoice(random: Random): { readonly _id: string; readonly values: PlainRecord } & PlainRecord {
  const text = (): string | null => pick(random, TEXTS);
  const number = (): number | null => pick(random, NUMBERS);
  const flag = (): boolean | null => pick(random, [true, false, null]);
  const date = (): string | null => pick(random, [...STAMPS, null]);
  const [one, other] = [date(), date()];
  // A bill does not end before it begins.
  const [startDate, endDate] = one !== null && other !== null && other < one ? [other, one] : [one, other];
  return {
    _id: randomId(random),
    fileName: text(),
    status: pick(random, [
      'processing',
      'pending',
      'uploading',
      'queued',
      'captured',
      'error',
      'completed',
      'captured',
    ]),
    financialStatus: pick(random, ['approved', 'new', 'not-approved', 'paid', 'sent-for-payment', null]),
    completed: flag(),
    isPaid: flag(),
    type: pick(random, ['electricity', 'credit note', '', null]),
    tags: tags(random),
    values: {
      invoiceNumber: text(),
      supplierRef: text(),
      supplierName: text(),
      recipient: text(),
      invoiceDate: date(),
      invoiceDueDate: date(),
      startDate,
      endDate,
      meterPointNumber: pick(random, ['1200000000001', null]),
      meterSerialNumber: text(),
      totalUnits: number(),
      totalUnitCost: number(),
      totalDaily: number(),
      totalCCL: number(),
      netTotalCost: number(),
      totalTax: number(),
      totalCost: number(),
      units: pick(random, ['kwh', 'm3', '', null]),
      startRead: text(),
      endRead: text(),
      startReadType: pick(random, ['actual', 'estimated', null]),
      endReadType: pick(random, ['actual', 'estimated', null]),
      supplyAddress: text(),
    },
    rates: Array.from({ length: Math.floor(random() * 4) }, () => ({
      id: text(),
      rateName: pick(random, ['Day', 'Night', 'Standing, daily', 'quote"d', null]),
      consumption: number(),
      unitRate: number(),
      cost: number(),
      units: pick(random, ['kwh', 'day', null]),
      startDate: date(),
      endDate: date(),
    })),
    notes: text(),
    supplierId: pick(random, [...SUPPLIERS, null]),
    simulated: flag(),
  };
}

/** Some readings of an account have the same timestamp. Readings of one register at the same time have the same value. */
function reading(random: Random, step: number): { readonly _id: string } & PlainRecord {
  const flag = (): boolean | null => pick(random, [true, false, null]);
  return {
    _id: randomId(random),
    submittedAt: new Date(Date.UTC(2023, Math.floor(step / 2), 1, 9)).toISOString(),
    value: pick(
      random,
      NUMBERS.filter((value) => value !== null),
    ),
    type: pick(random, ['A', 'A', 'E', 'C']),
    units: pick(random, ['kwh', 'm3', null]),
    name: pick(random, TEXTS),
    source: pick(random, ['manual', 'invoice', 'app', 'import', 'sub meter', null]),
    registerId: pick(random, ['f10000000000000000000001', 'Tag & Nacht, "1"', null]),
    isHalfHourly: flag(),
    meterReset: flag(),
    quantity: step % 2 === 0 ? step * 1.5 : null,
  };
}

/** Two of three starts are on a grid, so that accounts have intervals with the same start. */
function interval(random: Random, step: number): { readonly _id: string } & PlainRecord {
  const start = Date.UTC(2023, 0, 1) + Math.floor(step / 2) * 1_800_000;
  const flag = (): boolean | null => pick(random, [true, false, null]);
  const value = pick(
    random,
    NUMBERS.filter((one) => one !== null),
  );
  const isEstimated = flag();
  return {
    _id: randomId(random),
    value,
    startTimestamp: new Date(start).toISOString(),
    endTimestamp: new Date(start + pick(random, [1, 1_800_000, 3_600_000])).toISOString(),
    type: pick(random, [...UTILITIES, 'other']),
    unit: pick(random, ['kwh', 'm3', '', null]),
    readType: pick(random, ['A', 'E', null]),
    isHalfHourly: flag(),
    isEstimated,
    estimatedValue: isEstimated === true ? pick(random, [value, value / 2, null]) : null,
    isGridData: flag(),
    source: pick(random, ['import', 'api', null]),
  };
}
