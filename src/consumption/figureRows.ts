import { COMBINED_SOURCES, SOURCE } from '../usage/sources.js';
import { LazyRows } from '../values/lazyRows.js';
import type { ContractCoverage } from './contracts.js';
import { type Cost, type CostFacts, type LevelCosts, type Rates, addCost, noCost } from './costs.js';
import type { Demand } from './demand.js';
import { type Emissions, type Factor, type Factors, emissionsOf, missingFactorsOf, usedFactors } from './factors.js';
import type { SelectedFields } from './fieldNames.js';
import { type Granularity, type Period, labelOf } from './localTime.js';
import { type Cell, type Cells, emptyCell, meanOf, totalOf } from './periodTotals.js';
import { type CapacityInfo, type Question, SOURCES, type Wants, wantsAreasOrCounts } from './query.js';
import { type FloorAreas, type LevelAsset, type ScopeAccount, floorAreas } from './scope.js';

/** What adding up alone gives; unrounded. */
export interface Figures extends Partial<CapacityInfo> {
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
  /** Share of the time of the expected accounts that is covered, 0 to 1; null where none is expected, or no time. */
  readonly coverage: number | null;
  readonly emissions?: Emissions;
  readonly missingFactors?: readonly { readonly type: string; readonly country: string }[];
  readonly simulatedConsumption?: number | null;
  readonly cost?: number | null;
  readonly currency?: string | null;
  readonly costReasons?: readonly string[];
  readonly unitCost?: number | null;
  readonly unitCostReasons?: readonly string[];
  readonly rates?: Rates;
  readonly contractCoverage?: ContractCoverage;
}

/** What the figures of a level are made with besides a cell. */
export interface FigureFacts {
  readonly units: string | null;
  readonly source: string;
  readonly temperature: boolean;
  /** Whether only emissions are asked for: quantities may be of different units, so no figure is a sum of them. */
  readonly emissionsOnly: boolean;
  /** How many accounts are expected to have data. */
  readonly expected: number;
}

/** The figures of a level over a period, or over the whole range. */
export function figuresOf(cell: Cell, { start, end }: Period, facts: FigureFacts): Figures {
  const { units, source, temperature, emissionsOnly, expected } = facts;
  /** A figure that is a sum does not exist for temperatures, nor where only emissions are asked for. */
  const sum = (value: number): number | null => (temperature || emissionsOnly ? null : value);
  const combined = SOURCES[source] === SOURCE.combined;
  const own = source === 'reading-hh' ? 'reading' : source;
  const part = (name: 'hh' | 'invoice' | 'reading' | 'custom'): number =>
    combined ? (cell.parts[name] ?? 0) : name === own ? cell.quantity : 0;
  const length = expected * (end - start);
  return {
    units,
    startDate: start,
    endDate: end,
    consumption: temperature ? meanOf(cell) : sum(cell.quantity),
    estimatedConsumption: sum(cell.estimated),
    // A time without any days has no data either.
    isMissing: length === 0 || cell.fullMs < length,
    sources: combined ? COMBINED_SOURCES.filter((name) => cell.parts[name] !== null) : cell.any ? [source] : [],
    dayConsumption: sum(cell.dayQuantity),
    nightConsumption: sum(cell.quantity - cell.dayQuantity),
    tenantConsumption: sum(cell.tenant),
    landlordConsumption: sum(cell.landlord),
    combinedBreakdown: {
      hh: sum(part('hh')),
      invoice: sum(part('invoice')),
      reading: sum(part('reading')),
      custom: sum(part('custom')),
    },
    coverage: length === 0 ? null : cell.coveredMs / length,
  };
}

/** What the minimal option returns of a period (contract 4, /consumption, rule 3). */
export type MinimalFigures = Pick<Figures, 'startDate' | 'endDate' | 'consumption'>;

/** The same of a cell, and nothing else: there may be many. */
export function minimalFiguresOf(
  cell: Cell | undefined,
  { start, end }: Period,
  { temperature, emissionsOnly }: FigureFacts,
): MinimalFigures {
  return {
    startDate: start,
    endDate: end,
    consumption: temperature ? (cell ? meanOf(cell) : null) : emissionsOnly ? null : (cell?.quantity ?? 0),
  };
}

/** The figures of a period, with its label unless they are minimal. */
type PeriodFigures = MinimalFigures & Partial<Figures> & { readonly date?: string };

type MutableFigures = { -readonly [Name in keyof Figures]: Figures[Name] } & { date?: string };

/** A level's answer. */
export interface LevelFigures {
  readonly total: Figures;
  /** The figures of each period, made one by one when a caller reads them: there may be many. */
  readonly data: LazyRows<PeriodFigures>;
  readonly accounts: readonly ScopeAccount[];
  /** Whether the figures are means. */
  readonly temperature: boolean;
  /** The emission factors that its quantities were multiplied with. */
  readonly factors: readonly Factor[];
}

/** What is read for a batch of levels; null: it is not wanted. */
export interface Batch {
  readonly question: Question;
  readonly wants: Wants;
  readonly granularity: Granularity;
  readonly periods: readonly Period[];
  readonly slots: ((level: number) => LazyRows<MinimalFigures>) | null;
  readonly cells: Cells;
  readonly simulated: Cells | null;
  readonly factors: Factors | null;
  readonly demand: Demand | null;
  readonly costs: ((level: number) => LevelCosts) | null;
  readonly contracts: ((accounts: readonly number[], period: Period) => ContractCoverage) | null;
}

/** Makes the figures of one level of a batch. */
export class LevelReader {
  readonly #batch: Batch;
  readonly #level: number;
  readonly #accounts: readonly ScopeAccount[];
  readonly #keys: readonly number[];
  readonly #facts: FigureFacts;
  readonly #costs: LevelCosts | undefined;
  /** Null: neither costs nor the reasons for missing ones are wanted. */
  readonly #costFacts: CostFacts | null = null;
  readonly #missingFactors: NonNullable<Figures['missingFactors']>;

  /** @param unit of its figures */
  constructor(batch: Batch, level: number, accounts: readonly ScopeAccount[], unit: string | null) {
    const { question, wants, factors, costs } = batch;
    const { source, emissionsOnly } = question;
    const types = question.types ?? accounts.map(({ type }) => type);
    const temperature = types.includes('temperature') && !emissionsOnly;
    this.#batch = batch;
    this.#level = level;
    this.#accounts = accounts;
    this.#keys = accounts.map(({ key }) => key);
    this.#facts = {
      units: unit,
      source,
      temperature,
      emissionsOnly,
      expected: accounts.reduce((sum, { expected, count }) => sum + (expected ? count : 0), 0),
    };
    this.#costs = costs?.(level);
    if (costs || wants.costReasons) {
      const currencies = this.#costs?.currencies ?? [];
      const reason = noCost({ source, isMean: temperature, currencies });
      this.#costFacts = { currency: currencies[0] ?? null, reason };
    }
    this.#missingFactors = factors ? missingFactorsOf(accounts, factors) : [];
  }

  async figures(): Promise<LevelFigures> {
    const { question, periods, cells, simulated, factors, demand, slots } = this.#batch;
    const level = this.#level;
    const cell = await totalOf(cells, level, periods.length);
    const simulatedCell = simulated ? await totalOf(simulated, level, periods.length) : undefined;
    const total = this.#figuresOf(cell, simulatedCell, this.#costs?.total, question.clock);
    if (demand) addDemand(total, demand.total(level));
    return {
      total,
      data: slots?.(level) ?? new LazyRows(periods.length, () => this.#rows()),
      accounts: this.#accounts,
      temperature: this.#facts.temperature,
      factors: factors ? usedFactors(cell, factors) : [],
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
    const { question, wants, granularity, cells, simulated, demand } = this.#batch;
    const level = this.#level;
    const cell = cells.at(level, index);
    if (wants.minimal) return minimalFiguresOf(cell, period, this.#facts);
    const simulatedCell = simulated ? (simulated.at(level, index) ?? emptyCell()) : undefined;
    const row = this.#figuresOf(cell ?? emptyCell(), simulatedCell, cost, period);
    row.date = labelOf(period.start, granularity, question.clock);
    if (demand) addDemand(row, demand.period(level, index));
    return row;
  }

  #figuresOf(cell: Cell, simulatedCell: Cell | undefined, cost: Cost | undefined, period: Period): MutableFigures {
    const { wants, factors, contracts } = this.#batch;
    const { temperature, emissionsOnly } = this.#facts;
    // Filled field by field: there may be many, and a spread costs several times as much.
    const figures: MutableFigures = figuresOf(cell, period, this.#facts);
    if (factors) {
      figures.emissions = emissionsOf(cell, factors);
      figures.missingFactors = this.#missingFactors;
    }
    if (simulatedCell) figures.simulatedConsumption = temperature || emissionsOnly ? null : simulatedCell.quantity;
    if (this.#costFacts) addCost(figures, cost, this.#costFacts, wants);
    if (contracts) figures.contractCoverage = contracts(this.#keys, period);
    return figures;
  }
}

/** Written out, as Object.assign costs several times as much. */
function addDemand(into: MutableFigures, demand: CapacityInfo): void {
  into.maxDemand = demand.maxDemand;
  into.avgDemand = demand.avgDemand;
  into.peakLoad = demand.peakLoad;
  into.peakCapacity = demand.peakCapacity;
  into.avgCapacity = demand.avgCapacity;
}

/** A level over the whole range. */
export function totalRow(level: LevelFigures, selected: SelectedFields, facts: LevelFacts): object {
  return wantsAreasOrCounts(selected) ? withFacts({ ...level.total }, facts) : level.total;
}

/** A level by period; made when they are asked for, as there may be many. */
export function dataRows(level: LevelFigures, facts: LevelFacts): LazyRows<object> {
  return level.data.map((period) => withFacts(period, facts));
}

/** What a level has whatever the period: areas and counts. */
interface LevelFacts extends FloorAreas {
  /** Of all assets of the level; undefined where it is not asked for. */
  readonly totalAssetFloorArea?: number;
  readonly accountCount: number;
  readonly assetCount: number;
}

/** The same on a row, with what is made of them. */
type RowFacts = { -readonly [Name in keyof LevelFacts]?: LevelFacts[Name] } & {
  intensity?: ReturnType<typeof intensityOf>;
};

export function factsOf({ accounts }: LevelFigures, assets: readonly LevelAsset[] | null): LevelFacts {
  return {
    ...floorAreas(accounts),
    ...(assets ? { totalAssetFloorArea: assets.reduce((sum, { area }) => sum + (area ?? 0), 0) } : {}),
    accountCount: accounts.reduce((sum, { count }) => sum + count, 0),
    assetCount: new Set(accounts.flatMap(({ assetId }) => assetId ?? [])).size,
  };
}

/** Figures per m² of the assets' floor area; null without one. */
function intensityOf(
  { consumption, emissions }: Pick<Figures, 'consumption'> & Partial<Figures>,
  area: number,
): { readonly consumption: number | null; readonly emissions: number | null } | null {
  if (area <= 0) return null;
  return {
    consumption: consumption === null ? null : consumption / area,
    emissions: emissions ? emissions.total / area : null,
  };
}

/** A row of figures, made for the resolvers alone, to which is added what is the same in every period. */
function withFacts(figures: Pick<Figures, 'consumption'> & Partial<Figures>, facts: LevelFacts): object {
  // Filled field by field: there may be many, and Object.assign costs several times as much.
  const row: typeof figures & RowFacts = figures;
  row.accountFloorArea = facts.accountFloorArea;
  row.assetFloorArea = facts.assetFloorArea;
  if (facts.totalAssetFloorArea !== undefined) row.totalAssetFloorArea = facts.totalAssetFloorArea;
  row.accountCount = facts.accountCount;
  row.assetCount = facts.assetCount;
  row.intensity = intensityOf(figures, facts.assetFloorArea);
  return row;
}
