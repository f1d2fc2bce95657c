import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { RequestContext } from '../context.js';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  ConsumptionSource: { input: string; output: string; }
  Date: { input: string; output: string; }
  Figure: { input: number; output: number; }
  FinancialStatus: { input: string; output: string; }
  OccupationStatus: { input: string; output: string; }
  RateTable: { input: Record<string, unknown>; output: Record<string, unknown>; }
  ReadingSource: { input: string; output: string; }
  Sort: { input: string; output: string; }
  Timestamp: { input: string; output: string; }
};

/** A meter: one per utility supply. */
export type Account = {
  __typename?: 'Account';
  /** Identifier (ObjectId, 24 hexadecimal digits) */
  _id: Scalars['ID']['output'];
  /** Owning asset; needs `read:assets` */
  asset?: Maybe<Asset>;
  /** The asset that the meter belongs to */
  assetId?: Maybe<Scalars['ID']['output']>;
  automaticMeterRead?: Maybe<Scalars['Boolean']['output']>;
  /** Agreed capacity as a numeric string, kW */
  capacity?: Maybe<Scalars['String']['output']>;
  companyId: Scalars['ID']['output'];
  /** Consumption, cost and emissions of this account; needs `read:accounts` */
  consumption?: Maybe<Consumption>;
  /** The order in which data sources are preferred */
  consumptionPriority?: Maybe<Array<DataSource>>;
  /** Supply contracts of this account; needs `read:accounts` */
  contracts?: Maybe<ContractPage>;
  createdAt: Scalars['Timestamp']['output'];
  /** Entity that holds the account; needs `read:assets` */
  entity?: Maybe<Entity>;
  entityId?: Maybe<Scalars['ID']['output']>;
  group?: Maybe<Scalars['String']['output']>;
  /** Supplier invoices of this account; needs `read:invoices` */
  invoices?: Maybe<InvoicePage>;
  /** A virtual or aggregated meter: left out of every level above the account itself */
  isVirtual?: Maybe<Scalars['Boolean']['output']>;
  /** Floor area that the meter serves as a numeric string, m² */
  meterAreaServed?: Maybe<Scalars['String']['output']>;
  meterLocation?: Maybe<Scalars['String']['output']>;
  meterOperator?: Maybe<Scalars['String']['output']>;
  /** MPAN or MPRN */
  meterPointNumber?: Maybe<Scalars['String']['output']>;
  /** A second MPAN or MPRN; may be an empty string */
  meterPointNumber2?: Maybe<Scalars['String']['output']>;
  meterSerialNumber?: Maybe<Scalars['String']['output']>;
  /** The unit that records without one of their own are in, for example `kwh` or `m3` */
  meterUnits?: Maybe<Scalars['String']['output']>;
  /** Designates the tenant or landlord use of the meter */
  meterUser?: Maybe<Scalars['String']['output']>;
  name?: Maybe<Scalars['String']['output']>;
  /** Interval records of this account; needs `read:consumptions` */
  nonCumulative?: Maybe<IntervalPage>;
  /** Register readings of this account, of every type; needs `read:readings` */
  readings?: Maybe<ReadingPage>;
  siteCode?: Maybe<Scalars['String']['output']>;
  status: Status;
  supplierRef?: Maybe<Scalars['String']['output']>;
  tags: Array<Scalars['String']['output']>;
  /** Utility type */
  type: UtilityType;
  updatedAt: Scalars['Timestamp']['output'];
};


/** A meter: one per utility supply. */
export type AccountConsumptionArgs = {
  accountType?: InputMaybe<Array<UtilityType>>;
  endDate: Scalars['Date']['input'];
  granularity?: Granularity;
  source?: Scalars['ConsumptionSource']['input'];
  startDate: Scalars['Date']['input'];
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
};


/** A meter: one per utility supply. */
export type AccountContractsArgs = {
  filter?: InputMaybe<ContractFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/** A meter: one per utility supply. */
export type AccountInvoicesArgs = {
  filter?: InputMaybe<InvoiceFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/** A meter: one per utility supply. */
export type AccountNonCumulativeArgs = {
  filter?: InputMaybe<IntervalFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/** A meter: one per utility supply. */
export type AccountReadingsArgs = {
  filter?: InputMaybe<ReadingFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};

export type AccountFilter = {
  _id?: InputMaybe<IdFilter>;
  and?: InputMaybe<Array<AccountFilter>>;
  assetId?: InputMaybe<IdFilter>;
  automaticMeterRead?: InputMaybe<BooleanFilter>;
  capacity?: InputMaybe<StringFilter>;
  companyId?: InputMaybe<IdFilter>;
  consumptionPriority?: InputMaybe<DataSourceListFilter>;
  createdAt?: InputMaybe<TimestampFilter>;
  entityId?: InputMaybe<IdFilter>;
  group?: InputMaybe<StringFilter>;
  isVirtual?: InputMaybe<BooleanFilter>;
  meterAreaServed?: InputMaybe<StringFilter>;
  meterLocation?: InputMaybe<StringFilter>;
  meterOperator?: InputMaybe<StringFilter>;
  meterPointNumber?: InputMaybe<StringFilter>;
  meterPointNumber2?: InputMaybe<StringFilter>;
  meterSerialNumber?: InputMaybe<StringFilter>;
  meterUnits?: InputMaybe<StringFilter>;
  meterUser?: InputMaybe<StringFilter>;
  name?: InputMaybe<StringFilter>;
  not?: InputMaybe<AccountFilter>;
  or?: InputMaybe<Array<AccountFilter>>;
  siteCode?: InputMaybe<StringFilter>;
  status?: InputMaybe<StatusFilter>;
  supplierRef?: InputMaybe<StringFilter>;
  tags?: InputMaybe<StringListFilter>;
  type?: InputMaybe<UtilityTypeFilter>;
  updatedAt?: InputMaybe<TimestampFilter>;
};

/** A page of a list. */
export type AccountPage = {
  __typename?: 'AccountPage';
  data: Array<Account>;
  /** Size of the page, as asked for */
  limit: Scalars['Int']['output'];
  /** Records before this page: (page − 1) × limit */
  skip: Scalars['Int']['output'];
  /** Number of all matching records; counted only when selected */
  total: Scalars['Int']['output'];
};

/** A postal address with coordinates, all texts. */
export type Address = {
  __typename?: 'Address';
  /** Lower-case country code, for example `gb` */
  countryCode?: Maybe<Scalars['String']['output']>;
  latitude?: Maybe<Scalars['String']['output']>;
  locality?: Maybe<Scalars['String']['output']>;
  longitude?: Maybe<Scalars['String']['output']>;
  postCode?: Maybe<Scalars['String']['output']>;
  region?: Maybe<Scalars['String']['output']>;
  streetAddress?: Maybe<Scalars['String']['output']>;
};

export type AddressFilter = {
  countryCode?: InputMaybe<StringFilter>;
  latitude?: InputMaybe<StringFilter>;
  locality?: InputMaybe<StringFilter>;
  longitude?: InputMaybe<StringFilter>;
  postCode?: InputMaybe<StringFilter>;
  region?: InputMaybe<StringFilter>;
  streetAddress?: InputMaybe<StringFilter>;
};

/** A site or building. */
export type Asset = {
  __typename?: 'Asset';
  /** Identifier (ObjectId, 24 hexadecimal digits) */
  _id: Scalars['ID']['output'];
  /** Meters of this asset; needs `read:accounts` */
  accounts?: Maybe<AccountPage>;
  address: Address;
  /** Free category, for example `Office` or `Retail` */
  assetType?: Maybe<Scalars['String']['output']>;
  companyId: Scalars['ID']['output'];
  constructionYear?: Maybe<Scalars['Float']['output']>;
  /** Consumption, cost and emissions of this asset; needs `read:accounts` */
  consumption?: Maybe<Consumption>;
  createdAt: Scalars['Timestamp']['output'];
  /** Entity that holds the asset; needs `read:assets` */
  entity?: Maybe<Entity>;
  entityId?: Maybe<Scalars['ID']['output']>;
  /** Floor area, in m² unless `floorAreaUnit` is `imperial` (square feet) */
  floorArea?: Maybe<Scalars['Float']['output']>;
  /** `metric` or `imperial` */
  floorAreaUnit?: Maybe<Scalars['String']['output']>;
  /** Gross asset value as a numeric string */
  gav?: Maybe<Scalars['String']['output']>;
  /** Lower-case currency code */
  gavCurrency?: Maybe<Scalars['String']['output']>;
  landlordControlledPercent?: Maybe<Scalars['Float']['output']>;
  noOfFloors?: Maybe<Scalars['Float']['output']>;
  occupancyLevel?: Maybe<Scalars['Float']['output']>;
  occupationStatus?: Maybe<Scalars['OccupationStatus']['output']>;
  ownedSince?: Maybe<Scalars['Timestamp']['output']>;
  siteCode?: Maybe<Scalars['String']['output']>;
  siteName?: Maybe<Scalars['String']['output']>;
  status: Status;
  tags: Array<Scalars['String']['output']>;
  tenantControlledPercent?: Maybe<Scalars['Float']['output']>;
  tenure?: Maybe<Tenure>;
  updatedAt: Scalars['Timestamp']['output'];
  vacancyRate?: Maybe<Scalars['Float']['output']>;
};


/** A site or building. */
export type AssetAccountsArgs = {
  filter?: InputMaybe<AccountFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/** A site or building. */
export type AssetConsumptionArgs = {
  accountType?: InputMaybe<Array<UtilityType>>;
  endDate: Scalars['Date']['input'];
  granularity?: Granularity;
  source?: Scalars['ConsumptionSource']['input'];
  startDate: Scalars['Date']['input'];
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** One asset of a group. */
export type AssetFigures = {
  __typename?: 'AssetFigures';
  /** Floor area that the accounts serve, m² */
  accountFloorArea?: Maybe<Scalars['Figure']['output']>;
  /** The address lines joined by commas */
  address?: Maybe<Scalars['String']['output']>;
  /** Floor area of the asset, m² */
  assetFloorArea?: Maybe<Scalars['Figure']['output']>;
  assetId: Scalars['ID']['output'];
  /** In the group's `units` */
  consumption?: Maybe<Scalars['Figure']['output']>;
  /** Cost of the invoices in their own currency; of the source `invoice` only, else null */
  cost?: Maybe<Scalars['Figure']['output']>;
  /** Total emissions, kgCO2e */
  emissions?: Maybe<Scalars['Figure']['output']>;
  siteName?: Maybe<Scalars['String']['output']>;
};

export type AssetFilter = {
  _id?: InputMaybe<IdFilter>;
  address?: InputMaybe<AddressFilter>;
  and?: InputMaybe<Array<AssetFilter>>;
  assetType?: InputMaybe<StringFilter>;
  companyId?: InputMaybe<IdFilter>;
  constructionYear?: InputMaybe<FloatFilter>;
  createdAt?: InputMaybe<TimestampFilter>;
  entityId?: InputMaybe<IdFilter>;
  floorArea?: InputMaybe<FloatFilter>;
  floorAreaUnit?: InputMaybe<StringFilter>;
  gav?: InputMaybe<StringFilter>;
  gavCurrency?: InputMaybe<StringFilter>;
  landlordControlledPercent?: InputMaybe<FloatFilter>;
  noOfFloors?: InputMaybe<FloatFilter>;
  not?: InputMaybe<AssetFilter>;
  occupancyLevel?: InputMaybe<FloatFilter>;
  occupationStatus?: InputMaybe<OccupationStatusFilter>;
  or?: InputMaybe<Array<AssetFilter>>;
  ownedSince?: InputMaybe<TimestampFilter>;
  siteCode?: InputMaybe<StringFilter>;
  siteName?: InputMaybe<StringFilter>;
  status?: InputMaybe<StatusFilter>;
  tags?: InputMaybe<StringListFilter>;
  tenantControlledPercent?: InputMaybe<FloatFilter>;
  tenure?: InputMaybe<TenureFilter>;
  updatedAt?: InputMaybe<TimestampFilter>;
  vacancyRate?: InputMaybe<FloatFilter>;
};

/** A group of assets of one company, of any of its entities. */
export type AssetGroup = {
  __typename?: 'AssetGroup';
  /** Identifier (ObjectId, 24 hexadecimal digits) */
  _id: Scalars['ID']['output'];
  /** Its assets, those that you may see; needs `read:assets` */
  assets?: Maybe<AssetPage>;
  companyId: Scalars['ID']['output'];
  /** Consumption, cost and emissions of the group's assets; needs `read:accounts` */
  consumption?: Maybe<Consumption>;
  createdAt: Scalars['Timestamp']['output'];
  /** Entity that holds the group; needs `read:assets` */
  entity?: Maybe<Entity>;
  entityId?: Maybe<Scalars['ID']['output']>;
  name?: Maybe<Scalars['String']['output']>;
  updatedAt: Scalars['Timestamp']['output'];
};


/** A group of assets of one company, of any of its entities. */
export type AssetGroupAssetsArgs = {
  filter?: InputMaybe<AssetFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/** A group of assets of one company, of any of its entities. */
export type AssetGroupConsumptionArgs = {
  accountType?: InputMaybe<Array<UtilityType>>;
  endDate: Scalars['Date']['input'];
  granularity?: Granularity;
  source?: Scalars['ConsumptionSource']['input'];
  startDate: Scalars['Date']['input'];
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type AssetGroupFilter = {
  _id?: InputMaybe<IdFilter>;
  and?: InputMaybe<Array<AssetGroupFilter>>;
  companyId?: InputMaybe<IdFilter>;
  createdAt?: InputMaybe<TimestampFilter>;
  entityId?: InputMaybe<IdFilter>;
  name?: InputMaybe<StringFilter>;
  not?: InputMaybe<AssetGroupFilter>;
  or?: InputMaybe<Array<AssetGroupFilter>>;
  updatedAt?: InputMaybe<TimestampFilter>;
};

/** A page of a list. */
export type AssetGroupPage = {
  __typename?: 'AssetGroupPage';
  data: Array<AssetGroup>;
  /** Size of the page, as asked for */
  limit: Scalars['Int']['output'];
  /** Records before this page: (page − 1) × limit */
  skip: Scalars['Int']['output'];
  /** Number of all matching records; counted only when selected */
  total: Scalars['Int']['output'];
};

/** A page of a list. */
export type AssetPage = {
  __typename?: 'AssetPage';
  data: Array<Asset>;
  /** Size of the page, as asked for */
  limit: Scalars['Int']['output'];
  /** Records before this page: (page − 1) × limit */
  skip: Scalars['Int']['output'];
  /** Number of all matching records; counted only when selected */
  total: Scalars['Int']['output'];
};

export type BooleanFilter = {
  /** Equal; null: without a value */
  eq?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Figures of a level over the time asked for, with its periods. */
export type Consumption = ConsumptionFigures & {
  __typename?: 'Consumption';
  accountCount: Scalars['Int']['output'];
  /** Floor area that the accounts serve, m² */
  accountFloorArea?: Maybe<Scalars['Figure']['output']>;
  accountId?: Maybe<Scalars['ID']['output']>;
  assetCount: Scalars['Int']['output'];
  /** Floor area of the assets that the accounts belong to, m² */
  assetFloorArea?: Maybe<Scalars['Figure']['output']>;
  assetGroupId?: Maybe<Scalars['ID']['output']>;
  /** The same figures, asset by asset, of an asset group; null on other levels */
  assetGroups?: Maybe<Array<AssetFigures>>;
  assetId?: Maybe<Scalars['ID']['output']>;
  /** Mean of the accounts' capacities, kW */
  avgCapacity?: Maybe<Scalars['Figure']['output']>;
  /** Mean of the demand over the half-hours that have data, kW */
  avgDemand?: Maybe<Scalars['Figure']['output']>;
  /** Consumption by source */
  combinedBreakdown: SourceBreakdown;
  /** In `units` */
  consumption?: Maybe<Scalars['Figure']['output']>;
  /** Accounts with and without a supply contract at some time of it */
  contractCoverage: ContractCoverage;
  /** Cost of the invoices, spread over their days, in their own currency; of the source `invoice` only, else null */
  cost?: Maybe<Scalars['Figure']['output']>;
  /** Share of the time of the expected accounts that data covers, 0 to 1; null where no account is expected */
  coverage?: Maybe<Scalars['Figure']['output']>;
  /** One element per period of the granularity */
  data: Array<ConsumptionPeriod>;
  /** Consumption from 06:00 to 18:00 UTC */
  dayConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Emissions, kgCO2e */
  emissions?: Maybe<Emissions>;
  /** End of the time, exclusive */
  endDate: Scalars['Timestamp']['output'];
  entityId?: Maybe<Scalars['ID']['output']>;
  /** The part of the consumption that is estimated */
  estimatedConsumption?: Maybe<Scalars['Figure']['output']>;
  /** The emission factors that were used */
  factors: Array<EmissionFactor>;
  /** Times of expected accounts that no data covers, the first 1,000 */
  gaps: Array<Gap>;
  granularity: Granularity;
  /** Consumption and emissions per m² of assetFloorArea; null without a floor area */
  intensity?: Maybe<Intensity>;
  /** Whether some expected account has time in it that no data covers; true also where no account is expected */
  isMissing: Scalars['Boolean']['output'];
  /** Consumption of accounts whose `meterUser` is landlord */
  landlordConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Largest coincident demand in a half-hour, kW; from interval records, of electricity, gas, heating, cooling, solar */
  maxDemand?: Maybe<Scalars['Figure']['output']>;
  /** Types and countries of accounts for which there is no emission factor; their emissions are left out */
  missingFactors?: Maybe<Array<MissingFactor>>;
  /** Consumption from 18:00 to 06:00 UTC */
  nightConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Sum of the accounts' capacities, kW */
  peakCapacity?: Maybe<Scalars['Figure']['output']>;
  /** maxDemand in percent of peakCapacity */
  peakLoad?: Maybe<Scalars['Figure']['output']>;
  /** The figures of the time of equal length just before; counts as a period for each calendar year */
  previous: ConsumptionPeriod;
  /** Rate lines of the invoices; of the source `invoice` only, else null */
  rates?: Maybe<Rates>;
  /** Consumption of simulated invoices, a forecast */
  simulatedConsumption?: Maybe<Scalars['Figure']['output']>;
  /** The sources used */
  sources: Array<Scalars['ConsumptionSource']['output']>;
  /** Start of the time, inclusive */
  startDate: Scalars['Timestamp']['output'];
  /** Consumption of accounts whose `meterUser` is tenant */
  tenantConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Floor area of all assets of the level, m² */
  totalAssetFloorArea?: Maybe<Scalars['Figure']['output']>;
  /** The same, or null unless `when`: REST's old name is always there */
  totalEmissions?: Maybe<Emissions>;
  /** Unit of the consumption; null where there is no account. kgco2e of `emissions`, which has no consumption */
  units?: Maybe<Scalars['String']['output']>;
  /** The figures of the same time a year earlier; counts as a period for each calendar year */
  yearEarlier: ConsumptionPeriod;
};


/** Figures of a level over the time asked for, with its periods. */
export type ConsumptionTotalEmissionsArgs = {
  when?: Scalars['Boolean']['input'];
};

/**
 * The figures of a time and of a set of accounts, those that you may see. In `units`: kWh, m³ for water and flow, kg for
 * waste; temperatures are means in °C. Computed figures are rounded to 6 decimals. A request may ask for so many periods,
 * times the objects asked for; demand and capacity, which are read day by day, make it at least as many as the days.
 */
export type ConsumptionFigures = {
  accountCount: Scalars['Int']['output'];
  /** Floor area that the accounts serve, m² */
  accountFloorArea?: Maybe<Scalars['Figure']['output']>;
  assetCount: Scalars['Int']['output'];
  /** Floor area of the assets that the accounts belong to, m² */
  assetFloorArea?: Maybe<Scalars['Figure']['output']>;
  /** Mean of the accounts' capacities, kW */
  avgCapacity?: Maybe<Scalars['Figure']['output']>;
  /** Mean of the demand over the half-hours that have data, kW */
  avgDemand?: Maybe<Scalars['Figure']['output']>;
  /** Consumption by source */
  combinedBreakdown: SourceBreakdown;
  /** In `units` */
  consumption?: Maybe<Scalars['Figure']['output']>;
  /** Accounts with and without a supply contract at some time of it */
  contractCoverage: ContractCoverage;
  /** Cost of the invoices, spread over their days, in their own currency; of the source `invoice` only, else null */
  cost?: Maybe<Scalars['Figure']['output']>;
  /** Share of the time of the expected accounts that data covers, 0 to 1; null where no account is expected */
  coverage?: Maybe<Scalars['Figure']['output']>;
  /** Consumption from 06:00 to 18:00 UTC */
  dayConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Emissions, kgCO2e */
  emissions?: Maybe<Emissions>;
  /** End of the time, exclusive */
  endDate: Scalars['Timestamp']['output'];
  /** The part of the consumption that is estimated */
  estimatedConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Consumption and emissions per m² of assetFloorArea; null without a floor area */
  intensity?: Maybe<Intensity>;
  /** Whether some expected account has time in it that no data covers; true also where no account is expected */
  isMissing: Scalars['Boolean']['output'];
  /** Consumption of accounts whose `meterUser` is landlord */
  landlordConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Largest coincident demand in a half-hour, kW; from interval records, of electricity, gas, heating, cooling, solar */
  maxDemand?: Maybe<Scalars['Figure']['output']>;
  /** Types and countries of accounts for which there is no emission factor; their emissions are left out */
  missingFactors?: Maybe<Array<MissingFactor>>;
  /** Consumption from 18:00 to 06:00 UTC */
  nightConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Sum of the accounts' capacities, kW */
  peakCapacity?: Maybe<Scalars['Figure']['output']>;
  /** maxDemand in percent of peakCapacity */
  peakLoad?: Maybe<Scalars['Figure']['output']>;
  /** Rate lines of the invoices; of the source `invoice` only, else null */
  rates?: Maybe<Rates>;
  /** Consumption of simulated invoices, a forecast */
  simulatedConsumption?: Maybe<Scalars['Figure']['output']>;
  /** The sources used */
  sources: Array<Scalars['ConsumptionSource']['output']>;
  /** Start of the time, inclusive */
  startDate: Scalars['Timestamp']['output'];
  /** Consumption of accounts whose `meterUser` is tenant */
  tenantConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Floor area of all assets of the level, m² */
  totalAssetFloorArea?: Maybe<Scalars['Figure']['output']>;
  /** The same, or null unless `when`: REST's old name is always there */
  totalEmissions?: Maybe<Emissions>;
  /** Unit of the consumption; null where there is no account. kgco2e of `emissions`, which has no consumption */
  units?: Maybe<Scalars['String']['output']>;
};


/**
 * The figures of a time and of a set of accounts, those that you may see. In `units`: kWh, m³ for water and flow, kg for
 * waste; temperatures are means in °C. Computed figures are rounded to 6 decimals. A request may ask for so many periods,
 * times the objects asked for; demand and capacity, which are read day by day, make it at least as many as the days.
 */
export type ConsumptionFiguresTotalEmissionsArgs = {
  when?: Scalars['Boolean']['input'];
};

/** Figures of one period. */
export type ConsumptionPeriod = ConsumptionFigures & {
  __typename?: 'ConsumptionPeriod';
  accountCount: Scalars['Int']['output'];
  /** Floor area that the accounts serve, m² */
  accountFloorArea?: Maybe<Scalars['Figure']['output']>;
  assetCount: Scalars['Int']['output'];
  /** Floor area of the assets that the accounts belong to, m² */
  assetFloorArea?: Maybe<Scalars['Figure']['output']>;
  /** Mean of the accounts' capacities, kW */
  avgCapacity?: Maybe<Scalars['Figure']['output']>;
  /** Mean of the demand over the half-hours that have data, kW */
  avgDemand?: Maybe<Scalars['Figure']['output']>;
  /** Consumption by source */
  combinedBreakdown: SourceBreakdown;
  /** In `units` */
  consumption?: Maybe<Scalars['Figure']['output']>;
  /** Accounts with and without a supply contract at some time of it */
  contractCoverage: ContractCoverage;
  /** Cost of the invoices, spread over their days, in their own currency; of the source `invoice` only, else null */
  cost?: Maybe<Scalars['Figure']['output']>;
  /** Share of the time of the expected accounts that data covers, 0 to 1; null where no account is expected */
  coverage?: Maybe<Scalars['Figure']['output']>;
  /** Label of the calendar period, for example `2025-01`, `2025-W05` or `2025-01-31 13:30` */
  date: Scalars['String']['output'];
  /** Consumption from 06:00 to 18:00 UTC */
  dayConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Emissions, kgCO2e */
  emissions?: Maybe<Emissions>;
  /** End of the time, exclusive */
  endDate: Scalars['Timestamp']['output'];
  /** The part of the consumption that is estimated */
  estimatedConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Consumption and emissions per m² of assetFloorArea; null without a floor area */
  intensity?: Maybe<Intensity>;
  /** Whether some expected account has time in it that no data covers; true also where no account is expected */
  isMissing: Scalars['Boolean']['output'];
  /** Consumption of accounts whose `meterUser` is landlord */
  landlordConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Largest coincident demand in a half-hour, kW; from interval records, of electricity, gas, heating, cooling, solar */
  maxDemand?: Maybe<Scalars['Figure']['output']>;
  /** Types and countries of accounts for which there is no emission factor; their emissions are left out */
  missingFactors?: Maybe<Array<MissingFactor>>;
  /** Consumption from 18:00 to 06:00 UTC */
  nightConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Sum of the accounts' capacities, kW */
  peakCapacity?: Maybe<Scalars['Figure']['output']>;
  /** maxDemand in percent of peakCapacity */
  peakLoad?: Maybe<Scalars['Figure']['output']>;
  /** Rate lines of the invoices; of the source `invoice` only, else null */
  rates?: Maybe<Rates>;
  /** Consumption of simulated invoices, a forecast */
  simulatedConsumption?: Maybe<Scalars['Figure']['output']>;
  /** The sources used */
  sources: Array<Scalars['ConsumptionSource']['output']>;
  /** Start of the time, inclusive */
  startDate: Scalars['Timestamp']['output'];
  /** Consumption of accounts whose `meterUser` is tenant */
  tenantConsumption?: Maybe<Scalars['Figure']['output']>;
  /** Floor area of all assets of the level, m² */
  totalAssetFloorArea?: Maybe<Scalars['Figure']['output']>;
  /** The same, or null unless `when`: REST's old name is always there */
  totalEmissions?: Maybe<Emissions>;
  /** Unit of the consumption; null where there is no account. kgco2e of `emissions`, which has no consumption */
  units?: Maybe<Scalars['String']['output']>;
};


/** Figures of one period. */
export type ConsumptionPeriodTotalEmissionsArgs = {
  when?: Scalars['Boolean']['input'];
};

/** A supply contract of an account. */
export type Contract = {
  __typename?: 'Contract';
  /** Identifier (ObjectId, 24 hexadecimal digits) */
  _id: Scalars['ID']['output'];
  /** The account that it supplies; needs `read:accounts` */
  account?: Maybe<Account>;
  accountId: Scalars['ID']['output'];
  /** The account's company */
  companyId: Scalars['ID']['output'];
  createdAt: Scalars['Timestamp']['output'];
  /** Last day of the contract, included; null: open */
  endDate?: Maybe<Scalars['Timestamp']['output']>;
  /** The account's entity */
  entityId?: Maybe<Scalars['ID']['output']>;
  /** First day of the contract */
  startDate: Scalars['Timestamp']['output'];
  supplierId?: Maybe<Scalars['ID']['output']>;
  updatedAt: Scalars['Timestamp']['output'];
};

export type ContractCoverage = {
  __typename?: 'ContractCoverage';
  withContract: Scalars['Int']['output'];
  withoutContract: Scalars['Int']['output'];
};

export type ContractFilter = {
  _id?: InputMaybe<IdFilter>;
  accountId?: InputMaybe<IdFilter>;
  and?: InputMaybe<Array<ContractFilter>>;
  companyId?: InputMaybe<IdFilter>;
  createdAt?: InputMaybe<TimestampFilter>;
  endDate?: InputMaybe<TimestampFilter>;
  entityId?: InputMaybe<IdFilter>;
  not?: InputMaybe<ContractFilter>;
  or?: InputMaybe<Array<ContractFilter>>;
  startDate?: InputMaybe<TimestampFilter>;
  supplierId?: InputMaybe<IdFilter>;
  updatedAt?: InputMaybe<TimestampFilter>;
};

/** A page of a list. */
export type ContractPage = {
  __typename?: 'ContractPage';
  data: Array<Contract>;
  /** Size of the page, as asked for */
  limit: Scalars['Int']['output'];
  /** Records before this page: (page − 1) × limit */
  skip: Scalars['Int']['output'];
  /** Number of all matching records; counted only when selected */
  total: Scalars['Int']['output'];
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

/** An emission factor, kgCO2e per unit. */
export type EmissionFactor = {
  __typename?: 'EmissionFactor';
  country: Scalars['String']['output'];
  scope1?: Maybe<Scalars['Float']['output']>;
  scope2?: Maybe<Scalars['Float']['output']>;
  scope3?: Maybe<Scalars['Float']['output']>;
  set: Scalars['String']['output'];
  /** Where the figure is from */
  source?: Maybe<Scalars['String']['output']>;
  type: UtilityType;
  /** What it is per: kWh, m³ or kg */
  unit: Scalars['String']['output'];
  /** The calendar year that it holds for */
  year: Scalars['Int']['output'];
};

/** Emissions, kgCO2e. */
export type Emissions = {
  __typename?: 'Emissions';
  /** Direct */
  scope1: Scalars['Figure']['output'];
  /** Indirect, from energy */
  scope2: Scalars['Figure']['output'];
  /** Other indirect */
  scope3: Scalars['Figure']['output'];
  total: Scalars['Figure']['output'];
};

/** A part of a company: a legal entity or portfolio that holds assets and accounts. */
export type Entity = {
  __typename?: 'Entity';
  /** Identifier (ObjectId, 24 hexadecimal digits) */
  _id: Scalars['ID']['output'];
  /** Meters of this entity; needs `read:accounts` */
  accounts?: Maybe<AccountPage>;
  /** Assets of this entity; needs `read:assets` */
  assets?: Maybe<AssetPage>;
  companyId: Scalars['ID']['output'];
  /** Consumption, cost and emissions of this entity; needs `read:accounts` */
  consumption?: Maybe<Consumption>;
  createdAt: Scalars['Timestamp']['output'];
  /** Null when the entity was only ever mentioned, never imported with a name */
  name?: Maybe<Scalars['String']['output']>;
  updatedAt: Scalars['Timestamp']['output'];
};


/** A part of a company: a legal entity or portfolio that holds assets and accounts. */
export type EntityAccountsArgs = {
  filter?: InputMaybe<AccountFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/** A part of a company: a legal entity or portfolio that holds assets and accounts. */
export type EntityAssetsArgs = {
  filter?: InputMaybe<AssetFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/** A part of a company: a legal entity or portfolio that holds assets and accounts. */
export type EntityConsumptionArgs = {
  accountType?: InputMaybe<Array<UtilityType>>;
  endDate: Scalars['Date']['input'];
  granularity?: Granularity;
  source?: Scalars['ConsumptionSource']['input'];
  startDate: Scalars['Date']['input'];
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type EntityFilter = {
  _id?: InputMaybe<IdFilter>;
  and?: InputMaybe<Array<EntityFilter>>;
  companyId?: InputMaybe<IdFilter>;
  createdAt?: InputMaybe<TimestampFilter>;
  name?: InputMaybe<StringFilter>;
  not?: InputMaybe<EntityFilter>;
  or?: InputMaybe<Array<EntityFilter>>;
  updatedAt?: InputMaybe<TimestampFilter>;
};

/** A page of a list. */
export type EntityPage = {
  __typename?: 'EntityPage';
  data: Array<Entity>;
  /** Size of the page, as asked for */
  limit: Scalars['Int']['output'];
  /** Records before this page: (page − 1) × limit */
  skip: Scalars['Int']['output'];
  /** Number of all matching records; counted only when selected */
  total: Scalars['Int']['output'];
};

export type FinancialStatusFilter = {
  /** Equal; null: without a value */
  eq?: InputMaybe<Scalars['FinancialStatus']['input']>;
  /** Any of these */
  in?: InputMaybe<Array<Scalars['FinancialStatus']['input']>>;
};

export type FloatFilter = {
  /** Equal; null: without a value */
  eq?: InputMaybe<Scalars['Float']['input']>;
  gt?: InputMaybe<Scalars['Float']['input']>;
  gte?: InputMaybe<Scalars['Float']['input']>;
  /** Any of these */
  in?: InputMaybe<Array<Scalars['Float']['input']>>;
  lt?: InputMaybe<Scalars['Float']['input']>;
  lte?: InputMaybe<Scalars['Float']['input']>;
};

export type FloatListFilter = {
  /** The list contains the value; of several, any of them */
  has: Array<Scalars['Float']['input']>;
};

/** A time of an account that no data covers, from `startDate` until just before `endDate`. */
export type Gap = {
  __typename?: 'Gap';
  accountId: Scalars['ID']['output'];
  endDate: Scalars['Timestamp']['output'];
  startDate: Scalars['Timestamp']['output'];
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
  eq?: InputMaybe<Scalars['ID']['input']>;
  gt?: InputMaybe<Scalars['ID']['input']>;
  gte?: InputMaybe<Scalars['ID']['input']>;
  /** Any of these */
  in?: InputMaybe<Array<Scalars['ID']['input']>>;
  lt?: InputMaybe<Scalars['ID']['input']>;
  lte?: InputMaybe<Scalars['ID']['input']>;
};

/** Per m² of assetFloorArea. */
export type Intensity = {
  __typename?: 'Intensity';
  /** In `units`, so kWh per m² of energy */
  consumption?: Maybe<Scalars['Figure']['output']>;
  /** kgCO2e per m² */
  emissions?: Maybe<Scalars['Figure']['output']>;
};

/**
 * A non-cumulative consumption record: what was used from `startTimestamp` until just before `endTimestamp`.
 * Cheap to ask for by account, time range and `_id` within an account. `total` and every page, however far back, cost the
 * same without a filter, of accounts and of whole days of `startTimestamp` (UTC), in the order of account, start and `_id`.
 * With any other filter the matching records are counted, and with it or another order those before the page are read.
 */
export type Interval = {
  __typename?: 'Interval';
  /** Identifier (ObjectId, 24 hexadecimal digits) */
  _id: Scalars['ID']['output'];
  /** The account it belongs to; needs `read:accounts` */
  account?: Maybe<Account>;
  accountId: Scalars['ID']['output'];
  createdAt: Scalars['Timestamp']['output'];
  /** End of the interval, exclusive */
  endTimestamp: Scalars['Timestamp']['output'];
  /** The account's entity */
  entityId?: Maybe<Scalars['ID']['output']>;
  /** The part of `value` that was estimated, where that is not all of it: of channels added up, the sum of the estimates */
  estimatedValue?: Maybe<Scalars['Float']['output']>;
  /** True when the value was estimated, not measured */
  isEstimated?: Maybe<Scalars['Boolean']['output']>;
  isGridData?: Maybe<Scalars['Boolean']['output']>;
  /** True for half-hourly records */
  isHalfHourly?: Maybe<Scalars['Boolean']['output']>;
  readType?: Maybe<Scalars['String']['output']>;
  /** Where the record comes from */
  source?: Maybe<Scalars['String']['output']>;
  /** Start of the interval, inclusive */
  startTimestamp: Scalars['Timestamp']['output'];
  type: IntervalType;
  /** Unit of `value`, for example `kwh` or `m3`; null: the account's `meterUnits` */
  unit?: Maybe<Scalars['String']['output']>;
  updatedAt: Scalars['Timestamp']['output'];
  /** Quantity used in the interval, in `unit` */
  value: Scalars['Float']['output'];
};

export type IntervalFilter = {
  _id?: InputMaybe<IdFilter>;
  accountId?: InputMaybe<IdFilter>;
  and?: InputMaybe<Array<IntervalFilter>>;
  createdAt?: InputMaybe<TimestampFilter>;
  endTimestamp?: InputMaybe<TimestampFilter>;
  entityId?: InputMaybe<IdFilter>;
  estimatedValue?: InputMaybe<FloatFilter>;
  isEstimated?: InputMaybe<BooleanFilter>;
  isGridData?: InputMaybe<BooleanFilter>;
  isHalfHourly?: InputMaybe<BooleanFilter>;
  not?: InputMaybe<IntervalFilter>;
  or?: InputMaybe<Array<IntervalFilter>>;
  readType?: InputMaybe<StringFilter>;
  source?: InputMaybe<StringFilter>;
  startTimestamp?: InputMaybe<TimestampFilter>;
  type?: InputMaybe<IntervalTypeFilter>;
  unit?: InputMaybe<StringFilter>;
  updatedAt?: InputMaybe<TimestampFilter>;
  value?: InputMaybe<FloatFilter>;
};

/** A page of a list. */
export type IntervalPage = {
  __typename?: 'IntervalPage';
  data: Array<Interval>;
  /** Size of the page, as asked for */
  limit: Scalars['Int']['output'];
  /** Records before this page: (page − 1) × limit */
  skip: Scalars['Int']['output'];
  /** Number of all matching records; counted only when selected */
  total: Scalars['Int']['output'];
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
  eq?: InputMaybe<IntervalType>;
  /** Any of these */
  in?: InputMaybe<Array<IntervalType>>;
};

/**
 * A supplier's invoice. Cheap to ask for by account, entity, and `values.invoiceDate`; ordered by that date too, where one
 * account is asked for or the key is granted one company or entity.
 */
export type Invoice = {
  __typename?: 'Invoice';
  /** Identifier (ObjectId, 24 hexadecimal digits) */
  _id: Scalars['ID']['output'];
  /** The account that it bills; needs `read:accounts` */
  account?: Maybe<Account>;
  /** The account that it bills; null as long as none is known */
  accountId?: Maybe<Scalars['ID']['output']>;
  /** The account's company, or its own where there is no account */
  companyId: Scalars['ID']['output'];
  completed?: Maybe<Scalars['Boolean']['output']>;
  createdAt: Scalars['Timestamp']['output'];
  /** Entity that pays it; needs `read:assets` */
  entity?: Maybe<Entity>;
  /** The account's entity, or its own where there is no account */
  entityId?: Maybe<Scalars['ID']['output']>;
  fileName?: Maybe<Scalars['String']['output']>;
  financialStatus?: Maybe<Scalars['FinancialStatus']['output']>;
  isPaid?: Maybe<Scalars['Boolean']['output']>;
  notes?: Maybe<Scalars['String']['output']>;
  rates: Array<RateLine>;
  /** A forecast, not a bill: counted in `simulatedConsumption` only */
  simulated?: Maybe<Scalars['Boolean']['output']>;
  /** How far its processing is */
  status?: Maybe<InvoiceStatus>;
  supplierId?: Maybe<Scalars['ID']['output']>;
  tags: Array<Scalars['String']['output']>;
  /** Invoice type: any text */
  type?: Maybe<Scalars['String']['output']>;
  updatedAt: Scalars['Timestamp']['output'];
  values: InvoiceValues;
};

export type InvoiceFilter = {
  _id?: InputMaybe<IdFilter>;
  accountId?: InputMaybe<IdFilter>;
  and?: InputMaybe<Array<InvoiceFilter>>;
  companyId?: InputMaybe<IdFilter>;
  completed?: InputMaybe<BooleanFilter>;
  createdAt?: InputMaybe<TimestampFilter>;
  entityId?: InputMaybe<IdFilter>;
  fileName?: InputMaybe<StringFilter>;
  financialStatus?: InputMaybe<FinancialStatusFilter>;
  isPaid?: InputMaybe<BooleanFilter>;
  not?: InputMaybe<InvoiceFilter>;
  notes?: InputMaybe<StringFilter>;
  or?: InputMaybe<Array<InvoiceFilter>>;
  rates?: InputMaybe<RateLineFilter>;
  simulated?: InputMaybe<BooleanFilter>;
  status?: InputMaybe<InvoiceStatusFilter>;
  supplierId?: InputMaybe<IdFilter>;
  tags?: InputMaybe<StringListFilter>;
  type?: InputMaybe<StringFilter>;
  updatedAt?: InputMaybe<TimestampFilter>;
  values?: InputMaybe<InvoiceValuesFilter>;
};

/** A page of a list. */
export type InvoicePage = {
  __typename?: 'InvoicePage';
  data: Array<Invoice>;
  /** Size of the page, as asked for */
  limit: Scalars['Int']['output'];
  /** Records before this page: (page − 1) × limit */
  skip: Scalars['Int']['output'];
  /** Number of all matching records; counted only when selected */
  total: Scalars['Int']['output'];
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
  eq?: InputMaybe<InvoiceStatus>;
  /** Any of these */
  in?: InputMaybe<Array<InvoiceStatus>>;
};

/** What was read from a supplier's invoice. Money is in the invoice's own currency. */
export type InvoiceValues = {
  __typename?: 'InvoiceValues';
  /** Last day that is billed, included */
  endDate?: Maybe<Scalars['Timestamp']['output']>;
  /** Register at the end, as printed */
  endRead?: Maybe<Scalars['String']['output']>;
  /** For example `actual` or `estimated` */
  endReadType?: Maybe<Scalars['String']['output']>;
  invoiceDate?: Maybe<Scalars['Timestamp']['output']>;
  invoiceDueDate?: Maybe<Scalars['Timestamp']['output']>;
  invoiceNumber?: Maybe<Scalars['String']['output']>;
  /** MPAN or MPRN as printed */
  meterPointNumber?: Maybe<Scalars['String']['output']>;
  meterSerialNumber?: Maybe<Scalars['String']['output']>;
  /** Cost before tax */
  netTotalCost?: Maybe<Scalars['Float']['output']>;
  /** Whom the invoice is addressed to */
  recipient?: Maybe<Scalars['String']['output']>;
  /** First day that is billed */
  startDate?: Maybe<Scalars['Timestamp']['output']>;
  /** Register at the start, as printed */
  startRead?: Maybe<Scalars['String']['output']>;
  /** For example `actual` or `estimated` */
  startReadType?: Maybe<Scalars['String']['output']>;
  supplierName?: Maybe<Scalars['String']['output']>;
  supplierRef?: Maybe<Scalars['String']['output']>;
  supplyAddress?: Maybe<Scalars['String']['output']>;
  /** Climate Change Levy */
  totalCCL?: Maybe<Scalars['Float']['output']>;
  /** Cost with tax */
  totalCost?: Maybe<Scalars['Float']['output']>;
  /** Cost of the daily (standing) charges */
  totalDaily?: Maybe<Scalars['Float']['output']>;
  totalTax?: Maybe<Scalars['Float']['output']>;
  /** Cost of the units */
  totalUnitCost?: Maybe<Scalars['Float']['output']>;
  /** Quantity billed, in `units` */
  totalUnits?: Maybe<Scalars['Float']['output']>;
  /** Unit of `totalUnits`, for example `kwh`; null: the account's `meterUnits` */
  units?: Maybe<Scalars['String']['output']>;
};

export type InvoiceValuesFilter = {
  endDate?: InputMaybe<TimestampFilter>;
  endRead?: InputMaybe<StringFilter>;
  endReadType?: InputMaybe<StringFilter>;
  invoiceDate?: InputMaybe<TimestampFilter>;
  invoiceDueDate?: InputMaybe<TimestampFilter>;
  invoiceNumber?: InputMaybe<StringFilter>;
  meterPointNumber?: InputMaybe<StringFilter>;
  meterSerialNumber?: InputMaybe<StringFilter>;
  netTotalCost?: InputMaybe<FloatFilter>;
  recipient?: InputMaybe<StringFilter>;
  startDate?: InputMaybe<TimestampFilter>;
  startRead?: InputMaybe<StringFilter>;
  startReadType?: InputMaybe<StringFilter>;
  supplierName?: InputMaybe<StringFilter>;
  supplierRef?: InputMaybe<StringFilter>;
  supplyAddress?: InputMaybe<StringFilter>;
  totalCCL?: InputMaybe<FloatFilter>;
  totalCost?: InputMaybe<FloatFilter>;
  totalDaily?: InputMaybe<FloatFilter>;
  totalTax?: InputMaybe<FloatFilter>;
  totalUnitCost?: InputMaybe<FloatFilter>;
  totalUnits?: InputMaybe<FloatFilter>;
  units?: InputMaybe<StringFilter>;
};

/** A utility type and country without an emission factor. */
export type MissingFactor = {
  __typename?: 'MissingFactor';
  country: Scalars['String']['output'];
  type: UtilityType;
};

export type OccupationStatusFilter = {
  /** Equal; null: without a value */
  eq?: InputMaybe<Scalars['OccupationStatus']['input']>;
  /** Any of these */
  in?: InputMaybe<Array<Scalars['OccupationStatus']['input']>>;
};

/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type Query = {
  __typename?: 'Query';
  /** One account; null when there is none that you may see; needs `read:accounts` */
  account?: Maybe<Account>;
  /** Meters; needs `read:accounts` */
  accounts?: Maybe<AccountPage>;
  /** One asset; null when there is none that you may see; needs `read:assets` */
  asset?: Maybe<Asset>;
  /** One asset group; null when there is none that you may see; needs `read:assets` */
  assetGroup?: Maybe<AssetGroup>;
  /** Groups of assets; needs `read:assets` */
  assetGroups?: Maybe<AssetGroupPage>;
  /** Sites; needs `read:assets` */
  assets?: Maybe<AssetPage>;
  /** Consumption, cost and emissions of a level: name one of the identifiers, several narrow each other; needs `read:accounts` */
  consumption?: Maybe<Consumption>;
  /** One supply contract; null when there is none that you may see; needs `read:accounts` */
  contract?: Maybe<Contract>;
  /** Supply contracts; needs `read:accounts` */
  contracts?: Maybe<ContractPage>;
  /**
   * Emissions of a level, or of all that you may see; types of different units may be mixed, so there is no consumption; needs
   * `read:accounts`
   * @deprecated Ask consumption for its emissions
   */
  emissions?: Maybe<Consumption>;
  /** Entities; needs `read:assets` */
  entities?: Maybe<EntityPage>;
  /** One entity; null when there is none that you may see; needs `read:assets` */
  entity?: Maybe<Entity>;
  /** One invoice; null when there is none that you may see; needs `read:invoices` */
  invoice?: Maybe<Invoice>;
  /** Supplier invoices; needs `read:invoices` */
  invoices?: Maybe<InvoicePage>;
  /** Interval consumption records; needs `read:consumptions`. Without a sort: by account, start and `_id` */
  nonCumulative?: Maybe<IntervalPage>;
  /** One reading; null when there is none that you may see; needs `read:readings` */
  reading?: Maybe<Reading>;
  /** Register readings, of every type; needs `read:readings` */
  readings?: Maybe<ReadingPage>;
  /** Who asks: the user behind the key, its scopes and grants */
  viewer: Viewer;
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryAccountArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryAccountsArgs = {
  filter?: InputMaybe<AccountFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryAssetArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryAssetGroupArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryAssetGroupsArgs = {
  filter?: InputMaybe<AssetGroupFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryAssetsArgs = {
  filter?: InputMaybe<AssetFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryConsumptionArgs = {
  accountId?: InputMaybe<Scalars['ID']['input']>;
  accountType?: InputMaybe<Array<UtilityType>>;
  assetGroupId?: InputMaybe<Scalars['ID']['input']>;
  assetId?: InputMaybe<Scalars['ID']['input']>;
  endDate: Scalars['Date']['input'];
  entityId?: InputMaybe<Scalars['ID']['input']>;
  granularity?: Granularity;
  source?: Scalars['ConsumptionSource']['input'];
  startDate: Scalars['Date']['input'];
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryContractArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryContractsArgs = {
  filter?: InputMaybe<ContractFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryEmissionsArgs = {
  accountId?: InputMaybe<Scalars['ID']['input']>;
  accountType?: InputMaybe<Array<UtilityType>>;
  assetGroupId?: InputMaybe<Scalars['ID']['input']>;
  assetId?: InputMaybe<Scalars['ID']['input']>;
  endDate: Scalars['Date']['input'];
  granularity?: Granularity;
  source?: Scalars['ConsumptionSource']['input'];
  startDate: Scalars['Date']['input'];
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryEntitiesArgs = {
  filter?: InputMaybe<EntityFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryEntityArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryInvoiceArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryInvoicesArgs = {
  filter?: InputMaybe<InvoiceFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryNonCumulativeArgs = {
  filter?: InputMaybe<IntervalFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryReadingArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied, and the periods of consumption,
 * times the objects that they are asked of; it is in `extensions.cost`.
 */
export type QueryReadingsArgs = {
  filter?: InputMaybe<ReadingFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
};

/** A rate line of an invoice. Money is in the invoice's own currency. */
export type RateLine = {
  __typename?: 'RateLine';
  /** Quantity charged, in `units` */
  consumption?: Maybe<Scalars['Float']['output']>;
  cost?: Maybe<Scalars['Float']['output']>;
  endDate?: Maybe<Scalars['Timestamp']['output']>;
  id?: Maybe<Scalars['String']['output']>;
  rateName?: Maybe<Scalars['String']['output']>;
  startDate?: Maybe<Scalars['Timestamp']['output']>;
  /** Price of one of `units` */
  unitRate?: Maybe<Scalars['Float']['output']>;
  /** Unit of `consumption`, for example `kwh` */
  units?: Maybe<Scalars['String']['output']>;
};

export type RateLineFilter = {
  consumption?: InputMaybe<FloatListFilter>;
  cost?: InputMaybe<FloatListFilter>;
  endDate?: InputMaybe<TimestampListFilter>;
  id?: InputMaybe<StringListFilter>;
  rateName?: InputMaybe<StringListFilter>;
  startDate?: InputMaybe<TimestampListFilter>;
  unitRate?: InputMaybe<FloatListFilter>;
  units?: InputMaybe<StringListFilter>;
};

/** Rate lines of invoices, each name or kind with `{consumption, cost, unitRate, units}`. */
export type Rates = {
  __typename?: 'Rates';
  /** By the lines' own names */
  byName: Scalars['RateTable']['output'];
  /** By kind: energy, standing, capacity, other */
  byType: Scalars['RateTable']['output'];
};

/**
 * A reading of a cumulative register. Cheap to ask for by account, type within an account, and `submittedAt` within an
 * account.
 */
export type Reading = {
  __typename?: 'Reading';
  /** Identifier (ObjectId, 24 hexadecimal digits) */
  _id: Scalars['ID']['output'];
  /** The account it belongs to; needs `read:accounts` */
  account?: Maybe<Account>;
  accountId: Scalars['ID']['output'];
  /** The account's company */
  companyId: Scalars['ID']['output'];
  createdAt: Scalars['Timestamp']['output'];
  /** The account's entity */
  entityId?: Maybe<Scalars['ID']['output']>;
  /** The invoice that it was taken from; needs `read:invoices` */
  invoice?: Maybe<Invoice>;
  /** The invoice that the reading was taken from */
  invoiceId?: Maybe<Scalars['ID']['output']>;
  /** True for half-hourly readings */
  isHalfHourly?: Maybe<Scalars['Boolean']['output']>;
  /** True for the first reading after the meter was reset to 0 */
  meterReset?: Maybe<Scalars['Boolean']['output']>;
  name?: Maybe<Scalars['String']['output']>;
  /** What its source says was used since the register's reading before, in `units`; counts before the difference of the two */
  quantity?: Maybe<Scalars['Float']['output']>;
  /** How many digits the register shows before the decimal point, 1 to 15: a fall then is a rollover */
  registerDigits?: Maybe<Scalars['Float']['output']>;
  /** The register, where a meter has several: any text of at most 200 characters */
  registerId?: Maybe<Scalars['String']['output']>;
  /** Where the reading comes from */
  source?: Maybe<Scalars['ReadingSource']['output']>;
  /** When the register was read */
  submittedAt: Scalars['Timestamp']['output'];
  /** Reading type: any text; `A` when none is given, `E` is an estimate */
  type: Scalars['String']['output'];
  /** Unit of `value`, for example `kwh` or `m3`; null: the account's `meterUnits` */
  units?: Maybe<Scalars['String']['output']>;
  updatedAt: Scalars['Timestamp']['output'];
  /** What the register showed, in `units` */
  value: Scalars['Float']['output'];
};

export type ReadingFilter = {
  _id?: InputMaybe<IdFilter>;
  accountId?: InputMaybe<IdFilter>;
  and?: InputMaybe<Array<ReadingFilter>>;
  companyId?: InputMaybe<IdFilter>;
  createdAt?: InputMaybe<TimestampFilter>;
  entityId?: InputMaybe<IdFilter>;
  invoiceId?: InputMaybe<IdFilter>;
  isHalfHourly?: InputMaybe<BooleanFilter>;
  meterReset?: InputMaybe<BooleanFilter>;
  name?: InputMaybe<StringFilter>;
  not?: InputMaybe<ReadingFilter>;
  or?: InputMaybe<Array<ReadingFilter>>;
  quantity?: InputMaybe<FloatFilter>;
  registerDigits?: InputMaybe<FloatFilter>;
  registerId?: InputMaybe<StringFilter>;
  source?: InputMaybe<ReadingSourceFilter>;
  submittedAt?: InputMaybe<TimestampFilter>;
  type?: InputMaybe<StringFilter>;
  units?: InputMaybe<StringFilter>;
  updatedAt?: InputMaybe<TimestampFilter>;
  value?: InputMaybe<FloatFilter>;
};

/** A page of a list. */
export type ReadingPage = {
  __typename?: 'ReadingPage';
  data: Array<Reading>;
  /** Size of the page, as asked for */
  limit: Scalars['Int']['output'];
  /** Records before this page: (page − 1) × limit */
  skip: Scalars['Int']['output'];
  /** Number of all matching records; counted only when selected */
  total: Scalars['Int']['output'];
};

export type ReadingSourceFilter = {
  /** Equal; null: without a value */
  eq?: InputMaybe<Scalars['ReadingSource']['input']>;
  /** Any of these */
  in?: InputMaybe<Array<Scalars['ReadingSource']['input']>>;
};

/** Consumption by source, in `units`. */
export type SourceBreakdown = {
  __typename?: 'SourceBreakdown';
  custom?: Maybe<Scalars['Figure']['output']>;
  hh?: Maybe<Scalars['Figure']['output']>;
  invoice?: Maybe<Scalars['Figure']['output']>;
  reading?: Maybe<Scalars['Figure']['output']>;
};

/** Whether an account or asset is in use. */
export type Status =
  | 'active'
  | 'inactive';

export type StatusFilter = {
  /** Equal; null: without a value */
  eq?: InputMaybe<Status>;
  /** Any of these */
  in?: InputMaybe<Array<Status>>;
};

export type StringFilter = {
  /** Equal; null: without a value */
  eq?: InputMaybe<Scalars['String']['input']>;
  gt?: InputMaybe<Scalars['String']['input']>;
  gte?: InputMaybe<Scalars['String']['input']>;
  /** Any of these */
  in?: InputMaybe<Array<Scalars['String']['input']>>;
  lt?: InputMaybe<Scalars['String']['input']>;
  lte?: InputMaybe<Scalars['String']['input']>;
};

export type StringListFilter = {
  /** The list contains the value; of several, any of them */
  has: Array<Scalars['String']['input']>;
};

/** How a site is held. */
export type Tenure =
  | 'freehold'
  | 'leasehold';

export type TenureFilter = {
  /** Equal; null: without a value */
  eq?: InputMaybe<Tenure>;
  /** Any of these */
  in?: InputMaybe<Array<Tenure>>;
};

export type TimestampFilter = {
  /** Equal; null: without a value */
  eq?: InputMaybe<Scalars['Timestamp']['input']>;
  gt?: InputMaybe<Scalars['Timestamp']['input']>;
  gte?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Any of these */
  in?: InputMaybe<Array<Scalars['Timestamp']['input']>>;
  lt?: InputMaybe<Scalars['Timestamp']['input']>;
  lte?: InputMaybe<Scalars['Timestamp']['input']>;
};

export type TimestampListFilter = {
  /** The list contains the value; of several, any of them */
  has: Array<Scalars['Timestamp']['input']>;
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
  eq?: InputMaybe<UtilityType>;
  /** Any of these */
  in?: InputMaybe<Array<UtilityType>>;
};

/** The user behind the API key. */
export type Viewer = {
  __typename?: 'Viewer';
  /** Companies granted: everything of theirs is visible */
  companyIds: Array<Scalars['ID']['output']>;
  /** Consumption, cost and emissions of all that you may see; needs `read:accounts` */
  consumption?: Maybe<Consumption>;
  /** Entities granted: everything of theirs is visible */
  entityIds: Array<Scalars['ID']['output']>;
  /** When the key ends; null: never */
  expiresAt?: Maybe<Scalars['Timestamp']['output']>;
  /** The key's role; null for a key with scopes of its own */
  role?: Maybe<Scalars['String']['output']>;
  /** What kinds of resources the key may read */
  scopes: Array<Scalars['String']['output']>;
  userId: Scalars['ID']['output'];
};


/** The user behind the API key. */
export type ViewerConsumptionArgs = {
  accountType?: InputMaybe<Array<UtilityType>>;
  endDate: Scalars['Date']['input'];
  granularity?: Granularity;
  source?: Scalars['ConsumptionSource']['input'];
  startDate: Scalars['Date']['input'];
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;




/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  ConsumptionFigures:
    | ( Consumption )
    | ( ConsumptionPeriod )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Account: ResolverTypeWrapper<Account>;
  AccountFilter: AccountFilter;
  AccountPage: ResolverTypeWrapper<AccountPage>;
  Address: ResolverTypeWrapper<Address>;
  AddressFilter: AddressFilter;
  Asset: ResolverTypeWrapper<Asset>;
  AssetFigures: ResolverTypeWrapper<AssetFigures>;
  AssetFilter: AssetFilter;
  AssetGroup: ResolverTypeWrapper<AssetGroup>;
  AssetGroupFilter: AssetGroupFilter;
  AssetGroupPage: ResolverTypeWrapper<AssetGroupPage>;
  AssetPage: ResolverTypeWrapper<AssetPage>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  BooleanFilter: BooleanFilter;
  Consumption: ResolverTypeWrapper<Consumption>;
  ConsumptionFigures: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['ConsumptionFigures']>;
  ConsumptionPeriod: ResolverTypeWrapper<ConsumptionPeriod>;
  ConsumptionSource: ResolverTypeWrapper<Scalars['ConsumptionSource']['output']>;
  Contract: ResolverTypeWrapper<Contract>;
  ContractCoverage: ResolverTypeWrapper<ContractCoverage>;
  ContractFilter: ContractFilter;
  ContractPage: ResolverTypeWrapper<ContractPage>;
  DataSource: DataSource;
  DataSourceListFilter: DataSourceListFilter;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  EmissionFactor: ResolverTypeWrapper<EmissionFactor>;
  Emissions: ResolverTypeWrapper<Emissions>;
  Entity: ResolverTypeWrapper<Entity>;
  EntityFilter: EntityFilter;
  EntityPage: ResolverTypeWrapper<EntityPage>;
  Figure: ResolverTypeWrapper<Scalars['Figure']['output']>;
  FinancialStatus: ResolverTypeWrapper<Scalars['FinancialStatus']['output']>;
  FinancialStatusFilter: FinancialStatusFilter;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  FloatFilter: FloatFilter;
  FloatListFilter: FloatListFilter;
  Gap: ResolverTypeWrapper<Gap>;
  Granularity: Granularity;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  IDFilter: IdFilter;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Intensity: ResolverTypeWrapper<Intensity>;
  Interval: ResolverTypeWrapper<Interval>;
  IntervalFilter: IntervalFilter;
  IntervalPage: ResolverTypeWrapper<IntervalPage>;
  IntervalType: IntervalType;
  IntervalTypeFilter: IntervalTypeFilter;
  Invoice: ResolverTypeWrapper<Invoice>;
  InvoiceFilter: InvoiceFilter;
  InvoicePage: ResolverTypeWrapper<InvoicePage>;
  InvoiceStatus: InvoiceStatus;
  InvoiceStatusFilter: InvoiceStatusFilter;
  InvoiceValues: ResolverTypeWrapper<InvoiceValues>;
  InvoiceValuesFilter: InvoiceValuesFilter;
  MissingFactor: ResolverTypeWrapper<MissingFactor>;
  OccupationStatus: ResolverTypeWrapper<Scalars['OccupationStatus']['output']>;
  OccupationStatusFilter: OccupationStatusFilter;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLine: ResolverTypeWrapper<RateLine>;
  RateLineFilter: RateLineFilter;
  RateTable: ResolverTypeWrapper<Scalars['RateTable']['output']>;
  Rates: ResolverTypeWrapper<Rates>;
  Reading: ResolverTypeWrapper<Reading>;
  ReadingFilter: ReadingFilter;
  ReadingPage: ResolverTypeWrapper<ReadingPage>;
  ReadingSource: ResolverTypeWrapper<Scalars['ReadingSource']['output']>;
  ReadingSourceFilter: ReadingSourceFilter;
  Sort: ResolverTypeWrapper<Scalars['Sort']['output']>;
  SourceBreakdown: ResolverTypeWrapper<SourceBreakdown>;
  Status: Status;
  StatusFilter: StatusFilter;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  StringFilter: StringFilter;
  StringListFilter: StringListFilter;
  Tenure: Tenure;
  TenureFilter: TenureFilter;
  Timestamp: ResolverTypeWrapper<Scalars['Timestamp']['output']>;
  TimestampFilter: TimestampFilter;
  TimestampListFilter: TimestampListFilter;
  UtilityType: UtilityType;
  UtilityTypeFilter: UtilityTypeFilter;
  Viewer: ResolverTypeWrapper<Viewer>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Account: Account;
  AccountFilter: AccountFilter;
  AccountPage: AccountPage;
  Address: Address;
  AddressFilter: AddressFilter;
  Asset: Asset;
  AssetFigures: AssetFigures;
  AssetFilter: AssetFilter;
  AssetGroup: AssetGroup;
  AssetGroupFilter: AssetGroupFilter;
  AssetGroupPage: AssetGroupPage;
  AssetPage: AssetPage;
  Boolean: Scalars['Boolean']['output'];
  BooleanFilter: BooleanFilter;
  Consumption: Consumption;
  ConsumptionFigures: ResolversInterfaceTypes<ResolversParentTypes>['ConsumptionFigures'];
  ConsumptionPeriod: ConsumptionPeriod;
  ConsumptionSource: Scalars['ConsumptionSource']['output'];
  Contract: Contract;
  ContractCoverage: ContractCoverage;
  ContractFilter: ContractFilter;
  ContractPage: ContractPage;
  DataSourceListFilter: DataSourceListFilter;
  Date: Scalars['Date']['output'];
  EmissionFactor: EmissionFactor;
  Emissions: Emissions;
  Entity: Entity;
  EntityFilter: EntityFilter;
  EntityPage: EntityPage;
  Figure: Scalars['Figure']['output'];
  FinancialStatus: Scalars['FinancialStatus']['output'];
  FinancialStatusFilter: FinancialStatusFilter;
  Float: Scalars['Float']['output'];
  FloatFilter: FloatFilter;
  FloatListFilter: FloatListFilter;
  Gap: Gap;
  ID: Scalars['ID']['output'];
  IDFilter: IdFilter;
  Int: Scalars['Int']['output'];
  Intensity: Intensity;
  Interval: Interval;
  IntervalFilter: IntervalFilter;
  IntervalPage: IntervalPage;
  IntervalTypeFilter: IntervalTypeFilter;
  Invoice: Invoice;
  InvoiceFilter: InvoiceFilter;
  InvoicePage: InvoicePage;
  InvoiceStatusFilter: InvoiceStatusFilter;
  InvoiceValues: InvoiceValues;
  InvoiceValuesFilter: InvoiceValuesFilter;
  MissingFactor: MissingFactor;
  OccupationStatus: Scalars['OccupationStatus']['output'];
  OccupationStatusFilter: OccupationStatusFilter;
  Query: Record<PropertyKey, never>;
  RateLine: RateLine;
  RateLineFilter: RateLineFilter;
  RateTable: Scalars['RateTable']['output'];
  Rates: Rates;
  Reading: Reading;
  ReadingFilter: ReadingFilter;
  ReadingPage: ReadingPage;
  ReadingSource: Scalars['ReadingSource']['output'];
  ReadingSourceFilter: ReadingSourceFilter;
  Sort: Scalars['Sort']['output'];
  SourceBreakdown: SourceBreakdown;
  StatusFilter: StatusFilter;
  String: Scalars['String']['output'];
  StringFilter: StringFilter;
  StringListFilter: StringListFilter;
  TenureFilter: TenureFilter;
  Timestamp: Scalars['Timestamp']['output'];
  TimestampFilter: TimestampFilter;
  TimestampListFilter: TimestampListFilter;
  UtilityTypeFilter: UtilityTypeFilter;
  Viewer: Viewer;
};

export type ComputedDirectiveArgs = { };

export type ComputedDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = ComputedDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type GetDirectiveArgs = {
  defaults?: Maybe<Scalars['String']['input']>;
  path: Scalars['String']['input'];
  required?: Maybe<Array<Scalars['String']['input']>>;
  successor?: Maybe<Scalars['String']['input']>;
};

export type GetDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = GetDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type KeyDirectiveArgs = {
  column: Scalars['String']['input'];
  table: Scalars['String']['input'];
};

export type KeyDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = KeyDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type LinkDirectiveArgs = {
  by?: Maybe<Scalars['String']['input']>;
  from?: Maybe<Scalars['String']['input']>;
  through?: Maybe<Scalars['String']['input']>;
};

export type LinkDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = LinkDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ResourceDirectiveArgs = {
  cheap?: Maybe<Array<Scalars['String']['input']>>;
  counts?: Maybe<Scalars['String']['input']>;
  entity?: Maybe<Scalars['String']['input']>;
  order?: Maybe<Array<Scalars['String']['input']>>;
  table: Scalars['String']['input'];
};

export type ResourceDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = ResourceDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ScopeDirectiveArgs = {
  needs: Scalars['String']['input'];
};

export type ScopeDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = ScopeDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ValuesDirectiveArgs = {
  are: Array<Scalars['String']['input']>;
};

export type ValuesDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = ValuesDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type AccountResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Account'] = ResolversParentTypes['Account']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  asset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType>;
  assetId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  automaticMeterRead?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  capacity?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  consumption?: Resolver<Maybe<ResolversTypes['Consumption']>, ParentType, ContextType, RequireFields<AccountConsumptionArgs, 'endDate' | 'granularity' | 'source' | 'startDate'>>;
  consumptionPriority?: Resolver<Maybe<Array<ResolversTypes['DataSource']>>, ParentType, ContextType>;
  contracts?: Resolver<Maybe<ResolversTypes['ContractPage']>, ParentType, ContextType, RequireFields<AccountContractsArgs, 'limit' | 'page'>>;
  createdAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  entityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  group?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  invoices?: Resolver<Maybe<ResolversTypes['InvoicePage']>, ParentType, ContextType, RequireFields<AccountInvoicesArgs, 'limit' | 'page'>>;
  isVirtual?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  meterAreaServed?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  meterLocation?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  meterOperator?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  meterPointNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  meterPointNumber2?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  meterSerialNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  meterUnits?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  meterUser?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nonCumulative?: Resolver<Maybe<ResolversTypes['IntervalPage']>, ParentType, ContextType, RequireFields<AccountNonCumulativeArgs, 'limit' | 'page'>>;
  readings?: Resolver<Maybe<ResolversTypes['ReadingPage']>, ParentType, ContextType, RequireFields<AccountReadingsArgs, 'limit' | 'page'>>;
  siteCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['Status'], ParentType, ContextType>;
  supplierRef?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['UtilityType'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
};

export type AccountPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AccountPage'] = ResolversParentTypes['AccountPage']> = {
  data?: Resolver<Array<ResolversTypes['Account']>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skip?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AddressResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Address'] = ResolversParentTypes['Address']> = {
  countryCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  latitude?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  locality?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  longitude?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  postCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  streetAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AssetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Asset'] = ResolversParentTypes['Asset']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  accounts?: Resolver<Maybe<ResolversTypes['AccountPage']>, ParentType, ContextType, RequireFields<AssetAccountsArgs, 'limit' | 'page'>>;
  address?: Resolver<ResolversTypes['Address'], ParentType, ContextType>;
  assetType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  constructionYear?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  consumption?: Resolver<Maybe<ResolversTypes['Consumption']>, ParentType, ContextType, RequireFields<AssetConsumptionArgs, 'endDate' | 'granularity' | 'source' | 'startDate'>>;
  createdAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  entityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  floorArea?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  floorAreaUnit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  gav?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  gavCurrency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  landlordControlledPercent?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  noOfFloors?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  occupancyLevel?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  occupationStatus?: Resolver<Maybe<ResolversTypes['OccupationStatus']>, ParentType, ContextType>;
  ownedSince?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  siteCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  siteName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['Status'], ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  tenantControlledPercent?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  tenure?: Resolver<Maybe<ResolversTypes['Tenure']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  vacancyRate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type AssetFiguresResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AssetFigures'] = ResolversParentTypes['AssetFigures']> = {
  accountFloorArea?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  assetFloorArea?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  assetId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  consumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  cost?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  emissions?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  siteName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AssetGroupResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AssetGroup'] = ResolversParentTypes['AssetGroup']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  assets?: Resolver<Maybe<ResolversTypes['AssetPage']>, ParentType, ContextType, RequireFields<AssetGroupAssetsArgs, 'limit' | 'page'>>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  consumption?: Resolver<Maybe<ResolversTypes['Consumption']>, ParentType, ContextType, RequireFields<AssetGroupConsumptionArgs, 'endDate' | 'granularity' | 'source' | 'startDate'>>;
  createdAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  entityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
};

export type AssetGroupPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AssetGroupPage'] = ResolversParentTypes['AssetGroupPage']> = {
  data?: Resolver<Array<ResolversTypes['AssetGroup']>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skip?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AssetPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AssetPage'] = ResolversParentTypes['AssetPage']> = {
  data?: Resolver<Array<ResolversTypes['Asset']>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skip?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ConsumptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Consumption'] = ResolversParentTypes['Consumption']> = {
  accountCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  accountFloorArea?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  accountId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  assetCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  assetFloorArea?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  assetGroupId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  assetGroups?: Resolver<Maybe<Array<ResolversTypes['AssetFigures']>>, ParentType, ContextType>;
  assetId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  avgCapacity?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  avgDemand?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  combinedBreakdown?: Resolver<ResolversTypes['SourceBreakdown'], ParentType, ContextType>;
  consumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  contractCoverage?: Resolver<ResolversTypes['ContractCoverage'], ParentType, ContextType>;
  cost?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  coverage?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  data?: Resolver<Array<ResolversTypes['ConsumptionPeriod']>, ParentType, ContextType>;
  dayConsumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  emissions?: Resolver<Maybe<ResolversTypes['Emissions']>, ParentType, ContextType>;
  endDate?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  entityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  estimatedConsumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  factors?: Resolver<Array<ResolversTypes['EmissionFactor']>, ParentType, ContextType>;
  gaps?: Resolver<Array<ResolversTypes['Gap']>, ParentType, ContextType>;
  granularity?: Resolver<ResolversTypes['Granularity'], ParentType, ContextType>;
  intensity?: Resolver<Maybe<ResolversTypes['Intensity']>, ParentType, ContextType>;
  isMissing?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  landlordConsumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  maxDemand?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  missingFactors?: Resolver<Maybe<Array<ResolversTypes['MissingFactor']>>, ParentType, ContextType>;
  nightConsumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  peakCapacity?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  peakLoad?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  previous?: Resolver<ResolversTypes['ConsumptionPeriod'], ParentType, ContextType>;
  rates?: Resolver<Maybe<ResolversTypes['Rates']>, ParentType, ContextType>;
  simulatedConsumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  sources?: Resolver<Array<ResolversTypes['ConsumptionSource']>, ParentType, ContextType>;
  startDate?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  tenantConsumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  totalAssetFloorArea?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  totalEmissions?: Resolver<Maybe<ResolversTypes['Emissions']>, ParentType, ContextType, RequireFields<ConsumptionTotalEmissionsArgs, 'when'>>;
  units?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  yearEarlier?: Resolver<ResolversTypes['ConsumptionPeriod'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ConsumptionFiguresResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsumptionFigures'] = ResolversParentTypes['ConsumptionFigures']> = {
  __resolveType: TypeResolveFn<'Consumption' | 'ConsumptionPeriod', ParentType, ContextType>;
};

export type ConsumptionPeriodResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConsumptionPeriod'] = ResolversParentTypes['ConsumptionPeriod']> = {
  accountCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  accountFloorArea?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  assetCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  assetFloorArea?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  avgCapacity?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  avgDemand?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  combinedBreakdown?: Resolver<ResolversTypes['SourceBreakdown'], ParentType, ContextType>;
  consumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  contractCoverage?: Resolver<ResolversTypes['ContractCoverage'], ParentType, ContextType>;
  cost?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  coverage?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  date?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dayConsumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  emissions?: Resolver<Maybe<ResolversTypes['Emissions']>, ParentType, ContextType>;
  endDate?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  estimatedConsumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  intensity?: Resolver<Maybe<ResolversTypes['Intensity']>, ParentType, ContextType>;
  isMissing?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  landlordConsumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  maxDemand?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  missingFactors?: Resolver<Maybe<Array<ResolversTypes['MissingFactor']>>, ParentType, ContextType>;
  nightConsumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  peakCapacity?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  peakLoad?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  rates?: Resolver<Maybe<ResolversTypes['Rates']>, ParentType, ContextType>;
  simulatedConsumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  sources?: Resolver<Array<ResolversTypes['ConsumptionSource']>, ParentType, ContextType>;
  startDate?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  tenantConsumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  totalAssetFloorArea?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  totalEmissions?: Resolver<Maybe<ResolversTypes['Emissions']>, ParentType, ContextType, RequireFields<ConsumptionPeriodTotalEmissionsArgs, 'when'>>;
  units?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export interface ConsumptionSourceScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['ConsumptionSource'], any> {
  name: 'ConsumptionSource';
}

export type ContractResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Contract'] = ResolversParentTypes['Contract']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  account?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType>;
  accountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  endDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  entityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  startDate?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  supplierId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
};

export type ContractCoverageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ContractCoverage'] = ResolversParentTypes['ContractCoverage']> = {
  withContract?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  withoutContract?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ContractPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ContractPage'] = ResolversParentTypes['ContractPage']> = {
  data?: Resolver<Array<ResolversTypes['Contract']>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skip?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export type EmissionFactorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EmissionFactor'] = ResolversParentTypes['EmissionFactor']> = {
  country?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scope1?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  scope2?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  scope3?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  set?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['UtilityType'], ParentType, ContextType>;
  unit?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  year?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EmissionsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Emissions'] = ResolversParentTypes['Emissions']> = {
  scope1?: Resolver<ResolversTypes['Figure'], ParentType, ContextType>;
  scope2?: Resolver<ResolversTypes['Figure'], ParentType, ContextType>;
  scope3?: Resolver<ResolversTypes['Figure'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Figure'], ParentType, ContextType>;
};

export type EntityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Entity'] = ResolversParentTypes['Entity']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  accounts?: Resolver<Maybe<ResolversTypes['AccountPage']>, ParentType, ContextType, RequireFields<EntityAccountsArgs, 'limit' | 'page'>>;
  assets?: Resolver<Maybe<ResolversTypes['AssetPage']>, ParentType, ContextType, RequireFields<EntityAssetsArgs, 'limit' | 'page'>>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  consumption?: Resolver<Maybe<ResolversTypes['Consumption']>, ParentType, ContextType, RequireFields<EntityConsumptionArgs, 'endDate' | 'granularity' | 'source' | 'startDate'>>;
  createdAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
};

export type EntityPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['EntityPage'] = ResolversParentTypes['EntityPage']> = {
  data?: Resolver<Array<ResolversTypes['Entity']>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skip?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface FigureScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Figure'], any> {
  name: 'Figure';
}

export interface FinancialStatusScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['FinancialStatus'], any> {
  name: 'FinancialStatus';
}

export type GapResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Gap'] = ResolversParentTypes['Gap']> = {
  accountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  endDate?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  startDate?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
};

export type IntensityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Intensity'] = ResolversParentTypes['Intensity']> = {
  consumption?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  emissions?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
};

export type IntervalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Interval'] = ResolversParentTypes['Interval']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  account?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType>;
  accountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  endTimestamp?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  entityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  estimatedValue?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  isEstimated?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isGridData?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isHalfHourly?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  readType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  startTimestamp?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['IntervalType'], ParentType, ContextType>;
  unit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type IntervalPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['IntervalPage'] = ResolversParentTypes['IntervalPage']> = {
  data?: Resolver<Array<ResolversTypes['Interval']>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skip?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type InvoiceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Invoice'] = ResolversParentTypes['Invoice']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  account?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType>;
  accountId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  completed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  entityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  fileName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  financialStatus?: Resolver<Maybe<ResolversTypes['FinancialStatus']>, ParentType, ContextType>;
  isPaid?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rates?: Resolver<Array<ResolversTypes['RateLine']>, ParentType, ContextType>;
  simulated?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['InvoiceStatus']>, ParentType, ContextType>;
  supplierId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  values?: Resolver<ResolversTypes['InvoiceValues'], ParentType, ContextType>;
};

export type InvoicePageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['InvoicePage'] = ResolversParentTypes['InvoicePage']> = {
  data?: Resolver<Array<ResolversTypes['Invoice']>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skip?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type InvoiceValuesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['InvoiceValues'] = ResolversParentTypes['InvoiceValues']> = {
  endDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  endRead?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endReadType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  invoiceDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  invoiceDueDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  invoiceNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  meterPointNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  meterSerialNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  netTotalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  recipient?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  startDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  startRead?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  startReadType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  supplierName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  supplierRef?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  supplyAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  totalCCL?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalDaily?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalTax?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalUnitCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  totalUnits?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  units?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MissingFactorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MissingFactor'] = ResolversParentTypes['MissingFactor']> = {
  country?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['UtilityType'], ParentType, ContextType>;
};

export interface OccupationStatusScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['OccupationStatus'], any> {
  name: 'OccupationStatus';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  account?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType, RequireFields<QueryAccountArgs, 'id'>>;
  accounts?: Resolver<Maybe<ResolversTypes['AccountPage']>, ParentType, ContextType, RequireFields<QueryAccountsArgs, 'limit' | 'page'>>;
  asset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType, RequireFields<QueryAssetArgs, 'id'>>;
  assetGroup?: Resolver<Maybe<ResolversTypes['AssetGroup']>, ParentType, ContextType, RequireFields<QueryAssetGroupArgs, 'id'>>;
  assetGroups?: Resolver<Maybe<ResolversTypes['AssetGroupPage']>, ParentType, ContextType, RequireFields<QueryAssetGroupsArgs, 'limit' | 'page'>>;
  assets?: Resolver<Maybe<ResolversTypes['AssetPage']>, ParentType, ContextType, RequireFields<QueryAssetsArgs, 'limit' | 'page'>>;
  consumption?: Resolver<Maybe<ResolversTypes['Consumption']>, ParentType, ContextType, RequireFields<QueryConsumptionArgs, 'endDate' | 'granularity' | 'source' | 'startDate'>>;
  contract?: Resolver<Maybe<ResolversTypes['Contract']>, ParentType, ContextType, RequireFields<QueryContractArgs, 'id'>>;
  contracts?: Resolver<Maybe<ResolversTypes['ContractPage']>, ParentType, ContextType, RequireFields<QueryContractsArgs, 'limit' | 'page'>>;
  emissions?: Resolver<Maybe<ResolversTypes['Consumption']>, ParentType, ContextType, RequireFields<QueryEmissionsArgs, 'endDate' | 'granularity' | 'source' | 'startDate'>>;
  entities?: Resolver<Maybe<ResolversTypes['EntityPage']>, ParentType, ContextType, RequireFields<QueryEntitiesArgs, 'limit' | 'page'>>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType, RequireFields<QueryEntityArgs, 'id'>>;
  invoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType, RequireFields<QueryInvoiceArgs, 'id'>>;
  invoices?: Resolver<Maybe<ResolversTypes['InvoicePage']>, ParentType, ContextType, RequireFields<QueryInvoicesArgs, 'limit' | 'page'>>;
  nonCumulative?: Resolver<Maybe<ResolversTypes['IntervalPage']>, ParentType, ContextType, RequireFields<QueryNonCumulativeArgs, 'limit' | 'page'>>;
  reading?: Resolver<Maybe<ResolversTypes['Reading']>, ParentType, ContextType, RequireFields<QueryReadingArgs, 'id'>>;
  readings?: Resolver<Maybe<ResolversTypes['ReadingPage']>, ParentType, ContextType, RequireFields<QueryReadingsArgs, 'limit' | 'page'>>;
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
};

export type RateLineResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RateLine'] = ResolversParentTypes['RateLine']> = {
  consumption?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  cost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  endDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  id?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rateName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  startDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  unitRate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  units?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface RateTableScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['RateTable'], any> {
  name: 'RateTable';
}

export type RatesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Rates'] = ResolversParentTypes['Rates']> = {
  byName?: Resolver<ResolversTypes['RateTable'], ParentType, ContextType>;
  byType?: Resolver<ResolversTypes['RateTable'], ParentType, ContextType>;
};

export type ReadingResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Reading'] = ResolversParentTypes['Reading']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  account?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType>;
  accountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  entityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  invoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType>;
  invoiceId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  isHalfHourly?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  meterReset?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  quantity?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  registerDigits?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  registerId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['ReadingSource']>, ParentType, ContextType>;
  submittedAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  units?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ReadingPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReadingPage'] = ResolversParentTypes['ReadingPage']> = {
  data?: Resolver<Array<ResolversTypes['Reading']>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skip?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface ReadingSourceScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['ReadingSource'], any> {
  name: 'ReadingSource';
}

export interface SortScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Sort'], any> {
  name: 'Sort';
}

export type SourceBreakdownResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SourceBreakdown'] = ResolversParentTypes['SourceBreakdown']> = {
  custom?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  hh?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  invoice?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
  reading?: Resolver<Maybe<ResolversTypes['Figure']>, ParentType, ContextType>;
};

export interface TimestampScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Timestamp'], any> {
  name: 'Timestamp';
}

export type ViewerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  companyIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  consumption?: Resolver<Maybe<ResolversTypes['Consumption']>, ParentType, ContextType, RequireFields<ViewerConsumptionArgs, 'endDate' | 'granularity' | 'source' | 'startDate'>>;
  entityIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  Account?: AccountResolvers<ContextType>;
  AccountPage?: AccountPageResolvers<ContextType>;
  Address?: AddressResolvers<ContextType>;
  Asset?: AssetResolvers<ContextType>;
  AssetFigures?: AssetFiguresResolvers<ContextType>;
  AssetGroup?: AssetGroupResolvers<ContextType>;
  AssetGroupPage?: AssetGroupPageResolvers<ContextType>;
  AssetPage?: AssetPageResolvers<ContextType>;
  Consumption?: ConsumptionResolvers<ContextType>;
  ConsumptionFigures?: ConsumptionFiguresResolvers<ContextType>;
  ConsumptionPeriod?: ConsumptionPeriodResolvers<ContextType>;
  ConsumptionSource?: GraphQLScalarType;
  Contract?: ContractResolvers<ContextType>;
  ContractCoverage?: ContractCoverageResolvers<ContextType>;
  ContractPage?: ContractPageResolvers<ContextType>;
  Date?: GraphQLScalarType;
  EmissionFactor?: EmissionFactorResolvers<ContextType>;
  Emissions?: EmissionsResolvers<ContextType>;
  Entity?: EntityResolvers<ContextType>;
  EntityPage?: EntityPageResolvers<ContextType>;
  Figure?: GraphQLScalarType;
  FinancialStatus?: GraphQLScalarType;
  Gap?: GapResolvers<ContextType>;
  Intensity?: IntensityResolvers<ContextType>;
  Interval?: IntervalResolvers<ContextType>;
  IntervalPage?: IntervalPageResolvers<ContextType>;
  Invoice?: InvoiceResolvers<ContextType>;
  InvoicePage?: InvoicePageResolvers<ContextType>;
  InvoiceValues?: InvoiceValuesResolvers<ContextType>;
  MissingFactor?: MissingFactorResolvers<ContextType>;
  OccupationStatus?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  RateLine?: RateLineResolvers<ContextType>;
  RateTable?: GraphQLScalarType;
  Rates?: RatesResolvers<ContextType>;
  Reading?: ReadingResolvers<ContextType>;
  ReadingPage?: ReadingPageResolvers<ContextType>;
  ReadingSource?: GraphQLScalarType;
  Sort?: GraphQLScalarType;
  SourceBreakdown?: SourceBreakdownResolvers<ContextType>;
  Timestamp?: GraphQLScalarType;
  Viewer?: ViewerResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = RequestContext> = {
  computed?: ComputedDirectiveResolver<any, any, ContextType>;
  get?: GetDirectiveResolver<any, any, ContextType>;
  key?: KeyDirectiveResolver<any, any, ContextType>;
  link?: LinkDirectiveResolver<any, any, ContextType>;
  resource?: ResourceDirectiveResolver<any, any, ContextType>;
  scope?: ScopeDirectiveResolver<any, any, ContextType>;
  values?: ValuesDirectiveResolver<any, any, ContextType>;
};
