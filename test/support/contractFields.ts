import type { Listed } from './model.js';

const paths = (text: string, prefix = ''): readonly string[] => text.split(' ').map((name) => prefix + name);

const ADDRESS = paths('streetAddress locality region postCode countryCode latitude longitude', 'address.');
const ACCOUNT_ENDS = paths('isVirtual meterUser');
const ACCOUNT_LINKS = paths('assetId entityId companyId tags createdAt updatedAt');
const ACCOUNT_STARTS = paths(
  '_id name group siteCode type supplierRef meterPointNumber meterPointNumber2 meterSerialNumber meterUnits automaticMeterRead status',
);
const INVOICE_STARTS = paths('_id fileName status financialStatus completed isPaid type tags');
const INVOICE_LINKS = paths('accountId entityId supplierId createdAt updatedAt');

/**
 * The leaf fields that the lists return, in order: contract 2 and the additions in docs/decisions.md (fields and
 * records).
 */
export const LIST_FIELDS = {
  accounts: [...ACCOUNT_STARTS, ...ACCOUNT_ENDS, ...ACCOUNT_LINKS],
  assets: [
    ...paths('_id siteName siteCode'),
    ...ADDRESS,
    ...paths('assetType floorArea floorAreaUnit noOfFloors occupationStatus ownedSince tenure status'),
    ...paths('entityId companyId createdAt updatedAt'),
  ],
  invoices: [
    ...INVOICE_STARTS,
    ...paths(
      'invoiceNumber supplierName invoiceDate startDate endDate totalUnits totalUnitCost totalDaily totalCCL netTotalCost totalTax totalCost units meterPointNumber startRead endRead',
      'values.',
    ),
    ...paths('rateName consumption unitRate cost units', 'rates.'),
    ...INVOICE_LINKS,
  ],
  readings: paths(
    '_id submittedAt value type units name source registerId isHalfHourly meterReset quantity registerDigits invoiceId accountId entityId companyId createdAt updatedAt',
  ),
  'non-cumulative': paths(
    '_id value startTimestamp endTimestamp type unit readType isHalfHourly isEstimated estimatedValue isGridData source accountId entityId createdAt updatedAt',
  ),
} as const satisfies Readonly<Partial<Record<Listed, readonly string[]>>>;

export type RestList = keyof typeof LIST_FIELDS;

/** Fields that GraphQL lists return and REST lists do not. */
export const GRAPHQL_FIELDS = {
  entities: paths('_id name companyId currency createdAt updatedAt'),
  'asset-groups': paths('_id name entityId companyId createdAt updatedAt'),
  suppliers: paths('_id name createdAt updatedAt'),
  contracts: paths('_id accountId supplierId startDate endDate entityId companyId createdAt updatedAt'),
} as const satisfies Readonly<Record<Exclude<Listed, RestList>, readonly string[]>>;

/** The leaf fields of single items, in the order of contract 2. */
export const ITEM_FIELDS = {
  accounts: [
    ...ACCOUNT_STARTS,
    ...paths('capacity meterOperator meterLocation meterAreaServed'),
    ...ACCOUNT_ENDS,
    'consumptionPriority',
    ...ACCOUNT_LINKS,
  ],
  assets: [
    ...paths('_id siteName siteCode'),
    ...ADDRESS,
    ...paths('assetType floorArea floorAreaUnit noOfFloors gav gavCurrency occupationStatus vacancyRate'),
    ...paths('constructionYear ownedSince tenure tenantControlledPercent landlordControlledPercent occupancyLevel'),
    ...paths('status entityId companyId tags createdAt updatedAt'),
  ],
  invoices: [
    ...INVOICE_STARTS,
    ...paths(
      'invoiceNumber supplierRef supplierName recipient invoiceDate invoiceDueDate startDate endDate meterPointNumber meterSerialNumber totalUnits totalUnitCost totalDaily totalCCL netTotalCost totalTax totalCost units startRead endRead startReadType endReadType supplyAddress',
      'values.',
    ),
    ...paths('id rateName consumption unitRate cost units startDate endDate', 'rates.'),
    'notes',
    ...INVOICE_LINKS,
  ],
} as const satisfies Readonly<Partial<Record<Listed, readonly string[]>>>;

/** The GraphQL names of a list: its root field and the type of its records. */
export const GRAPHQL_NAMES: Readonly<Record<Listed, { readonly field: string; readonly type: string }>> = {
  accounts: { field: 'accounts', type: 'Account' },
  assets: { field: 'assets', type: 'Asset' },
  'asset-groups': { field: 'assetGroups', type: 'AssetGroup' },
  contracts: { field: 'contracts', type: 'Contract' },
  entities: { field: 'entities', type: 'Entity' },
  invoices: { field: 'invoices', type: 'Invoice' },
  readings: { field: 'readings', type: 'Reading' },
  suppliers: { field: 'suppliers', type: 'Supplier' },
  'non-cumulative': { field: 'nonCumulative', type: 'Interval' },
};

/** Returns leaf fields, given by dotted path, as a GraphQL selection. */
export function selectionOf(leaves: readonly string[]): string {
  const heads = new Set(leaves.map((path) => path.split('.')[0] ?? ''));
  return [...heads]
    .map((head) => {
      const below = leaves.filter((path) => path.startsWith(`${head}.`)).map((path) => path.slice(head.length + 1));
      return below.length === 0 ? head : `${head} { ${selectionOf(below)} }`;
    })
    .join(' ');
}
