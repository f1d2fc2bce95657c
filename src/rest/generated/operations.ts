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

export type OccupationStatusFilter = {
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
  limit: number;
  page: number;
}>;


export type AccountsQuery = { accounts: { total: number, limit: number, skip: number, data: Array<{ _id: string, name: string | null, group: string | null, siteCode: string | null, type: UtilityType, supplierRef: string | null, meterPointNumber: string | null, meterPointNumber2: string | null, meterSerialNumber: string | null, meterUnits: string | null, automaticMeterRead: boolean | null, status: Status, isVirtual: boolean | null, meterUser: string | null, assetId: string | null, entityId: string | null, companyId: string, tags: Array<string>, createdAt: string, updatedAt: string }> } | null };

export type AssetQueryVariables = Exact<{
  id: string | number;
}>;


export type AssetQuery = { asset: { _id: string, siteName: string | null, siteCode: string | null, assetType: string | null, floorArea: number | null, floorAreaUnit: string | null, noOfFloors: number | null, gav: string | null, gavCurrency: string | null, occupationStatus: string | null, vacancyRate: number | null, constructionYear: number | null, ownedSince: string | null, tenure: Tenure | null, tenantControlledPercent: number | null, landlordControlledPercent: number | null, occupancyLevel: number | null, status: Status, entityId: string | null, companyId: string, tags: Array<string>, createdAt: string, updatedAt: string, address: { streetAddress: string | null, locality: string | null, region: string | null, postCode: string | null, countryCode: string | null, latitude: string | null, longitude: string | null } } | null };

export type AssetsQueryVariables = Exact<{
  filter?: AssetFilter | null | undefined;
  sort?: string | null | undefined;
  limit: number;
  page: number;
}>;


export type AssetsQuery = { assets: { total: number, limit: number, skip: number, data: Array<{ _id: string, siteName: string | null, siteCode: string | null, assetType: string | null, floorArea: number | null, floorAreaUnit: string | null, noOfFloors: number | null, occupationStatus: string | null, ownedSince: string | null, tenure: Tenure | null, status: Status, entityId: string | null, companyId: string, createdAt: string, updatedAt: string, address: { streetAddress: string | null, locality: string | null, region: string | null, postCode: string | null, countryCode: string | null, latitude: string | null, longitude: string | null } }> } | null };

export type NonCumulativeQueryVariables = Exact<{
  filter?: IntervalFilter | null | undefined;
  sort?: string | null | undefined;
  limit: number;
  page: number;
}>;


export type NonCumulativeQuery = { nonCumulative: { total: number, limit: number, skip: number, data: Array<{ _id: string, value: number, startTimestamp: string, endTimestamp: string, type: IntervalType, unit: string | null, readType: string | null, isHalfHourly: boolean | null, isEstimated: boolean | null, isGridData: boolean | null, source: string | null, accountId: string, entityId: string | null, createdAt: string, updatedAt: string }> } | null };


export const AccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"account"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/accounts/:id","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"siteCode"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"supplierRef"}},{"kind":"Field","name":{"kind":"Name","value":"meterPointNumber"}},{"kind":"Field","name":{"kind":"Name","value":"meterPointNumber2"}},{"kind":"Field","name":{"kind":"Name","value":"meterSerialNumber"}},{"kind":"Field","name":{"kind":"Name","value":"meterUnits"}},{"kind":"Field","name":{"kind":"Name","value":"automaticMeterRead"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"capacity"}},{"kind":"Field","name":{"kind":"Name","value":"meterOperator"}},{"kind":"Field","name":{"kind":"Name","value":"meterLocation"}},{"kind":"Field","name":{"kind":"Name","value":"meterAreaServed"}},{"kind":"Field","name":{"kind":"Name","value":"isVirtual"}},{"kind":"Field","name":{"kind":"Name","value":"meterUser"}},{"kind":"Field","name":{"kind":"Name","value":"consumptionPriority"}},{"kind":"Field","name":{"kind":"Name","value":"assetId"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<AccountQuery, AccountQueryVariables>;
export const AccountsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"accounts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AccountFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Sort"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/accounts","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accounts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"skip"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"siteCode"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"supplierRef"}},{"kind":"Field","name":{"kind":"Name","value":"meterPointNumber"}},{"kind":"Field","name":{"kind":"Name","value":"meterPointNumber2"}},{"kind":"Field","name":{"kind":"Name","value":"meterSerialNumber"}},{"kind":"Field","name":{"kind":"Name","value":"meterUnits"}},{"kind":"Field","name":{"kind":"Name","value":"automaticMeterRead"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isVirtual"}},{"kind":"Field","name":{"kind":"Name","value":"meterUser"}},{"kind":"Field","name":{"kind":"Name","value":"assetId"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<AccountsQuery, AccountsQueryVariables>;
export const AssetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"asset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/assets/:id","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"asset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"siteName"}},{"kind":"Field","name":{"kind":"Name","value":"siteCode"}},{"kind":"Field","name":{"kind":"Name","value":"address"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"locality"}},{"kind":"Field","name":{"kind":"Name","value":"region"}},{"kind":"Field","name":{"kind":"Name","value":"postCode"}},{"kind":"Field","name":{"kind":"Name","value":"countryCode"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}}]}},{"kind":"Field","name":{"kind":"Name","value":"assetType"}},{"kind":"Field","name":{"kind":"Name","value":"floorArea"}},{"kind":"Field","name":{"kind":"Name","value":"floorAreaUnit"}},{"kind":"Field","name":{"kind":"Name","value":"noOfFloors"}},{"kind":"Field","name":{"kind":"Name","value":"gav"}},{"kind":"Field","name":{"kind":"Name","value":"gavCurrency"}},{"kind":"Field","name":{"kind":"Name","value":"occupationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"vacancyRate"}},{"kind":"Field","name":{"kind":"Name","value":"constructionYear"}},{"kind":"Field","name":{"kind":"Name","value":"ownedSince"}},{"kind":"Field","name":{"kind":"Name","value":"tenure"}},{"kind":"Field","name":{"kind":"Name","value":"tenantControlledPercent"}},{"kind":"Field","name":{"kind":"Name","value":"landlordControlledPercent"}},{"kind":"Field","name":{"kind":"Name","value":"occupancyLevel"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<AssetQuery, AssetQueryVariables>;
export const AssetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"assets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AssetFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Sort"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/assets","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"skip"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"siteName"}},{"kind":"Field","name":{"kind":"Name","value":"siteCode"}},{"kind":"Field","name":{"kind":"Name","value":"address"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"locality"}},{"kind":"Field","name":{"kind":"Name","value":"region"}},{"kind":"Field","name":{"kind":"Name","value":"postCode"}},{"kind":"Field","name":{"kind":"Name","value":"countryCode"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}}]}},{"kind":"Field","name":{"kind":"Name","value":"assetType"}},{"kind":"Field","name":{"kind":"Name","value":"floorArea"}},{"kind":"Field","name":{"kind":"Name","value":"floorAreaUnit"}},{"kind":"Field","name":{"kind":"Name","value":"noOfFloors"}},{"kind":"Field","name":{"kind":"Name","value":"occupationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"ownedSince"}},{"kind":"Field","name":{"kind":"Name","value":"tenure"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<AssetsQuery, AssetsQueryVariables>;
export const NonCumulativeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"nonCumulative"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"IntervalFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Sort"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"get"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":"/non-cumulative","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nonCumulative"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"skip"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"startTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"endTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"readType"}},{"kind":"Field","name":{"kind":"Name","value":"isHalfHourly"}},{"kind":"Field","name":{"kind":"Name","value":"isEstimated"}},{"kind":"Field","name":{"kind":"Name","value":"isGridData"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"accountId"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<NonCumulativeQuery, NonCumulativeQueryVariables>;