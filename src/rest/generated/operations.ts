/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AccountFilter = {
  _id?: IdFilter | null | undefined;
  and?: Array<AccountFilter> | null | undefined;
  assetId?: IdFilter | null | undefined;
  automaticMeterRead?: BooleanFilter | null | undefined;
  capacity?: StringFilter | null | undefined;
  companyId?: IdFilter | null | undefined;
  consumptionPriority?: DataSourceListFilter | null | undefined;
  createdAt?: TimestampFilter | null | undefined;
  entityId?: IdFilter | null | undefined;
  group?: StringFilter | null | undefined;
  isVirtual?: BooleanFilter | null | undefined;
  meterAreaServed?: StringFilter | null | undefined;
  meterLocation?: StringFilter | null | undefined;
  meterOperator?: StringFilter | null | undefined;
  meterPointNumber?: StringFilter | null | undefined;
  meterPointNumber2?: StringFilter | null | undefined;
  meterSerialNumber?: StringFilter | null | undefined;
  meterUnits?: StringFilter | null | undefined;
  meterUser?: StringFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: AccountFilter | null | undefined;
  or?: Array<AccountFilter> | null | undefined;
  siteCode?: StringFilter | null | undefined;
  status?: StatusFilter | null | undefined;
  supplierRef?: StringFilter | null | undefined;
  tags?: StringListFilter | null | undefined;
  type?: UtilityTypeFilter | null | undefined;
  updatedAt?: TimestampFilter | null | undefined;
};

export type AddressFilter = {
  countryCode?: StringFilter | null | undefined;
  latitude?: StringFilter | null | undefined;
  locality?: StringFilter | null | undefined;
  longitude?: StringFilter | null | undefined;
  postCode?: StringFilter | null | undefined;
  region?: StringFilter | null | undefined;
  streetAddress?: StringFilter | null | undefined;
};

export type AssetFilter = {
  _id?: IdFilter | null | undefined;
  address?: AddressFilter | null | undefined;
  and?: Array<AssetFilter> | null | undefined;
  assetType?: StringFilter | null | undefined;
  companyId?: IdFilter | null | undefined;
  constructionYear?: FloatFilter | null | undefined;
  createdAt?: TimestampFilter | null | undefined;
  entityId?: IdFilter | null | undefined;
  floorArea?: FloatFilter | null | undefined;
  floorAreaUnit?: StringFilter | null | undefined;
  gav?: StringFilter | null | undefined;
  gavCurrency?: StringFilter | null | undefined;
  landlordControlledPercent?: FloatFilter | null | undefined;
  noOfFloors?: FloatFilter | null | undefined;
  not?: AssetFilter | null | undefined;
  occupancyLevel?: FloatFilter | null | undefined;
  occupationStatus?: OccupationStatusFilter | null | undefined;
  or?: Array<AssetFilter> | null | undefined;
  ownedSince?: TimestampFilter | null | undefined;
  siteCode?: StringFilter | null | undefined;
  siteName?: StringFilter | null | undefined;
  status?: StatusFilter | null | undefined;
  tags?: StringListFilter | null | undefined;
  tenantControlledPercent?: FloatFilter | null | undefined;
  tenure?: TenureFilter | null | undefined;
  updatedAt?: TimestampFilter | null | undefined;
  vacancyRate?: FloatFilter | null | undefined;
};

export type BooleanFilter = {
  /** Equal; null: without a value */
  eq?: boolean | null | undefined;
};

/** A source of consumption data, as named in an account's priority. */
export type DataSource =
  | 'hh'
  | 'invoice'
  | 'reading';

export type DataSourceListFilter = {
  /** The list contains the value; of several, any of them */
  has: Array<DataSource>;
};

export type FinancialStatusFilter = {
  /** Equal; null: without a value */
  eq?: string | null | undefined;
  /** Any of these */
  in?: Array<string> | null | undefined;
};

export type FloatFilter = {
  /** Equal; null: without a value */
  eq?: number | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  /** Any of these */
  in?: Array<number> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
};

export type FloatListFilter = {
  /** The list contains the value; of several, any of them */
  has: Array<number>;
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

export type IdFilter = {
  /** Equal; null: without a value */
  eq?: string | number | null | undefined;
  gt?: string | number | null | undefined;
  gte?: string | number | null | undefined;
  /** Any of these */
  in?: Array<string | number> | null | undefined;
  lt?: string | number | null | undefined;
  lte?: string | number | null | undefined;
};

export type IntervalFilter = {
  _id?: IdFilter | null | undefined;
  accountId?: IdFilter | null | undefined;
  and?: Array<IntervalFilter> | null | undefined;
  createdAt?: TimestampFilter | null | undefined;
  endTimestamp?: TimestampFilter | null | undefined;
  entityId?: IdFilter | null | undefined;
  estimatedValue?: FloatFilter | null | undefined;
  isEstimated?: BooleanFilter | null | undefined;
  isGridData?: BooleanFilter | null | undefined;
  isHalfHourly?: BooleanFilter | null | undefined;
  not?: IntervalFilter | null | undefined;
  or?: Array<IntervalFilter> | null | undefined;
  readType?: StringFilter | null | undefined;
  source?: StringFilter | null | undefined;
  startTimestamp?: TimestampFilter | null | undefined;
  type?: IntervalTypeFilter | null | undefined;
  unit?: StringFilter | null | undefined;
  updatedAt?: TimestampFilter | null | undefined;
  value?: FloatFilter | null | undefined;
};

/** What an interval record measures: the utility types and `other`. */
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
  /** Equal; null: without a value */
  eq?: IntervalType | null | undefined;
  /** Any of these */
  in?: Array<IntervalType> | null | undefined;
};

export type InvoiceFilter = {
  _id?: IdFilter | null | undefined;
  accountId?: IdFilter | null | undefined;
  and?: Array<InvoiceFilter> | null | undefined;
  companyId?: IdFilter | null | undefined;
  completed?: BooleanFilter | null | undefined;
  createdAt?: TimestampFilter | null | undefined;
  entityId?: IdFilter | null | undefined;
  fileName?: StringFilter | null | undefined;
  financialStatus?: FinancialStatusFilter | null | undefined;
  isPaid?: BooleanFilter | null | undefined;
  not?: InvoiceFilter | null | undefined;
  notes?: StringFilter | null | undefined;
  or?: Array<InvoiceFilter> | null | undefined;
  rates?: RateLineFilter | null | undefined;
  simulated?: BooleanFilter | null | undefined;
  status?: InvoiceStatusFilter | null | undefined;
  supplierId?: IdFilter | null | undefined;
  tags?: StringListFilter | null | undefined;
  type?: StringFilter | null | undefined;
  updatedAt?: TimestampFilter | null | undefined;
  values?: InvoiceValuesFilter | null | undefined;
};

/** How far the processing of an invoice is. */
export type InvoiceStatus =
  | 'captured'
  | 'completed'
  | 'error'
  | 'pending'
  | 'processing'
  | 'queued'
  | 'uploading';

export type InvoiceStatusFilter = {
  /** Equal; null: without a value */
  eq?: InvoiceStatus | null | undefined;
  /** Any of these */
  in?: Array<InvoiceStatus> | null | undefined;
};

export type InvoiceValuesFilter = {
  endDate?: TimestampFilter | null | undefined;
  endRead?: StringFilter | null | undefined;
  endReadType?: StringFilter | null | undefined;
  invoiceDate?: TimestampFilter | null | undefined;
  invoiceDueDate?: TimestampFilter | null | undefined;
  invoiceNumber?: StringFilter | null | undefined;
  meterPointNumber?: StringFilter | null | undefined;
  meterSerialNumber?: StringFilter | null | undefined;
  netTotalCost?: FloatFilter | null | undefined;
  recipient?: StringFilter | null | undefined;
  startDate?: TimestampFilter | null | undefined;
  startRead?: StringFilter | null | undefined;
  startReadType?: StringFilter | null | undefined;
  supplierName?: StringFilter | null | undefined;
  supplierRef?: StringFilter | null | undefined;
  supplyAddress?: StringFilter | null | undefined;
  totalCCL?: FloatFilter | null | undefined;
  totalCost?: FloatFilter | null | undefined;
  totalDaily?: FloatFilter | null | undefined;
  totalTax?: FloatFilter | null | undefined;
  totalUnitCost?: FloatFilter | null | undefined;
  totalUnits?: FloatFilter | null | undefined;
  units?: StringFilter | null | undefined;
};

export type OccupationStatusFilter = {
  /** Equal; null: without a value */
  eq?: string | null | undefined;
  /** Any of these */
  in?: Array<string> | null | undefined;
};

export type RateLineFilter = {
  consumption?: FloatListFilter | null | undefined;
  cost?: FloatListFilter | null | undefined;
  endDate?: TimestampListFilter | null | undefined;
  id?: StringListFilter | null | undefined;
  rateName?: StringListFilter | null | undefined;
  startDate?: TimestampListFilter | null | undefined;
  unitRate?: FloatListFilter | null | undefined;
  units?: StringListFilter | null | undefined;
};

export type ReadingFilter = {
  _id?: IdFilter | null | undefined;
  accountId?: IdFilter | null | undefined;
  and?: Array<ReadingFilter> | null | undefined;
  companyId?: IdFilter | null | undefined;
  createdAt?: TimestampFilter | null | undefined;
  entityId?: IdFilter | null | undefined;
  invoiceId?: IdFilter | null | undefined;
  isHalfHourly?: BooleanFilter | null | undefined;
  meterReset?: BooleanFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: ReadingFilter | null | undefined;
  or?: Array<ReadingFilter> | null | undefined;
  quantity?: FloatFilter | null | undefined;
  registerDigits?: FloatFilter | null | undefined;
  registerId?: StringFilter | null | undefined;
  source?: ReadingSourceFilter | null | undefined;
  submittedAt?: TimestampFilter | null | undefined;
  type?: StringFilter | null | undefined;
  units?: StringFilter | null | undefined;
  updatedAt?: TimestampFilter | null | undefined;
  value?: FloatFilter | null | undefined;
};

export type ReadingSourceFilter = {
  /** Equal; null: without a value */
  eq?: string | null | undefined;
  /** Any of these */
  in?: Array<string> | null | undefined;
};

/** Whether an account or asset is in use. */
export type Status =
  | 'active'
  | 'inactive';

export type StatusFilter = {
  /** Equal; null: without a value */
  eq?: Status | null | undefined;
  /** Any of these */
  in?: Array<Status> | null | undefined;
};

export type StringFilter = {
  /** Equal; null: without a value */
  eq?: string | null | undefined;
  gt?: string | null | undefined;
  gte?: string | null | undefined;
  /** Any of these */
  in?: Array<string> | null | undefined;
  lt?: string | null | undefined;
  lte?: string | null | undefined;
};

export type StringListFilter = {
  /** The list contains the value; of several, any of them */
  has: Array<string>;
};

/** How a site is held. */
export type Tenure =
  | 'freehold'
  | 'leasehold';

export type TenureFilter = {
  /** Equal; null: without a value */
  eq?: Tenure | null | undefined;
  /** Any of these */
  in?: Array<Tenure> | null | undefined;
};

export type TimestampFilter = {
  /** Equal; null: without a value */
  eq?: string | null | undefined;
  gt?: string | null | undefined;
  gte?: string | null | undefined;
  /** Any of these */
  in?: Array<string> | null | undefined;
  lt?: string | null | undefined;
  lte?: string | null | undefined;
};

export type TimestampListFilter = {
  /** The list contains the value; of several, any of them */
  has: Array<string>;
};

/** What the meter measures. */
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
  /** Equal; null: without a value */
  eq?: UtilityType | null | undefined;
  /** Any of these */
  in?: Array<UtilityType> | null | undefined;
};

export type AccountQueryVariables = Exact<{
  id: string | number;
}>;


export type AccountQuery = { account: { _id: string, name: string | null, group: string | null, siteCode: string | null, type: UtilityType, supplierRef: string | null, meterPointNumber: string | null, meterPointNumber2: string | null, meterSerialNumber: string | null, meterUnits: string | null, automaticMeterRead: boolean | null, status: Status, capacity: string | null, meterOperator: string | null, meterLocation: string | null, meterAreaServed: string | null, isVirtual: boolean | null, meterUser: string | null, consumptionPriority: Array<DataSource> | null, assetId: string | null, entityId: string | null, companyId: string, tags: Array<string>, createdAt: string, updatedAt: string } | null };

export type AccountsQueryVariables = Exact<{
  filter?: AccountFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number;
  page?: number;
}>;


export type AccountsQuery = { accounts: { total: number, limit: number, skip: number, data: Array<{ _id: string, name: string | null, group: string | null, siteCode: string | null, type: UtilityType, supplierRef: string | null, meterPointNumber: string | null, meterPointNumber2: string | null, meterSerialNumber: string | null, meterUnits: string | null, automaticMeterRead: boolean | null, status: Status, isVirtual: boolean | null, meterUser: string | null, assetId: string | null, entityId: string | null, companyId: string, tags: Array<string>, createdAt: string, updatedAt: string }> } | null };

export type AssetQueryVariables = Exact<{
  id: string | number;
}>;


export type AssetQuery = { asset: { _id: string, siteName: string | null, siteCode: string | null, assetType: string | null, floorArea: number | null, floorAreaUnit: string | null, noOfFloors: number | null, gav: string | null, gavCurrency: string | null, occupationStatus: string | null, vacancyRate: number | null, constructionYear: number | null, ownedSince: string | null, tenure: Tenure | null, tenantControlledPercent: number | null, landlordControlledPercent: number | null, occupancyLevel: number | null, status: Status, entityId: string | null, companyId: string, tags: Array<string>, createdAt: string, updatedAt: string, address: { streetAddress: string | null, locality: string | null, region: string | null, postCode: string | null, countryCode: string | null, latitude: string | null, longitude: string | null } } | null };

export type AssetsQueryVariables = Exact<{
  filter?: AssetFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number;
  page?: number;
}>;


export type AssetsQuery = { assets: { total: number, limit: number, skip: number, data: Array<{ _id: string, siteName: string | null, siteCode: string | null, assetType: string | null, floorArea: number | null, floorAreaUnit: string | null, noOfFloors: number | null, occupationStatus: string | null, ownedSince: string | null, tenure: Tenure | null, status: Status, entityId: string | null, companyId: string, createdAt: string, updatedAt: string, address: { streetAddress: string | null, locality: string | null, region: string | null, postCode: string | null, countryCode: string | null, latitude: string | null, longitude: string | null } }> } | null };

export type ConsumptionQueryVariables = Exact<{
  startDate: string;
  endDate: string;
  granularity?: Granularity;
  source?: string;
  accountType?: Array<UtilityType> | UtilityType | null | undefined;
  tags?: Array<string> | string | null | undefined;
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
  minimal?: boolean;
  withAccountId?: boolean;
  withAssetId?: boolean;
  withAssetGroupId?: boolean;
  withEntityId?: boolean;
  withBreakdown?: boolean;
  withCost?: boolean;
  withRates?: boolean;
  withAssetGroups?: boolean;
}>;


export type ConsumptionQuery = { consumption: { startDate: string, endDate: string, granularity: Granularity, accountId?: string | null, assetId?: string | null, assetGroupId?: string | null, entityId?: string | null, units: string | null, consumption: number | null, estimatedConsumption: number | null, isMissing: boolean, sources: Array<string>, simulatedConsumption?: number | null, dayConsumption?: number | null, nightConsumption?: number | null, tenantConsumption?: number | null, landlordConsumption?: number | null, maxDemand?: number | null, avgDemand?: number | null, peakLoad?: number | null, peakCapacity?: number | null, avgCapacity?: number | null, cost?: number | null, accountFloorArea?: number | null, assetFloorArea?: number | null, totalAssetFloorArea?: number | null, accountCount?: number, assetCount?: number, totalConsumption: number | null, totalEstimatedConsumption: number | null, assetGroups?: Array<{ assetId: string, siteName: string | null, address: string | null, consumption: number | null, emissions?: number | null, cost?: number | null, accountFloorArea?: number | null, assetFloorArea?: number | null }> | null, data: Array<{ date?: string, startDate: string, endDate: string, consumption?: number | null } & { units?: string | null, consumption?: number | null, estimatedConsumption?: number | null, isMissing?: boolean, sources?: Array<string>, simulatedConsumption?: number | null, dayConsumption?: number | null, nightConsumption?: number | null, tenantConsumption?: number | null, landlordConsumption?: number | null, maxDemand?: number | null, avgDemand?: number | null, peakLoad?: number | null, peakCapacity?: number | null, avgCapacity?: number | null, cost?: number | null, accountFloorArea?: number | null, assetFloorArea?: number | null, totalAssetFloorArea?: number | null, accountCount?: number, assetCount?: number, totalConsumption?: number | null, totalEstimatedConsumption?: number | null, totalEmissions?: { total: number, scope1: number, scope2: number, scope3: number } | null, emissions?: { total: number, scope1: number, scope2: number, scope3: number } | null, missingFactors?: Array<{ type: UtilityType, country: string }> | null, rates?: { byName: Record<string, unknown>, byType: Record<string, unknown> } | null, combinedBreakdown?: { hh: number | null, invoice: number | null, reading: number | null, custom: number | null }, contractCoverage?: { withContract: number, withoutContract: number } }>, totalEmissions: { total: number, scope1: number, scope2: number, scope3: number } | null, emissions?: { total: number, scope1: number, scope2: number, scope3: number } | null, missingFactors?: Array<{ type: UtilityType, country: string }> | null, rates?: { byName: Record<string, unknown>, byType: Record<string, unknown> } | null, combinedBreakdown?: { hh: number | null, invoice: number | null, reading: number | null, custom: number | null }, contractCoverage?: { withContract: number, withoutContract: number } } | null };

type Figures_Consumption_Fragment = { units: string | null, consumption: number | null, estimatedConsumption: number | null, isMissing: boolean, sources: Array<string>, simulatedConsumption?: number | null, dayConsumption?: number | null, nightConsumption?: number | null, tenantConsumption?: number | null, landlordConsumption?: number | null, maxDemand?: number | null, avgDemand?: number | null, peakLoad?: number | null, peakCapacity?: number | null, avgCapacity?: number | null, cost?: number | null, accountFloorArea?: number | null, assetFloorArea?: number | null, totalAssetFloorArea?: number | null, accountCount?: number, assetCount?: number, totalConsumption: number | null, totalEstimatedConsumption: number | null, totalEmissions: { total: number, scope1: number, scope2: number, scope3: number } | null, emissions?: { total: number, scope1: number, scope2: number, scope3: number } | null, missingFactors?: Array<{ type: UtilityType, country: string }> | null, rates?: { byName: Record<string, unknown>, byType: Record<string, unknown> } | null, combinedBreakdown?: { hh: number | null, invoice: number | null, reading: number | null, custom: number | null }, contractCoverage?: { withContract: number, withoutContract: number } };

type Figures_ConsumptionPeriod_Fragment = { units: string | null, consumption: number | null, estimatedConsumption: number | null, isMissing: boolean, sources: Array<string>, simulatedConsumption?: number | null, dayConsumption?: number | null, nightConsumption?: number | null, tenantConsumption?: number | null, landlordConsumption?: number | null, maxDemand?: number | null, avgDemand?: number | null, peakLoad?: number | null, peakCapacity?: number | null, avgCapacity?: number | null, cost?: number | null, accountFloorArea?: number | null, assetFloorArea?: number | null, totalAssetFloorArea?: number | null, accountCount?: number, assetCount?: number, totalConsumption: number | null, totalEstimatedConsumption: number | null, totalEmissions: { total: number, scope1: number, scope2: number, scope3: number } | null, emissions?: { total: number, scope1: number, scope2: number, scope3: number } | null, missingFactors?: Array<{ type: UtilityType, country: string }> | null, rates?: { byName: Record<string, unknown>, byType: Record<string, unknown> } | null, combinedBreakdown?: { hh: number | null, invoice: number | null, reading: number | null, custom: number | null }, contractCoverage?: { withContract: number, withoutContract: number } };

export type FiguresFragment =
  | Figures_Consumption_Fragment
  | Figures_ConsumptionPeriod_Fragment
;

export type EmissionsQueryVariables = Exact<{
  startDate: string;
  endDate: string;
  granularity?: Granularity;
  source?: string;
  accountType?: Array<UtilityType> | UtilityType | null | undefined;
  accountId?: string | number | null | undefined;
  assetId?: string | number | null | undefined;
  assetGroupId?: string | number | null | undefined;
}>;


export type EmissionsQuery = { emissions: { startDate: string, endDate: string, granularity: Granularity, units: string | null, isMissing: boolean, emissions: { total: number, scope1: number, scope2: number, scope3: number } | null, missingFactors: Array<{ type: UtilityType, country: string }> | null, data: Array<{ date: string, startDate: string, endDate: string, isMissing: boolean, emissions: { total: number, scope1: number, scope2: number, scope3: number } | null }> } | null };

export type InvoiceQueryVariables = Exact<{
  id: string | number;
}>;


export type InvoiceQuery = { invoice: { _id: string, fileName: string | null, status: InvoiceStatus | null, financialStatus: string | null, completed: boolean | null, isPaid: boolean | null, type: string | null, tags: Array<string>, notes: string | null, accountId: string | null, entityId: string | null, supplierId: string | null, createdAt: string, updatedAt: string, values: { invoiceNumber: string | null, supplierRef: string | null, supplierName: string | null, recipient: string | null, invoiceDate: string | null, invoiceDueDate: string | null, startDate: string | null, endDate: string | null, meterPointNumber: string | null, meterSerialNumber: string | null, totalUnits: number | null, totalUnitCost: number | null, totalDaily: number | null, totalCCL: number | null, netTotalCost: number | null, totalTax: number | null, totalCost: number | null, units: string | null, startRead: string | null, endRead: string | null, startReadType: string | null, endReadType: string | null, supplyAddress: string | null }, rates: Array<{ id: string | null, rateName: string | null, consumption: number | null, unitRate: number | null, cost: number | null, units: string | null, startDate: string | null, endDate: string | null }> } | null };

export type InvoicesQueryVariables = Exact<{
  filter?: InvoiceFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number;
  page?: number;
}>;


export type InvoicesQuery = { invoices: { total: number, limit: number, skip: number, data: Array<{ _id: string, fileName: string | null, status: InvoiceStatus | null, financialStatus: string | null, completed: boolean | null, isPaid: boolean | null, type: string | null, tags: Array<string>, accountId: string | null, entityId: string | null, supplierId: string | null, createdAt: string, updatedAt: string, values: { invoiceNumber: string | null, supplierName: string | null, invoiceDate: string | null, startDate: string | null, endDate: string | null, totalUnits: number | null, totalUnitCost: number | null, totalDaily: number | null, totalCCL: number | null, netTotalCost: number | null, totalTax: number | null, totalCost: number | null, units: string | null, meterPointNumber: string | null, startRead: string | null, endRead: string | null }, rates: Array<{ rateName: string | null, consumption: number | null, unitRate: number | null, cost: number | null, units: string | null }> }> } | null };

export type NonCumulativeQueryVariables = Exact<{
  filter?: IntervalFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number;
  page?: number;
}>;


export type NonCumulativeQuery = { nonCumulative: { total: number, limit: number, skip: number, data: Array<{ _id: string, value: number, startTimestamp: string, endTimestamp: string, type: IntervalType, unit: string | null, readType: string | null, isHalfHourly: boolean | null, isEstimated: boolean | null, estimatedValue: number | null, isGridData: boolean | null, source: string | null, accountId: string, entityId: string | null, createdAt: string, updatedAt: string }> } | null };

export type ReadingsQueryVariables = Exact<{
  filter?: ReadingFilter | null | undefined;
  sort?: string | null | undefined;
  limit?: number;
  page?: number;
}>;


export type ReadingsQuery = { readings: { total: number, limit: number, skip: number, data: Array<{ _id: string, submittedAt: string, value: number, type: string, units: string | null, name: string | null, source: string | null, registerId: string | null, isHalfHourly: boolean | null, meterReset: boolean | null, quantity: number | null, registerDigits: number | null, invoiceId: string | null, accountId: string, entityId: string | null, companyId: string, createdAt: string, updatedAt: string }> } | null };

export const FiguresFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"figures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConsumptionFigures"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"consumption"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedConsumption"}},{"kind":"Field","name":{"kind":"Name","value":"isMissing"}},{"kind":"Field","name":{"kind":"Name","value":"sources"}},{"kind":"Field","alias":{"kind":"Name","value":"totalConsumption"},"name":{"kind":"Name","value":"consumption"}},{"kind":"Field","alias":{"kind":"Name","value":"totalEstimatedConsumption"},"name":{"kind":"Name","value":"estimatedConsumption"}},{"kind":"Field","name":{"kind":"Name","value":"totalEmissions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"when"},"value":{"kind":"Variable","name":{"kind":"Name","value":"emissions"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"scope1"}},{"kind":"Field","name":{"kind":"Name","value":"scope2"}},{"kind":"Field","name":{"kind":"Name","value":"scope3"}}]}},{"kind":"Field","name":{"kind":"Name","value":"emissions"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"emissions"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"scope1"}},{"kind":"Field","name":{"kind":"Name","value":"scope2"}},{"kind":"Field","name":{"kind":"Name","value":"scope3"}}]}},{"kind":"Field","name":{"kind":"Name","value":"missingFactors"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"emissions"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}}]}},{"kind":"Field","name":{"kind":"Name","value":"simulatedConsumption"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"showSimulated"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"dayConsumption"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dayNight"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"nightConsumption"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dayNight"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"tenantConsumption"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"meterUserBreakdown"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"landlordConsumption"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"meterUserBreakdown"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"maxDemand"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"capacityInfo"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"avgDemand"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"capacityInfo"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"peakLoad"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"capacityInfo"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"peakCapacity"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"capacityInfo"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"avgCapacity"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"capacityInfo"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"cost"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withCost"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"rates"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withRates"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"byName"}},{"kind":"Field","name":{"kind":"Name","value":"byType"}}]}},{"kind":"Field","name":{"kind":"Name","value":"combinedBreakdown"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withBreakdown"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hh"}},{"kind":"Field","name":{"kind":"Name","value":"invoice"}},{"kind":"Field","name":{"kind":"Name","value":"reading"}},{"kind":"Field","name":{"kind":"Name","value":"custom"}}]}},{"kind":"Field","name":{"kind":"Name","value":"accountFloorArea"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"floorArea"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"assetFloorArea"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"floorArea"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"totalAssetFloorArea"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"floorArea"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"accountCount"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"showCounts"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"assetCount"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"showCounts"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"contractCoverage"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"contractCoverage"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"withContract"}},{"kind":"Field","name":{"kind":"Name","value":"withoutContract"}}]}}]}}]} as unknown as DocumentNode<FiguresFragment, unknown>;
export const AccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"account"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/accounts/:id","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"siteCode"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"supplierRef"}},{"kind":"Field","name":{"kind":"Name","value":"meterPointNumber"}},{"kind":"Field","name":{"kind":"Name","value":"meterPointNumber2"}},{"kind":"Field","name":{"kind":"Name","value":"meterSerialNumber"}},{"kind":"Field","name":{"kind":"Name","value":"meterUnits"}},{"kind":"Field","name":{"kind":"Name","value":"automaticMeterRead"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"capacity"}},{"kind":"Field","name":{"kind":"Name","value":"meterOperator"}},{"kind":"Field","name":{"kind":"Name","value":"meterLocation"}},{"kind":"Field","name":{"kind":"Name","value":"meterAreaServed"}},{"kind":"Field","name":{"kind":"Name","value":"isVirtual"}},{"kind":"Field","name":{"kind":"Name","value":"meterUser"}},{"kind":"Field","name":{"kind":"Name","value":"consumptionPriority"}},{"kind":"Field","name":{"kind":"Name","value":"assetId"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<AccountQuery, AccountQueryVariables>;
export const AccountsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"accounts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AccountFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Sort"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"100"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/accounts","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accounts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"skip"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"siteCode"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"supplierRef"}},{"kind":"Field","name":{"kind":"Name","value":"meterPointNumber"}},{"kind":"Field","name":{"kind":"Name","value":"meterPointNumber2"}},{"kind":"Field","name":{"kind":"Name","value":"meterSerialNumber"}},{"kind":"Field","name":{"kind":"Name","value":"meterUnits"}},{"kind":"Field","name":{"kind":"Name","value":"automaticMeterRead"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isVirtual"}},{"kind":"Field","name":{"kind":"Name","value":"meterUser"}},{"kind":"Field","name":{"kind":"Name","value":"assetId"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<AccountsQuery, AccountsQueryVariables>;
export const AssetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"asset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/assets/:id","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"asset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"siteName"}},{"kind":"Field","name":{"kind":"Name","value":"siteCode"}},{"kind":"Field","name":{"kind":"Name","value":"address"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"locality"}},{"kind":"Field","name":{"kind":"Name","value":"region"}},{"kind":"Field","name":{"kind":"Name","value":"postCode"}},{"kind":"Field","name":{"kind":"Name","value":"countryCode"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}}]}},{"kind":"Field","name":{"kind":"Name","value":"assetType"}},{"kind":"Field","name":{"kind":"Name","value":"floorArea"}},{"kind":"Field","name":{"kind":"Name","value":"floorAreaUnit"}},{"kind":"Field","name":{"kind":"Name","value":"noOfFloors"}},{"kind":"Field","name":{"kind":"Name","value":"gav"}},{"kind":"Field","name":{"kind":"Name","value":"gavCurrency"}},{"kind":"Field","name":{"kind":"Name","value":"occupationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"vacancyRate"}},{"kind":"Field","name":{"kind":"Name","value":"constructionYear"}},{"kind":"Field","name":{"kind":"Name","value":"ownedSince"}},{"kind":"Field","name":{"kind":"Name","value":"tenure"}},{"kind":"Field","name":{"kind":"Name","value":"tenantControlledPercent"}},{"kind":"Field","name":{"kind":"Name","value":"landlordControlledPercent"}},{"kind":"Field","name":{"kind":"Name","value":"occupancyLevel"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<AssetQuery, AssetQueryVariables>;
export const AssetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"assets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AssetFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Sort"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"100"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/assets","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"skip"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"siteName"}},{"kind":"Field","name":{"kind":"Name","value":"siteCode"}},{"kind":"Field","name":{"kind":"Name","value":"address"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"locality"}},{"kind":"Field","name":{"kind":"Name","value":"region"}},{"kind":"Field","name":{"kind":"Name","value":"postCode"}},{"kind":"Field","name":{"kind":"Name","value":"countryCode"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}}]}},{"kind":"Field","name":{"kind":"Name","value":"assetType"}},{"kind":"Field","name":{"kind":"Name","value":"floorArea"}},{"kind":"Field","name":{"kind":"Name","value":"floorAreaUnit"}},{"kind":"Field","name":{"kind":"Name","value":"noOfFloors"}},{"kind":"Field","name":{"kind":"Name","value":"occupationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"ownedSince"}},{"kind":"Field","name":{"kind":"Name","value":"tenure"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<AssetsQuery, AssetsQueryVariables>;
export const ConsumptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"consumption"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"startDate"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endDate"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"granularity"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Granularity"}}},"defaultValue":{"kind":"EnumValue","value":"monthly"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"source"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConsumptionSource"}}},"defaultValue":{"kind":"StringValue","value":"combined","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"accountType"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UtilityType"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tags"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"accountId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"assetId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"assetGroupId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"entityId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"emissions"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dayNight"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"floorArea"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"capacityInfo"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"meterUserBreakdown"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"showCounts"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"contractCoverage"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"showSimulated"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"minimal"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withAccountId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withAssetId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withAssetGroupId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withEntityId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withBreakdown"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":true}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withCost"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withRates"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withAssetGroups"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/consumption","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"consumption"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"startDate"},"value":{"kind":"Variable","name":{"kind":"Name","value":"startDate"}}},{"kind":"Argument","name":{"kind":"Name","value":"endDate"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endDate"}}},{"kind":"Argument","name":{"kind":"Name","value":"granularity"},"value":{"kind":"Variable","name":{"kind":"Name","value":"granularity"}}},{"kind":"Argument","name":{"kind":"Name","value":"source"},"value":{"kind":"Variable","name":{"kind":"Name","value":"source"}}},{"kind":"Argument","name":{"kind":"Name","value":"accountType"},"value":{"kind":"Variable","name":{"kind":"Name","value":"accountType"}}},{"kind":"Argument","name":{"kind":"Name","value":"tags"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tags"}}},{"kind":"Argument","name":{"kind":"Name","value":"accountId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"accountId"}}},{"kind":"Argument","name":{"kind":"Name","value":"assetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"assetId"}}},{"kind":"Argument","name":{"kind":"Name","value":"assetGroupId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"assetGroupId"}}},{"kind":"Argument","name":{"kind":"Name","value":"entityId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"entityId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}},{"kind":"Field","name":{"kind":"Name","value":"granularity"}},{"kind":"Field","name":{"kind":"Name","value":"accountId"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withAccountId"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"assetId"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withAssetId"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"assetGroupId"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withAssetGroupId"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"entityId"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withEntityId"}}}]}]},{"kind":"FragmentSpread","name":{"kind":"Name","value":"figures"}},{"kind":"Field","name":{"kind":"Name","value":"assetGroups"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withAssetGroups"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assetId"}},{"kind":"Field","name":{"kind":"Name","value":"siteName"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"consumption"}},{"kind":"Field","name":{"kind":"Name","value":"emissions"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"emissions"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"cost"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withCost"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"accountFloorArea"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"floorArea"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"assetFloorArea"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"floorArea"}}}]}]}]}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"skip"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minimal"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}},{"kind":"Field","name":{"kind":"Name","value":"consumption"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minimal"}}}]}]},{"kind":"FragmentSpread","name":{"kind":"Name","value":"figures"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"skip"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"minimal"}}}]}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"figures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConsumptionFigures"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"consumption"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedConsumption"}},{"kind":"Field","name":{"kind":"Name","value":"isMissing"}},{"kind":"Field","name":{"kind":"Name","value":"sources"}},{"kind":"Field","alias":{"kind":"Name","value":"totalConsumption"},"name":{"kind":"Name","value":"consumption"}},{"kind":"Field","alias":{"kind":"Name","value":"totalEstimatedConsumption"},"name":{"kind":"Name","value":"estimatedConsumption"}},{"kind":"Field","name":{"kind":"Name","value":"totalEmissions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"when"},"value":{"kind":"Variable","name":{"kind":"Name","value":"emissions"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"scope1"}},{"kind":"Field","name":{"kind":"Name","value":"scope2"}},{"kind":"Field","name":{"kind":"Name","value":"scope3"}}]}},{"kind":"Field","name":{"kind":"Name","value":"emissions"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"emissions"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"scope1"}},{"kind":"Field","name":{"kind":"Name","value":"scope2"}},{"kind":"Field","name":{"kind":"Name","value":"scope3"}}]}},{"kind":"Field","name":{"kind":"Name","value":"missingFactors"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"emissions"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}}]}},{"kind":"Field","name":{"kind":"Name","value":"simulatedConsumption"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"showSimulated"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"dayConsumption"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dayNight"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"nightConsumption"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dayNight"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"tenantConsumption"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"meterUserBreakdown"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"landlordConsumption"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"meterUserBreakdown"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"maxDemand"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"capacityInfo"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"avgDemand"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"capacityInfo"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"peakLoad"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"capacityInfo"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"peakCapacity"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"capacityInfo"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"avgCapacity"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"capacityInfo"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"cost"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withCost"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"rates"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withRates"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"byName"}},{"kind":"Field","name":{"kind":"Name","value":"byType"}}]}},{"kind":"Field","name":{"kind":"Name","value":"combinedBreakdown"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withBreakdown"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hh"}},{"kind":"Field","name":{"kind":"Name","value":"invoice"}},{"kind":"Field","name":{"kind":"Name","value":"reading"}},{"kind":"Field","name":{"kind":"Name","value":"custom"}}]}},{"kind":"Field","name":{"kind":"Name","value":"accountFloorArea"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"floorArea"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"assetFloorArea"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"floorArea"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"totalAssetFloorArea"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"floorArea"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"accountCount"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"showCounts"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"assetCount"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"showCounts"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"contractCoverage"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"contractCoverage"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"withContract"}},{"kind":"Field","name":{"kind":"Name","value":"withoutContract"}}]}}]}}]} as unknown as DocumentNode<ConsumptionQuery, ConsumptionQueryVariables>;
export const EmissionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"emissions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"startDate"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endDate"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"granularity"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Granularity"}}},"defaultValue":{"kind":"EnumValue","value":"monthly"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"source"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConsumptionSource"}}},"defaultValue":{"kind":"StringValue","value":"combined","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"accountType"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UtilityType"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"accountId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"assetId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"assetGroupId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/emissions","block":false}},{"kind":"Argument","name":{"kind":"Name","value":"successor"},"value":{"kind":"StringValue","value":"/consumption?emissions=true","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"emissions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"startDate"},"value":{"kind":"Variable","name":{"kind":"Name","value":"startDate"}}},{"kind":"Argument","name":{"kind":"Name","value":"endDate"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endDate"}}},{"kind":"Argument","name":{"kind":"Name","value":"granularity"},"value":{"kind":"Variable","name":{"kind":"Name","value":"granularity"}}},{"kind":"Argument","name":{"kind":"Name","value":"source"},"value":{"kind":"Variable","name":{"kind":"Name","value":"source"}}},{"kind":"Argument","name":{"kind":"Name","value":"accountType"},"value":{"kind":"Variable","name":{"kind":"Name","value":"accountType"}}},{"kind":"Argument","name":{"kind":"Name","value":"accountId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"accountId"}}},{"kind":"Argument","name":{"kind":"Name","value":"assetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"assetId"}}},{"kind":"Argument","name":{"kind":"Name","value":"assetGroupId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"assetGroupId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}},{"kind":"Field","name":{"kind":"Name","value":"granularity"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"isMissing"}},{"kind":"Field","name":{"kind":"Name","value":"emissions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"scope1"}},{"kind":"Field","name":{"kind":"Name","value":"scope2"}},{"kind":"Field","name":{"kind":"Name","value":"scope3"}}]}},{"kind":"Field","name":{"kind":"Name","value":"missingFactors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"country"}}]}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}},{"kind":"Field","name":{"kind":"Name","value":"isMissing"}},{"kind":"Field","name":{"kind":"Name","value":"emissions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"scope1"}},{"kind":"Field","name":{"kind":"Name","value":"scope2"}},{"kind":"Field","name":{"kind":"Name","value":"scope3"}}]}}]}}]}}]}}]} as unknown as DocumentNode<EmissionsQuery, EmissionsQueryVariables>;
export const InvoiceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"invoice"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/invoices/:id","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invoice"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"financialStatus"}},{"kind":"Field","name":{"kind":"Name","value":"completed"}},{"kind":"Field","name":{"kind":"Name","value":"isPaid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invoiceNumber"}},{"kind":"Field","name":{"kind":"Name","value":"supplierRef"}},{"kind":"Field","name":{"kind":"Name","value":"supplierName"}},{"kind":"Field","name":{"kind":"Name","value":"recipient"}},{"kind":"Field","name":{"kind":"Name","value":"invoiceDate"}},{"kind":"Field","name":{"kind":"Name","value":"invoiceDueDate"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}},{"kind":"Field","name":{"kind":"Name","value":"meterPointNumber"}},{"kind":"Field","name":{"kind":"Name","value":"meterSerialNumber"}},{"kind":"Field","name":{"kind":"Name","value":"totalUnits"}},{"kind":"Field","name":{"kind":"Name","value":"totalUnitCost"}},{"kind":"Field","name":{"kind":"Name","value":"totalDaily"}},{"kind":"Field","name":{"kind":"Name","value":"totalCCL"}},{"kind":"Field","name":{"kind":"Name","value":"netTotalCost"}},{"kind":"Field","name":{"kind":"Name","value":"totalTax"}},{"kind":"Field","name":{"kind":"Name","value":"totalCost"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"startRead"}},{"kind":"Field","name":{"kind":"Name","value":"endRead"}},{"kind":"Field","name":{"kind":"Name","value":"startReadType"}},{"kind":"Field","name":{"kind":"Name","value":"endReadType"}},{"kind":"Field","name":{"kind":"Name","value":"supplyAddress"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"rateName"}},{"kind":"Field","name":{"kind":"Name","value":"consumption"}},{"kind":"Field","name":{"kind":"Name","value":"unitRate"}},{"kind":"Field","name":{"kind":"Name","value":"cost"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"notes"}},{"kind":"Field","name":{"kind":"Name","value":"accountId"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"supplierId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<InvoiceQuery, InvoiceQueryVariables>;
export const InvoicesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"invoices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"InvoiceFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Sort"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"100"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/invoices","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invoices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"skip"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"financialStatus"}},{"kind":"Field","name":{"kind":"Name","value":"completed"}},{"kind":"Field","name":{"kind":"Name","value":"isPaid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invoiceNumber"}},{"kind":"Field","name":{"kind":"Name","value":"supplierName"}},{"kind":"Field","name":{"kind":"Name","value":"invoiceDate"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}},{"kind":"Field","name":{"kind":"Name","value":"totalUnits"}},{"kind":"Field","name":{"kind":"Name","value":"totalUnitCost"}},{"kind":"Field","name":{"kind":"Name","value":"totalDaily"}},{"kind":"Field","name":{"kind":"Name","value":"totalCCL"}},{"kind":"Field","name":{"kind":"Name","value":"netTotalCost"}},{"kind":"Field","name":{"kind":"Name","value":"totalTax"}},{"kind":"Field","name":{"kind":"Name","value":"totalCost"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"meterPointNumber"}},{"kind":"Field","name":{"kind":"Name","value":"startRead"}},{"kind":"Field","name":{"kind":"Name","value":"endRead"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rateName"}},{"kind":"Field","name":{"kind":"Name","value":"consumption"}},{"kind":"Field","name":{"kind":"Name","value":"unitRate"}},{"kind":"Field","name":{"kind":"Name","value":"cost"}},{"kind":"Field","name":{"kind":"Name","value":"units"}}]}},{"kind":"Field","name":{"kind":"Name","value":"accountId"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"supplierId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<InvoicesQuery, InvoicesQueryVariables>;
export const NonCumulativeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"nonCumulative"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"IntervalFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Sort"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"100"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/non-cumulative","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nonCumulative"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"skip"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"startTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"endTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"readType"}},{"kind":"Field","name":{"kind":"Name","value":"isHalfHourly"}},{"kind":"Field","name":{"kind":"Name","value":"isEstimated"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedValue"}},{"kind":"Field","name":{"kind":"Name","value":"isGridData"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"accountId"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<NonCumulativeQuery, NonCumulativeQueryVariables>;
export const ReadingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"readings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ReadingFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Sort"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"100"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},"defaultValue":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/readings","block":false}},{"kind":"Argument","name":{"kind":"Name","value":"required"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"accountId","block":false}]}},{"kind":"Argument","name":{"kind":"Name","value":"defaults"},"value":{"kind":"StringValue","value":"type=A","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"readings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"skip"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"submittedAt"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"registerId"}},{"kind":"Field","name":{"kind":"Name","value":"isHalfHourly"}},{"kind":"Field","name":{"kind":"Name","value":"meterReset"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"registerDigits"}},{"kind":"Field","name":{"kind":"Name","value":"invoiceId"}},{"kind":"Field","name":{"kind":"Name","value":"accountId"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<ReadingsQuery, ReadingsQueryVariables>;