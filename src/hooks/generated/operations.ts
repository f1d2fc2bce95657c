/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import { queryHook, pagesHook } from '../make.js';
export type AccountFilter = {
  readonly _id?: IDFilter | null | undefined;
  readonly and?: ReadonlyArray<AccountFilter> | null | undefined;
  readonly assetId?: IDFilter | null | undefined;
  readonly automaticMeterRead?: BooleanFilter | null | undefined;
  readonly capacity?: StringFilter | null | undefined;
  readonly companyId?: IDFilter | null | undefined;
  readonly consumptionPriority?: DataSourceListFilter | null | undefined;
  readonly createdAt?: TimestampFilter | null | undefined;
  readonly entityId?: IDFilter | null | undefined;
  readonly group?: StringFilter | null | undefined;
  readonly isVirtual?: BooleanFilter | null | undefined;
  readonly meterAreaServed?: StringFilter | null | undefined;
  readonly meterLocation?: StringFilter | null | undefined;
  readonly meterOperator?: StringFilter | null | undefined;
  readonly meterPointNumber?: StringFilter | null | undefined;
  readonly meterPointNumber2?: StringFilter | null | undefined;
  readonly meterSerialNumber?: StringFilter | null | undefined;
  readonly meterUnits?: StringFilter | null | undefined;
  readonly meterUser?: StringFilter | null | undefined;
  readonly name?: StringFilter | null | undefined;
  readonly not?: AccountFilter | null | undefined;
  readonly or?: ReadonlyArray<AccountFilter> | null | undefined;
  readonly siteCode?: StringFilter | null | undefined;
  readonly status?: StatusFilter | null | undefined;
  readonly supplierRef?: StringFilter | null | undefined;
  readonly tags?: StringListFilter | null | undefined;
  readonly type?: UtilityTypeFilter | null | undefined;
  readonly updatedAt?: TimestampFilter | null | undefined;
};

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

export type AssetGroupFilter = {
  readonly _id?: IDFilter | null | undefined;
  readonly and?: ReadonlyArray<AssetGroupFilter> | null | undefined;
  readonly companyId?: IDFilter | null | undefined;
  readonly createdAt?: TimestampFilter | null | undefined;
  readonly entityId?: IDFilter | null | undefined;
  readonly name?: StringFilter | null | undefined;
  readonly not?: AssetGroupFilter | null | undefined;
  readonly or?: ReadonlyArray<AssetGroupFilter> | null | undefined;
  readonly updatedAt?: TimestampFilter | null | undefined;
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

/** A source of consumption data, as named in an account's priority. */
export type DataSource =
  | 'hh'
  | 'invoice'
  | 'reading';

export type DataSourceListFilter = {
  /** The list contains any of these values */
  readonly has: ReadonlyArray<DataSource>;
};

export type DeletedResourceFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: string | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<string> | null | undefined;
};

export type DeletionFilter = {
  readonly _id?: IDFilter | null | undefined;
  readonly accountId?: IDFilter | null | undefined;
  readonly and?: ReadonlyArray<DeletionFilter> | null | undefined;
  readonly deletedAt?: TimestampFilter | null | undefined;
  readonly isAccountWide?: BooleanFilter | null | undefined;
  readonly not?: DeletionFilter | null | undefined;
  readonly or?: ReadonlyArray<DeletionFilter> | null | undefined;
  readonly resource?: DeletedResourceFilter | null | undefined;
};

export type EntityFilter = {
  readonly _id?: IDFilter | null | undefined;
  readonly and?: ReadonlyArray<EntityFilter> | null | undefined;
  readonly companyId?: IDFilter | null | undefined;
  readonly createdAt?: TimestampFilter | null | undefined;
  readonly currency?: StringFilter | null | undefined;
  readonly name?: StringFilter | null | undefined;
  readonly not?: EntityFilter | null | undefined;
  readonly or?: ReadonlyArray<EntityFilter> | null | undefined;
  readonly updatedAt?: TimestampFilter | null | undefined;
};

/** The kind of object that each row of a figure table describes. */
export type FigureLevel =
  | 'account'
  | 'asset'
  | 'assetGroup'
  | 'company'
  | 'entity'
  /** The accounts with a tag; an account with two tags counts in both */
  | 'tag'
  /** The accounts of a utility type */
  | 'type';

/** A range of a figure. It excludes rows in which the figure is null. */
export type FigureRange = {
  readonly gt?: number | null | undefined;
  readonly gte?: number | null | undefined;
  readonly lt?: number | null | undefined;
  readonly lte?: number | null | undefined;
};

/** Filters rows by their figures. */
export type FigureRowFilter = {
  /** In `units` */
  readonly consumption?: FigureRange | null | undefined;
  /** Share of the time of the expected accounts with data, 0 to 1 */
  readonly coverage?: FigureRange | null | undefined;
  readonly isMissing?: boolean | null | undefined;
};

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

export type IntervalFilter = {
  readonly _id?: IDFilter | null | undefined;
  readonly accountId?: IDFilter | null | undefined;
  readonly and?: ReadonlyArray<IntervalFilter> | null | undefined;
  readonly createdAt?: TimestampFilter | null | undefined;
  readonly endTimestamp?: TimestampFilter | null | undefined;
  readonly entityId?: IDFilter | null | undefined;
  readonly estimatedValue?: FloatFilter | null | undefined;
  readonly isEstimated?: BooleanFilter | null | undefined;
  readonly isGridData?: BooleanFilter | null | undefined;
  readonly isHalfHourly?: BooleanFilter | null | undefined;
  readonly not?: IntervalFilter | null | undefined;
  readonly or?: ReadonlyArray<IntervalFilter> | null | undefined;
  readonly readType?: StringFilter | null | undefined;
  readonly source?: StringFilter | null | undefined;
  readonly startTimestamp?: TimestampFilter | null | undefined;
  readonly type?: IntervalTypeFilter | null | undefined;
  readonly unit?: StringFilter | null | undefined;
  readonly updatedAt?: TimestampFilter | null | undefined;
  readonly value?: FloatFilter | null | undefined;
};

/** The type of an interval record: a utility type or `other`. */
export type IntervalType =
  | 'cooling'
  | 'electricity'
  | 'flow'
  | 'gas'
  | 'heating'
  | 'other'
  | 'solar'
  | 'temperature'
  | 'waste'
  | 'water';

export type IntervalTypeFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: IntervalType | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<IntervalType> | null | undefined;
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

/** The fault of a rate line. */
export type LineFault =
  | 'cost'
  | 'days'
  | 'negative';

export type OccupationStatusFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: string | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<string> | null | undefined;
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

export type ReadingFilter = {
  readonly _id?: IDFilter | null | undefined;
  readonly accountId?: IDFilter | null | undefined;
  readonly and?: ReadonlyArray<ReadingFilter> | null | undefined;
  readonly companyId?: IDFilter | null | undefined;
  readonly createdAt?: TimestampFilter | null | undefined;
  readonly entityId?: IDFilter | null | undefined;
  readonly invoiceId?: IDFilter | null | undefined;
  readonly isHalfHourly?: BooleanFilter | null | undefined;
  readonly meterReset?: BooleanFilter | null | undefined;
  readonly name?: StringFilter | null | undefined;
  readonly not?: ReadingFilter | null | undefined;
  readonly or?: ReadonlyArray<ReadingFilter> | null | undefined;
  readonly quantity?: FloatFilter | null | undefined;
  readonly registerDigits?: FloatFilter | null | undefined;
  readonly registerId?: StringFilter | null | undefined;
  readonly source?: ReadingSourceFilter | null | undefined;
  readonly submittedAt?: TimestampFilter | null | undefined;
  readonly type?: StringFilter | null | undefined;
  readonly units?: StringFilter | null | undefined;
  readonly updatedAt?: TimestampFilter | null | undefined;
  readonly value?: FloatFilter | null | undefined;
};

export type ReadingSourceFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: string | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<string> | null | undefined;
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

export type UtilityTypeFilter = {
  /** Equal to the value; null: has no value */
  readonly eq?: UtilityType | null | undefined;
  /** Equal to any of these values */
  readonly in?: ReadonlyArray<UtilityType> | null | undefined;
};

export type AccountQueryVariables = Exact<{
  id: string | number;
}>;


export type AccountQuery = { readonly account: { readonly _id: string, readonly name: string | null, readonly group: string | null, readonly siteCode: string | null, readonly type: UtilityType, readonly supplierRef: string | null, readonly meterPointNumber: string | null, readonly meterPointNumber2: string | null, readonly meterSerialNumber: string | null, readonly meterUnits: string | null, readonly automaticMeterRead: boolean | null, readonly status: Status, readonly capacity: string | null, readonly meterOperator: string | null, readonly meterLocation: string | null, readonly meterAreaServed: string | null, readonly isVirtual: boolean | null, readonly meterUser: string | null, readonly consumptionPriority: ReadonlyArray<DataSource> | null, readonly assetId: string | null, readonly entityId: string | null, readonly companyId: string, readonly tags: ReadonlyArray<string>, readonly createdAt: string, readonly updatedAt: string } | null };

export type AccountsQueryVariables = Exact<{
  filter?: AccountFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number;
  page?: number;
}>;


export type AccountsQuery = { readonly accounts: { readonly total: number, readonly limit: number, readonly skip: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly name: string | null, readonly group: string | null, readonly siteCode: string | null, readonly type: UtilityType, readonly supplierRef: string | null, readonly meterPointNumber: string | null, readonly meterPointNumber2: string | null, readonly meterSerialNumber: string | null, readonly meterUnits: string | null, readonly automaticMeterRead: boolean | null, readonly status: Status, readonly isVirtual: boolean | null, readonly meterUser: string | null, readonly assetId: string | null, readonly entityId: string | null, readonly companyId: string, readonly tags: ReadonlyArray<string>, readonly createdAt: string, readonly updatedAt: string }> } | null };

export type AssetQueryVariables = Exact<{
  id: string | number;
}>;


export type AssetQuery = { readonly asset: { readonly _id: string, readonly siteName: string | null, readonly siteCode: string | null, readonly assetType: string | null, readonly floorArea: number | null, readonly floorAreaUnit: string | null, readonly noOfFloors: number | null, readonly gav: string | null, readonly gavCurrency: string | null, readonly occupationStatus: string | null, readonly vacancyRate: number | null, readonly constructionYear: number | null, readonly ownedSince: string | null, readonly tenure: Tenure | null, readonly tenantControlledPercent: number | null, readonly landlordControlledPercent: number | null, readonly occupancyLevel: number | null, readonly status: Status, readonly entityId: string | null, readonly companyId: string, readonly tags: ReadonlyArray<string>, readonly createdAt: string, readonly updatedAt: string, readonly address: { readonly streetAddress: string | null, readonly locality: string | null, readonly region: string | null, readonly postCode: string | null, readonly countryCode: string | null, readonly latitude: string | null, readonly longitude: string | null } } | null };

export type AssetsQueryVariables = Exact<{
  filter?: AssetFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number;
  page?: number;
}>;


export type AssetsQuery = { readonly assets: { readonly total: number, readonly limit: number, readonly skip: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly siteName: string | null, readonly siteCode: string | null, readonly assetType: string | null, readonly floorArea: number | null, readonly floorAreaUnit: string | null, readonly noOfFloors: number | null, readonly occupationStatus: string | null, readonly ownedSince: string | null, readonly tenure: Tenure | null, readonly status: Status, readonly entityId: string | null, readonly companyId: string, readonly createdAt: string, readonly updatedAt: string, readonly address: { readonly streetAddress: string | null, readonly locality: string | null, readonly region: string | null, readonly postCode: string | null, readonly countryCode: string | null, readonly latitude: string | null, readonly longitude: string | null } }> } | null };

export type ConsumptionQueryVariables = Exact<{
  startDate: string;
  endDate: string;
  timeZone?: string | null | undefined;
  granularity?: Granularity;
  source?: string;
  accountType?: ReadonlyArray<UtilityType> | UtilityType | null | undefined;
  tags?: ReadonlyArray<string> | string | null | undefined;
  accountId?: string | number | null | undefined;
  assetId?: string | number | null | undefined;
  assetGroupId?: string | number | null | undefined;
  entityId?: string | number | null | undefined;
  emissions?: boolean;
  dayNight?: boolean;
  floorArea?: boolean;
  capacityInfo?: boolean;
  meterUserBreakdown?: boolean;
  showCounts?: boolean;
  contractCoverage?: boolean;
  showSimulated?: boolean;
  coverage?: boolean;
  minimal?: boolean;
  withTimeZone?: boolean;
  withAccountId?: boolean;
  withAssetId?: boolean;
  withAssetGroupId?: boolean;
  withEntityId?: boolean;
  withBreakdown?: boolean;
  withCost?: boolean;
  withRates?: boolean;
  withAssetGroups?: boolean;
}>;


export type ConsumptionQuery = { readonly consumption: { readonly startDate: string, readonly endDate: string, readonly granularity: Granularity, readonly timeZone?: string, readonly accountId?: string | null, readonly assetId?: string | null, readonly assetGroupId?: string | null, readonly entityId?: string | null, readonly units: string | null, readonly consumption: number | null, readonly estimatedConsumption: number | null, readonly isMissing: boolean, readonly coverage?: number | null, readonly sources: ReadonlyArray<string>, readonly simulatedConsumption?: number | null, readonly dayConsumption?: number | null, readonly nightConsumption?: number | null, readonly tenantConsumption?: number | null, readonly landlordConsumption?: number | null, readonly maxDemand?: number | null, readonly avgDemand?: number | null, readonly peakLoad?: number | null, readonly peakCapacity?: number | null, readonly avgCapacity?: number | null, readonly cost?: number | null, readonly currency?: string | null, readonly costReasons?: ReadonlyArray<string>, readonly accountFloorArea?: number | null, readonly assetFloorArea?: number | null, readonly totalAssetFloorArea?: number | null, readonly accountCount?: number, readonly assetCount?: number, readonly totalConsumption: number | null, readonly totalEstimatedConsumption: number | null, readonly factors?: ReadonlyArray<{ readonly set: string, readonly country: string, readonly type: UtilityType, readonly year: number, readonly source: string | null }>, readonly assetGroups?: ReadonlyArray<{ readonly assetId: string, readonly siteName: string | null, readonly address: string | null, readonly consumption: number | null, readonly emissions?: number | null, readonly cost?: number | null, readonly currency?: string | null, readonly costReasons?: ReadonlyArray<string>, readonly accountFloorArea?: number | null, readonly assetFloorArea?: number | null }> | null, readonly data: ReadonlyArray<{ readonly date?: string, readonly startDate: string, readonly endDate: string, readonly consumption?: number | null } & { readonly units?: string | null, readonly consumption?: number | null, readonly estimatedConsumption?: number | null, readonly isMissing?: boolean, readonly coverage?: number | null, readonly sources?: ReadonlyArray<string>, readonly simulatedConsumption?: number | null, readonly dayConsumption?: number | null, readonly nightConsumption?: number | null, readonly tenantConsumption?: number | null, readonly landlordConsumption?: number | null, readonly maxDemand?: number | null, readonly avgDemand?: number | null, readonly peakLoad?: number | null, readonly peakCapacity?: number | null, readonly avgCapacity?: number | null, readonly cost?: number | null, readonly currency?: string | null, readonly costReasons?: ReadonlyArray<string>, readonly accountFloorArea?: number | null, readonly assetFloorArea?: number | null, readonly totalAssetFloorArea?: number | null, readonly accountCount?: number, readonly assetCount?: number, readonly totalConsumption?: number | null, readonly totalEstimatedConsumption?: number | null, readonly totalEmissions?: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly emissions?: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors?: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly rates?: { readonly byName: Record<string, unknown>, readonly byType: Record<string, unknown> } | null, readonly combinedBreakdown?: { readonly hh: number | null, readonly invoice: number | null, readonly reading: number | null, readonly custom: number | null }, readonly contractCoverage?: { readonly withContract: number, readonly withoutContract: number } }>, readonly totalEmissions: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly emissions?: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors?: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly rates?: { readonly byName: Record<string, unknown>, readonly byType: Record<string, unknown> } | null, readonly combinedBreakdown?: { readonly hh: number | null, readonly invoice: number | null, readonly reading: number | null, readonly custom: number | null }, readonly contractCoverage?: { readonly withContract: number, readonly withoutContract: number } } | null };

type Figures_Consumption_Fragment = { readonly units: string | null, readonly consumption: number | null, readonly estimatedConsumption: number | null, readonly isMissing: boolean, readonly coverage?: number | null, readonly sources: ReadonlyArray<string>, readonly simulatedConsumption?: number | null, readonly dayConsumption?: number | null, readonly nightConsumption?: number | null, readonly tenantConsumption?: number | null, readonly landlordConsumption?: number | null, readonly maxDemand?: number | null, readonly avgDemand?: number | null, readonly peakLoad?: number | null, readonly peakCapacity?: number | null, readonly avgCapacity?: number | null, readonly cost?: number | null, readonly currency?: string | null, readonly costReasons?: ReadonlyArray<string>, readonly accountFloorArea?: number | null, readonly assetFloorArea?: number | null, readonly totalAssetFloorArea?: number | null, readonly accountCount?: number, readonly assetCount?: number, readonly totalConsumption: number | null, readonly totalEstimatedConsumption: number | null, readonly totalEmissions: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly emissions?: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors?: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly rates?: { readonly byName: Record<string, unknown>, readonly byType: Record<string, unknown> } | null, readonly combinedBreakdown?: { readonly hh: number | null, readonly invoice: number | null, readonly reading: number | null, readonly custom: number | null }, readonly contractCoverage?: { readonly withContract: number, readonly withoutContract: number } };

type Figures_ConsumptionPeriod_Fragment = { readonly units: string | null, readonly consumption: number | null, readonly estimatedConsumption: number | null, readonly isMissing: boolean, readonly coverage?: number | null, readonly sources: ReadonlyArray<string>, readonly simulatedConsumption?: number | null, readonly dayConsumption?: number | null, readonly nightConsumption?: number | null, readonly tenantConsumption?: number | null, readonly landlordConsumption?: number | null, readonly maxDemand?: number | null, readonly avgDemand?: number | null, readonly peakLoad?: number | null, readonly peakCapacity?: number | null, readonly avgCapacity?: number | null, readonly cost?: number | null, readonly currency?: string | null, readonly costReasons?: ReadonlyArray<string>, readonly accountFloorArea?: number | null, readonly assetFloorArea?: number | null, readonly totalAssetFloorArea?: number | null, readonly accountCount?: number, readonly assetCount?: number, readonly totalConsumption: number | null, readonly totalEstimatedConsumption: number | null, readonly totalEmissions: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly emissions?: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors?: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly rates?: { readonly byName: Record<string, unknown>, readonly byType: Record<string, unknown> } | null, readonly combinedBreakdown?: { readonly hh: number | null, readonly invoice: number | null, readonly reading: number | null, readonly custom: number | null }, readonly contractCoverage?: { readonly withContract: number, readonly withoutContract: number } };

type Figures_FigureRow_Fragment = { readonly units: string | null, readonly consumption: number | null, readonly estimatedConsumption: number | null, readonly isMissing: boolean, readonly coverage?: number | null, readonly sources: ReadonlyArray<string>, readonly simulatedConsumption?: number | null, readonly dayConsumption?: number | null, readonly nightConsumption?: number | null, readonly tenantConsumption?: number | null, readonly landlordConsumption?: number | null, readonly maxDemand?: number | null, readonly avgDemand?: number | null, readonly peakLoad?: number | null, readonly peakCapacity?: number | null, readonly avgCapacity?: number | null, readonly cost?: number | null, readonly currency?: string | null, readonly costReasons?: ReadonlyArray<string>, readonly accountFloorArea?: number | null, readonly assetFloorArea?: number | null, readonly totalAssetFloorArea?: number | null, readonly accountCount?: number, readonly assetCount?: number, readonly totalConsumption: number | null, readonly totalEstimatedConsumption: number | null, readonly totalEmissions: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly emissions?: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors?: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly rates?: { readonly byName: Record<string, unknown>, readonly byType: Record<string, unknown> } | null, readonly combinedBreakdown?: { readonly hh: number | null, readonly invoice: number | null, readonly reading: number | null, readonly custom: number | null }, readonly contractCoverage?: { readonly withContract: number, readonly withoutContract: number } };

export type FiguresFragment =
  | Figures_Consumption_Fragment
  | Figures_ConsumptionPeriod_Fragment
  | Figures_FigureRow_Fragment
;

export type DeletionsQueryVariables = Exact<{
  filter?: DeletionFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number;
  page?: number;
}>;


export type DeletionsQuery = { readonly deletions: { readonly total: number, readonly limit: number, readonly skip: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly resource: string, readonly accountId: string | null, readonly isAccountWide: boolean, readonly deletedAt: string }> } | null };

export type EmissionsQueryVariables = Exact<{
  startDate: string;
  endDate: string;
  timeZone?: string | null | undefined;
  granularity?: Granularity;
  source?: string;
  accountType?: ReadonlyArray<UtilityType> | UtilityType | null | undefined;
  accountId?: string | number | null | undefined;
  assetId?: string | number | null | undefined;
  assetGroupId?: string | number | null | undefined;
  withTimeZone?: boolean;
}>;


export type EmissionsQuery = { readonly emissions: { readonly startDate: string, readonly endDate: string, readonly granularity: Granularity, readonly timeZone?: string, readonly units: string | null, readonly isMissing: boolean, readonly emissions: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly factors: ReadonlyArray<{ readonly set: string, readonly country: string, readonly type: UtilityType, readonly year: number, readonly source: string | null }>, readonly data: ReadonlyArray<{ readonly date: string, readonly startDate: string, readonly endDate: string, readonly isMissing: boolean, readonly emissions: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null }> } | null };

export type FiguresQueryVariables = Exact<{
  by: FigureLevel;
  startDate: string;
  endDate: string;
  timeZone?: string | null | undefined;
  granularity?: Granularity;
  source?: string;
  accountType?: ReadonlyArray<UtilityType> | UtilityType | null | undefined;
  tags?: ReadonlyArray<string> | string | null | undefined;
  accountId?: string | number | null | undefined;
  assetId?: string | number | null | undefined;
  assetGroupId?: string | number | null | undefined;
  entityId?: string | number | null | undefined;
  accountFilter?: AccountFilter | null | undefined;
  assetFilter?: AssetFilter | null | undefined;
  entityFilter?: EntityFilter | null | undefined;
  assetGroupFilter?: AssetGroupFilter | null | undefined;
  rows?: FigureRowFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  page?: number;
  emissions?: boolean;
  dayNight?: boolean;
  floorArea?: boolean;
  capacityInfo?: boolean;
  meterUserBreakdown?: boolean;
  showCounts?: boolean;
  contractCoverage?: boolean;
  showSimulated?: boolean;
  detailedSource?: boolean;
  minimal?: boolean;
  withCost?: boolean;
  withRates?: boolean;
}>;


export type FiguresQuery = { readonly figures: { readonly total: number, readonly limit: number, readonly skip: number, readonly data: ReadonlyArray<{ readonly id: string, readonly name: string | null, readonly siteCode: string | null, readonly type: UtilityType | null, readonly period: string, readonly startDate: string, readonly endDate: string, readonly units: string | null, readonly consumption: number | null } & { readonly estimatedConsumption?: number | null, readonly coverage?: number | null, readonly isMissing?: boolean, readonly sources?: ReadonlyArray<string>, readonly simulatedConsumption?: number | null, readonly dayConsumption?: number | null, readonly nightConsumption?: number | null, readonly tenantConsumption?: number | null, readonly landlordConsumption?: number | null, readonly maxDemand?: number | null, readonly avgDemand?: number | null, readonly peakLoad?: number | null, readonly peakCapacity?: number | null, readonly avgCapacity?: number | null, readonly cost?: number | null, readonly currency?: string | null, readonly costReasons?: ReadonlyArray<string>, readonly accountFloorArea?: number | null, readonly assetFloorArea?: number | null, readonly totalAssetFloorArea?: number | null, readonly accountCount?: number, readonly assetCount?: number, readonly emissions?: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors?: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly rates?: { readonly byName: Record<string, unknown>, readonly byType: Record<string, unknown> } | null, readonly combinedBreakdown?: { readonly hh: number | null, readonly invoice: number | null, readonly reading: number | null, readonly custom: number | null }, readonly contractCoverage?: { readonly withContract: number, readonly withoutContract: number } }> } | null };

export type UsageFragment = { readonly estimatedConsumption: number | null, readonly coverage: number | null, readonly isMissing: boolean, readonly sources: ReadonlyArray<string>, readonly simulatedConsumption?: number | null, readonly dayConsumption?: number | null, readonly nightConsumption?: number | null, readonly tenantConsumption?: number | null, readonly landlordConsumption?: number | null, readonly maxDemand?: number | null, readonly avgDemand?: number | null, readonly peakLoad?: number | null, readonly peakCapacity?: number | null, readonly avgCapacity?: number | null, readonly cost?: number | null, readonly currency?: string | null, readonly costReasons?: ReadonlyArray<string>, readonly accountFloorArea?: number | null, readonly assetFloorArea?: number | null, readonly totalAssetFloorArea?: number | null, readonly accountCount?: number, readonly assetCount?: number, readonly emissions?: { readonly total: number, readonly scope1: number, readonly scope2: number, readonly scope3: number } | null, readonly missingFactors?: ReadonlyArray<{ readonly type: UtilityType, readonly country: string }> | null, readonly rates?: { readonly byName: Record<string, unknown>, readonly byType: Record<string, unknown> } | null, readonly combinedBreakdown?: { readonly hh: number | null, readonly invoice: number | null, readonly reading: number | null, readonly custom: number | null }, readonly contractCoverage?: { readonly withContract: number, readonly withoutContract: number } };

export type FindingQueryVariables = Exact<{
  id: string | number;
}>;


export type FindingQuery = { readonly finding: { readonly _id: string, readonly kind: string, readonly severity: FindingSeverity, readonly status: FindingStatus, readonly accountId: string, readonly assetId: string | null, readonly entityId: string | null, readonly companyId: string, readonly invoiceIds: ReadonlyArray<string>, readonly startDate: string, readonly endDate: string, readonly quantity: number | null, readonly units: string | null, readonly cost: number | null, readonly share: number | null, readonly message: string, readonly dismissedReason: string | null, readonly firstSeenAt: string, readonly resolvedAt: string | null, readonly updatedAt: string, readonly evidence: ReadonlyArray<{ readonly name: string, readonly value: number | null, readonly units: string | null, readonly text: string | null, readonly startDate: string | null, readonly endDate: string | null }> } | null };

export type FindingsQueryVariables = Exact<{
  filter?: FindingFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number;
  page?: number;
}>;


export type FindingsQuery = { readonly findings: { readonly total: number, readonly limit: number, readonly skip: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly kind: string, readonly severity: FindingSeverity, readonly status: FindingStatus, readonly accountId: string, readonly assetId: string | null, readonly entityId: string | null, readonly companyId: string, readonly invoiceIds: ReadonlyArray<string>, readonly startDate: string, readonly endDate: string, readonly quantity: number | null, readonly units: string | null, readonly cost: number | null, readonly share: number | null, readonly message: string, readonly dismissedReason: string | null, readonly firstSeenAt: string, readonly resolvedAt: string | null, readonly updatedAt: string, readonly evidence: ReadonlyArray<{ readonly name: string, readonly value: number | null, readonly units: string | null, readonly text: string | null, readonly startDate: string | null, readonly endDate: string | null }> }> } | null };

export type InvoiceQueryVariables = Exact<{
  id: string | number;
}>;


export type InvoiceQuery = { readonly invoice: { readonly _id: string, readonly fileName: string | null, readonly status: InvoiceStatus | null, readonly financialStatus: string | null, readonly completed: boolean | null, readonly isPaid: boolean | null, readonly type: string | null, readonly tags: ReadonlyArray<string>, readonly notes: string | null, readonly accountId: string | null, readonly entityId: string | null, readonly supplierId: string | null, readonly createdAt: string, readonly updatedAt: string, readonly values: { readonly invoiceNumber: string | null, readonly supplierRef: string | null, readonly supplierName: string | null, readonly recipient: string | null, readonly invoiceDate: string | null, readonly invoiceDueDate: string | null, readonly startDate: string | null, readonly endDate: string | null, readonly meterPointNumber: string | null, readonly meterSerialNumber: string | null, readonly totalUnits: number | null, readonly totalUnitCost: number | null, readonly totalDaily: number | null, readonly totalCCL: number | null, readonly netTotalCost: number | null, readonly totalTax: number | null, readonly totalCost: number | null, readonly units: string | null, readonly startRead: string | null, readonly endRead: string | null, readonly startReadType: string | null, readonly endReadType: string | null, readonly supplyAddress: string | null }, readonly rates: ReadonlyArray<{ readonly id: string | null, readonly rateName: string | null, readonly consumption: number | null, readonly unitRate: number | null, readonly cost: number | null, readonly units: string | null, readonly startDate: string | null, readonly endDate: string | null }> } | null };

export type InvoiceCheckQueryVariables = Exact<{
  id: string | number;
}>;


export type InvoiceCheckQuery = { readonly invoice: { readonly _id: string, readonly accountId: string | null, readonly currency: string | null, readonly values: { readonly invoiceNumber: string | null, readonly startDate: string | null, readonly endDate: string | null }, readonly check: { readonly quantity: { readonly result: CheckResult, readonly reason: string | null, readonly message: string, readonly billed: number | null, readonly metered: number | null, readonly units: string | null, readonly difference: number | null, readonly percent: number | null, readonly coverage: number | null, readonly source: string | null, readonly threshold: number } | null, readonly sum: { readonly result: CheckResult, readonly reason: string | null, readonly message: string, readonly lines: number | null, readonly net: number | null, readonly tax: number | null, readonly total: number | null, readonly difference: number | null, readonly threshold: number }, readonly rates: { readonly result: CheckResult, readonly reason: string | null, readonly message: string, readonly beforeId: string | null, readonly threshold: number, readonly rates: ReadonlyArray<{ readonly rateName: string, readonly units: string | null, readonly unitRate: number, readonly unitRateBefore: number, readonly percent: number, readonly result: CheckResult }> }, readonly lines: { readonly result: CheckResult, readonly reason: string | null, readonly message: string, readonly threshold: number, readonly lines: ReadonlyArray<{ readonly rateName: string | null, readonly units: string | null, readonly quantity: number | null, readonly unitRate: number | null, readonly cost: number | null, readonly expected: number | null, readonly difference: number | null, readonly fault: LineFault | null, readonly result: CheckResult }> }, readonly price: { readonly result: CheckResult, readonly reason: string | null, readonly message: string, readonly beforeId: string | null, readonly price: number | null, readonly priceBefore: number | null, readonly units: string | null, readonly percent: number | null, readonly threshold: number }, readonly tax: { readonly result: CheckResult, readonly reason: string | null, readonly message: string, readonly percent: number | null, readonly percentBefore: number | null } } | null, readonly findings: { readonly total: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly kind: string, readonly severity: FindingSeverity, readonly status: FindingStatus, readonly startDate: string, readonly endDate: string, readonly quantity: number | null, readonly units: string | null, readonly cost: number | null, readonly share: number | null, readonly message: string }> } | null } | null };

export type InvoicesQueryVariables = Exact<{
  filter?: InvoiceFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number;
  page?: number;
}>;


export type InvoicesQuery = { readonly invoices: { readonly total: number, readonly limit: number, readonly skip: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly fileName: string | null, readonly status: InvoiceStatus | null, readonly financialStatus: string | null, readonly completed: boolean | null, readonly isPaid: boolean | null, readonly type: string | null, readonly tags: ReadonlyArray<string>, readonly accountId: string | null, readonly entityId: string | null, readonly supplierId: string | null, readonly createdAt: string, readonly updatedAt: string, readonly values: { readonly invoiceNumber: string | null, readonly supplierName: string | null, readonly invoiceDate: string | null, readonly startDate: string | null, readonly endDate: string | null, readonly totalUnits: number | null, readonly totalUnitCost: number | null, readonly totalDaily: number | null, readonly totalCCL: number | null, readonly netTotalCost: number | null, readonly totalTax: number | null, readonly totalCost: number | null, readonly units: string | null, readonly meterPointNumber: string | null, readonly startRead: string | null, readonly endRead: string | null }, readonly rates: ReadonlyArray<{ readonly rateName: string | null, readonly consumption: number | null, readonly unitRate: number | null, readonly cost: number | null, readonly units: string | null }> }> } | null };

export type NonCumulativeQueryVariables = Exact<{
  filter?: IntervalFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number;
  page?: number;
}>;


export type NonCumulativeQuery = { readonly nonCumulative: { readonly total: number, readonly limit: number, readonly skip: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly value: number, readonly startTimestamp: string, readonly endTimestamp: string, readonly type: IntervalType, readonly unit: string | null, readonly readType: string | null, readonly isHalfHourly: boolean | null, readonly isEstimated: boolean | null, readonly estimatedValue: number | null, readonly isGridData: boolean | null, readonly source: string | null, readonly accountId: string, readonly entityId: string | null, readonly createdAt: string, readonly updatedAt: string }> } | null };

export type ReadingsQueryVariables = Exact<{
  filter?: ReadingFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number;
  page?: number;
}>;


export type ReadingsQuery = { readonly readings: { readonly total: number, readonly limit: number, readonly skip: number, readonly data: ReadonlyArray<{ readonly _id: string, readonly submittedAt: string, readonly value: number, readonly type: string, readonly units: string | null, readonly name: string | null, readonly source: string | null, readonly registerId: string | null, readonly isHalfHourly: boolean | null, readonly meterReset: boolean | null, readonly quantity: number | null, readonly registerDigits: number | null, readonly invoiceId: string | null, readonly accountId: string, readonly entityId: string | null, readonly companyId: string, readonly createdAt: string, readonly updatedAt: string }> } | null };

export const useAccount = /* #__PURE__ */ queryHook<AccountQuery, AccountQueryVariables>('account', "query account($id: ID!) {\n  account(id: $id) {\n    _id\n    name\n    group\n    siteCode\n    type\n    supplierRef\n    meterPointNumber\n    meterPointNumber2\n    meterSerialNumber\n    meterUnits\n    automaticMeterRead\n    status\n    capacity\n    meterOperator\n    meterLocation\n    meterAreaServed\n    isVirtual\n    meterUser\n    consumptionPriority\n    assetId\n    entityId\n    companyId\n    tags\n    createdAt\n    updatedAt\n  }\n}");

export const useAccounts = /* #__PURE__ */ queryHook<AccountsQuery, AccountsQueryVariables>('accounts', "query accounts($filter: AccountFilter, $sort: Sort, $limit: Int! = 100, $page: Int! = 1) {\n  accounts(filter: $filter, sort: $sort, limit: $limit, page: $page) {\n    total\n    limit\n    skip\n    data {\n      _id\n      name\n      group\n      siteCode\n      type\n      supplierRef\n      meterPointNumber\n      meterPointNumber2\n      meterSerialNumber\n      meterUnits\n      automaticMeterRead\n      status\n      isVirtual\n      meterUser\n      assetId\n      entityId\n      companyId\n      tags\n      createdAt\n      updatedAt\n    }\n  }\n}");
export const useInfiniteAccounts = /* #__PURE__ */ pagesHook(useAccounts, (result) => result.accounts);

export const useAsset = /* #__PURE__ */ queryHook<AssetQuery, AssetQueryVariables>('asset', "query asset($id: ID!) {\n  asset(id: $id) {\n    _id\n    siteName\n    siteCode\n    address {\n      streetAddress\n      locality\n      region\n      postCode\n      countryCode\n      latitude\n      longitude\n    }\n    assetType\n    floorArea\n    floorAreaUnit\n    noOfFloors\n    gav\n    gavCurrency\n    occupationStatus\n    vacancyRate\n    constructionYear\n    ownedSince\n    tenure\n    tenantControlledPercent\n    landlordControlledPercent\n    occupancyLevel\n    status\n    entityId\n    companyId\n    tags\n    createdAt\n    updatedAt\n  }\n}");

export const useAssets = /* #__PURE__ */ queryHook<AssetsQuery, AssetsQueryVariables>('assets', "query assets($filter: AssetFilter, $sort: Sort, $limit: Int! = 100, $page: Int! = 1) {\n  assets(filter: $filter, sort: $sort, limit: $limit, page: $page) {\n    total\n    limit\n    skip\n    data {\n      _id\n      siteName\n      siteCode\n      address {\n        streetAddress\n        locality\n        region\n        postCode\n        countryCode\n        latitude\n        longitude\n      }\n      assetType\n      floorArea\n      floorAreaUnit\n      noOfFloors\n      occupationStatus\n      ownedSince\n      tenure\n      status\n      entityId\n      companyId\n      createdAt\n      updatedAt\n    }\n  }\n}");
export const useInfiniteAssets = /* #__PURE__ */ pagesHook(useAssets, (result) => result.assets);

export const useConsumption = /* #__PURE__ */ queryHook<ConsumptionQuery, ConsumptionQueryVariables>('consumption', "query consumption($startDate: Date!, $endDate: Date!, $timeZone: TimeZone, $granularity: Granularity! = monthly, $source: ConsumptionSource! = \"combined\", $accountType: [UtilityType!], $tags: [String!], $accountId: ID, $assetId: ID, $assetGroupId: ID, $entityId: ID, $emissions: Boolean! = false, $dayNight: Boolean! = false, $floorArea: Boolean! = false, $capacityInfo: Boolean! = false, $meterUserBreakdown: Boolean! = false, $showCounts: Boolean! = false, $contractCoverage: Boolean! = false, $showSimulated: Boolean! = false, $coverage: Boolean! = false, $minimal: Boolean! = false, $withTimeZone: Boolean! = false, $withAccountId: Boolean! = false, $withAssetId: Boolean! = false, $withAssetGroupId: Boolean! = false, $withEntityId: Boolean! = false, $withBreakdown: Boolean! = true, $withCost: Boolean! = false, $withRates: Boolean! = false, $withAssetGroups: Boolean! = false) {\n  consumption(\n    startDate: $startDate\n    endDate: $endDate\n    timeZone: $timeZone\n    granularity: $granularity\n    source: $source\n    accountType: $accountType\n    tags: $tags\n    accountId: $accountId\n    assetId: $assetId\n    assetGroupId: $assetGroupId\n    entityId: $entityId\n  ) {\n    startDate\n    endDate\n    granularity\n    timeZone @include(if: $withTimeZone)\n    accountId @include(if: $withAccountId)\n    assetId @include(if: $withAssetId)\n    assetGroupId @include(if: $withAssetGroupId)\n    entityId @include(if: $withEntityId)\n    ...figures\n    factors @include(if: $emissions) {\n      set\n      country\n      type\n      year\n      source\n    }\n    assetGroups @include(if: $withAssetGroups) {\n      assetId\n      siteName\n      address\n      consumption\n      emissions @include(if: $emissions)\n      cost @include(if: $withCost)\n      currency @include(if: $withCost)\n      costReasons @include(if: $withCost)\n      accountFloorArea @include(if: $floorArea)\n      assetFloorArea @include(if: $floorArea)\n    }\n    data {\n      date @skip(if: $minimal)\n      startDate\n      endDate\n      consumption @include(if: $minimal)\n      ...figures @skip(if: $minimal)\n    }\n  }\n}\nfragment figures on ConsumptionFigures {\n  units\n  consumption\n  estimatedConsumption\n  isMissing\n  coverage @include(if: $coverage)\n  sources\n  totalConsumption: consumption\n  totalEstimatedConsumption: estimatedConsumption\n  totalEmissions(when: $emissions) {\n    total\n    scope1\n    scope2\n    scope3\n  }\n  emissions @include(if: $emissions) {\n    total\n    scope1\n    scope2\n    scope3\n  }\n  missingFactors @include(if: $emissions) {\n    type\n    country\n  }\n  simulatedConsumption @include(if: $showSimulated)\n  dayConsumption @include(if: $dayNight)\n  nightConsumption @include(if: $dayNight)\n  tenantConsumption @include(if: $meterUserBreakdown)\n  landlordConsumption @include(if: $meterUserBreakdown)\n  maxDemand @include(if: $capacityInfo)\n  avgDemand @include(if: $capacityInfo)\n  peakLoad @include(if: $capacityInfo)\n  peakCapacity @include(if: $capacityInfo)\n  avgCapacity @include(if: $capacityInfo)\n  cost @include(if: $withCost)\n  currency @include(if: $withCost)\n  costReasons @include(if: $withCost)\n  rates @include(if: $withRates) {\n    byName\n    byType\n  }\n  combinedBreakdown @include(if: $withBreakdown) {\n    hh\n    invoice\n    reading\n    custom\n  }\n  accountFloorArea @include(if: $floorArea)\n  assetFloorArea @include(if: $floorArea)\n  totalAssetFloorArea @include(if: $floorArea)\n  accountCount @include(if: $showCounts)\n  assetCount @include(if: $showCounts)\n  contractCoverage @include(if: $contractCoverage) {\n    withContract\n    withoutContract\n  }\n}");

export const useDeletions = /* #__PURE__ */ queryHook<DeletionsQuery, DeletionsQueryVariables>('deletions', "query deletions($filter: DeletionFilter, $sort: Sort, $limit: Int! = 100, $page: Int! = 1) {\n  deletions(filter: $filter, sort: $sort, limit: $limit, page: $page) {\n    total\n    limit\n    skip\n    data {\n      _id\n      resource\n      accountId\n      isAccountWide\n      deletedAt\n    }\n  }\n}");
export const useInfiniteDeletions = /* #__PURE__ */ pagesHook(useDeletions, (result) => result.deletions);

export const useEmissions = /* #__PURE__ */ queryHook<EmissionsQuery, EmissionsQueryVariables>('emissions', "query emissions($startDate: Date!, $endDate: Date!, $timeZone: TimeZone, $granularity: Granularity! = monthly, $source: ConsumptionSource! = \"combined\", $accountType: [UtilityType!], $accountId: ID, $assetId: ID, $assetGroupId: ID, $withTimeZone: Boolean! = false) {\n  emissions(\n    startDate: $startDate\n    endDate: $endDate\n    timeZone: $timeZone\n    granularity: $granularity\n    source: $source\n    accountType: $accountType\n    accountId: $accountId\n    assetId: $assetId\n    assetGroupId: $assetGroupId\n  ) {\n    startDate\n    endDate\n    granularity\n    timeZone @include(if: $withTimeZone)\n    units\n    isMissing\n    emissions {\n      total\n      scope1\n      scope2\n      scope3\n    }\n    missingFactors {\n      type\n      country\n    }\n    factors {\n      set\n      country\n      type\n      year\n      source\n    }\n    data {\n      date\n      startDate\n      endDate\n      isMissing\n      emissions {\n        total\n        scope1\n        scope2\n        scope3\n      }\n    }\n  }\n}");

export const useFigures = /* #__PURE__ */ queryHook<FiguresQuery, FiguresQueryVariables>('figures', "query figures($by: FigureLevel!, $startDate: Date!, $endDate: Date!, $timeZone: TimeZone, $granularity: Granularity! = monthly, $source: ConsumptionSource! = \"combined\", $accountType: [UtilityType!], $tags: [String!], $accountId: ID, $assetId: ID, $assetGroupId: ID, $entityId: ID, $accountFilter: AccountFilter, $assetFilter: AssetFilter, $entityFilter: EntityFilter, $assetGroupFilter: AssetGroupFilter, $rows: FigureRowFilter, $sort: Sort, $limit: Int, $page: Int! = 1, $emissions: Boolean! = false, $dayNight: Boolean! = false, $floorArea: Boolean! = false, $capacityInfo: Boolean! = false, $meterUserBreakdown: Boolean! = false, $showCounts: Boolean! = false, $contractCoverage: Boolean! = false, $showSimulated: Boolean! = false, $detailedSource: Boolean! = false, $minimal: Boolean! = false, $withCost: Boolean! = false, $withRates: Boolean! = false) {\n  figures(\n    by: $by\n    startDate: $startDate\n    endDate: $endDate\n    timeZone: $timeZone\n    granularity: $granularity\n    source: $source\n    accountType: $accountType\n    tags: $tags\n    accountId: $accountId\n    assetId: $assetId\n    assetGroupId: $assetGroupId\n    entityId: $entityId\n    accountFilter: $accountFilter\n    assetFilter: $assetFilter\n    entityFilter: $entityFilter\n    assetGroupFilter: $assetGroupFilter\n    rows: $rows\n    sort: $sort\n    limit: $limit\n    page: $page\n  ) {\n    total\n    limit\n    skip\n    data {\n      id\n      name\n      siteCode\n      type\n      period\n      startDate\n      endDate\n      units\n      consumption\n      ...usage @skip(if: $minimal)\n    }\n  }\n}\nfragment usage on FigureRow {\n  estimatedConsumption\n  coverage\n  isMissing\n  sources\n  emissions @include(if: $emissions) {\n    total\n    scope1\n    scope2\n    scope3\n  }\n  missingFactors @include(if: $emissions) {\n    type\n    country\n  }\n  simulatedConsumption @include(if: $showSimulated)\n  dayConsumption @include(if: $dayNight)\n  nightConsumption @include(if: $dayNight)\n  tenantConsumption @include(if: $meterUserBreakdown)\n  landlordConsumption @include(if: $meterUserBreakdown)\n  maxDemand @include(if: $capacityInfo)\n  avgDemand @include(if: $capacityInfo)\n  peakLoad @include(if: $capacityInfo)\n  peakCapacity @include(if: $capacityInfo)\n  avgCapacity @include(if: $capacityInfo)\n  cost @include(if: $withCost)\n  currency @include(if: $withCost)\n  costReasons @include(if: $withCost)\n  rates @include(if: $withRates) {\n    byName\n    byType\n  }\n  combinedBreakdown @include(if: $detailedSource) {\n    hh\n    invoice\n    reading\n    custom\n  }\n  accountFloorArea @include(if: $floorArea)\n  assetFloorArea @include(if: $floorArea)\n  totalAssetFloorArea @include(if: $floorArea)\n  accountCount @include(if: $showCounts)\n  assetCount @include(if: $showCounts)\n  contractCoverage @include(if: $contractCoverage) {\n    withContract\n    withoutContract\n  }\n}");

export const useFinding = /* #__PURE__ */ queryHook<FindingQuery, FindingQueryVariables>('finding', "query finding($id: ID!) {\n  finding(id: $id) {\n    _id\n    kind\n    severity\n    status\n    accountId\n    assetId\n    entityId\n    companyId\n    invoiceIds\n    startDate\n    endDate\n    quantity\n    units\n    cost\n    share\n    message\n    evidence {\n      name\n      value\n      units\n      text\n      startDate\n      endDate\n    }\n    dismissedReason\n    firstSeenAt\n    resolvedAt\n    updatedAt\n  }\n}");

export const useFindings = /* #__PURE__ */ queryHook<FindingsQuery, FindingsQueryVariables>('findings', "query findings($filter: FindingFilter, $sort: Sort, $limit: Int! = 100, $page: Int! = 1) {\n  findings(filter: $filter, sort: $sort, limit: $limit, page: $page) {\n    total\n    limit\n    skip\n    data {\n      _id\n      kind\n      severity\n      status\n      accountId\n      assetId\n      entityId\n      companyId\n      invoiceIds\n      startDate\n      endDate\n      quantity\n      units\n      cost\n      share\n      message\n      evidence {\n        name\n        value\n        units\n        text\n        startDate\n        endDate\n      }\n      dismissedReason\n      firstSeenAt\n      resolvedAt\n      updatedAt\n    }\n  }\n}");
export const useInfiniteFindings = /* #__PURE__ */ pagesHook(useFindings, (result) => result.findings);

export const useInvoice = /* #__PURE__ */ queryHook<InvoiceQuery, InvoiceQueryVariables>('invoice', "query invoice($id: ID!) {\n  invoice(id: $id) {\n    _id\n    fileName\n    status\n    financialStatus\n    completed\n    isPaid\n    type\n    tags\n    values {\n      invoiceNumber\n      supplierRef\n      supplierName\n      recipient\n      invoiceDate\n      invoiceDueDate\n      startDate\n      endDate\n      meterPointNumber\n      meterSerialNumber\n      totalUnits\n      totalUnitCost\n      totalDaily\n      totalCCL\n      netTotalCost\n      totalTax\n      totalCost\n      units\n      startRead\n      endRead\n      startReadType\n      endReadType\n      supplyAddress\n    }\n    rates {\n      id\n      rateName\n      consumption\n      unitRate\n      cost\n      units\n      startDate\n      endDate\n    }\n    notes\n    accountId\n    entityId\n    supplierId\n    createdAt\n    updatedAt\n  }\n}");

export const useInvoiceCheck = /* #__PURE__ */ queryHook<InvoiceCheckQuery, InvoiceCheckQueryVariables>('invoiceCheck', "query invoiceCheck($id: ID!) {\n  invoice(id: $id) {\n    _id\n    accountId\n    values {\n      invoiceNumber\n      startDate\n      endDate\n    }\n    currency\n    check {\n      quantity {\n        result\n        reason\n        message\n        billed\n        metered\n        units\n        difference\n        percent\n        coverage\n        source\n        threshold\n      }\n      sum {\n        result\n        reason\n        message\n        lines\n        net\n        tax\n        total\n        difference\n        threshold\n      }\n      rates {\n        result\n        reason\n        message\n        beforeId\n        rates {\n          rateName\n          units\n          unitRate\n          unitRateBefore\n          percent\n          result\n        }\n        threshold\n      }\n      lines {\n        result\n        reason\n        message\n        lines {\n          rateName\n          units\n          quantity\n          unitRate\n          cost\n          expected\n          difference\n          fault\n          result\n        }\n        threshold\n      }\n      price {\n        result\n        reason\n        message\n        beforeId\n        price\n        priceBefore\n        units\n        percent\n        threshold\n      }\n      tax {\n        result\n        reason\n        message\n        percent\n        percentBefore\n      }\n    }\n    findings {\n      total\n      data {\n        _id\n        kind\n        severity\n        status\n        startDate\n        endDate\n        quantity\n        units\n        cost\n        share\n        message\n      }\n    }\n  }\n}");

export const useInvoices = /* #__PURE__ */ queryHook<InvoicesQuery, InvoicesQueryVariables>('invoices', "query invoices($filter: InvoiceFilter, $sort: Sort, $limit: Int! = 100, $page: Int! = 1) {\n  invoices(filter: $filter, sort: $sort, limit: $limit, page: $page) {\n    total\n    limit\n    skip\n    data {\n      _id\n      fileName\n      status\n      financialStatus\n      completed\n      isPaid\n      type\n      tags\n      values {\n        invoiceNumber\n        supplierName\n        invoiceDate\n        startDate\n        endDate\n        totalUnits\n        totalUnitCost\n        totalDaily\n        totalCCL\n        netTotalCost\n        totalTax\n        totalCost\n        units\n        meterPointNumber\n        startRead\n        endRead\n      }\n      rates {\n        rateName\n        consumption\n        unitRate\n        cost\n        units\n      }\n      accountId\n      entityId\n      supplierId\n      createdAt\n      updatedAt\n    }\n  }\n}");
export const useInfiniteInvoices = /* #__PURE__ */ pagesHook(useInvoices, (result) => result.invoices);

export const useNonCumulative = /* #__PURE__ */ queryHook<NonCumulativeQuery, NonCumulativeQueryVariables>('nonCumulative', "query nonCumulative($filter: IntervalFilter, $sort: Sort, $limit: Int! = 100, $page: Int! = 1) {\n  nonCumulative(filter: $filter, sort: $sort, limit: $limit, page: $page) {\n    total\n    limit\n    skip\n    data {\n      _id\n      value\n      startTimestamp\n      endTimestamp\n      type\n      unit\n      readType\n      isHalfHourly\n      isEstimated\n      estimatedValue\n      isGridData\n      source\n      accountId\n      entityId\n      createdAt\n      updatedAt\n    }\n  }\n}");
export const useInfiniteNonCumulative = /* #__PURE__ */ pagesHook(useNonCumulative, (result) => result.nonCumulative);

export const useReadings = /* #__PURE__ */ queryHook<ReadingsQuery, ReadingsQueryVariables>('readings', "query readings($filter: ReadingFilter, $sort: Sort, $limit: Int! = 100, $page: Int! = 1) {\n  readings(filter: $filter, sort: $sort, limit: $limit, page: $page) {\n    total\n    limit\n    skip\n    data {\n      _id\n      submittedAt\n      value\n      type\n      units\n      name\n      source\n      registerId\n      isHalfHourly\n      meterReset\n      quantity\n      registerDigits\n      invoiceId\n      accountId\n      entityId\n      companyId\n      createdAt\n      updatedAt\n    }\n  }\n}");
export const useInfiniteReadings = /* #__PURE__ */ pagesHook(useReadings, (result) => result.readings);
