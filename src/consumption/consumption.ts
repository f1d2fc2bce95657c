import type { Knex } from 'knex';
import type { Access, Resource } from '../data/resource.js';
import { invalidParameters } from '../errors/appError.js';
import { DAY_MS } from '../usage/grid.js';
import { SOURCE } from '../usage/sources.js';
import { emptyCell, type Cell } from './cells.js';
import { readContracts } from './contracts.js';
import { readDemand } from './demand.js';
import { hasEmissions, readFactors, type Factor, type Factors } from './factors.js';
import {
  emissionsOf,
  figuresOf,
  minimalFiguresOf,
  missingFactorsOf,
  type Figures,
  type MinimalFigures,
} from './figures.js';
import { readMoney } from './money.js';
import { labelOf, periodsOf, type Period } from './periods.js';
import { cellsOf, groupsOf, totalOf } from './grouping.js';
import { hasSlots, readMinimalSlots } from './minimalSlots.js';
import { readPieces } from './pieces.js';
import { commonUnit, SOURCES, type Level, type Question } from './question.js';
import { readScope, type ScopeAccount } from './scope.js';

/** What the figures are read from. */
export interface ConsumptionContext {
  readonly knex: Knex;
  readonly access: Access;
  readonly account: Resource;
  readonly asset: Resource;
  readonly defaultCountry: string;
}

/** The figures that take statements of their own; the others come with what is painted. */
export interface Wants {
  /** Whether the periods are wanted, or the whole range only. */
  readonly periods: boolean;
  /** Whether of the periods only bounds and consumption are wanted. */
  readonly minimal: boolean;
  readonly emissions: boolean;
  readonly simulated: boolean;
  readonly capacity: boolean;
  readonly cost: boolean;
  readonly rates: boolean;
  readonly contracts: boolean;
  /** Whether types of different units may be mixed, as where only emissions are asked for. */
  readonly mixed: boolean;
}

/** A level's answer. */
export interface LevelFigures {
  readonly total: Figures;
  readonly data: readonly (MinimalFigures & Partial<Figures> & { readonly date?: string })[];
  readonly accounts: readonly ScopeAccount[];
  /** Whether the figures are means. */
  readonly temperature: boolean;
  /** The emission factors that its quantities were multiplied with. */
  readonly used: readonly Factor[];
}

/**
 * Computes the figures of a batch of levels in a fixed number of statements (contract 4, /consumption; consumption.md).
 * @param levels all of which name the same identifiers
 * @throws AppError invalid-parameter when a level's types have different units
 */
export async function readConsumption(
  context: ConsumptionContext,
  levels: readonly Level[],
  question: Question,
  wants: Wants,
): Promise<readonly LevelFigures[]> {
  const { knex, access, defaultCountry } = context;
  const { range, source } = question;
  const accounts = await readScope(knex, access, context, levels, question, defaultCountry);
  const byLevel = levels.map((): ScopeAccount[] => []);
  for (const account of accounts) byLevel[account.level]?.push(account);
  const units = byLevel.map((own) => unitOf(question, own, wants));
  const grouped = groupsOf(accounts);
  const bySlots = wants.periods && wants.minimal && !wants.mixed && hasSlots(question, accounts);
  // Without cells for the periods the sums of months do.
  const granularity = wants.periods && !bySlots ? question.granularity : 'yearly';
  const periods = periodsOf(range, granularity);
  const slots = bySlots ? await readMinimalSlots(knex, accounts, question) : null;
  const ask = { range, granularity, periods };

  const cells = cellsOf(
    levels.length,
    periods.length,
    grouped.list,
    await readPieces(knex, grouped, { ...ask, source: SOURCES[source] ?? SOURCE.combined }),
    wants.emissions,
  );
  const simulated = wants.simulated
    ? cellsOf(
        levels.length,
        periods.length,
        grouped.list,
        await readPieces(knex, grouped, { ...ask, source: SOURCE.simulated }),
        false,
      )
    : null;
  const factors = wants.emissions
    ? await readFactors(
        knex,
        accounts.map(({ country }) => country),
      )
    : null;
  const demand = wants.capacity ? await readDemand(knex, accounts, range) : null;
  const keysByLevel = { keys: accounts.map(({ key }) => key), groups: accounts.map(({ level }) => level) };
  const money = wants.cost || wants.rates ? await readMoney(knex, keysByLevel, range, wants.rates) : null;
  const contracts = wants.contracts ? await readContracts(knex, keysByLevel.keys) : null;

  return byLevel.map((own, level) => {
    const types = question.types ?? own.map(({ type }) => type);
    const mixed = typeof commonUnit(types) === 'object' && commonUnit(types) !== null;
    const temperature = types.includes('temperature') && !mixed;
    const facts = {
      units: units[level] ?? null,
      source,
      temperature,
      mixed,
      expected: own.filter(({ expected }) => expected).length,
    };
    const missingFactors = factors ? missingFactorsOf(own, factors) : [];
    const keys = own.map(({ key }) => key);
    const figures = (cell: Cell, forecast: Cell | undefined, period: Period): Figures => ({
      ...figuresOf(cell, period, facts),
      ...(factors ? { emissions: emissionsOf(cell, factors), missingFactors } : {}),
      ...(forecast ? { simulatedConsumption: temperature || mixed ? null : forecast.quantity } : {}),
      ...(demand ? demand(level, period) : {}),
      ...(money && wants.cost ? { cost: temperature ? null : money.cost(level, period) } : {}),
      ...(money && wants.rates ? { rates: money.rates(level, period) } : {}),
      ...(contracts ? { contractCoverage: contracts(keys, period) } : {}),
    });
    const total = totalOf(cells[level] ?? []);
    const whole = { start: range.from * DAY_MS, end: range.to * DAY_MS };
    return {
      total: figures(total, simulated ? totalOf(simulated[level] ?? []) : undefined, whole),
      data:
        slots?.(level) ??
        (wants.periods ? periods : []).map((period, index) =>
          wants.minimal
            ? minimalFiguresOf(cells[level]?.[index], period, facts)
            : {
                date: labelOf(period.start, granularity),
                ...figures(
                  cells[level]?.[index] ?? emptyCell(),
                  simulated ? (simulated[level]?.[index] ?? emptyCell()) : undefined,
                  period,
                ),
              },
        ),
      accounts: own,
      temperature,
      used: factors ? usedFactors(total, factors) : [],
    };
  });
}

function unitOf({ types }: Question, accounts: readonly ScopeAccount[], { mixed }: Wants): string | null {
  if (mixed) return null;
  const unit = commonUnit(types ?? accounts.map(({ type }) => type));
  if (unit !== null && typeof unit === 'object') throw invalidParameters([unit]);
  return unit;
}

function usedFactors({ byFactor }: Cell, factors: Factors): readonly Factor[] {
  const found = [...(byFactor?.values() ?? [])].flatMap(({ type, country, year }) =>
    hasEmissions(type) ? (factors.of(type, country, year) ?? []) : [],
  );
  return [...new Set(found)].toSorted((a, b) => a.year - b.year || (a.type < b.type ? -1 : 1));
}
