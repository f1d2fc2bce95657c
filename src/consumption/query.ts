import { type ParameterProblem, invalidParameters } from '../errors/appError.js';
import { DAY_MS, type DayRange, END_DAY, FIRST_DAY, dayOf } from '../usage/grid.js';
import { SOURCE, type SourceCode } from '../usage/sources.js';
import { canonicalUnit } from '../usage/units.js';
import { preloadLocalDays } from '../values/localDays.js';
import { UTC, offsetRangesOf } from '../values/offsets.js';
import type { FigureField, SelectedFields } from './fieldNames.js';
import { type Clock, GRANULARITIES, type Granularity, clockOf, periodsOf } from './localTime.js';
import type { UsageQuery } from './usageRows.js';

/** The stored codes of the sources of `/consumption` (contract 4). */
export const SOURCES: Readonly<Record<string, SourceCode>> = {
  hh: SOURCE.hh,
  invoice: SOURCE.invoice,
  reading: SOURCE.reading,
  custom: SOURCE.custom,
  combined: SOURCE.combined,
  'reading-hh': SOURCE.readingHh,
};

/**
 * The target of a request: an account, asset, group or entity. Several identifiers restrict each other. Without
 * identifiers it is the portfolio.
 */
export interface Target {
  readonly accountId?: string;
  readonly assetId?: string;
  readonly assetGroupId?: string;
  readonly entityId?: string;
  /** Only in rows of a table: the accounts of a company, of a utility type, or with a tag. */
  readonly companyId?: string;
  readonly type?: string;
  readonly tag?: string;
}

/** The identifiers that name a target in a request. */
export const TARGET_IDS = ['accountId', 'assetId', 'assetGroupId', 'entityId'] as const satisfies (keyof Target)[];

/** The other restrictions of a target. A query of such a target needs several statements. */
export const GROUP_KEYS = ['companyId', 'type', 'tag'] as const satisfies (keyof Target)[];

/** The arguments that all targets of a batch share. */
export interface FigureQuery {
  /** The requested days. */
  readonly clock: Clock;
  readonly granularity: Granularity;
  readonly source: string;
  /** Utility types; null: all. */
  readonly types: readonly string[] | null;
  /** Accounts with any of these tags; null: all. */
  readonly tags: readonly string[] | null;
  /** Whether only emissions are requested. Types may then have different units, and there is no consumption. */
  readonly emissionsOnly: boolean;
}

/**
 * Returns the common unit of types; null without types.
 * @returns a problem that names the types if their units differ
 */
export function commonUnit(types: readonly string[]): string | null | ParameterProblem {
  const units = new Set(types.map(canonicalUnit));
  if (units.size < 2) return [...units][0] ?? null;
  const typesAndUnits = [...new Set(types)].map((type) => `${type} (${canonicalUnit(type)})`).join(', ');
  return {
    parameter: 'accountType',
    message: `accountType must name types with the same unit, because their consumption is added up: ${typesAndUnits}.`,
  };
}

/** Demand and capacity in kW, and peakLoad in percent. */
export interface CapacityInfo {
  readonly maxDemand: number | null;
  readonly avgDemand: number | null;
  readonly peakLoad: number | null;
  readonly peakCapacity: number | null;
  readonly avgCapacity: number | null;
}

/** The names of the fields of {@link CapacityInfo}. */
export const CAPACITY_FIELDS: readonly (FigureField & keyof CapacityInfo)[] = [
  'maxDemand',
  'avgDemand',
  'peakLoad',
  'peakCapacity',
  'avgCapacity',
];

/** The requested figures that need further statements. The others come with the stored usage. */
export interface FigureNeeds {
  /** Whether periods are requested, or the whole range only. */
  readonly periods: boolean;
  /** Whether periods need only bounds and consumption. */
  readonly minimal: boolean;
  readonly dayNight: boolean;
  readonly emissions: boolean;
  readonly simulated: boolean;
  readonly capacity: boolean;
  /** Whether cost is requested, which is read from invoices. */
  readonly cost: boolean;
  /** Whether the reason for a missing cost is requested. Only the source of invoices needs a statement for it. */
  readonly costReasons: boolean;
  readonly rates: boolean;
  readonly contracts: boolean;
}

const COST_REASONS: readonly FigureField[] = ['costReasons', 'unitCostReasons'];

/** Fields of periods that need no further work. */
const MINIMAL: readonly FigureField[] = ['startDate', 'endDate', 'consumption'];

/** Areas, counts, and fields derived from them. */
const AREAS_AND_COUNTS: readonly FigureField[] = [
  'accountFloorArea',
  'assetFloorArea',
  'totalAssetFloorArea',
  'accountCount',
  'assetCount',
  'intensity',
];

/** Returns whether areas, counts or fields derived from them are selected. */
export function selectsAreasOrCounts(selected: SelectedFields | undefined): boolean {
  return AREAS_AND_COUNTS.some((name) => selected?.has(name));
}

/** Returns the figures that the selected fields need, of the whole range and of periods. */
export function figureNeedsOf(selected: SelectedFields, { source }: FigureQuery): FigureNeeds {
  const data = selected.get('data');
  const names = new Set([...selected.keys(), ...(data?.keys() ?? [])]);
  const isSelected = (...fields: readonly FigureField[]): boolean => fields.some((name) => names.has(name));
  const intensity = [selected, data].some((part) => part?.get('intensity')?.has('emissions'));
  return {
    periods: selected.has('data'),
    minimal: [...(data?.keys() ?? [])].every((name) => MINIMAL.includes(name)),
    dayNight: isSelected('dayConsumption', 'nightConsumption'),
    emissions: isSelected('emissions', 'totalEmissions', 'missingFactors', 'factors') || intensity,
    simulated: isSelected('simulatedConsumption'),
    capacity: isSelected(...CAPACITY_FIELDS),
    cost: isSelected('cost', 'currency', 'unitCost', ...COST_REASONS) && source === 'invoice',
    costReasons: isSelected(...COST_REASONS),
    rates: isSelected('rates') && source === 'invoice',
    contracts: isSelected('contractCoverage'),
  };
}

/** The requested range and granularity. */
interface RequestedPeriods {
  readonly clock: Clock;
  readonly granularity: Granularity;
}

/**
 * Returns the requested periods from the coerced arguments of a field of figures. It uses only arithmetic, no
 * statement.
 * @param endDateIncluded whether `endDate` names the last day included
 * @throws AppError invalid-parameter for a range that does not exist, or for half-hours that the zone does not have
 */
export function requestedPeriods(args: Readonly<Record<string, unknown>>, endDateIncluded: boolean): RequestedPeriods {
  const { zone, range } = requestedDays(args, endDateIncluded);
  const { granularity } = args;
  const clock = clockOf(zone, range);
  if (clock.start === clock.end) {
    const message = `startDate and endDate must include a day that exists in ${zone}, whose clocks skipped ${rangeName(range)}.`;
    throw invalidParameters([{ parameter: 'startDate', message }]);
  }
  return { clock, granularity: GRANULARITIES.find((name) => name === granularity) ?? 'monthly' };
}

/**
 * Computes the local days of the requested range in several turns of the event loop.
 * @returns null if the days are cached
 * @throws AppError invalid-parameter for a range that does not exist
 */
export function preloadRequestedDays(
  args: Readonly<Record<string, unknown>>,
  endDateIncluded: boolean,
): Promise<void> | null {
  const { zone, range } = requestedDays(args, endDateIncluded);
  return preloadLocalDays(zone, range.from, range.to);
}

function requestedDays(
  { startDate, endDate, timeZone }: Readonly<Record<string, unknown>>,
  endDateIncluded: boolean,
): { readonly zone: string; readonly range: DayRange } {
  const zone = typeof timeZone === 'string' ? timeZone : UTC;
  const range = rangeOf({ startDate: String(startDate), endDate: String(endDate) }, endDateIncluded, zone);
  return { zone, range };
}

/** The dates of a request: days, `2024-01-31`, or instants. */
interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * Returns the requested days (figures 2).
 * @param inclusive whether `endDate` names the last day included
 * @param timeZone of the days; canonical IANA name
 * @throws AppError invalid-parameter without any day
 */
function rangeOf(dates: Dates, inclusive: boolean, timeZone: string): DayRange {
  const [from, end] = [dayNamed(dates, 'startDate', timeZone), dayNamed(dates, 'endDate', timeZone)];
  if (end < from || (end === from && !inclusive)) {
    const must = inclusive ? 'must not be before' : 'must be after';
    throw invalidParameters([
      { parameter: 'endDate', message: `endDate ${must} startDate ${dateOf(from)}, got ${dateOf(end)}.` },
    ]);
  }
  return { from, to: inclusive ? end + 1 : end };
}

function dayNamed(dates: Dates, name: keyof Dates, timeZone: string): number {
  const text = dates[name];
  const instant = Date.parse(text);
  const day = text.includes('T') ? localDayOf(timeZone, instant) : instant / DAY_MS;
  if (day >= FIRST_DAY && day < END_DAY) return day;
  const message = `${name} must be in the years 1900 to 2200 in ${timeZone}, got ${text}.`;
  throw invalidParameters([{ parameter: name, message }]);
}

/** Returns the local day of an instant. */
function localDayOf(timeZone: string, instant: number): number {
  if (timeZone === UTC) return dayOf(instant);
  const range = offsetRangesOf(timeZone, instant, instant).findLast(({ from }) => from <= instant);
  return dayOf(instant + (range?.offset ?? 0));
}

/** Returns the range of equal length just before, from the first supported day on. */
export function rangeBefore({ from, to }: DayRange): DayRange {
  return { from: Math.max(FIRST_DAY, from - (to - from)), to: from };
}

/** Returns the same days a year earlier; for 29 February the 28th. */
export function rangeYearEarlier({ from, to }: DayRange): DayRange {
  const shift = (day: number): number => {
    const date = new Date(day * DAY_MS);
    const [year, month] = [date.getUTCFullYear() - 1, date.getUTCMonth()];
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    return Date.UTC(year, month, Math.min(last, date.getUTCDate())) / DAY_MS;
  };
  return { from: shift(from), to: shift(to - 1) + 1 };
}

/** A day of the requested range, and the corresponding day of an earlier range. */
export interface DayPair {
  readonly day: number;
  readonly earlier: number;
}

/** Pairs days by their position with the range of equal length just before. */
export function daysBefore({ from, to }: DayRange): readonly DayPair[] {
  const pairs = Array.from({ length: to - from }, (_, index) => ({
    day: from + index,
    earlier: 2 * from - to + index,
  }));
  return pairs.filter(({ earlier }) => earlier >= FIRST_DAY);
}

/** Pairs days by date with the year before. 29 February, of either year, has no counterpart. */
export function daysYearEarlier({ from, to }: DayRange): readonly DayPair[] {
  return Array.from({ length: to - from }, (_, index) => from + index).flatMap((day) => {
    const date = new Date(day * DAY_MS);
    const earlier = Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate());
    return new Date(earlier).getUTCDate() === date.getUTCDate() ? [{ day, earlier: earlier / DAY_MS }] : [];
  });
}

/** Returns the text of a range, such as `2023-01-01 to 2023-12-31`. */
export function rangeName({ from, to }: DayRange): string {
  return from === to ? `nothing before ${dateOf(to)}` : `${dateOf(from)} to ${dateOf(to - 1)}`;
}

/** Returns a day as a date, `2024-01-31`. */
function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the usage to read. Without periods, the sums of years are enough. */
export function usageQueryOf({ clock, granularity, source }: FigureQuery, needs: FigureNeeds): UsageQuery {
  const read = needs.periods ? granularity : 'yearly';
  const periods = periodsOf(clock, read);
  return { clock, granularity: read, periods, dayNight: needs.dayNight, source: SOURCES[source] ?? SOURCE.combined };
}
