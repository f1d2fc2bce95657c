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
  OccupationStatus: { input: string; output: string; }
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
  /** The order in which data sources are preferred */
  consumptionPriority?: Maybe<Array<DataSource>>;
  createdAt: Scalars['Timestamp']['output'];
  /** Entity that holds the account; needs `read:assets` */
  entity?: Maybe<Entity>;
  entityId?: Maybe<Scalars['ID']['output']>;
  group?: Maybe<Scalars['String']['output']>;
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
  siteCode?: Maybe<Scalars['String']['output']>;
  status: Status;
  supplierRef?: Maybe<Scalars['String']['output']>;
  tags: Array<Scalars['String']['output']>;
  /** Utility type */
  type: UtilityType;
  updatedAt: Scalars['Timestamp']['output'];
};


/** A meter: one per utility supply. */
export type AccountNonCumulativeArgs = {
  filter?: InputMaybe<IntervalFilter>;
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

/** A source of consumption data, as named in an account's priority. */
export type DataSource =
  | 'hh'
  | 'invoice'
  | 'reading';

export type DataSourceListFilter = {
  /** The list contains the value; of several, any of them */
  has: Array<DataSource>;
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

/**
 * A non-cumulative consumption record: what was used from `startTimestamp` until just before `endTimestamp`.
 * Cheap to ask for by account, time range and `_id` within an account.
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

export type OccupationStatusFilter = {
  /** Equal; null: without a value */
  eq?: InputMaybe<Scalars['OccupationStatus']['input']>;
  /** Any of these */
  in?: InputMaybe<Array<Scalars['OccupationStatus']['input']>>;
};

/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied; it is in `extensions.cost`.
 */
export type Query = {
  __typename?: 'Query';
  /** One account; null when there is none that you may see */
  account?: Maybe<Account>;
  /** Meters; needs `read:accounts` */
  accounts?: Maybe<AccountPage>;
  /** One asset; null when there is none that you may see */
  asset?: Maybe<Asset>;
  /** Sites; needs `read:assets` */
  assets?: Maybe<AssetPage>;
  /** Entities; needs `read:assets` */
  entities?: Maybe<EntityPage>;
  /** One entity; null when there is none that you may see */
  entity?: Maybe<Entity>;
  /** Interval consumption records; needs `read:consumptions`. Without a sort: by account, start and `_id` */
  nonCumulative?: Maybe<IntervalPage>;
  /** Who asks: the user behind the key, its scopes and grants */
  viewer: Viewer;
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied; it is in `extensions.cost`.
 */
export type QueryAccountArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied; it is in `extensions.cost`.
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
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied; it is in `extensions.cost`.
 */
export type QueryAssetArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied; it is in `extensions.cost`.
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
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied; it is in `extensions.cost`.
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
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied; it is in `extensions.cost`.
 */
export type QueryEntityArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything is read-only, and only ever shows what the key's user is granted. A list takes `filter`, `sort`, `limit`
 * (1 to 10,000, default 100) and `page` (from 1), and returns `total` (counted only when selected), `limit`, `skip`
 * and `data`. A request's cost is the rows it asks for, page sizes multiplied; it is in `extensions.cost`.
 */
export type QueryNonCumulativeArgs = {
  filter?: InputMaybe<IntervalFilter>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['Sort']['input']>;
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





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Account: ResolverTypeWrapper<Account>;
  AccountFilter: AccountFilter;
  AccountPage: ResolverTypeWrapper<AccountPage>;
  Address: ResolverTypeWrapper<Address>;
  AddressFilter: AddressFilter;
  Asset: ResolverTypeWrapper<Asset>;
  AssetFilter: AssetFilter;
  AssetPage: ResolverTypeWrapper<AssetPage>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  BooleanFilter: BooleanFilter;
  DataSource: DataSource;
  DataSourceListFilter: DataSourceListFilter;
  Entity: ResolverTypeWrapper<Entity>;
  EntityFilter: EntityFilter;
  EntityPage: ResolverTypeWrapper<EntityPage>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  FloatFilter: FloatFilter;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  IDFilter: IdFilter;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Interval: ResolverTypeWrapper<Interval>;
  IntervalFilter: IntervalFilter;
  IntervalPage: ResolverTypeWrapper<IntervalPage>;
  IntervalType: IntervalType;
  IntervalTypeFilter: IntervalTypeFilter;
  OccupationStatus: ResolverTypeWrapper<Scalars['OccupationStatus']['output']>;
  OccupationStatusFilter: OccupationStatusFilter;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Sort: ResolverTypeWrapper<Scalars['Sort']['output']>;
  Status: Status;
  StatusFilter: StatusFilter;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  StringFilter: StringFilter;
  StringListFilter: StringListFilter;
  Tenure: Tenure;
  TenureFilter: TenureFilter;
  Timestamp: ResolverTypeWrapper<Scalars['Timestamp']['output']>;
  TimestampFilter: TimestampFilter;
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
  AssetFilter: AssetFilter;
  AssetPage: AssetPage;
  Boolean: Scalars['Boolean']['output'];
  BooleanFilter: BooleanFilter;
  DataSourceListFilter: DataSourceListFilter;
  Entity: Entity;
  EntityFilter: EntityFilter;
  EntityPage: EntityPage;
  Float: Scalars['Float']['output'];
  FloatFilter: FloatFilter;
  ID: Scalars['ID']['output'];
  IDFilter: IdFilter;
  Int: Scalars['Int']['output'];
  Interval: Interval;
  IntervalFilter: IntervalFilter;
  IntervalPage: IntervalPage;
  IntervalTypeFilter: IntervalTypeFilter;
  OccupationStatus: Scalars['OccupationStatus']['output'];
  OccupationStatusFilter: OccupationStatusFilter;
  Query: Record<PropertyKey, never>;
  Sort: Scalars['Sort']['output'];
  StatusFilter: StatusFilter;
  String: Scalars['String']['output'];
  StringFilter: StringFilter;
  StringListFilter: StringListFilter;
  TenureFilter: TenureFilter;
  Timestamp: Scalars['Timestamp']['output'];
  TimestampFilter: TimestampFilter;
  UtilityTypeFilter: UtilityTypeFilter;
  Viewer: Viewer;
};

export type GetDirectiveArgs = {
  path: Scalars['String']['input'];
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
};

export type LinkDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = LinkDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ResourceDirectiveArgs = {
  cheap?: Maybe<Array<Scalars['String']['input']>>;
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
  consumptionPriority?: Resolver<Maybe<Array<ResolversTypes['DataSource']>>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  entityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  group?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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

export type AssetPageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AssetPage'] = ResolversParentTypes['AssetPage']> = {
  data?: Resolver<Array<ResolversTypes['Asset']>, ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skip?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EntityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Entity'] = ResolversParentTypes['Entity']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  accounts?: Resolver<Maybe<ResolversTypes['AccountPage']>, ParentType, ContextType, RequireFields<EntityAccountsArgs, 'limit' | 'page'>>;
  assets?: Resolver<Maybe<ResolversTypes['AssetPage']>, ParentType, ContextType, RequireFields<EntityAssetsArgs, 'limit' | 'page'>>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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

export type IntervalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Interval'] = ResolversParentTypes['Interval']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  account?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType>;
  accountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  endTimestamp?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  entityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
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

export interface OccupationStatusScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['OccupationStatus'], any> {
  name: 'OccupationStatus';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  account?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType, RequireFields<QueryAccountArgs, 'id'>>;
  accounts?: Resolver<Maybe<ResolversTypes['AccountPage']>, ParentType, ContextType, RequireFields<QueryAccountsArgs, 'limit' | 'page'>>;
  asset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType, RequireFields<QueryAssetArgs, 'id'>>;
  assets?: Resolver<Maybe<ResolversTypes['AssetPage']>, ParentType, ContextType, RequireFields<QueryAssetsArgs, 'limit' | 'page'>>;
  entities?: Resolver<Maybe<ResolversTypes['EntityPage']>, ParentType, ContextType, RequireFields<QueryEntitiesArgs, 'limit' | 'page'>>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType, RequireFields<QueryEntityArgs, 'id'>>;
  nonCumulative?: Resolver<Maybe<ResolversTypes['IntervalPage']>, ParentType, ContextType, RequireFields<QueryNonCumulativeArgs, 'limit' | 'page'>>;
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
};

export interface SortScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Sort'], any> {
  name: 'Sort';
}

export interface TimestampScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Timestamp'], any> {
  name: 'Timestamp';
}

export type ViewerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  companyIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
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
  AssetPage?: AssetPageResolvers<ContextType>;
  Entity?: EntityResolvers<ContextType>;
  EntityPage?: EntityPageResolvers<ContextType>;
  Interval?: IntervalResolvers<ContextType>;
  IntervalPage?: IntervalPageResolvers<ContextType>;
  OccupationStatus?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Sort?: GraphQLScalarType;
  Timestamp?: GraphQLScalarType;
  Viewer?: ViewerResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = RequestContext> = {
  get?: GetDirectiveResolver<any, any, ContextType>;
  key?: KeyDirectiveResolver<any, any, ContextType>;
  link?: LinkDirectiveResolver<any, any, ContextType>;
  resource?: ResourceDirectiveResolver<any, any, ContextType>;
  scope?: ScopeDirectiveResolver<any, any, ContextType>;
  values?: ValuesDirectiveResolver<any, any, ContextType>;
};
