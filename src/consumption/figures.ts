import { COMBINED_SOURCES, SOURCE } from '../usage/sources.js';
import { hasEmissions } from '../data/utilityTypes.js';
import { type Cell, meanOf } from './cells.js';
import type { ContractCoverage } from './contracts.js';
import type { Emissions, FactorOf, Factors } from './factors.js';
import type { Rates } from './rates.js';
import type { Period } from './periods.js';
import { type CapacityInfo, SOURCES, type Wants } from './question.js';
import type { Cost } from './costs.js';

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

/** Emissions of a cell: each quantity by the factor of its type, country and year. */
export function emissionsOf({ byFactor }: Cell, factors: Factors): Emissions {
  const scopes = { scope1: 0, scope2: 0, scope3: 0 };
  for (const { quantity, year, ...what } of byFactor?.values() ?? []) {
    if (!hasEmissions(what.type)) continue;
    const factor = factors.of(what, year);
    scopes.scope1 += quantity * (factor?.scope1 ?? 0);
    scopes.scope2 += quantity * (factor?.scope2 ?? 0);
    scopes.scope3 += quantity * (factor?.scope3 ?? 0);
  }
  return { total: scopes.scope1 + scopes.scope2 + scopes.scope3, ...scopes };
}

/** The types and countries that have no factor at all. */
export function missingFactorsOf(
  accounts: readonly FactorOf[],
  factors: Factors,
): readonly { readonly type: string; readonly country: string }[] {
  const missing = new Map<string, { readonly type: string; readonly country: string }>();
  for (const { type, country, company } of accounts) {
    if (!hasEmissions(type) || factors.of({ type, country, company }, 0)) continue;
    missing.set(`${type} ${country}`, { type, country });
  }
  return [...missing].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

/** What decides whether a cost can be told. */
interface CostFacts {
  readonly source: string;
  /** Whether the figures are means, of temperatures. */
  readonly isMean: boolean;
  /** Of the invoices that are added up, each once; null: not known. */
  readonly currencies: readonly (string | null)[];
}

/** Why there is no cost, a sentence; null: there is one (figures 5, cost). */
export function noCost({ source, isMean, currencies }: CostFacts): string | null {
  if (source !== 'invoice') return `Cost is told of the source invoice only, got ${source}.`;
  if (isMean) return 'Temperatures have no cost.';
  if (currencies.length < 2) return null;
  const known = currencies.filter((currency) => currency !== null).toSorted();
  const unknown = known.length < currencies.length ? ' and one that is not known' : '';
  return `The invoices are in different currencies: ${known.join(', ')}${unknown}.`;
}

/**
 * Why there is no cost per unit though there may be a cost; null: there is one.
 * @param unpriced invoices that bill units and say no cost
 */
function noUnitCost(consumption: number | null, unpriced: number): string | null {
  if (unpriced > 0) return `Invoices of this time without a cost: ${unpriced}.`;
  return consumption === null || consumption <= 0 ? 'No consumption is billed.' : null;
}

/** What is told of the cost of a time. */
interface CostFigures {
  cost?: number | null;
  currency?: string | null;
  costReasons?: readonly string[];
  unitCost?: number | null;
  unitCostReasons?: readonly string[];
  rates?: Rates;
}

/**
 * Adds to the figures of a time what is told of its cost.
 * @param cost of the time; undefined: of a source without invoices, or not wanted
 * @param currency of all invoices of the level
 * @param reason why there is no cost
 */
export function addCost(
  into: CostFigures & { readonly consumption: number | null },
  cost: Cost | undefined,
  { currency, reason }: { readonly currency: string | null; readonly reason: string | null },
  wants: Pick<Wants, 'cost' | 'costReasons'>,
): void {
  const unitReason = reason ?? (cost ? noUnitCost(into.consumption, cost.unpriced) : null);
  if (cost && wants.cost) {
    into.cost = reason === null ? cost.cost : null;
    into.currency = reason === null ? currency : null;
    into.unitCost = unitReason === null ? cost.cost / (into.consumption ?? 0) : null;
  }
  if (wants.costReasons) {
    into.costReasons = reason === null ? [] : [reason];
    into.unitCostReasons = unitReason === null ? [] : [unitReason];
  }
  if (cost?.rates) into.rates = cost.rates;
}
