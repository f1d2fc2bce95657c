import { COMBINED_SOURCES, SOURCE } from '../usage/sources.js';
import { LazyRows } from '../values/lazyRows.js';
import type { ContractCoverage } from './contracts.js';
import { type Cost, type CostFacts, type CostFigures, type TargetCosts, addCost, noCost } from './costs.js';
import type { Demand } from './demand.js';
import { type Emissions, type Factor, type Factors, emissionsOf, missingFactorsOf, usedFactors } from './factors.js';
import type { SelectedFields } from './fieldNames.js';
import { type Granularity, type Period, labelOf } from './localTime.js';
import { type PeriodTotals, type TotalsByPeriod, emptyTotals, meanOf, rangeTotals } from './periodTotals.js';
import {
  type CapacityInfo,
  type FigureNeeds,
  type FigureQuery,
  SOURCES,
  type TARGET_IDS,
  type Target,
  selectsAreasOrCounts,
} from './query.js';
import { type FloorAreas, type ScopeAccount, type TargetAsset, floorAreas } from './scope.js';

/** The figures of a range, unrounded. */
export interface Figures extends Readonly<RequestedFigures> {
  readonly units: string | null;
  /** Instants, in milliseconds. */
  readonly startDate: number;
  readonly endDate: number;
  readonly consumption: number | null;
  readonly estimatedConsumption: number | null;
  readonly isMissing: boolean;
  readonly sources: readonly string[];
  readonly dayConsumption: number | null;
  readonly nightConsumption: number | null;
  readonly tenantConsumption: number | null;
  readonly landlordConsumption: number | null;
  readonly combinedBreakdown: Readonly<Record<'hh' | 'invoice' | 'reading' | 'custom', number | null>>;
  /**
   * Share of the time of the expected accounts that has data, 0 to 1; null without expected accounts or without time.
   */
  readonly coverage: number | null;
}

type OrUndefined<Values> = { -readonly [Name in keyof Values]: Values[Name] | undefined };

/** Figures that not every request needs; undefined: not requested. */
interface RequestedFigures extends CostFigures, OrUndefined<CapacityInfo>, OrUndefined<TargetFacts> {
  /** The label of a period. */
  date: string | undefined;
  emissions: Emissions | undefined;
  missingFactors: readonly { readonly type: string; readonly country: string }[] | undefined;
  simulatedConsumption: number | null | undefined;
  contractCoverage: ContractCoverage | undefined;
  intensity: ReturnType<typeof intensityOf> | undefined;
}

/** Facts for the figures of a target, in addition to the totals. */
export interface FigureFacts {
  readonly units: string | null;
  readonly source: string;
  readonly temperature: boolean;
  /** Whether only emissions are requested. Quantities may have different units, so no figure is their sum. */
  readonly emissionsOnly: boolean;
  /** The number of expected accounts. */
  readonly expected: number;
}

/** Returns the figures of a target over a period or the whole range, without those that not every request needs. */
export function figuresOf(totals: PeriodTotals, { start, end }: Period, facts: FigureFacts): Mutable<Figures> {
  const { units, source, temperature, emissionsOnly, expected } = facts;
  /** Sums do not exist for temperatures, and not if only emissions are requested. */
  const sum = (value: number): number | null => (temperature || emissionsOnly ? null : value);
  const combined = SOURCES[source] === SOURCE.combined;
  const sourceOfQuery = source === 'reading-hh' ? 'reading' : source;
  const part = (name: 'hh' | 'invoice' | 'reading' | 'custom'): number =>
    combined ? (totals.parts[name] ?? 0) : name === sourceOfQuery ? totals.quantity : 0;
  const length = expected * (end - start);
  return {
    units,
    startDate: start,
    endDate: end,
    consumption: temperature ? meanOf(totals) : sum(totals.quantity),
    estimatedConsumption: sum(totals.estimated),
    // A range without any days has no data either.
    isMissing: length === 0 || totals.fullMs < length,
    sources: combined ? COMBINED_SOURCES.filter((name) => totals.parts[name] !== null) : totals.any ? [source] : [],
    dayConsumption: sum(totals.dayQuantity),
    nightConsumption: sum(totals.quantity - totals.dayQuantity),
    tenantConsumption: sum(totals.tenant),
    landlordConsumption: sum(totals.landlord),
    combinedBreakdown: {
      hh: sum(part('hh')),
      invoice: sum(part('invoice')),
      reading: sum(part('reading')),
      custom: sum(part('custom')),
    },
    coverage: length === 0 ? null : totals.coveredMs / length,
    // All properties from the beginning: V8 copies an object each time that it gets a few more. With a spread of these, the
    // row becomes a dictionary, which takes three times as long.
    date: undefined,
    emissions: undefined,
    missingFactors: undefined,
    simulatedConsumption: undefined,
    contractCoverage: undefined,
    intensity: undefined,
    cost: undefined,
    currency: undefined,
    costReasons: undefined,
    unitCost: undefined,
    unitCostReasons: undefined,
    rates: undefined,
    maxDemand: undefined,
    avgDemand: undefined,
    peakLoad: undefined,
    peakCapacity: undefined,
    avgCapacity: undefined,
    accountFloorArea: undefined,
    assetFloorArea: undefined,
    totalAssetFloorArea: undefined,
    accountCount: undefined,
    assetCount: undefined,
  };
}

/** The figures of a period with the minimal option (contract 4, /consumption, rule 3). */
export type MinimalFigures = Pick<Figures, 'startDate' | 'endDate' | 'consumption'>;

/** Returns the minimal figures of totals. */
export function minimalFiguresOf(
  totals: PeriodTotals | undefined,
  { start, end }: Period,
  { temperature, emissionsOnly }: FigureFacts,
): MinimalFigures {
  return {
    startDate: start,
    endDate: end,
    consumption: temperature ? (totals ? meanOf(totals) : null) : emissionsOnly ? null : (totals?.quantity ?? 0),
  };
}

/** The figures of a period. */
type PeriodFigures = MinimalFigures & Partial<Figures>;

type Mutable<Values> = { -readonly [Name in keyof Values]: Values[Name] };

/** The figures of a target. */
export interface TargetFigures {
  readonly total: Figures;
  /** The figures of each period, computed one by one on demand: there may be many. */
  readonly data: LazyRows<PeriodFigures>;
  readonly accounts: readonly ScopeAccount[];
  /** Whether the figures are means. */
  readonly temperature: boolean;
  /** The emission factors that its quantities were multiplied by. */
  readonly factors: readonly Factor[];
}

/** The data of a batch of targets; null: not needed. */
export interface Batch {
  readonly query: FigureQuery;
  readonly needs: FigureNeeds;
  readonly granularity: Granularity;
  readonly periods: readonly Period[];
  readonly halfHours: ((target: number) => LazyRows<MinimalFigures>) | null;
  readonly totalsByPeriod: TotalsByPeriod;
  readonly simulated: TotalsByPeriod | null;
  readonly factors: Factors | null;
  readonly demand: Demand | null;
  readonly costs: ((target: number) => TargetCosts) | null;
  readonly contracts: ((accounts: readonly number[], period: Period) => ContractCoverage) | null;
}

/** Computes the figures of one target of a batch. */
export class TargetFigureRows {
  readonly #batch: Batch;
  readonly #target: number;
  readonly #accounts: readonly ScopeAccount[];
  readonly #keys: readonly number[];
  readonly #facts: FigureFacts;
  readonly #costs: TargetCosts | undefined;
  /** Null: neither costs nor reasons for missing costs are requested. */
  readonly #costFacts: CostFacts | null = null;
  readonly #missingFactors: NonNullable<Figures['missingFactors']>;

  /** @param unit of the figures */
  constructor(batch: Batch, target: number, accounts: readonly ScopeAccount[], unit: string | null) {
    const { query, needs, factors, costs } = batch;
    const { source, emissionsOnly } = query;
    const types = query.types ?? accounts.map(({ type }) => type);
    const temperature = types.includes('temperature') && !emissionsOnly;
    this.#batch = batch;
    this.#target = target;
    this.#accounts = accounts;
    this.#keys = accounts.map(({ key }) => key);
    this.#facts = {
      units: unit,
      source,
      temperature,
      emissionsOnly,
      expected: accounts.reduce((sum, { expected, count }) => sum + (expected ? count : 0), 0),
    };
    this.#costs = costs?.(target);
    if (costs || needs.costReasons) {
      const currencies = this.#costs?.currencies ?? [];
      const reason = noCost({ source, isMean: temperature, currencies });
      this.#costFacts = { currency: currencies[0] ?? null, reason };
    }
    this.#missingFactors = factors ? missingFactorsOf(accounts, factors) : [];
  }

  async figures(): Promise<TargetFigures> {
    const { query, periods, totalsByPeriod, simulated, factors, demand, halfHours } = this.#batch;
    const target = this.#target;
    const totals = await rangeTotals(totalsByPeriod, target, periods.length);
    const simulatedTotals = simulated ? await rangeTotals(simulated, target, periods.length) : undefined;
    const total = this.#figuresOf(totals, simulatedTotals, this.#costs?.total, query.clock);
    if (demand) addDemand(total, demand.total(target));
    return {
      total,
      data: halfHours?.(target) ?? new LazyRows(periods.length, () => this.#rows()),
      accounts: this.#accounts,
      temperature: this.#facts.temperature,
      factors: factors ? usedFactors(totals, factors) : [],
    };
  }

  *#rows(): Generator<PeriodFigures> {
    const costs = this.#costs?.periods();
    for (const [index, period] of this.#batch.periods.entries()) {
      const cost = costs?.next();
      yield this.#row(period, index, cost?.done === false ? cost.value : undefined);
    }
  }

  #row(period: Period, index: number, cost: Cost | undefined): PeriodFigures {
    const { query, needs, granularity, totalsByPeriod, simulated, demand } = this.#batch;
    const target = this.#target;
    const totals = totalsByPeriod.at(target, index);
    if (needs.minimal) return minimalFiguresOf(totals, period, this.#facts);
    const simulatedTotals = simulated ? (simulated.at(target, index) ?? emptyTotals()) : undefined;
    const row = this.#figuresOf(totals ?? emptyTotals(), simulatedTotals, cost, period);
    row.date = labelOf(period.start, granularity, query.clock);
    if (demand) addDemand(row, demand.period(target, index));
    return row;
  }

  #figuresOf(
    totals: PeriodTotals,
    simulatedTotals: PeriodTotals | undefined,
    cost: Cost | undefined,
    period: Period,
  ): Mutable<Figures> {
    const { needs, factors, contracts } = this.#batch;
    const { temperature, emissionsOnly } = this.#facts;
    const figures = figuresOf(totals, period, this.#facts);
    if (factors) {
      figures.emissions = emissionsOf(totals, factors);
      figures.missingFactors = this.#missingFactors;
    }
    if (simulatedTotals) figures.simulatedConsumption = temperature || emissionsOnly ? null : simulatedTotals.quantity;
    if (this.#costFacts) addCost(figures, cost, this.#costFacts, needs);
    if (contracts) figures.contractCoverage = contracts(this.#keys, period);
    return figures;
  }
}

/** Adds the demand. Object.assign would cost several times as much. */
function addDemand(into: Mutable<Figures>, demand: CapacityInfo): void {
  into.maxDemand = demand.maxDemand;
  into.avgDemand = demand.avgDemand;
  into.peakLoad = demand.peakLoad;
  into.peakCapacity = demand.peakCapacity;
  into.avgCapacity = demand.avgCapacity;
}

/** Returns the row of the whole range. */
export function totalRow(target: TargetFigures, selected: SelectedFields, facts: TargetFacts): Figures {
  return selectsAreasOrCounts(selected) ? withFacts({ ...target.total }, facts) : target.total;
}

/** What the row of a target has in addition to its figures; undefined: not requested. */
interface TargetFields extends OrUndefined<Pick<Target, (typeof TARGET_IDS)[number]>> {
  readonly granularity: Granularity;
  readonly timeZone: string;
  readonly data: LazyRows<object>;
  readonly factors: readonly Factor[];
  readonly gaps: readonly object[];
  readonly previous: object | null | undefined;
  readonly yearEarlier: object | null | undefined;
  /** Null: the target has no breakdown. */
  readonly assetGroups: readonly object[] | null;
}

/**
 * Returns the row of a target. Property by property: V8 adds properties after a spread by its slow path, which would cost
 * a twentieth of the answer of a year's months.
 */
export function targetRow(figures: Figures, fields: TargetFields): Figures & TargetFields {
  return {
    units: figures.units,
    startDate: figures.startDate,
    endDate: figures.endDate,
    consumption: figures.consumption,
    estimatedConsumption: figures.estimatedConsumption,
    isMissing: figures.isMissing,
    sources: figures.sources,
    dayConsumption: figures.dayConsumption,
    nightConsumption: figures.nightConsumption,
    tenantConsumption: figures.tenantConsumption,
    landlordConsumption: figures.landlordConsumption,
    combinedBreakdown: figures.combinedBreakdown,
    coverage: figures.coverage,
    date: figures.date,
    emissions: figures.emissions,
    missingFactors: figures.missingFactors,
    simulatedConsumption: figures.simulatedConsumption,
    contractCoverage: figures.contractCoverage,
    intensity: figures.intensity,
    cost: figures.cost,
    currency: figures.currency,
    costReasons: figures.costReasons,
    unitCost: figures.unitCost,
    unitCostReasons: figures.unitCostReasons,
    rates: figures.rates,
    maxDemand: figures.maxDemand,
    avgDemand: figures.avgDemand,
    peakLoad: figures.peakLoad,
    peakCapacity: figures.peakCapacity,
    avgCapacity: figures.avgCapacity,
    accountFloorArea: figures.accountFloorArea,
    assetFloorArea: figures.assetFloorArea,
    totalAssetFloorArea: figures.totalAssetFloorArea,
    accountCount: figures.accountCount,
    assetCount: figures.assetCount,
    accountId: fields.accountId,
    assetId: fields.assetId,
    assetGroupId: fields.assetGroupId,
    entityId: fields.entityId,
    granularity: fields.granularity,
    timeZone: fields.timeZone,
    data: fields.data,
    factors: fields.factors,
    gaps: fields.gaps,
    previous: fields.previous,
    yearEarlier: fields.yearEarlier,
    assetGroups: fields.assetGroups,
  };
}

/** Returns the rows of the periods, computed on demand. */
export function dataRows(target: TargetFigures, facts: TargetFacts): LazyRows<object> {
  return target.data.map((period) => withFacts(period, facts));
}

/** The areas and counts of a target, which are the same in all periods. */
interface TargetFacts extends FloorAreas {
  /** Of all assets of the target; undefined: not requested. */
  readonly totalAssetFloorArea: number | undefined;
  readonly accountCount: number;
  readonly assetCount: number;
}

export function factsOf({ accounts }: TargetFigures, assets: readonly TargetAsset[] | null): TargetFacts {
  return {
    ...floorAreas(accounts),
    totalAssetFloorArea: assets?.reduce((sum, { area }) => sum + (area ?? 0), 0),
    accountCount: accounts.reduce((sum, { count }) => sum + count, 0),
    assetCount: new Set(accounts.flatMap(({ assetId }) => assetId ?? [])).size,
  };
}

/** Returns the figures per m² of the assets' floor area; null without a floor area. */
function intensityOf(
  { consumption, emissions }: PeriodFigures,
  area: number,
): { readonly consumption: number | null; readonly emissions: number | null } | null {
  if (area <= 0) return null;
  return {
    consumption: consumption === null ? null : consumption / area,
    emissions: emissions ? emissions.total / area : null,
  };
}

/** Adds to a row the facts that are the same in every period. It changes the row, which only resolvers read. */
function withFacts<Row extends Mutable<PeriodFigures>>(row: Row, facts: TargetFacts): Row {
  // Field by field: there may be many rows, and Object.assign costs several times as much.
  row.accountFloorArea = facts.accountFloorArea;
  row.assetFloorArea = facts.assetFloorArea;
  row.totalAssetFloorArea = facts.totalAssetFloorArea;
  row.accountCount = facts.accountCount;
  row.assetCount = facts.assetCount;
  row.intensity = intensityOf(row, facts.assetFloorArea);
  return row;
}
