/** The raw records in the form of an import: the only input of the reference implementation. */

export const TYPES = [
  'electricity',
  'gas',
  'water',
  'waste',
  'solar',
  'heating',
  'flow',
  'cooling',
  'temperature',
] as const;
export type UtilityType = (typeof TYPES)[number];

/** In the order of responses. */
export const SOURCES = ['hh', 'reading', 'reading-hh', 'invoice', 'custom'] as const;
export type SourceName = (typeof SOURCES)[number];

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = Readonly<Record<string, JsonValue>>;

type Maybe<T> = T | null | undefined;

export interface Asset {
  readonly _id: string;
  readonly companyId: string;
  readonly entityId?: Maybe<string>;
  readonly siteName?: Maybe<string>;
  readonly status?: Maybe<string>;
  readonly address?: Maybe<Readonly<Record<string, Maybe<string>>>>;
  readonly floorArea?: Maybe<number>;
  readonly floorAreaUnit?: Maybe<string>;
  readonly timeZone?: Maybe<string>;
}

export interface Account {
  readonly _id: string;
  readonly companyId: string;
  readonly entityId?: Maybe<string>;
  readonly assetId?: Maybe<string>;
  readonly name?: Maybe<string>;
  readonly type: UtilityType;
  readonly meterUnits?: Maybe<string>;
  readonly status?: Maybe<string>;
  readonly isVirtual?: Maybe<boolean>;
  readonly meterUser?: Maybe<string>;
  readonly meterAreaServed?: Maybe<string>;
  readonly capacity?: Maybe<string>;
  readonly consumptionPriority?: Maybe<readonly string[]>;
  readonly tags?: Maybe<readonly string[]>;
}

export interface Interval {
  readonly _id: string;
  readonly accountId: string;
  readonly type: string;
  readonly value: number;
  readonly unit?: Maybe<string>;
  readonly startTimestamp: string;
  readonly endTimestamp: string;
  readonly isHalfHourly?: Maybe<boolean>;
  readonly isEstimated?: Maybe<boolean>;
  readonly estimatedValue?: Maybe<number>;
  readonly isGridData?: Maybe<boolean>;
  readonly source?: Maybe<string>;
}

export interface Reading {
  readonly _id: string;
  readonly accountId: string;
  readonly submittedAt: string;
  readonly value: number;
  readonly type?: Maybe<string>;
  readonly units?: Maybe<string>;
  readonly registerId?: Maybe<string>;
  readonly isHalfHourly?: Maybe<boolean>;
  readonly meterReset?: Maybe<boolean>;
  readonly quantity?: Maybe<number>;
  readonly registerDigits?: Maybe<number>;
}

export interface InvoiceValues {
  readonly startDate?: Maybe<string>;
  readonly endDate?: Maybe<string>;
  readonly totalUnits?: Maybe<number>;
  readonly totalCost?: Maybe<number>;
  readonly units?: Maybe<string>;
  readonly startReadType?: Maybe<string>;
  readonly endReadType?: Maybe<string>;
}

export interface RateLine {
  readonly rateName?: Maybe<string>;
  readonly consumption?: Maybe<number>;
  readonly unitRate?: Maybe<number>;
  readonly cost?: Maybe<number>;
  readonly units?: Maybe<string>;
  readonly startDate?: Maybe<string>;
  readonly endDate?: Maybe<string>;
}

export interface Invoice {
  readonly _id: string;
  readonly accountId?: Maybe<string>;
  readonly status?: Maybe<string>;
  readonly financialStatus?: Maybe<string>;
  readonly type?: Maybe<string>;
  readonly simulated?: Maybe<boolean>;
  readonly values?: Maybe<InvoiceValues>;
  readonly rates?: Maybe<readonly RateLine[]>;
}

export interface AssetGroup {
  readonly _id: string;
  readonly companyId: string;
  readonly entityId?: Maybe<string>;
  readonly name?: Maybe<string>;
  readonly assetIds: readonly string[];
}

export interface Contract {
  readonly _id: string;
  readonly accountId: string;
  readonly startDate: string;
  readonly endDate?: Maybe<string>;
}

export interface Entity {
  readonly _id: string;
  readonly companyId: string;
  readonly name?: Maybe<string>;
  readonly currency?: Maybe<string>;
}

export interface Company {
  readonly _id: string;
  readonly name?: Maybe<string>;
  readonly currency?: Maybe<string>;
}

export interface EmissionFactor {
  readonly set: string;
  readonly country: string;
  readonly type: string;
  readonly year: number;
  readonly unit: string;
  readonly scope1?: Maybe<number>;
  readonly scope2?: Maybe<number>;
  readonly scope3?: Maybe<number>;
  readonly source?: Maybe<string>;
}

export interface FactorSet {
  readonly companyId?: string;
  readonly country?: string;
  readonly set: string;
}

export interface Records {
  readonly companies?: readonly Company[];
  readonly entities?: readonly Entity[];
  readonly assets?: readonly Asset[];
  readonly accounts?: readonly Account[];
  readonly assetGroups?: readonly AssetGroup[];
  readonly contracts?: readonly Contract[];
  readonly intervals?: readonly Interval[];
  readonly readings?: readonly Reading[];
  readonly invoices?: readonly Invoice[];
  /** Added to the shipped ones; one of the same set, country, type and year replaces the shipped one. */
  readonly emissionFactors?: readonly EmissionFactor[];
  /** The chosen sets: for a company, for a country, for both, or for all. */
  readonly factorSets?: readonly FactorSet[];
}

export type QuestionKey =
  | 'timeZone'
  | 'startDate'
  | 'endDate'
  | 'granularity'
  | 'source'
  | 'accountType'
  | 'accountId'
  | 'assetId'
  | 'entityId'
  | 'assetGroupId'
  | 'tags'
  | 'emissions'
  | 'dayNight'
  | 'floorArea'
  | 'capacityInfo'
  | 'financialInfo'
  | 'detailedSource'
  | 'meterUserBreakdown'
  | 'showCounts'
  | 'assetBreakdown'
  | 'contractCoverage'
  | 'showSimulated'
  | 'minimal';

/** The REST query. */
export type Question = Readonly<Partial<Record<QuestionKey, string>>>;

export interface Settings {
  /** MJ/m³ */
  readonly gasCalorificValue: number;
  readonly endDate: 'inclusive' | 'exclusive';
  readonly defaultCountry: string;
  /** The time zone of days and hours. */
  readonly timeZone: string;
  /**
   * Figures 4 leaves open whether a register is alive in the whole slot of its first and last reading, or second by
   * second.
   */
  readonly registersAlive: 'slot' | 'instant';
}

export const SETTINGS: Settings = {
  gasCalorificValue: 39.5,
  endDate: 'inclusive',
  defaultCountry: 'gb',
  timeZone: 'UTC',
  registersAlive: 'slot',
};
