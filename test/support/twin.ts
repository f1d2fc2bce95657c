import { visible, type Grants, type Listed } from './model.js';
import { PORTFOLIO, type PlainRecord, type Portfolio } from './portfolio.js';

/** Changes one hidden record. Its identifier stays, because visible records may name it. */
type Change = (record: PlainRecord, index: number) => PlainRecord;

const ELSEWHERE: Readonly<Record<string, string>> = { gb: 'fr', fr: 'us', null: 'gb' };

/** Changes the values of a record, but not its identifier, owners and account. */
export const CHANGES: Readonly<Record<Listed, Change>> = {
  entities: (record) => ({ ...record, name: 'another name', currency: 'xaf' }),
  assets: (record, index) => ({
    ...record,
    siteName: `another site ${index}`,
    siteCode: null,
    address: { ...parts(record.address), countryCode: ELSEWHERE[String(parts(record.address).countryCode)] },
    floorArea: 1_234 + index,
    floorAreaUnit: record.floorAreaUnit === 'metric' ? 'imperial' : 'metric',
    status: otherStatus(record),
    tags: ['another tag'],
  }),
  accounts: (record, index) => ({
    ...record,
    name: `another meter ${index}`,
    assetId: index % 2 === 0 ? null : record.assetId,
    status: otherStatus(record),
    capacity: '77',
    meterAreaServed: '55',
    meterUser: record.meterUser === 'tenant' ? 'landlord' : 'tenant',
    isVirtual: false,
    consumptionPriority: null,
    tags: ['another tag'],
  }),
  'asset-groups': (record) => ({ ...record, name: 'another group', assetIds: [] }),
  suppliers: (record) => ({ ...record, name: 'another supplier' }),
  contracts: (record) => ({ ...record, startDate: '2023-01-02T00:00:00.000Z', endDate: null }),
  invoices: (record, index) => ({
    ...record,
    fileName: 'another file',
    status: 'captured',
    financialStatus: 'approved',
    simulated: false,
    tags: [],
    values: {
      ...parts(record.values),
      ...{ startDate: '2023-01-01T00:00:00.000Z', endDate: '2023-01-31T00:00:00.000Z', totalUnits: 700 + index },
      ...{ supplierName: 'another supplier', totalCost: 70 + index },
    },
    rates: [],
  }),
  readings: (record) => ({ ...record, value: Number(record.value) + 1, name: 'another reading' }),
  'non-cumulative': (record) => ({
    ...record,
    ...{ value: Number(record.value) * 2 + 1, isEstimated: false, estimatedValue: null, source: 'another source' },
  }),
};

/** Resources that no record refers to, so that every second hidden record can be missing. */
const LEAVES: readonly Listed[] = ['contracts', 'readings', 'non-cumulative'];

/**
 * Returns a portfolio that equals {@link PORTFOLIO} in everything that a key with these grants may see, and differs in
 * everything else. Hidden records have other values, and some are missing or added. Hidden meters have later data, and
 * visible groups have other hidden members.
 */
export function twinOf(grants: Grants): Portfolio {
  const changed = (name: Listed): readonly PlainRecord[] => {
    const seen = PORTFOLIO[name].filter((record) => visible(name, record, grants));
    const hidden = PORTFOLIO[name].filter((record) => !visible(name, record, grants));
    const kept = hidden.filter((_, index) => !LEAVES.includes(name) || index % 2 === 0).map(CHANGES[name]);
    const isCopied = name === 'assets' || name === 'accounts' || name === 'asset-groups';
    const more = isCopied ? kept.map((record) => ({ ...record, _id: reversed(String(record._id)) })) : [];
    return [...seen, ...kept, ...more];
  };
  const isHidden = (id: unknown): boolean =>
    PORTFOLIO.assets.some((asset) => asset._id === id && !visible('assets', asset, grants));
  const groups = changed('asset-groups').map((group) => {
    if (!visible('asset-groups', group, grants)) return group;
    const near = PORTFOLIO.assets.filter(({ _id, companyId }) => isHidden(_id) && companyId === group.companyId);
    const members = Array.isArray(group.assetIds) ? (group.assetIds as readonly unknown[]) : [];
    const others = near.map(({ _id }) => _id).filter((id) => !members.includes(id));
    return { ...group, assetIds: [...members.filter((id) => !isHidden(id)), ...others] };
  });
  return {
    companies: PORTFOLIO.companies.map((record) => ({ ...record, name: 'another company' })),
    entities: changed('entities'),
    assets: changed('assets'),
    accounts: changed('accounts'),
    'asset-groups': groups,
    suppliers: changed('suppliers'),
    contracts: changed('contracts'),
    invoices: changed('invoices'),
    readings: changed('readings'),
    'non-cumulative': [
      ...changed('non-cumulative'),
      ...halfHours(
        'd3',
        '2023-03-16',
        PORTFOLIO.accounts.filter((account) => !visible('accounts', account, grants)),
      ),
    ],
  };
}

/**
 * Returns the same portfolio with data for all active meters that a key with these grants sees. The first meter of each
 * entity has newer data, so the others are late.
 */
export function withLater(portfolio: Portfolio, grants: Grants): Portfolio {
  const seen = PORTFOLIO.accounts.filter(
    (account) => visible('accounts', account, grants) && account.status === 'active' && account.isVirtual !== true,
  );
  const isFirst = ({ companyId, entityId }: PlainRecord, index: number): boolean =>
    seen.findIndex((other) => other.companyId === companyId && other.entityId === entityId) === index;
  const more = [...halfHours('d1', '2023-01-05', seen), ...halfHours('d2', '2023-02-14', seen.filter(isFirst))];
  return { ...portfolio, 'non-cumulative': [...portfolio['non-cumulative'], ...more] };
}

/** Returns one half-hour at noon for each account. */
function halfHours(prefix: string, day: string, accounts: readonly PlainRecord[]): readonly PlainRecord[] {
  return accounts.map(({ _id, type }) => ({
    ...{ _id: `${prefix}${String(_id).slice(2)}`, accountId: _id, type, unit: null, value: 1, isHalfHourly: true },
    ...{ startTimestamp: `${day}T12:00:00.000Z`, endTimestamp: `${day}T12:30:00.000Z` },
    ...{ createdAt: `${day}T13:00:00.000Z`, updatedAt: `${day}T13:00:00.000Z` },
  }));
}

function parts(value: unknown): PlainRecord {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function otherStatus({ status }: PlainRecord): string {
  return status === 'active' ? 'inactive' : 'active';
}

/** Returns the reversed identifier, which no other record has. */
function reversed(id: string): string {
  return Array.from(id).toReversed().join('');
}
