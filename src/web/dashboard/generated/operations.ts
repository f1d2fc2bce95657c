/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import { queryHook, pagesHook } from '../../../hooks/make.js';
export type AddressFilter = {
  readonly countryCode?: StringFilter | null | undefined;
  readonly latitude?: StringFilter | null | undefined;
  readonly locality?: StringFilter | null | undefined;
  readonly longitude?: StringFilter | null | undefined;
  readonly postCode?: StringFilter | null | undefined;
  readonly region?: StringFilter | null | undefined;
  readonly streetAddress?: StringFilter | null | undefined;
};

export type AssetFilter = {
  readonly _id?: IDFilter | null | undefined;
  readonly address?: AddressFilter | null | undefined;
  readonly and?: ReadonlyArray<AssetFilter> | null | undefined;
  readonly assetType?: StringFilter | null | undefined;
  readonly companyId?: IDFilter | null | undefined;
  readonly constructionYear?: FloatFilter | null | undefined;
  readonly createdAt?: TimestampFilter | null | undefined;
  readonly entityId?: IDFilter | null | undefined;
  readonly floorArea?: FloatFilter | null | undefined;
  readonly floorAreaUnit?: StringFilter | null | undefined;
  readonly gav?: StringFilter | null | undefined;
  readonly gavCurrency?: StringFilter | null | undefined;
  readonly landlordControlledPercent?: FloatFilter | null | undefined;
  readonly noOfFloors?: FloatFilter | null | undefined;
  readonly not?: AssetFilter | null | undefined;
  readonly occupancyLevel?: FloatFilter | null | undefined;
  readonly occupationStatus?: OccupationStatusFilter | null | undefined;
  readonly or?: ReadonlyArray<AssetFilter> | null | undefined;
  readonly ownedSince?: TimestampFilter | null | undefined;
  readonly siteCode?: StringFilter | null | undefined;
  readonly siteName?: StringFilter | null | undefined;
  readonly status?: StatusFilter | null | undefined;
  readonly tags?: StringListFilter | null | undefined;
  readonly tenantControlledPercent?: FloatFilter | null | undefined;
  readonly tenure?: TenureFilter | null | undefined;
  readonly updatedAt?: TimestampFilter | null | undefined;
  readonly vacancyRate?: FloatFilter | null | undefined;
};

export type BooleanFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: boolean | null | undefined;
};

/** The result of a check: `agrees`; `differs` by more than the threshold; `unknown` if there is nothing to compare (see `reason`). */
export type CheckResult =
  | 'agrees'
  | 'differs'
  | 'unknown';

/** How much of the time the expected accounts of a site have data. */
export type DataShare =
  | 'all'
  | 'none'
  /** No account is expected to have data */
  | 'notExpected'
  | 'some';

export type FinancialStatusFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: string | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<string> | null | undefined;
};

export type FindingEvidenceFilter = {
  readonly endDate?: TimestampListFilter | null | undefined;
  readonly name?: StringListFilter | null | undefined;
  readonly startDate?: TimestampListFilter | null | undefined;
  readonly text?: StringListFilter | null | undefined;
  readonly units?: StringListFilter | null | undefined;
  readonly value?: FloatListFilter | null | undefined;
};

export type FindingFilter = {
  readonly _id?: IDFilter | null | undefined;
  readonly accountId?: IDFilter | null | undefined;
  readonly and?: ReadonlyArray<FindingFilter> | null | undefined;
  readonly assetId?: IDFilter | null | undefined;
  readonly companyId?: IDFilter | null | undefined;
  readonly cost?: FloatFilter | null | undefined;
  readonly dismissedReason?: StringFilter | null | undefined;
  readonly endDate?: TimestampFilter | null | undefined;
  readonly entityId?: IDFilter | null | undefined;
  readonly evidence?: FindingEvidenceFilter | null | undefined;
  readonly firstSeenAt?: TimestampFilter | null | undefined;
  readonly invoiceIds?: StringListFilter | null | undefined;
  readonly kind?: FindingKindFilter | null | undefined;
  readonly message?: StringFilter | null | undefined;
  readonly not?: FindingFilter | null | undefined;
  readonly or?: ReadonlyArray<FindingFilter> | null | undefined;
  readonly quantity?: FloatFilter | null | undefined;
  readonly resolvedAt?: TimestampFilter | null | undefined;
  readonly severity?: FindingSeverityFilter | null | undefined;
  readonly share?: FloatFilter | null | undefined;
  readonly startDate?: TimestampFilter | null | undefined;
  readonly status?: FindingStatusFilter | null | undefined;
  readonly units?: StringFilter | null | undefined;
  readonly updatedAt?: TimestampFilter | null | undefined;
};

export type FindingKindFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: string | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<string> | null | undefined;
};

/** The severity of a finding: `high`, money or meter data is lost each day; `medium`, figures are wrong; `low`, worth a check. */
export type FindingSeverity =
  | 'high'
  | 'low'
  | 'medium';

export type FindingSeverityFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: FindingSeverity | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<FindingSeverity> | null | undefined;
};

/** The status of a finding: `open`; `resolved`, the data no longer shows the fault; `dismissed`, a person decided that it is not a fault. */
export type FindingStatus =
  | 'dismissed'
  | 'open'
  | 'resolved';

export type FindingStatusFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: FindingStatus | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<FindingStatus> | null | undefined;
};

export type FloatFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: number | null | undefined;
  readonly gt?: number | null | undefined;
  readonly gte?: number | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<number> | null | undefined;
  readonly lt?: number | null | undefined;
  readonly lte?: number | null | undefined;
};

export type FloatListFilter = {
  /** The list contains any of these values */
  readonly has: ReadonlyArray<number>;
};

/** The length of the periods. Weeks begin on Monday. */
export type Granularity =
  | 'daily'
  | 'halfhourly'
  | 'hourly'
  | 'monthly'
  | 'quarterly'
  | 'weekly'
  | 'yearly';

export type IDFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: string | number | null | undefined;
  readonly gt?: string | number | null | undefined;
  readonly gte?: string | number | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<string | number> | null | undefined;
  readonly lt?: string | number | null | undefined;
  readonly lte?: string | number | null | undefined;
};

export type InvoiceFilter = {
  readonly _id?: IDFilter | null | undefined;
  readonly accountId?: IDFilter | null | undefined;
  readonly and?: ReadonlyArray<InvoiceFilter> | null | undefined;
  readonly companyId?: IDFilter | null | undefined;
  readonly completed?: BooleanFilter | null | undefined;
  readonly createdAt?: TimestampFilter | null | undefined;
  readonly entityId?: IDFilter | null | undefined;
  readonly fileName?: StringFilter | null | undefined;
  readonly financialStatus?: FinancialStatusFilter | null | undefined;
  readonly isPaid?: BooleanFilter | null | undefined;
  readonly not?: InvoiceFilter | null | undefined;
  readonly notes?: StringFilter | null | undefined;
  readonly or?: ReadonlyArray<InvoiceFilter> | null | undefined;
  readonly rates?: RateLineFilter | null | undefined;
  readonly simulated?: BooleanFilter | null | undefined;
  readonly status?: InvoiceStatusFilter | null | undefined;
  readonly supplierId?: IDFilter | null | undefined;
  readonly tags?: StringListFilter | null | undefined;
  readonly type?: StringFilter | null | undefined;
  readonly updatedAt?: TimestampFilter | null | undefined;
  readonly values?: InvoiceValuesFilter | null | undefined;
};

/** The processing status of an invoice. */
export type InvoiceStatus =
  | 'captured'
  | 'completed'
  | 'error'
  | 'pending'
  | 'processing'
  | 'queued'
  | 'uploading';

export type InvoiceStatusFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: InvoiceStatus | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<InvoiceStatus> | null | undefined;
};

export type InvoiceValuesFilter = {
  readonly endDate?: TimestampFilter | null | undefined;
  readonly endRead?: StringFilter | null | undefined;
  readonly endReadType?: StringFilter | null | undefined;
  readonly invoiceDate?: TimestampFilter | null | undefined;
  readonly invoiceDueDate?: TimestampFilter | null | undefined;
  readonly invoiceNumber?: StringFilter | null | undefined;
  readonly meterPointNumber?: StringFilter | null | undefined;
  readonly meterSerialNumber?: StringFilter | null | undefined;
  readonly netTotalCost?: FloatFilter | null | undefined;
  readonly recipient?: StringFilter | null | undefined;
  readonly startDate?: TimestampFilter | null | undefined;
  readonly startRead?: StringFilter | null | undefined;
  readonly startReadType?: StringFilter | null | undefined;
  readonly supplierName?: StringFilter | null | undefined;
  readonly supplierRef?: StringFilter | null | undefined;
  readonly supplyAddress?: StringFilter | null | undefined;
  readonly totalCCL?: FloatFilter | null | undefined;
  readonly totalCost?: FloatFilter | null | undefined;
  readonly totalDaily?: FloatFilter | null | undefined;
  readonly totalTax?: FloatFilter | null | undefined;
  readonly totalUnitCost?: FloatFilter | null | undefined;
  readonly totalUnits?: FloatFilter | null | undefined;
  readonly units?: StringFilter | null | undefined;
};

export type OccupationStatusFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: string | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<string> | null | undefined;
};

/** The figure of a ranking. */
export type RankedBy =
  | 'consumption'
  /** Share of the time of the expected accounts with data */
  | 'coverage'
  /** Emissions, scopes 1, 2 and 3 together */
  | 'emissions'
  /**
   * Consumption per m² of floor area. In both directions, sites come last if they have data for less than 90 % of the time or use more
   * than 1,375 kWh per m² and year, which indicates a wrong floor area
   */
  | 'intensity'
  /** The last month with any data, also outside the time range */
  | 'lastDataMonth';

/**
 * Ranks the sites of a list by a figure of a time range, or filters them by how much data they have in it. The service computes
 * the figure of every matching site, at most `most` sites. Each costs 1.
 */
export type Ranking = {
  /** Utility types to add up. They must have the same unit */
  readonly accountType: ReadonlyArray<UtilityType>;
  /** The figure that orders the list; sites without the figure are last. Null: the `sort` of the list */
  readonly by?: RankedBy | null | undefined;
  /** Only sites with this amount of data; null: all sites */
  readonly data?: DataShare | null | undefined;
  readonly descending?: boolean;
  /** The last day, inclusive */
  readonly endDate: string;
  /** The most sites to rank, up to the largest page. If more sites match, the request is rejected. The number is added to the cost */
  readonly most?: number;
  readonly startDate: string;
  /** Time zone of the days; null: UTC */
  readonly timeZone?: string | null | undefined;
};

export type RateLineFilter = {
  readonly consumption?: FloatListFilter | null | undefined;
  readonly cost?: FloatListFilter | null | undefined;
  readonly endDate?: TimestampListFilter | null | undefined;
  readonly id?: StringListFilter | null | undefined;
  readonly rateName?: StringListFilter | null | undefined;
  readonly startDate?: TimestampListFilter | null | undefined;
  readonly unitRate?: FloatListFilter | null | undefined;
  readonly units?: StringListFilter | null | undefined;
};

/** Whether an account or asset is in use. */
export type Status =
  | 'active'
  | 'inactive';

export type StatusFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: Status | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<Status> | null | undefined;
};

export type StringFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: string | null | undefined;
  readonly gt?: string | null | undefined;
  readonly gte?: string | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<string> | null | undefined;
  readonly lt?: string | null | undefined;
  readonly lte?: string | null | undefined;
};

export type StringListFilter = {
  /** The list contains any of these values */
  readonly has: ReadonlyArray<string>;
};

/** The tenure of a site. */
export type Tenure =
  | 'freehold'
  | 'leasehold';

export type TenureFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: Tenure | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<Tenure> | null | undefined;
};

export type TimestampFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: string | null | undefined;
  readonly gt?: string | null | undefined;
  readonly gte?: string | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<string> | null | undefined;
  readonly lt?: string | null | undefined;
  readonly lte?: string | null | undefined;
};

export type TimestampListFilter = {
  /** The list contains any of these values */
  readonly has: ReadonlyArray<string>;
};

/** The utility that a meter measures. */
export type UtilityType =
  | 'cooling'
  | 'electricity'
  | 'flow'
  | 'gas'
  | 'heating'
  | 'solar'
  | 'temperature'
  | 'waste'
  | 'water';

export type BillRowFragment = { readonly _id: string, readonly accountId: string | null, readonly type: string | null, readonly status: InvoiceStatus | null, readonly isPaid: boolean | null, readonly currency: string | null, readonly supplier: { readonly name: string } | null, readonly values: { readonly invoiceNumber: string | null, readonly supplierName: string | null, readonly invoiceDate: string | null, readonly startDate: string | null, readonly endDate: string | null, readonly totalUnits: number | null, readonly units: string | null, readonly totalCost: number | null } };

export type BillQueryVariables = Exact<{
  id: string | number;
  withFindings: boolean;
}>;


export type BillQuery = { readonly invoice: { readonly fileName: string | null, readonly notes: string | null, readonly _id: string, readonly accountId: string | null, readonly type: string | null, readonly status: InvoiceStatus | null, readonly isPaid: boolean | null, readonly currency: string | null, readonly values: { readonly supplierRef: string | null, readonly recipient: string | null, readonly invoiceDueDate: string | null, readonly meterPointNumber: string | null, readonly meterSerialNumber: string | null, readonly startRead: string | null, readonly startReadType: string | null, readonly endRead: string | null, readonly endReadType: string | null, readonly totalUnitCost: number | null, readonly totalDaily: number | null, readonly totalCCL: number | null, readonly netTotalCost: number | null, readonly totalTax: number | null, readonly supplyAddress: string | null, readonly invoiceNumber: string | null, readonly supplierName: string | null, readonly invoiceDate: string | null, readonly startDate: string | null, readonly endDate: string | null, readonly totalUnits: number | null, readonly units: string | null, readonly totalCost: number | null }, readonly rates: ReadonlyArray<{ readonly rateName: string | null, readonly consumption: number | null, readonly units: string | null, readonly unitRate: number | null, readonly cost: number | null, readonly startDate: string | null, readonly endDate: string | null }>, readonly account: { readonly _id: string, readonly name: string | null, readonly type: UtilityType, readonly asset: { readonly _id: string, readonly siteName: string | null, readonly siteCode: string | null } | null } | null, readonly findings?: { readonly total: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly kind: string, readonly severity: FindingSeverity, readonly startDate: string, readonly endDate: string }> } | null, readonly supplier: { readonly name: string } | null } | null };

export type BillCheckQueryVariables = Exact<{
  id: string | number;
}>;


export type BillCheckQuery = { readonly invoice: { readonly _id: string, readonly currency: string | null, readonly check: { readonly quantity: { readonly result: CheckResult, readonly reason: string | null, readonly billed: number | null, readonly metered: number | null, readonly units: string | null, readonly percent: number | null, readonly source: string | null } | null, readonly sum: { readonly result: CheckResult, readonly reason: string | null, readonly lines: number | null, readonly net: number | null, readonly tax: number | null, readonly total: number | null, readonly difference: number | null }, readonly rates: { readonly result: CheckResult, readonly reason: string | null, readonly rates: ReadonlyArray<{ readonly rateName: string, readonly units: string | null, readonly unitRate: number, readonly unitRateBefore: number, readonly percent: number, readonly result: CheckResult }> }, readonly lines: { readonly result: CheckResult, readonly reason: string | null, readonly lines: ReadonlyArray<{ readonly rateName: string | null, readonly units: string | null, readonly quantity: number | null, readonly unitRate: number | null, readonly cost: number | null, readonly expected: number | null, readonly difference: number | null, readonly result: CheckResult }> }, readonly price: { readonly result: CheckResult, readonly reason: string | null, readonly price: number | null, readonly priceBefore: number | null, readonly units: string | null, readonly percent: number | null }, readonly tax: { readonly result: CheckResult, readonly reason: string | null, readonly percent: number | null, readonly percentBefore: number | null } } | null } | null };

export type BillNeighboursQueryVariables = Exact<{
  previous: InvoiceFilter;
  next: InvoiceFilter;
}>;


export type BillNeighboursQuery = { readonly previous: { readonly data: ReadonlyArray<{ readonly _id: string, readonly accountId: string | null, readonly type: string | null, readonly status: InvoiceStatus | null, readonly isPaid: boolean | null, readonly currency: string | null, readonly supplier: { readonly name: string } | null, readonly values: { readonly invoiceNumber: string | null, readonly supplierName: string | null, readonly invoiceDate: string | null, readonly startDate: string | null, readonly endDate: string | null, readonly totalUnits: number | null, readonly units: string | null, readonly totalCost: number | null } }> } | null, readonly next: { readonly data: ReadonlyArray<{ readonly _id: string, readonly accountId: string | null, readonly type: string | null, readonly status: InvoiceStatus | null, readonly isPaid: boolean | null, readonly currency: string | null, readonly supplier: { readonly name: string } | null, readonly values: { readonly invoiceNumber: string | null, readonly supplierName: string | null, readonly invoiceDate: string | null, readonly startDate: string | null, readonly endDate: string | null, readonly totalUnits: number | null, readonly units: string | null, readonly totalCost: number | null } }> } | null };

export type BillListQueryVariables = Exact<{
  filter: InvoiceFilter;
  undated: InvoiceFilter;
  sort: string;
  limit: number;
  page: number;
}>;


export type BillListQuery = { readonly undated: { readonly total: number } | null, readonly invoices: { readonly total: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly accountId: string | null, readonly type: string | null, readonly status: InvoiceStatus | null, readonly isPaid: boolean | null, readonly currency: string | null, readonly account: { readonly name: string | null, readonly asset: { readonly _id: string, readonly siteName: string | null, readonly siteCode: string | null } | null } | null, readonly supplier: { readonly name: string } | null, readonly values: { readonly invoiceNumber: string | null, readonly supplierName: string | null, readonly invoiceDate: string | null, readonly startDate: string | null, readonly endDate: string | null, readonly totalUnits: number | null, readonly units: string | null, readonly totalCost: number | null } }> } | null };

export type BillSuppliersQueryVariables = Exact<{
  limit: number;
}>;


export type BillSuppliersQuery = { readonly suppliers: { readonly total: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly name: string }> } | null };

export type BuildingsQueryVariables = Exact<{
  startDate: string;
  endDate: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
  limit: number;
}>;


export type BuildingsQuery = { readonly assets: { readonly total: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly siteName: string | null, readonly siteCode: string | null, readonly assetType: string | null, readonly consumption: { readonly units: string | null, readonly consumption: number | null, readonly coverage: number | null, readonly isMissing: boolean, readonly accountCount: number, readonly assetFloorArea: number | null, readonly emissions: { readonly total: number } | null, readonly missingFactors: ReadonlyArray<{ readonly type: UtilityType }> | null, readonly intensity: { readonly consumption: number | null, readonly emissions: number | null } | null } | null }> } | null };

export type MissingDataOfBuildingsQueryVariables = Exact<{
  ranked: Ranking;
  most: number;
  startDate: string;
  endDate: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
  granularity: Granularity;
}>;


export type MissingDataOfBuildingsQuery = { readonly assets: { readonly dataCounts: { readonly all: number, readonly some: number, readonly none: number, readonly notExpected: number } | null, readonly data: ReadonlyArray<{ readonly _id: string, readonly siteName: string | null, readonly siteCode: string | null, readonly consumption: { readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null }> } | null }> } | null };

export type CatalogueQueryVariables = Exact<{
  startDate: string;
  endDate: string;
}>;


export type CatalogueQuery = { readonly viewer: { readonly scopes: ReadonlyArray<string>, readonly electricity: { readonly endDate: string, readonly units: string | null, readonly accountCount: number, readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null, readonly sources: ReadonlyArray<string> }> } | null, readonly gas: { readonly endDate: string, readonly units: string | null, readonly accountCount: number, readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null, readonly sources: ReadonlyArray<string> }> } | null, readonly heating: { readonly endDate: string, readonly units: string | null, readonly accountCount: number, readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null, readonly sources: ReadonlyArray<string> }> } | null, readonly cooling: { readonly endDate: string, readonly units: string | null, readonly accountCount: number, readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null, readonly sources: ReadonlyArray<string> }> } | null, readonly solar: { readonly endDate: string, readonly units: string | null, readonly accountCount: number, readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null, readonly sources: ReadonlyArray<string> }> } | null, readonly water: { readonly endDate: string, readonly units: string | null, readonly accountCount: number, readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null, readonly sources: ReadonlyArray<string> }> } | null, readonly waste: { readonly endDate: string, readonly units: string | null, readonly accountCount: number, readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null, readonly sources: ReadonlyArray<string> }> } | null, readonly flow: { readonly endDate: string, readonly units: string | null, readonly accountCount: number, readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null, readonly sources: ReadonlyArray<string> }> } | null, readonly temperature: { readonly endDate: string, readonly units: string | null, readonly accountCount: number, readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null, readonly sources: ReadonlyArray<string> }> } | null } };

export type YearsFragment = { readonly endDate: string, readonly units: string | null, readonly accountCount: number, readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null, readonly sources: ReadonlyArray<string> }> };

export type PortfolioComparableQueryVariables = Exact<{
  startDate: string;
  endDate: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
  previous: boolean;
}>;


export type PortfolioComparableQuery = { readonly viewer: { readonly combined: { readonly yearEarlier?: { readonly comparable: { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly consumption: number | null, readonly reasons: ReadonlyArray<string>, readonly emissions: { readonly total: number } | null, readonly current: { readonly consumption: number | null, readonly emissions: { readonly total: number } | null } } | null }, readonly previous?: { readonly comparable: { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly consumption: number | null, readonly reasons: ReadonlyArray<string>, readonly emissions: { readonly total: number } | null, readonly current: { readonly consumption: number | null, readonly emissions: { readonly total: number } | null } } | null } } | null, readonly billed: { readonly yearEarlier?: { readonly comparable: { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly cost: number | null, readonly reasons: ReadonlyArray<string>, readonly current: { readonly cost: number | null } } | null }, readonly previous?: { readonly comparable: { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly cost: number | null, readonly reasons: ReadonlyArray<string>, readonly current: { readonly cost: number | null } } | null } } | null } };

export type TargetComparableQueryVariables = Exact<{
  assetId?: string | number | null | undefined;
  accountId?: string | number | null | undefined;
  startDate: string;
  endDate: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
  previous: boolean;
}>;


export type TargetComparableQuery = { readonly combined: { readonly yearEarlier?: { readonly comparable: { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly consumption: number | null, readonly reasons: ReadonlyArray<string>, readonly emissions: { readonly total: number } | null, readonly current: { readonly consumption: number | null, readonly emissions: { readonly total: number } | null } } | null }, readonly previous?: { readonly comparable: { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly consumption: number | null, readonly reasons: ReadonlyArray<string>, readonly emissions: { readonly total: number } | null, readonly current: { readonly consumption: number | null, readonly emissions: { readonly total: number } | null } } | null } } | null, readonly billed: { readonly yearEarlier?: { readonly comparable: { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly cost: number | null, readonly reasons: ReadonlyArray<string>, readonly current: { readonly cost: number | null } } | null }, readonly previous?: { readonly comparable: { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly cost: number | null, readonly reasons: ReadonlyArray<string>, readonly current: { readonly cost: number | null } } | null } } | null };

export type EarlierFragment = { readonly yearEarlier?: { readonly comparable: { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly consumption: number | null, readonly reasons: ReadonlyArray<string>, readonly emissions: { readonly total: number } | null, readonly current: { readonly consumption: number | null, readonly emissions: { readonly total: number } | null } } | null }, readonly previous?: { readonly comparable: { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly consumption: number | null, readonly reasons: ReadonlyArray<string>, readonly emissions: { readonly total: number } | null, readonly current: { readonly consumption: number | null, readonly emissions: { readonly total: number } | null } } | null } };

export type EarlierCostFragment = { readonly yearEarlier?: { readonly comparable: { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly cost: number | null, readonly reasons: ReadonlyArray<string>, readonly current: { readonly cost: number | null } } | null }, readonly previous?: { readonly comparable: { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly cost: number | null, readonly reasons: ReadonlyArray<string>, readonly current: { readonly cost: number | null } } | null } };

export type ComparableFragment = { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly consumption: number | null, readonly reasons: ReadonlyArray<string>, readonly emissions: { readonly total: number } | null, readonly current: { readonly consumption: number | null, readonly emissions: { readonly total: number } | null } };

export type ComparableCostFragment = { readonly days: number, readonly accounts: number, readonly coverage: number | null, readonly cost: number | null, readonly reasons: ReadonlyArray<string>, readonly current: { readonly cost: number | null } };

export type PortfolioFiguresQueryVariables = Exact<{
  startDate: string;
  endDate: string;
  startBefore: string;
  endBefore: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
  granularity: Granularity;
}>;


export type PortfolioFiguresQuery = { readonly viewer: { readonly now: { readonly units: string | null, readonly consumption: number | null, readonly coverage: number | null, readonly isMissing: boolean, readonly accountCount: number, readonly assetCount: number, readonly emissions: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly data: ReadonlyArray<{ readonly date: string, readonly consumption: number | null, readonly coverage: number | null, readonly emissions: { readonly total: number } | null, readonly combinedBreakdown: { readonly invoice: number | null } }> } | null, readonly before: { readonly units: string | null, readonly consumption: number | null, readonly coverage: number | null, readonly isMissing: boolean, readonly accountCount: number, readonly assetCount: number, readonly emissions: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly data: ReadonlyArray<{ readonly date: string, readonly consumption: number | null, readonly coverage: number | null, readonly emissions: { readonly total: number } | null, readonly combinedBreakdown: { readonly invoice: number | null } }> } | null, readonly billed: { readonly units: string | null, readonly cost: number | null, readonly currency: string | null, readonly costReasons: ReadonlyArray<string>, readonly unitCost: number | null, readonly unitCostReasons: ReadonlyArray<string>, readonly coverage: number | null, readonly data: ReadonlyArray<{ readonly cost: number | null, readonly coverage: number | null }> } | null, readonly billedBefore: { readonly units: string | null, readonly cost: number | null, readonly currency: string | null, readonly costReasons: ReadonlyArray<string>, readonly unitCost: number | null, readonly unitCostReasons: ReadonlyArray<string>, readonly coverage: number | null, readonly data: ReadonlyArray<{ readonly cost: number | null, readonly coverage: number | null }> } | null } };

export type TargetFiguresQueryVariables = Exact<{
  assetId?: string | number | null | undefined;
  accountId?: string | number | null | undefined;
  startDate: string;
  endDate: string;
  startBefore: string;
  endBefore: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
  granularity: Granularity;
}>;


export type TargetFiguresQuery = { readonly now: { readonly units: string | null, readonly consumption: number | null, readonly coverage: number | null, readonly isMissing: boolean, readonly accountCount: number, readonly assetCount: number, readonly emissions: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly data: ReadonlyArray<{ readonly date: string, readonly consumption: number | null, readonly coverage: number | null, readonly emissions: { readonly total: number } | null, readonly combinedBreakdown: { readonly invoice: number | null } }> } | null, readonly before: { readonly units: string | null, readonly consumption: number | null, readonly coverage: number | null, readonly isMissing: boolean, readonly accountCount: number, readonly assetCount: number, readonly emissions: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly data: ReadonlyArray<{ readonly date: string, readonly consumption: number | null, readonly coverage: number | null, readonly emissions: { readonly total: number } | null, readonly combinedBreakdown: { readonly invoice: number | null } }> } | null, readonly billed: { readonly units: string | null, readonly cost: number | null, readonly currency: string | null, readonly costReasons: ReadonlyArray<string>, readonly unitCost: number | null, readonly unitCostReasons: ReadonlyArray<string>, readonly coverage: number | null, readonly data: ReadonlyArray<{ readonly cost: number | null, readonly coverage: number | null }> } | null, readonly billedBefore: { readonly units: string | null, readonly cost: number | null, readonly currency: string | null, readonly costReasons: ReadonlyArray<string>, readonly unitCost: number | null, readonly unitCostReasons: ReadonlyArray<string>, readonly coverage: number | null, readonly data: ReadonlyArray<{ readonly cost: number | null, readonly coverage: number | null }> } | null };

export type TargetDemandQueryVariables = Exact<{
  assetId?: string | number | null | undefined;
  accountId?: string | number | null | undefined;
  startDate: string;
  endDate: string;
  timeZone: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
  granularity: Granularity;
}>;


export type TargetDemandQuery = { readonly consumption: { readonly units: string | null, readonly consumption: number | null, readonly coverage: number | null, readonly estimatedConsumption: number | null, readonly assetFloorArea: number | null, readonly intensity: { readonly consumption: number | null } | null, readonly gaps: ReadonlyArray<{ readonly accountId: string, readonly startDate: string, readonly endDate: string }>, readonly data: ReadonlyArray<{ readonly date: string, readonly combinedBreakdown: { readonly hh: number | null, readonly reading: number | null, readonly invoice: number | null, readonly custom: number | null } }> } | null, readonly intervals: { readonly consumption: number | null, readonly nightConsumption: number | null, readonly maxDemand: number | null, readonly peakLoad: number | null, readonly peakCapacity: number | null, readonly coverage: number | null } | null };

export type FiguresFragment = { readonly units: string | null, readonly consumption: number | null, readonly coverage: number | null, readonly isMissing: boolean, readonly accountCount: number, readonly assetCount: number, readonly emissions: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly data: ReadonlyArray<{ readonly date: string, readonly consumption: number | null, readonly coverage: number | null, readonly emissions: { readonly total: number } | null, readonly combinedBreakdown: { readonly invoice: number | null } }> };

export type BilledFragment = { readonly units: string | null, readonly cost: number | null, readonly currency: string | null, readonly costReasons: ReadonlyArray<string>, readonly unitCost: number | null, readonly unitCostReasons: ReadonlyArray<string>, readonly coverage: number | null, readonly data: ReadonlyArray<{ readonly cost: number | null, readonly coverage: number | null }> };

export type FindingFactsFragment = { readonly _id: string, readonly kind: string, readonly severity: FindingSeverity, readonly startDate: string, readonly endDate: string, readonly quantity: number | null, readonly units: string | null, readonly cost: number | null, readonly share: number | null, readonly message: string, readonly invoiceIds: ReadonlyArray<string>, readonly accountId: string, readonly assetId: string | null, readonly evidence: ReadonlyArray<{ readonly name: string, readonly value: number | null, readonly units: string | null, readonly text: string | null, readonly startDate: string | null, readonly endDate: string | null }>, readonly account: { readonly name: string | null, readonly type: UtilityType, readonly invoices?: { readonly data: ReadonlyArray<{ readonly currency: string | null }> } | null } | null, readonly asset: { readonly siteName: string | null, readonly siteCode: string | null, readonly timeZone: string } | null, readonly invoices?: { readonly data: ReadonlyArray<{ readonly currency: string | null }> } | null };

export type FindingsQueryVariables = Exact<{
  filter?: FindingFilter | null | undefined;
  high?: FindingFilter | null | undefined;
  medium?: FindingFilter | null | undefined;
  low?: FindingFilter | null | undefined;
  sort: string;
  limit: number;
  page: number;
  withInvoices: boolean;
}>;


export type FindingsQuery = { readonly high: { readonly total: number } | null, readonly medium: { readonly total: number } | null, readonly low: { readonly total: number } | null, readonly findings: { readonly total: number, readonly data: ReadonlyArray<{ readonly dismissedReason: string | null, readonly _id: string, readonly kind: string, readonly severity: FindingSeverity, readonly startDate: string, readonly endDate: string, readonly quantity: number | null, readonly units: string | null, readonly cost: number | null, readonly share: number | null, readonly message: string, readonly invoiceIds: ReadonlyArray<string>, readonly accountId: string, readonly assetId: string | null, readonly evidence: ReadonlyArray<{ readonly name: string, readonly value: number | null, readonly units: string | null, readonly text: string | null, readonly startDate: string | null, readonly endDate: string | null }>, readonly account: { readonly name: string | null, readonly type: UtilityType, readonly invoices?: { readonly data: ReadonlyArray<{ readonly currency: string | null }> } | null } | null, readonly asset: { readonly siteName: string | null, readonly siteCode: string | null, readonly timeZone: string } | null, readonly invoices?: { readonly data: ReadonlyArray<{ readonly currency: string | null }> } | null }> } | null };

export type OpenFindingsQueryVariables = Exact<{
  ids: ReadonlyArray<string | number> | string | number;
  limit: number;
}>;


export type OpenFindingsQuery = { readonly assets: { readonly data: ReadonlyArray<{ readonly _id: string, readonly findings: { readonly total: number } | null }> } | null };

export type TargetFindingsQueryVariables = Exact<{
  filter?: FindingFilter | null | undefined;
  limit: number;
  withInvoices: boolean;
}>;


export type TargetFindingsQuery = { readonly findings: { readonly total: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly kind: string, readonly severity: FindingSeverity, readonly startDate: string, readonly endDate: string, readonly quantity: number | null, readonly units: string | null, readonly cost: number | null, readonly share: number | null, readonly message: string, readonly invoiceIds: ReadonlyArray<string>, readonly accountId: string, readonly assetId: string | null, readonly evidence: ReadonlyArray<{ readonly name: string, readonly value: number | null, readonly units: string | null, readonly text: string | null, readonly startDate: string | null, readonly endDate: string | null }>, readonly account: { readonly name: string | null, readonly type: UtilityType, readonly invoices?: { readonly data: ReadonlyArray<{ readonly currency: string | null }> } | null } | null, readonly asset: { readonly siteName: string | null, readonly siteCode: string | null, readonly timeZone: string } | null, readonly invoices?: { readonly data: ReadonlyArray<{ readonly currency: string | null }> } | null }> } | null };

export type FindingCausesQueryVariables = Exact<{
  filter: FindingFilter;
  limit: number;
  withInvoices: boolean;
}>;


export type FindingCausesQuery = { readonly findings: { readonly total: number, readonly data: ReadonlyArray<{ readonly kind: string, readonly severity: FindingSeverity, readonly cost: number | null, readonly accountId: string, readonly account: { readonly invoices?: { readonly data: ReadonlyArray<{ readonly currency: string | null }> } | null } | null, readonly invoices?: { readonly data: ReadonlyArray<{ readonly currency: string | null }> } | null }> } | null };

export type OneFindingQueryVariables = Exact<{
  id: string | number;
  withInvoices: boolean;
}>;


export type OneFindingQuery = { readonly finding: { readonly status: FindingStatus, readonly firstSeenAt: string, readonly updatedAt: string, readonly resolvedAt: string | null, readonly dismissedReason: string | null, readonly _id: string, readonly kind: string, readonly severity: FindingSeverity, readonly startDate: string, readonly endDate: string, readonly quantity: number | null, readonly units: string | null, readonly cost: number | null, readonly share: number | null, readonly message: string, readonly invoiceIds: ReadonlyArray<string>, readonly accountId: string, readonly assetId: string | null, readonly bills?: { readonly total: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly accountId: string | null, readonly type: string | null, readonly status: InvoiceStatus | null, readonly isPaid: boolean | null, readonly currency: string | null, readonly supplier: { readonly name: string } | null, readonly values: { readonly invoiceNumber: string | null, readonly supplierName: string | null, readonly invoiceDate: string | null, readonly startDate: string | null, readonly endDate: string | null, readonly totalUnits: number | null, readonly units: string | null, readonly totalCost: number | null } }> } | null, readonly evidence: ReadonlyArray<{ readonly name: string, readonly value: number | null, readonly units: string | null, readonly text: string | null, readonly startDate: string | null, readonly endDate: string | null }>, readonly account: { readonly name: string | null, readonly type: UtilityType, readonly invoices?: { readonly data: ReadonlyArray<{ readonly currency: string | null }> } | null } | null, readonly asset: { readonly siteName: string | null, readonly siteCode: string | null, readonly timeZone: string } | null, readonly invoices?: { readonly data: ReadonlyArray<{ readonly currency: string | null }> } | null } | null };

export type BillFindingsQueryVariables = Exact<{
  ids: ReadonlyArray<string | number> | string | number;
  limit: number;
}>;


export type BillFindingsQuery = { readonly invoices: { readonly data: ReadonlyArray<{ readonly _id: string, readonly findings: { readonly total: number } | null }> } | null };

export type FindingsInShortQueryVariables = Exact<{
  limit: number;
  withInvoices: boolean;
}>;


export type FindingsInShortQuery = { readonly high: { readonly total: number } | null, readonly medium: { readonly total: number } | null, readonly low: { readonly total: number } | null, readonly costly: { readonly total: number, readonly data: ReadonlyArray<{ readonly cost: number | null, readonly account: { readonly invoices?: { readonly data: ReadonlyArray<{ readonly currency: string | null }> } | null } | null, readonly invoices?: { readonly data: ReadonlyArray<{ readonly currency: string | null }> } | null }> } | null };

export type HalfHoursQueryVariables = Exact<{
  assetId?: string | number | null | undefined;
  accountId?: string | number | null | undefined;
  startDate: string;
  endDate: string;
  timeZone: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
}>;


export type HalfHoursQuery = { readonly consumption: { readonly startDate: string, readonly units: string | null, readonly coverage: number | null, readonly accountCount: number, readonly data: ReadonlyArray<{ readonly date: string, readonly consumption: number | null, readonly isMissing: boolean }> } | null };

export type TypeIntervalsQueryVariables = Exact<{
  assetId?: string | number | null | undefined;
  accountId?: string | number | null | undefined;
  startDate: string;
  endDate: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
}>;


export type TypeIntervalsQuery = { readonly consumption: { readonly coverage: number | null } | null };

export type DaysQueryVariables = Exact<{
  assetId?: string | number | null | undefined;
  accountId?: string | number | null | undefined;
  startDate: string;
  endDate: string;
  timeZone: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
}>;


export type DaysQuery = { readonly consumption: { readonly units: string | null, readonly data: ReadonlyArray<{ readonly date: string, readonly dayConsumption: number | null, readonly nightConsumption: number | null, readonly maxDemand: number | null, readonly coverage: number | null }> } | null };

export type PortfolioDaysQueryVariables = Exact<{
  startDate: string;
  endDate: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
}>;


export type PortfolioDaysQuery = { readonly viewer: { readonly consumption: { readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null }> } | null } };

export type TargetDaysQueryVariables = Exact<{
  assetId?: string | number | null | undefined;
  accountId?: string | number | null | undefined;
  startDate: string;
  endDate: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
}>;


export type TargetDaysQuery = { readonly consumption: { readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null }> } | null };

export type DaysCoveredFragment = { readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null }> };

export type MoversQueryVariables = Exact<{
  ids: ReadonlyArray<string | number> | string | number;
  startDate: string;
  endDate: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
  limit: number;
}>;


export type MoversQuery = { readonly assets: { readonly data: ReadonlyArray<{ readonly _id: string, readonly siteName: string | null, readonly siteCode: string | null, readonly consumption: { readonly units: string | null, readonly yearEarlier: { readonly comparable: { readonly days: number, readonly consumption: number | null, readonly current: { readonly consumption: number | null } } | null } } | null }> } | null };

export type MoverFindingsQueryVariables = Exact<{
  filter: FindingFilter;
  limit: number;
}>;


export type MoverFindingsQuery = { readonly findings: { readonly total: number, readonly data: ReadonlyArray<{ readonly assetId: string | null, readonly account: { readonly type: UtilityType } | null }> } | null };

export type MoversCostQueryVariables = Exact<{
  ids: ReadonlyArray<string | number> | string | number;
  startDate: string;
  endDate: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
  limit: number;
}>;


export type MoversCostQuery = { readonly assets: { readonly data: ReadonlyArray<{ readonly _id: string, readonly consumption: { readonly yearEarlier: { readonly comparable: { readonly cost: number | null, readonly currency: string | null, readonly current: { readonly cost: number | null } } | null } } | null }> } | null };

export type BuildingQueryVariables = Exact<{
  id: string | number;
}>;


export type BuildingQuery = { readonly asset: { readonly _id: string, readonly siteName: string | null, readonly siteCode: string | null, readonly assetType: string | null, readonly constructionYear: number | null, readonly status: Status, readonly timeZone: string, readonly address: { readonly streetAddress: string | null, readonly locality: string | null, readonly postCode: string | null }, readonly entity: { readonly name: string | null } | null, readonly accounts: { readonly total: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly name: string | null, readonly type: UtilityType, readonly status: Status, readonly isVirtual: boolean | null, readonly meterPointNumber: string | null, readonly meterSerialNumber: string | null }> } | null } | null };

export type AccountQueryVariables = Exact<{
  id: string | number;
}>;


export type AccountQuery = { readonly account: { readonly _id: string, readonly name: string | null, readonly type: UtilityType, readonly status: Status, readonly isVirtual: boolean | null, readonly supplierRef: string | null, readonly meterPointNumber: string | null, readonly meterSerialNumber: string | null, readonly meterUnits: string | null, readonly meterUser: string | null, readonly capacity: string | null, readonly asset: { readonly _id: string, readonly siteName: string | null, readonly timeZone: string } | null, readonly contracts: { readonly total: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly supplierId: string | null, readonly startDate: string, readonly endDate: string | null, readonly supplier: { readonly name: string } | null }> } | null } | null };

export type BillsQueryVariables = Exact<{
  filter: InvoiceFilter;
  page?: number | null | undefined;
}>;


export type BillsQuery = { readonly invoices: { readonly total: number, readonly skip: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly accountId: string | null, readonly type: string | null, readonly status: InvoiceStatus | null, readonly isPaid: boolean | null, readonly currency: string | null, readonly supplier: { readonly name: string } | null, readonly values: { readonly invoiceNumber: string | null, readonly supplierName: string | null, readonly invoiceDate: string | null, readonly startDate: string | null, readonly endDate: string | null, readonly totalUnits: number | null, readonly units: string | null, readonly totalCost: number | null } }> } | null };

export type ReadsQueryVariables = Exact<{
  accounts: ReadonlyArray<string | number> | string | number;
  page?: number | null | undefined;
}>;


export type ReadsQuery = { readonly readings: { readonly total: number, readonly skip: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly accountId: string, readonly submittedAt: string, readonly value: number, readonly units: string | null, readonly type: string, readonly name: string | null, readonly registerId: string | null, readonly meterReset: boolean | null }> } | null };

export type SessionQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionQuery = { readonly viewer: { readonly userId: string, readonly label: string | null } };

export type SitesQueryVariables = Exact<{
  search?: string | null | undefined;
  filter?: AssetFilter | null | undefined;
  sort?: string | null | undefined;
  ranked?: Ranking | null | undefined;
  limit: number;
  page: number;
  startDate: string;
  endDate: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
}>;


export type SitesQuery = { readonly assets: { readonly total: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly siteName: string | null, readonly siteCode: string | null, readonly assetType: string | null, readonly status: Status, readonly lastDataMonth: string | null, readonly address: { readonly locality: string | null, readonly postCode: string | null }, readonly consumption: { readonly units: string | null, readonly consumption: number | null, readonly coverage: number | null, readonly intensity: { readonly consumption: number | null } | null } | null }> } | null };

export type SitesTotalQueryVariables = Exact<{
  search?: string | null | undefined;
  filter?: AssetFilter | null | undefined;
}>;


export type SitesTotalQuery = { readonly assets: { readonly total: number } | null };

export type SitesByDataQueryVariables = Exact<{
  search?: string | null | undefined;
  filter?: AssetFilter | null | undefined;
  ranked: Ranking;
}>;


export type SitesByDataQuery = { readonly assets: { readonly dataCounts: { readonly all: number, readonly some: number, readonly none: number, readonly notExpected: number } | null } | null };

export type SiteChoicesQueryVariables = Exact<{
  limit: number;
}>;


export type SiteChoicesQuery = { readonly assets: { readonly total: number, readonly data: ReadonlyArray<{ readonly assetType: string | null, readonly tags: ReadonlyArray<string>, readonly entityId: string | null, readonly companyId: string }> } | null, readonly entities: { readonly total: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly name: string | null, readonly companyId: string }> } | null };

export type SitesOnMapQueryVariables = Exact<{
  search?: string | null | undefined;
  filter?: AssetFilter | null | undefined;
  ranked?: Ranking | null | undefined;
  limit: number;
}>;


export type SitesOnMapQuery = { readonly assets: { readonly total: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly siteName: string | null, readonly siteCode: string | null, readonly address: { readonly locality: string | null, readonly latitude: string | null, readonly longitude: string | null } }> } | null };

export type TargetYearsQueryVariables = Exact<{
  assetId?: string | number | null | undefined;
  accountId?: string | number | null | undefined;
  startDate: string;
  endDate: string;
  types: ReadonlyArray<UtilityType> | UtilityType;
}>;


export type TargetYearsQuery = { readonly used: { readonly endDate: string, readonly units: string | null, readonly accountCount: number, readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null, readonly sources: ReadonlyArray<string> }> } | null, readonly intervals: { readonly data: ReadonlyArray<{ readonly date: string, readonly coverage: number | null }> } | null, readonly billed: { readonly data: ReadonlyArray<{ readonly date: string, readonly cost: number | null }> } | null };

export const useBill = /* #__PURE__ */ queryHook<BillQuery, BillQueryVariables>('Bill', "query Bill($id: ID!, $withFindings: Boolean!) {\n  invoice(id: $id) {\n    ...BillRow\n    fileName\n    notes\n    values {\n      supplierRef\n      recipient\n      invoiceDueDate\n      meterPointNumber\n      meterSerialNumber\n      startRead\n      startReadType\n      endRead\n      endReadType\n      totalUnitCost\n      totalDaily\n      totalCCL\n      netTotalCost\n      totalTax\n      supplyAddress\n    }\n    rates {\n      rateName\n      consumption\n      units\n      unitRate\n      cost\n      startDate\n      endDate\n    }\n    account {\n      _id\n      name\n      type\n      asset {\n        _id\n        siteName\n        siteCode\n      }\n    }\n    findings(filter: {status: {eq: open}}, sort: \"severity:desc\", limit: 50) @include(if: $withFindings) {\n      total\n      data {\n        _id\n        kind\n        severity\n        startDate\n        endDate\n      }\n    }\n  }\n}\nfragment BillRow on Invoice {\n  _id\n  accountId\n  type\n  status\n  isPaid\n  currency\n  supplier {\n    name\n  }\n  values {\n    invoiceNumber\n    supplierName\n    invoiceDate\n    startDate\n    endDate\n    totalUnits\n    units\n    totalCost\n  }\n}");

export const useBillCheck = /* #__PURE__ */ queryHook<BillCheckQuery, BillCheckQueryVariables>('BillCheck', "query BillCheck($id: ID!) {\n  invoice(id: $id) {\n    _id\n    currency\n    check {\n      quantity {\n        result\n        reason\n        billed\n        metered\n        units\n        percent\n        source\n      }\n      sum {\n        result\n        reason\n        lines\n        net\n        tax\n        total\n        difference\n      }\n      rates {\n        result\n        reason\n        rates {\n          rateName\n          units\n          unitRate\n          unitRateBefore\n          percent\n          result\n        }\n      }\n      lines {\n        result\n        reason\n        lines {\n          rateName\n          units\n          quantity\n          unitRate\n          cost\n          expected\n          difference\n          result\n        }\n      }\n      price {\n        result\n        reason\n        price\n        priceBefore\n        units\n        percent\n      }\n      tax {\n        result\n        reason\n        percent\n        percentBefore\n      }\n    }\n  }\n}");

export const useBillNeighbours = /* #__PURE__ */ queryHook<BillNeighboursQuery, BillNeighboursQueryVariables>('BillNeighbours', "query BillNeighbours($previous: InvoiceFilter!, $next: InvoiceFilter!) {\n  previous: invoices(filter: $previous, sort: \"values.startDate:desc\", limit: 1) {\n    data {\n      ...BillRow\n    }\n  }\n  next: invoices(filter: $next, sort: \"values.startDate:asc\", limit: 1) {\n    data {\n      ...BillRow\n    }\n  }\n}\nfragment BillRow on Invoice {\n  _id\n  accountId\n  type\n  status\n  isPaid\n  currency\n  supplier {\n    name\n  }\n  values {\n    invoiceNumber\n    supplierName\n    invoiceDate\n    startDate\n    endDate\n    totalUnits\n    units\n    totalCost\n  }\n}");

export const useBillList = /* #__PURE__ */ queryHook<BillListQuery, BillListQueryVariables>('BillList', "query BillList($filter: InvoiceFilter!, $undated: InvoiceFilter!, $sort: Sort!, $limit: Int!, $page: Int!) {\n  undated: invoices(filter: $undated, limit: 1) {\n    total\n  }\n  invoices(filter: $filter, sort: $sort, limit: $limit, page: $page) {\n    total\n    data {\n      ...BillRow\n      account {\n        name\n        asset {\n          _id\n          siteName\n          siteCode\n        }\n      }\n    }\n  }\n}\nfragment BillRow on Invoice {\n  _id\n  accountId\n  type\n  status\n  isPaid\n  currency\n  supplier {\n    name\n  }\n  values {\n    invoiceNumber\n    supplierName\n    invoiceDate\n    startDate\n    endDate\n    totalUnits\n    units\n    totalCost\n  }\n}");

export const useBillSuppliers = /* #__PURE__ */ queryHook<BillSuppliersQuery, BillSuppliersQueryVariables>('BillSuppliers', "query BillSuppliers($limit: Int!) {\n  suppliers(limit: $limit, sort: \"name:asc\") {\n    total\n    data {\n      _id\n      name\n    }\n  }\n}");

export const useBuildings = /* #__PURE__ */ queryHook<BuildingsQuery, BuildingsQueryVariables>('Buildings', "query Buildings($startDate: Date!, $endDate: Date!, $types: [UtilityType!]!, $limit: Int!) {\n  assets(limit: $limit, sort: \"siteName:asc\") {\n    total\n    data {\n      _id\n      siteName\n      siteCode\n      assetType\n      consumption(\n        startDate: $startDate\n        endDate: $endDate\n        granularity: yearly\n        accountType: $types\n      ) {\n        units\n        consumption\n        coverage\n        isMissing\n        accountCount\n        assetFloorArea\n        emissions {\n          total\n        }\n        missingFactors {\n          type\n        }\n        intensity {\n          consumption\n          emissions\n        }\n      }\n    }\n  }\n}");

export const useMissingDataOfBuildings = /* #__PURE__ */ queryHook<MissingDataOfBuildingsQuery, MissingDataOfBuildingsQueryVariables>('MissingDataOfBuildings', "query MissingDataOfBuildings($ranked: Ranking!, $most: Int!, $startDate: Date!, $endDate: Date!, $types: [UtilityType!]!, $granularity: Granularity!) {\n  assets(ranked: $ranked, limit: $most) {\n    dataCounts {\n      all\n      some\n      none\n      notExpected\n    }\n    data {\n      _id\n      siteName\n      siteCode\n      consumption(\n        startDate: $startDate\n        endDate: $endDate\n        granularity: $granularity\n        accountType: $types\n      ) {\n        data {\n          date\n          coverage\n        }\n      }\n    }\n  }\n}");

export const useCatalogue = /* #__PURE__ */ queryHook<CatalogueQuery, CatalogueQueryVariables>('Catalogue', "query Catalogue($startDate: Date!, $endDate: Date!) {\n  viewer {\n    scopes\n    electricity: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: yearly\n      accountType: electricity\n    ) {\n      ...Years\n    }\n    gas: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: yearly\n      accountType: gas\n    ) {\n      ...Years\n    }\n    heating: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: yearly\n      accountType: heating\n    ) {\n      ...Years\n    }\n    cooling: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: yearly\n      accountType: cooling\n    ) {\n      ...Years\n    }\n    solar: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: yearly\n      accountType: solar\n    ) {\n      ...Years\n    }\n    water: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: yearly\n      accountType: water\n    ) {\n      ...Years\n    }\n    waste: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: yearly\n      accountType: waste\n    ) {\n      ...Years\n    }\n    flow: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: yearly\n      accountType: flow\n    ) {\n      ...Years\n    }\n    temperature: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: yearly\n      accountType: temperature\n    ) {\n      ...Years\n    }\n  }\n}\nfragment Years on Consumption {\n  endDate\n  units\n  accountCount\n  data {\n    date\n    coverage\n    sources\n  }\n}");

export const usePortfolioComparable = /* #__PURE__ */ queryHook<PortfolioComparableQuery, PortfolioComparableQueryVariables>('PortfolioComparable', "query PortfolioComparable($startDate: Date!, $endDate: Date!, $types: [UtilityType!]!, $previous: Boolean!) {\n  viewer {\n    combined: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: yearly\n      accountType: $types\n    ) {\n      ...Earlier\n    }\n    billed: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: yearly\n      source: \"invoice\"\n      accountType: $types\n    ) {\n      ...EarlierCost\n    }\n  }\n}\nfragment Earlier on Consumption {\n  yearEarlier @skip(if: $previous) {\n    comparable {\n      ...Comparable\n    }\n  }\n  previous @include(if: $previous) {\n    comparable {\n      ...Comparable\n    }\n  }\n}\nfragment Comparable on Comparable {\n  days\n  accounts\n  coverage\n  consumption\n  emissions {\n    total\n  }\n  current {\n    consumption\n    emissions {\n      total\n    }\n  }\n  reasons\n}\nfragment EarlierCost on Consumption {\n  yearEarlier @skip(if: $previous) {\n    comparable {\n      ...ComparableCost\n    }\n  }\n  previous @include(if: $previous) {\n    comparable {\n      ...ComparableCost\n    }\n  }\n}\nfragment ComparableCost on Comparable {\n  days\n  accounts\n  coverage\n  cost\n  current {\n    cost\n  }\n  reasons\n}");

export const useTargetComparable = /* #__PURE__ */ queryHook<TargetComparableQuery, TargetComparableQueryVariables>('TargetComparable', "query TargetComparable($assetId: ID, $accountId: ID, $startDate: Date!, $endDate: Date!, $types: [UtilityType!]!, $previous: Boolean!) {\n  combined: consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    granularity: yearly\n    accountType: $types\n  ) {\n    ...Earlier\n  }\n  billed: consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    granularity: yearly\n    source: \"invoice\"\n    accountType: $types\n  ) {\n    ...EarlierCost\n  }\n}\nfragment Earlier on Consumption {\n  yearEarlier @skip(if: $previous) {\n    comparable {\n      ...Comparable\n    }\n  }\n  previous @include(if: $previous) {\n    comparable {\n      ...Comparable\n    }\n  }\n}\nfragment Comparable on Comparable {\n  days\n  accounts\n  coverage\n  consumption\n  emissions {\n    total\n  }\n  current {\n    consumption\n    emissions {\n      total\n    }\n  }\n  reasons\n}\nfragment EarlierCost on Consumption {\n  yearEarlier @skip(if: $previous) {\n    comparable {\n      ...ComparableCost\n    }\n  }\n  previous @include(if: $previous) {\n    comparable {\n      ...ComparableCost\n    }\n  }\n}\nfragment ComparableCost on Comparable {\n  days\n  accounts\n  coverage\n  cost\n  current {\n    cost\n  }\n  reasons\n}");

export const usePortfolioFigures = /* #__PURE__ */ queryHook<PortfolioFiguresQuery, PortfolioFiguresQueryVariables>('PortfolioFigures', "query PortfolioFigures($startDate: Date!, $endDate: Date!, $startBefore: Date!, $endBefore: Date!, $types: [UtilityType!]!, $granularity: Granularity!) {\n  viewer {\n    now: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: $granularity\n      accountType: $types\n    ) {\n      ...Figures\n    }\n    before: consumption(\n      startDate: $startBefore\n      endDate: $endBefore\n      granularity: $granularity\n      accountType: $types\n    ) {\n      ...Figures\n    }\n    billed: consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: $granularity\n      source: \"invoice\"\n      accountType: $types\n    ) {\n      ...Billed\n    }\n    billedBefore: consumption(\n      startDate: $startBefore\n      endDate: $endBefore\n      granularity: $granularity\n      source: \"invoice\"\n      accountType: $types\n    ) {\n      ...Billed\n    }\n  }\n}\nfragment Figures on Consumption {\n  units\n  consumption\n  coverage\n  isMissing\n  accountCount\n  assetCount\n  emissions {\n    total\n    scope1\n    scope2\n    scope3\n  }\n  missingFactors {\n    type\n    country\n  }\n  data {\n    date\n    consumption\n    coverage\n    emissions {\n      total\n    }\n    combinedBreakdown {\n      invoice\n    }\n  }\n}\nfragment Billed on Consumption {\n  units\n  cost\n  currency\n  costReasons\n  unitCost\n  unitCostReasons\n  coverage\n  data {\n    cost\n    coverage\n  }\n}");

export const useTargetFigures = /* #__PURE__ */ queryHook<TargetFiguresQuery, TargetFiguresQueryVariables>('TargetFigures', "query TargetFigures($assetId: ID, $accountId: ID, $startDate: Date!, $endDate: Date!, $startBefore: Date!, $endBefore: Date!, $types: [UtilityType!]!, $granularity: Granularity!) {\n  now: consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    granularity: $granularity\n    accountType: $types\n  ) {\n    ...Figures\n  }\n  before: consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startBefore\n    endDate: $endBefore\n    granularity: $granularity\n    accountType: $types\n  ) {\n    ...Figures\n  }\n  billed: consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    granularity: $granularity\n    source: \"invoice\"\n    accountType: $types\n  ) {\n    ...Billed\n  }\n  billedBefore: consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startBefore\n    endDate: $endBefore\n    granularity: $granularity\n    source: \"invoice\"\n    accountType: $types\n  ) {\n    ...Billed\n  }\n}\nfragment Figures on Consumption {\n  units\n  consumption\n  coverage\n  isMissing\n  accountCount\n  assetCount\n  emissions {\n    total\n    scope1\n    scope2\n    scope3\n  }\n  missingFactors {\n    type\n    country\n  }\n  data {\n    date\n    consumption\n    coverage\n    emissions {\n      total\n    }\n    combinedBreakdown {\n      invoice\n    }\n  }\n}\nfragment Billed on Consumption {\n  units\n  cost\n  currency\n  costReasons\n  unitCost\n  unitCostReasons\n  coverage\n  data {\n    cost\n    coverage\n  }\n}");

export const useTargetDemand = /* #__PURE__ */ queryHook<TargetDemandQuery, TargetDemandQueryVariables>('TargetDemand', "query TargetDemand($assetId: ID, $accountId: ID, $startDate: Date!, $endDate: Date!, $timeZone: TimeZone!, $types: [UtilityType!]!, $granularity: Granularity!) {\n  consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    granularity: $granularity\n    accountType: $types\n  ) {\n    units\n    consumption\n    coverage\n    estimatedConsumption\n    assetFloorArea\n    intensity {\n      consumption\n    }\n    gaps {\n      accountId\n      startDate\n      endDate\n    }\n    data {\n      date\n      combinedBreakdown {\n        hh\n        reading\n        invoice\n        custom\n      }\n    }\n  }\n  intervals: consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    timeZone: $timeZone\n    granularity: yearly\n    source: \"hh\"\n    accountType: $types\n  ) {\n    consumption\n    nightConsumption\n    maxDemand\n    peakLoad\n    peakCapacity\n    coverage\n  }\n}");

export const useFindings = /* #__PURE__ */ queryHook<FindingsQuery, FindingsQueryVariables>('Findings', "query Findings($filter: FindingFilter, $high: FindingFilter, $medium: FindingFilter, $low: FindingFilter, $sort: Sort!, $limit: Int!, $page: Int!, $withInvoices: Boolean!) {\n  high: findings(filter: $high, limit: 1) {\n    total\n  }\n  medium: findings(filter: $medium, limit: 1) {\n    total\n  }\n  low: findings(filter: $low, limit: 1) {\n    total\n  }\n  findings(filter: $filter, sort: $sort, limit: $limit, page: $page) {\n    total\n    data {\n      ...FindingFacts\n      dismissedReason\n    }\n  }\n}\nfragment FindingFacts on Finding {\n  _id\n  kind\n  severity\n  startDate\n  endDate\n  quantity\n  units\n  cost\n  share\n  message\n  invoiceIds\n  accountId\n  assetId\n  evidence {\n    name\n    value\n    units\n    text\n    startDate\n    endDate\n  }\n  account {\n    name\n    type\n    invoices(limit: 1) @include(if: $withInvoices) {\n      data {\n        currency\n      }\n    }\n  }\n  asset {\n    siteName\n    siteCode\n    timeZone\n  }\n  invoices(limit: 1) @include(if: $withInvoices) {\n    data {\n      currency\n    }\n  }\n}");

export const useOpenFindings = /* #__PURE__ */ queryHook<OpenFindingsQuery, OpenFindingsQueryVariables>('OpenFindings', "query OpenFindings($ids: [ID!]!, $limit: Int!) {\n  assets(filter: {_id: {in: $ids}}, limit: $limit) {\n    data {\n      _id\n      findings(filter: {status: {eq: open}}, limit: 1) {\n        total\n      }\n    }\n  }\n}");

export const useTargetFindings = /* #__PURE__ */ queryHook<TargetFindingsQuery, TargetFindingsQueryVariables>('TargetFindings', "query TargetFindings($filter: FindingFilter, $limit: Int!, $withInvoices: Boolean!) {\n  findings(filter: $filter, sort: \"startDate:asc\", limit: $limit) {\n    total\n    data {\n      ...FindingFacts\n    }\n  }\n}\nfragment FindingFacts on Finding {\n  _id\n  kind\n  severity\n  startDate\n  endDate\n  quantity\n  units\n  cost\n  share\n  message\n  invoiceIds\n  accountId\n  assetId\n  evidence {\n    name\n    value\n    units\n    text\n    startDate\n    endDate\n  }\n  account {\n    name\n    type\n    invoices(limit: 1) @include(if: $withInvoices) {\n      data {\n        currency\n      }\n    }\n  }\n  asset {\n    siteName\n    siteCode\n    timeZone\n  }\n  invoices(limit: 1) @include(if: $withInvoices) {\n    data {\n      currency\n    }\n  }\n}");

export const useFindingCauses = /* #__PURE__ */ queryHook<FindingCausesQuery, FindingCausesQueryVariables>('FindingCauses', "query FindingCauses($filter: FindingFilter!, $limit: Int!, $withInvoices: Boolean!) {\n  findings(filter: $filter, sort: \"severity:desc\", limit: $limit) {\n    total\n    data {\n      kind\n      severity\n      cost\n      accountId\n      account {\n        invoices(limit: 1) @include(if: $withInvoices) {\n          data {\n            currency\n          }\n        }\n      }\n      invoices(limit: 1) @include(if: $withInvoices) {\n        data {\n          currency\n        }\n      }\n    }\n  }\n}");

export const useOneFinding = /* #__PURE__ */ queryHook<OneFindingQuery, OneFindingQueryVariables>('OneFinding', "query OneFinding($id: ID!, $withInvoices: Boolean!) {\n  finding(id: $id) {\n    ...FindingFacts\n    status\n    firstSeenAt\n    updatedAt\n    resolvedAt\n    dismissedReason\n    bills: invoices(limit: 60, sort: \"values.startDate:asc\") @include(if: $withInvoices) {\n      total\n      data {\n        ...BillRow\n      }\n    }\n  }\n}\nfragment FindingFacts on Finding {\n  _id\n  kind\n  severity\n  startDate\n  endDate\n  quantity\n  units\n  cost\n  share\n  message\n  invoiceIds\n  accountId\n  assetId\n  evidence {\n    name\n    value\n    units\n    text\n    startDate\n    endDate\n  }\n  account {\n    name\n    type\n    invoices(limit: 1) @include(if: $withInvoices) {\n      data {\n        currency\n      }\n    }\n  }\n  asset {\n    siteName\n    siteCode\n    timeZone\n  }\n  invoices(limit: 1) @include(if: $withInvoices) {\n    data {\n      currency\n    }\n  }\n}\nfragment BillRow on Invoice {\n  _id\n  accountId\n  type\n  status\n  isPaid\n  currency\n  supplier {\n    name\n  }\n  values {\n    invoiceNumber\n    supplierName\n    invoiceDate\n    startDate\n    endDate\n    totalUnits\n    units\n    totalCost\n  }\n}");

export const useBillFindings = /* #__PURE__ */ queryHook<BillFindingsQuery, BillFindingsQueryVariables>('BillFindings', "query BillFindings($ids: [ID!]!, $limit: Int!) {\n  invoices(filter: {_id: {in: $ids}}, limit: $limit) {\n    data {\n      _id\n      findings(filter: {status: {eq: open}}, limit: 1) {\n        total\n      }\n    }\n  }\n}");

export const useFindingsInShort = /* #__PURE__ */ queryHook<FindingsInShortQuery, FindingsInShortQueryVariables>('FindingsInShort', "query FindingsInShort($limit: Int!, $withInvoices: Boolean!) {\n  high: findings(filter: {status: {eq: open}, severity: {eq: high}}, limit: 1) {\n    total\n  }\n  medium: findings(filter: {status: {eq: open}, severity: {eq: medium}}, limit: 1) {\n    total\n  }\n  low: findings(filter: {status: {eq: open}, severity: {eq: low}}, limit: 1) {\n    total\n  }\n  costly: findings(filter: {status: {eq: open}}, sort: \"cost:desc\", limit: $limit) {\n    total\n    data {\n      cost\n      account {\n        invoices(limit: 1) @include(if: $withInvoices) {\n          data {\n            currency\n          }\n        }\n      }\n      invoices(limit: 1) @include(if: $withInvoices) {\n        data {\n          currency\n        }\n      }\n    }\n  }\n}");

export const useHalfHours = /* #__PURE__ */ queryHook<HalfHoursQuery, HalfHoursQueryVariables>('HalfHours', "query HalfHours($assetId: ID, $accountId: ID, $startDate: Date!, $endDate: Date!, $timeZone: TimeZone!, $types: [UtilityType!]!) {\n  consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    timeZone: $timeZone\n    granularity: halfhourly\n    source: \"hh\"\n    accountType: $types\n  ) {\n    startDate\n    units\n    coverage\n    accountCount\n    data {\n      date\n      consumption\n      isMissing\n    }\n  }\n}");

export const useTypeIntervals = /* #__PURE__ */ queryHook<TypeIntervalsQuery, TypeIntervalsQueryVariables>('TypeIntervals', "query TypeIntervals($assetId: ID, $accountId: ID, $startDate: Date!, $endDate: Date!, $types: [UtilityType!]!) {\n  consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    granularity: yearly\n    source: \"hh\"\n    accountType: $types\n  ) {\n    coverage\n  }\n}");

export const useDays = /* #__PURE__ */ queryHook<DaysQuery, DaysQueryVariables>('Days', "query Days($assetId: ID, $accountId: ID, $startDate: Date!, $endDate: Date!, $timeZone: TimeZone!, $types: [UtilityType!]!) {\n  consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    timeZone: $timeZone\n    granularity: daily\n    source: \"hh\"\n    accountType: $types\n  ) {\n    units\n    data {\n      date\n      dayConsumption\n      nightConsumption\n      maxDemand\n      coverage\n    }\n  }\n}");

export const usePortfolioDays = /* #__PURE__ */ queryHook<PortfolioDaysQuery, PortfolioDaysQueryVariables>('PortfolioDays', "query PortfolioDays($startDate: Date!, $endDate: Date!, $types: [UtilityType!]!) {\n  viewer {\n    consumption(\n      startDate: $startDate\n      endDate: $endDate\n      granularity: daily\n      accountType: $types\n    ) {\n      ...DaysCovered\n    }\n  }\n}\nfragment DaysCovered on Consumption {\n  data {\n    date\n    coverage\n  }\n}");

export const useTargetDays = /* #__PURE__ */ queryHook<TargetDaysQuery, TargetDaysQueryVariables>('TargetDays', "query TargetDays($assetId: ID, $accountId: ID, $startDate: Date!, $endDate: Date!, $types: [UtilityType!]!) {\n  consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    granularity: daily\n    accountType: $types\n  ) {\n    ...DaysCovered\n  }\n}\nfragment DaysCovered on Consumption {\n  data {\n    date\n    coverage\n  }\n}");

export const useMovers = /* #__PURE__ */ queryHook<MoversQuery, MoversQueryVariables>('Movers', "query Movers($ids: [ID!]!, $startDate: Date!, $endDate: Date!, $types: [UtilityType!]!, $limit: Int!) {\n  assets(filter: {_id: {in: $ids}}, limit: $limit) {\n    data {\n      _id\n      siteName\n      siteCode\n      consumption(\n        startDate: $startDate\n        endDate: $endDate\n        granularity: yearly\n        accountType: $types\n      ) {\n        units\n        yearEarlier {\n          comparable {\n            days\n            consumption\n            current {\n              consumption\n            }\n          }\n        }\n      }\n    }\n  }\n}");

export const useMoverFindings = /* #__PURE__ */ queryHook<MoverFindingsQuery, MoverFindingsQueryVariables>('MoverFindings', "query MoverFindings($filter: FindingFilter!, $limit: Int!) {\n  findings(filter: $filter, limit: $limit) {\n    total\n    data {\n      assetId\n      account {\n        type\n      }\n    }\n  }\n}");

export const useMoversCost = /* #__PURE__ */ queryHook<MoversCostQuery, MoversCostQueryVariables>('MoversCost', "query MoversCost($ids: [ID!]!, $startDate: Date!, $endDate: Date!, $types: [UtilityType!]!, $limit: Int!) {\n  assets(filter: {_id: {in: $ids}}, limit: $limit) {\n    data {\n      _id\n      consumption(\n        startDate: $startDate\n        endDate: $endDate\n        granularity: yearly\n        source: \"invoice\"\n        accountType: $types\n      ) {\n        yearEarlier {\n          comparable {\n            cost\n            currency\n            current {\n              cost\n            }\n          }\n        }\n      }\n    }\n  }\n}");

export const useBuilding = /* #__PURE__ */ queryHook<BuildingQuery, BuildingQueryVariables>('Building', "query Building($id: ID!) {\n  asset(id: $id) {\n    _id\n    siteName\n    siteCode\n    assetType\n    constructionYear\n    status\n    timeZone\n    address {\n      streetAddress\n      locality\n      postCode\n    }\n    entity {\n      name\n    }\n    accounts(limit: 500, sort: \"type:asc\") {\n      total\n      data {\n        _id\n        name\n        type\n        status\n        isVirtual\n        meterPointNumber\n        meterSerialNumber\n      }\n    }\n  }\n}");

export const useAccount = /* #__PURE__ */ queryHook<AccountQuery, AccountQueryVariables>('Account', "query Account($id: ID!) {\n  account(id: $id) {\n    _id\n    name\n    type\n    status\n    isVirtual\n    supplierRef\n    meterPointNumber\n    meterSerialNumber\n    meterUnits\n    meterUser\n    capacity\n    asset {\n      _id\n      siteName\n      timeZone\n    }\n    contracts(limit: 100, sort: \"startDate:desc\") {\n      total\n      data {\n        _id\n        supplierId\n        supplier {\n          name\n        }\n        startDate\n        endDate\n      }\n    }\n  }\n}");

export const useBills = /* #__PURE__ */ queryHook<BillsQuery, BillsQueryVariables>('Bills', "query Bills($filter: InvoiceFilter!, $page: Int) {\n  invoices(\n    filter: $filter\n    sort: \"values.invoiceDate:desc\"\n    limit: 25\n    page: $page\n  ) {\n    total\n    skip\n    data {\n      ...BillRow\n    }\n  }\n}\nfragment BillRow on Invoice {\n  _id\n  accountId\n  type\n  status\n  isPaid\n  currency\n  supplier {\n    name\n  }\n  values {\n    invoiceNumber\n    supplierName\n    invoiceDate\n    startDate\n    endDate\n    totalUnits\n    units\n    totalCost\n  }\n}");
export const useInfiniteBills = /* #__PURE__ */ pagesHook(useBills, (result) => result.invoices);

export const useReads = /* #__PURE__ */ queryHook<ReadsQuery, ReadsQueryVariables>('Reads', "query Reads($accounts: [ID!]!, $page: Int) {\n  readings(\n    filter: {accountId: {in: $accounts}}\n    sort: \"submittedAt:desc\"\n    limit: 25\n    page: $page\n  ) {\n    total\n    skip\n    data {\n      _id\n      accountId\n      submittedAt\n      value\n      units\n      type\n      name\n      registerId\n      meterReset\n    }\n  }\n}");
export const useInfiniteReads = /* #__PURE__ */ pagesHook(useReads, (result) => result.readings);

export const useSession = /* #__PURE__ */ queryHook<SessionQuery, SessionQueryVariables>('Session', "query Session {\n  viewer {\n    userId\n    label\n  }\n}");

export const useSites = /* #__PURE__ */ queryHook<SitesQuery, SitesQueryVariables>('Sites', "query Sites($search: String, $filter: AssetFilter, $sort: Sort, $ranked: Ranking, $limit: Int!, $page: Int!, $startDate: Date!, $endDate: Date!, $types: [UtilityType!]!) {\n  assets(\n    search: $search\n    filter: $filter\n    sort: $sort\n    ranked: $ranked\n    limit: $limit\n    page: $page\n  ) {\n    total\n    data {\n      _id\n      siteName\n      siteCode\n      assetType\n      status\n      address {\n        locality\n        postCode\n      }\n      lastDataMonth(accountType: $types)\n      consumption(\n        startDate: $startDate\n        endDate: $endDate\n        granularity: yearly\n        accountType: $types\n      ) {\n        units\n        consumption\n        coverage\n        intensity {\n          consumption\n        }\n      }\n    }\n  }\n}");

export const useSitesTotal = /* #__PURE__ */ queryHook<SitesTotalQuery, SitesTotalQueryVariables>('SitesTotal', "query SitesTotal($search: String, $filter: AssetFilter) {\n  assets(search: $search, filter: $filter, limit: 1) {\n    total\n  }\n}");

export const useSitesByData = /* #__PURE__ */ queryHook<SitesByDataQuery, SitesByDataQueryVariables>('SitesByData', "query SitesByData($search: String, $filter: AssetFilter, $ranked: Ranking!) {\n  assets(search: $search, filter: $filter, ranked: $ranked, limit: 1) {\n    dataCounts {\n      all\n      some\n      none\n      notExpected\n    }\n  }\n}");

export const useSiteChoices = /* #__PURE__ */ queryHook<SiteChoicesQuery, SiteChoicesQueryVariables>('SiteChoices', "query SiteChoices($limit: Int!) {\n  assets(limit: $limit) {\n    total\n    data {\n      assetType\n      tags\n      entityId\n      companyId\n    }\n  }\n  entities(limit: $limit, sort: \"name:asc\") {\n    total\n    data {\n      _id\n      name\n      companyId\n    }\n  }\n}");

export const useSitesOnMap = /* #__PURE__ */ queryHook<SitesOnMapQuery, SitesOnMapQueryVariables>('SitesOnMap', "query SitesOnMap($search: String, $filter: AssetFilter, $ranked: Ranking, $limit: Int!) {\n  assets(search: $search, filter: $filter, ranked: $ranked, limit: $limit) {\n    total\n    data {\n      _id\n      siteName\n      siteCode\n      address {\n        locality\n        latitude\n        longitude\n      }\n    }\n  }\n}");

export const useTargetYears = /* #__PURE__ */ queryHook<TargetYearsQuery, TargetYearsQueryVariables>('TargetYears', "query TargetYears($assetId: ID, $accountId: ID, $startDate: Date!, $endDate: Date!, $types: [UtilityType!]!) {\n  used: consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    granularity: yearly\n    accountType: $types\n  ) {\n    ...Years\n  }\n  intervals: consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    granularity: yearly\n    source: \"hh\"\n    accountType: $types\n  ) {\n    data {\n      date\n      coverage\n    }\n  }\n  billed: consumption(\n    assetId: $assetId\n    accountId: $accountId\n    startDate: $startDate\n    endDate: $endDate\n    granularity: yearly\n    source: \"invoice\"\n    accountType: $types\n  ) {\n    data {\n      date\n      cost\n    }\n  }\n}\nfragment Years on Consumption {\n  endDate\n  units\n  accountCount\n  data {\n    date\n    coverage\n    sources\n  }\n}");
