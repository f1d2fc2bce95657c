import { AppError, invalidParameters } from '../errors/appError.js';
import { SOURCE, type SourceCode } from '../usage/sources.js';
import { hasEmissions } from '../data/utilityTypes.js';
import { type Cell, type Cells, emptyCell, groupsOf, totalOf } from './cells.js';
import { LazyRows } from '../values/lazyRows.js';
import { isTurnOver, nextTurn } from '../values/turns.js';
import type { ConsumptionContext } from './context.js';
import { readContracts } from './contracts.js';
import { readDemand } from './demand.js';
import { type Factor, type Factors, readFactors } from './factors.js';
import {
  addCost,
  emissionsOf,
  type Figures,
  figuresOf,
  type MinimalFigures,
  minimalFiguresOf,
  missingFactorsOf,
  noCost,
} from './figures.js';
import { type Cost, readCosts } from './costs.js';
import { labelOf, type Period, periodsOf } from './periods.js';
import { hasSlots, readMinimalSlots } from './minimalSlots.js';
import { cellsOfPieces } from './pieceCells.js';
import { type PieceQuestion, readCells } from './pieces.js';
import { type CapacityInfo, commonUnit, type Level, type Question, SOURCES, type Wants } from './question.js';
import { readScope, type ScopeAccount } from './scope.js';

/** The unit of answers that have emissions only (contract 4, /consumption, units). */
const EMISSIONS_UNIT = 'kgco2e';

/** Of a period; its label but where it is minimal. */
type PeriodFigures = MinimalFigures & Partial<Figures> & { readonly date?: string };

type FiguresInMaking = { -readonly [Name in keyof Figures]: Figures[Name] } & { date?: string };

/** A level's answer. */
export interface LevelFigures {
  readonly total: Figures;
  /** Of each period, made when it is asked for: there may be many. */
  readonly data: LazyRows<PeriodFigures>;
  readonly accounts: readonly ScopeAccount[];
  /** Whether the figures are means. */
  readonly temperature: boolean;
  /** The emission factors that its quantities were multiplied with. */
  readonly factors: readonly Factor[];
}

/**
 * Computes the figures of a batch of levels in a fixed number of statements (contract 4, /consumption; figures 5).
 * @param levels all of which name the same identifiers
 * @returns for a level whose types have different units an error instead, as the others are none the worse for it
 */
export async function readConsumption(
  context: ConsumptionContext,
  levels: readonly Level[],
  question: Question,
  wants: Wants,
): Promise<readonly (LevelFigures | AppError)[]> {
  const { snapshot } = context;
  const { clock, source, emissionsOnly } = question;
  const found = context.known?.accounts ?? (await readScope(snapshot, context, levels, question));
  const byLevel = levels.map((): ScopeAccount[] => []);
  for (const account of found) byLevel[account.level]?.push(account);
  const units = byLevel.map((own) => unitOf(question, own));
  const accounts = found.filter(({ level }) => !(units[level] instanceof AppError));
  const bySlots = wants.periods && wants.minimal && !emissionsOnly && hasSlots(question, accounts);
  // Without cells for the periods the sums of months do.
  const granularity = wants.periods && !bySlots ? question.granularity : 'yearly';
  const periods = periodsOf(clock, granularity);
  const time = { clock, granularity, periods };
  const keysByLevel = { keys: accounts.map(({ key }) => key), groups: accounts.map(({ level }) => level) };
  const cellsFrom = (from: SourceCode, emissions: boolean): Promise<Cells> =>
    cellsOf(context, accounts, { ...time, source: from, dayNight: wants.dayNight }, levels.length, emissions);
  const [slots, cells, simulated, factors, demand, costs, contracts] = await Promise.all([
    bySlots ? readMinimalSlots(snapshot, accounts, question) : null,
    cellsFrom(SOURCES[source] ?? SOURCE.combined, wants.emissions),
    wants.simulated ? cellsFrom(SOURCE.simulated, false) : null,
    wants.emissions ? factorsFor(context, accounts) : null,
    wants.capacity ? readDemand(snapshot, accounts, time) : null,
    wants.cost || wants.rates ? readCosts(snapshot, keysByLevel, time, wants.rates) : null,
    wants.contracts ? readContracts(snapshot, keysByLevel.keys, clock) : null,
  ]);

  const answerOf = async (level: number): Promise<LevelFigures | AppError> => {
    const own = byLevel[level] ?? [];
    const unit = units[level] ?? null;
    if (unit instanceof AppError) return unit;
    const types = question.types ?? own.map(({ type }) => type);
    const temperature = types.includes('temperature') && !emissionsOnly;
    const facts = {
      units: unit,
      source,
      temperature,
      emissionsOnly,
      expected: own.reduce((sum, { expected, count }) => sum + (expected ? count : 0), 0),
    };
    const ownCosts = costs?.(level);
    const { currencies = [] } = ownCosts ?? {};
    const reason = noCost({ source, isMean: temperature, currencies });
    const costFacts = { currency: currencies[0] ?? null, reason };
    const missingFactors = factors ? missingFactorsOf(own, factors) : [];
    const keys = own.map(({ key }) => key);
    const figures = (
      { cell, simulatedCell, cost }: { cell: Cell; simulatedCell: Cell | undefined; cost: Cost | undefined },
      period: Period,
    ): FiguresInMaking => {
      // Filled field by field: there may be many, and a spread costs several times as much.
      const own: FiguresInMaking = figuresOf(cell, period, facts);
      if (factors) {
        own.emissions = emissionsOf(cell, factors);
        own.missingFactors = missingFactors;
      }
      if (simulatedCell) own.simulatedConsumption = temperature || emissionsOnly ? null : simulatedCell.quantity;
      addCost(own, cost, costFacts, wants);
      if (contracts) own.contractCoverage = contracts(keys, period);
      return own;
    };
    const row = (period: Period, index: number, cost: Cost | undefined): PeriodFigures => {
      const cell = cells.at(level, index);
      if (wants.minimal) return minimalFiguresOf(cell, period, facts);
      const simulatedCell = simulated ? (simulated.at(level, index) ?? emptyCell()) : undefined;
      const own = figures({ cell: cell ?? emptyCell(), simulatedCell, cost }, period);
      own.date = labelOf(period.start, granularity, clock);
      if (demand) addDemand(own, demand.period(level, index));
      return own;
    };
    const rows = function* (): Generator<PeriodFigures> {
      const costsOfPeriods = ownCosts?.periods();
      for (const [index, period] of periods.entries()) {
        const cost = costsOfPeriods?.next();
        yield row(period, index, cost?.done === false ? cost.value : undefined);
      }
    };
    const total = await totalOf(cells, level, periods.length);
    const simulatedTotal = simulated ? await totalOf(simulated, level, periods.length) : undefined;
    const figuresOfAll = figures({ cell: total, simulatedCell: simulatedTotal, cost: ownCosts?.total }, clock);
    if (demand) addDemand(figuresOfAll, demand.total(level));
    return {
      total: figuresOfAll,
      data: slots?.(level) ?? new LazyRows(periods.length, rows),
      accounts: own,
      temperature,
      factors: factors ? usedFactors(total, factors) : [],
    };
  };
  const answers: (LevelFigures | AppError)[] = [];
  for (const level of levels.keys()) {
    answers.push(await answerOf(level));
    if (isTurnOver()) await nextTurn();
  }
  return answers;
}

/** Written out, as Object.assign costs several times as much. */
function addDemand(into: FiguresInMaking, demand: CapacityInfo): void {
  into.maxDemand = demand.maxDemand;
  into.avgDemand = demand.avgDemand;
  into.peakLoad = demand.peakLoad;
  into.peakCapacity = demand.peakCapacity;
  into.avgCapacity = demand.avgCapacity;
}

/** What was painted, as cells; pieces that are known already are not kept beside them. */
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
