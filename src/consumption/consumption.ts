import { AppError, invalidParameters } from '../errors/appError.js';
import { SOURCE, type SourceCode } from '../usage/sources.js';
import { hasEmissions } from '../data/utilityTypes.js';
import { type Cell, type Cells, emptyCell, groupsOf, totalOf } from './cells.js';
import { LazyRows } from '../values/lazyRows.js';
import { isTurnOver, nextTurn } from '../values/turns.js';
import type { ConsumptionContext } from './context.js';
import { readContracts, type ContractCoverage } from './contracts.js';
import { readDemand, type Demand } from './demand.js';
import { type Factor, type Factors, readFactors } from './factors.js';
import {
  addCost,
  emissionsOf,
  type FigureFacts,
  type Figures,
  figuresOf,
  type MinimalFigures,
  minimalFiguresOf,
  missingFactorsOf,
  noCost,
} from './figures.js';
import { type Cost, type LevelCosts, readCosts } from './costs.js';
import { type Granularity, labelOf, type Period, periodsOf } from './periods.js';
import { hasSlots, readMinimalSlots } from './minimalSlots.js';
import { cellsOfPieces } from './pieceCells.js';
import { type PieceQuestion, readCells } from './pieces.js';
import { type CapacityInfo, commonUnit, type Level, type Question, SOURCES, type Wants } from './question.js';
import { readScope, type ScopeAccount } from './scope.js';

/** The unit of answers that have emissions only (contract 4, /consumption, units). */
const EMISSIONS_UNIT = 'kgco2e';

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
interface Batch {
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

/**
 * Computes the figures of a batch of levels in a fixed number of statements (contract 4, /consumption; figures 5).
 * @param levels all of which name the same identifiers
 * @returns for a level whose types have different units an error; the other levels have their figures
 */
export async function readConsumption(
  context: ConsumptionContext,
  levels: readonly Level[],
  question: Question,
  wants: Wants,
): Promise<readonly (LevelFigures | AppError)[]> {
  const found = context.known?.accounts ?? (await readScope(context.snapshot, context, levels, question));
  const byLevel = levels.map((): ScopeAccount[] => []);
  for (const account of found) byLevel[account.level]?.push(account);
  const units = byLevel.map((accounts) => unitOf(question, accounts));
  const counted = found.filter(({ level }) => !(units[level] instanceof AppError));
  const batch = await readBatch(context, counted, levels.length, question, wants);

  const answers: (LevelFigures | AppError)[] = [];
  for (const level of levels.keys()) {
    const unit = units[level] ?? null;
    answers.push(
      unit instanceof AppError ? unit : await new LevelReader(batch, level, byLevel[level] ?? [], unit).figures(),
    );
    if (isTurnOver()) await nextTurn();
  }
  return answers;
}

async function readBatch(
  context: ConsumptionContext,
  accounts: readonly ScopeAccount[],
  levels: number,
  question: Question,
  wants: Wants,
): Promise<Batch> {
  const { snapshot } = context;
  const { clock, source, emissionsOnly } = question;
  const bySlots = wants.periods && wants.minimal && !emissionsOnly && hasSlots(question, accounts);
  // Without cells for the periods the sums of months do.
  const granularity = wants.periods && !bySlots ? question.granularity : 'yearly';
  const periods = periodsOf(clock, granularity);
  const time = { clock, granularity, periods };
  const groups = { keys: accounts.map(({ key }) => key), groups: accounts.map(({ level }) => level) };
  const cellsFrom = (from: SourceCode, emissions: boolean): Promise<Cells> =>
    cellsOf(context, accounts, { ...time, source: from, dayNight: wants.dayNight }, levels, emissions);
  const [slots, cells, simulated, factors, demand, costs, contracts] = await Promise.all([
    bySlots ? readMinimalSlots(snapshot, accounts, question) : null,
    cellsFrom(SOURCES[source] ?? SOURCE.combined, wants.emissions),
    wants.simulated ? cellsFrom(SOURCE.simulated, false) : null,
    wants.emissions ? factorsFor(context, accounts) : null,
    wants.capacity ? readDemand(snapshot, accounts, time) : null,
    wants.cost || wants.rates ? readCosts(snapshot, groups, time, wants.rates) : null,
    wants.contracts ? readContracts(snapshot, groups.keys, clock) : null,
  ]);
  return { question, wants, granularity, periods, slots, cells, simulated, factors, demand, costs, contracts };
}

/** Makes the figures of one level of a batch. */
class LevelReader {
  readonly #batch: Batch;
  readonly #level: number;
  readonly #accounts: readonly ScopeAccount[];
  readonly #keys: readonly number[];
  readonly #facts: FigureFacts;
  readonly #costs: LevelCosts | undefined;
  readonly #costFacts: { readonly currency: string | null; readonly reason: string | null };
  readonly #missingFactors: NonNullable<Figures['missingFactors']>;

  /** @param unit of its figures */
  constructor(batch: Batch, level: number, accounts: readonly ScopeAccount[], unit: string | null) {
    const { question, factors, costs } = batch;
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
    const currencies = this.#costs?.currencies ?? [];
    const reason = noCost({ source, isMean: temperature, currencies });
    this.#costFacts = { currency: currencies[0] ?? null, reason };
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
    addCost(figures, cost, this.#costFacts, wants);
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

/** The stored usage, as cells; pieces that are known already are not kept beside them. */
function cellsOf(
  { snapshot, known }: ConsumptionContext,
  accounts: readonly ScopeAccount[],
  question: PieceQuestion,
  levels: number,
  emissions: boolean,
): Promise<Cells> {
  return known
    ? cellsOfPieces(known.pieces, levels, known.groups, emissions)
    : readCells(snapshot, groupsOf(accounts), question, levels, emissions);
}

function factorsFor(
  { snapshot, known }: ConsumptionContext,
  accounts: readonly ScopeAccount[],
): Factors | Promise<Factors> {
  const countries = accounts.map(({ country }) => country);
  return known?.factors ?? readFactors(snapshot, countries);
}

/** The unit of a level's figures; an error where there is more than one. */
function unitOf({ types, emissionsOnly }: Question, accounts: readonly ScopeAccount[]): string | null | AppError {
  if (emissionsOnly) return EMISSIONS_UNIT;
  const unit = commonUnit(types ?? accounts.map(({ type }) => type));
  return unit !== null && typeof unit === 'object' ? invalidParameters([unit]) : unit;
}

function usedFactors({ byFactor }: Cell, factors: Factors): readonly Factor[] {
  const found = [...(byFactor?.values() ?? [])].flatMap(({ year, ...what }) =>
    hasEmissions(what.type) ? (factors.of(what, year) ?? []) : [],
  );
  const nameOf = ({ type, country, set }: Factor): string => `${type} ${country} ${set}`;
  return [...new Set(found)].toSorted((a, b) => a.year - b.year || (nameOf(a) < nameOf(b) ? -1 : 1));
}
