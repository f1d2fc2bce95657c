import { AppError } from '../errors/appError.js';
import { SOURCE } from '../usage/sources.js';
import { type Cells, emptyCell, groupsOf, meanOf } from './cells.js';
import type { Clock, DayPair } from './periods.js';
import { type ComparedDays, CURRENT, EARLIER, readComparedDays } from './comparedDays.js';
import type { LevelFigures } from './consumption.js';
import { emissionsOf, missingFactorsOf, noCost } from './figures.js';
import type { ConsumptionContext } from './context.js';
import { type Emissions, type Factors, readFactors } from './factors.js';
import { cellsOfPieces } from './pieceCells.js';
import type { FigureField, SelectedFields } from './fieldNames.js';
import { type Question, SOURCES } from './question.js';

/** Figures of one of two times over the days that are compared; of what is null a reason is told. */
interface ComparableFigures {
  readonly consumption: number | null;
  readonly emissions: Emissions | null;
  readonly cost: number | null;
}

/** The figures of an earlier time, and of the time asked for, over the days that both have (figures 5, comparable). */
export interface Comparable extends ComparableFigures {
  readonly days: number;
  readonly accounts: number;
  /** Share of the corresponding days of the expected accounts that are compared; null where there is none. */
  readonly coverage: number | null;
  /** Of the costs of both times; null: not known, or there is no cost. */
  readonly currency: string | null;
  readonly current: ComparableFigures;
  /** A sentence for each figure that is null. */
  readonly reasons: readonly string[];
}

const NOTHING: ComparedDays = { pieces: [], levels: [], costs: [] };

/**
 * Compares levels with an earlier time: the same accounts on the same days, those that data covers fully in both times.
 * @param levels as they were read, in their order
 * @param earlier the clock of the earlier time
 * @param pairsOfDates days that correspond
 * @param selected of what is compared; the reasons tell of all figures
 * @returns null for a level that is an error
 */
export async function readComparables(
  context: ConsumptionContext,
  levels: readonly (LevelFigures | AppError)[],
  question: Question,
  earlier: Clock,
  pairsOfDates: readonly DayPair[],
  selected: SelectedFields,
): Promise<readonly (Comparable | null)[]> {
  const { source, emissionsOnly, clock } = question;
  const { snapshot } = context;
  // Clocks may have skipped a day.
  const pairs = pairsOfDates.filter((pair) => lengthOf(clock, pair.day) > 0 && lengthOf(earlier, pair.earlier) > 0);
  const accounts = levels.flatMap((level) => (level instanceof AppError ? [] : level.accounts));
  const isWanted = (name: FigureField): boolean => [selected, selected.get('current')].some((part) => part?.has(name));
  const wantsReasons = selected.has('reasons');
  const wantsCost =
    (isWanted('cost') || isWanted('currency') || wantsReasons) && source === 'invoice' && !emissionsOnly;
  const wantsEmissions = isWanted('emissions') || wantsReasons;
  const groups = groupsOf(accounts);
  const ofLevels = { ...groups, levels: accounts.map(({ level }) => level) };
  const code = SOURCES[source] ?? SOURCE.combined;
  const countries = accounts.map(({ country }) => country);
  const [days, factors] = await Promise.all([
    accounts.length === 0 || pairs.length === 0
      ? NOTHING
      : readComparedDays(snapshot, ofLevels, code, [clock, earlier], pairs, wantsCost),
    wantsEmissions ? readFactors(snapshot, countries) : null,
  ]);
  const cells = await cellsOfPieces(days.pieces, levels.length, groups.list, factors !== null);
  const ms = pairs.reduce((sum, { day }) => sum + lengthOf(clock, day), 0);
  return levels.map((level, index) =>
    level instanceof AppError ? null : comparableOf(level, index, { question, days, cells, factors, ms }),
  );
}

function lengthOf({ startOf }: Clock, day: number): number {
  return startOf(day + 1) - startOf(day);
}

/** What was read of the compared days of all levels. */
interface Compared {
  readonly question: Question;
  readonly days: ComparedDays;
  readonly cells: Cells;
  /** Null: emissions are not wanted. */
  readonly factors: Factors | null;
  /** The length of the days of the requested range, in milliseconds. */
  readonly ms: number;
}

function comparableOf(level: LevelFigures, index: number, compared: Compared): Comparable {
  const { question, days, cells, factors, ms } = compared;
  const { source, emissionsOnly } = question;
  const count = days.levels.find((one) => one.level === index);
  const costs = days.costs.filter((one) => one.level === index);
  const expected = level.accounts.reduce((sum, account) => sum + (account.expected ? account.count : 0), 0);
  const missing = factors ? missingFactorsOf(level.accounts, factors) : [];
  const currencies = [...new Set(costs.flatMap((cost) => cost.currencies))];
  const why = reasonsOf({
    isCompared: count !== undefined,
    emissionsOnly,
    isMean: level.temperature,
    source,
    missing: missing.map(({ type, country }) => `${type} in ${country}`),
    currencies,
    unpriced: costs.reduce((sum, { unpriced }) => sum + unpriced, 0),
  });
  const figuresOf = (period: number): ComparableFigures => {
    const cell = cells.at(index, period) ?? emptyCell();
    return {
      consumption: why.consumption === null ? (level.temperature ? meanOf(cell) : cell.quantity) : null,
      emissions: why.emissions === null && factors ? emissionsOf(cell, factors) : null,
      cost: why.cost === null ? (costs.find((cost) => cost.period === period)?.cost ?? 0) : null,
    };
  };
  const most = expected * ms;
  return {
    days: count?.days ?? 0,
    accounts: count?.accounts ?? 0,
    coverage: most === 0 ? null : (cells.at(index, CURRENT)?.coveredMs ?? 0) / most,
    ...figuresOf(EARLIER),
    currency: why.cost === null ? (currencies[0] ?? null) : null,
    current: figuresOf(CURRENT),
    reasons: [...new Set(Object.values(why).filter((reason) => reason !== null))],
  };
}

interface Circumstances {
  readonly isCompared: boolean;
  readonly emissionsOnly: boolean;
  readonly isMean: boolean;
  readonly source: string;
  /** Types and countries without an emission factor. */
  readonly missing: readonly string[];
  /** Of the invoices of both times; null: not known. */
  readonly currencies: readonly (string | null)[];
  readonly unpriced: number;
}

/** Why each figure cannot be had; null: it can. */
function reasonsOf({
  isCompared,
  emissionsOnly,
  isMean,
  source,
  missing,
  currencies,
  unpriced,
}: Circumstances): Readonly<Record<keyof ComparableFigures, string | null>> {
  const none = 'No account has data for the whole of a day in both times.';
  if (!isCompared) return { consumption: none, emissions: none, cost: none };
  const costReason = (): string | null => {
    if (emissionsOnly) return 'Only emissions are asked for.';
    const reason = noCost({ source, isMean, currencies });
    return reason ?? (unpriced > 0 ? `Invoices of these days without a cost: ${unpriced}.` : null);
  };
  return {
    consumption: emissionsOnly ? 'Only emissions are asked for.' : null,
    emissions: missing.length > 0 ? `There is no emission factor for ${missing.join(', ')}.` : null,
    cost: costReason(),
  };
}
