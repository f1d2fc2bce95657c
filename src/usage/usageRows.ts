import { HALF_HOURS_PER_DAY } from './grid.js';
import { uniformDay, type DayState } from './dayState.js';
import { COMBINED_SOURCES, type CombinedSource, type SourceCode } from './sources.js';

/** The names of the 48 half-hour columns. */
export const HALF_HOUR_COLUMNS = Array.from(
  { length: HALF_HOURS_PER_DAY },
  (_, halfHour) => `s${String(halfHour).padStart(2, '0')}`,
);

/** The columns of `usage_days`, in the order of `DayRow.values`. */
export const DAY_COLUMNS = [
  ...['account_key', 'source', 'day', 'whole', 'quantity', 'estimated', 'day_quantity', 'covered_ms'],
  ...HALF_HOUR_COLUMNS,
  ...COMBINED_SOURCES,
  ...['estimates', 'coverage', 'picks'],
];

/** A row of `usage_days`. */
export interface DayRow {
  readonly source: SourceCode;
  readonly day: number;
  /** The values in the order of {@link DAY_COLUMNS}. An object with so many properties would be slow. */
  readonly values: readonly unknown[];
}

/** Returns the row of a day; null if the day is uniform. */
export function toDayRow(account: number, source: SourceCode, day: number, state: DayState): DayRow | null {
  const { halfHours, parts, whole, quantity, estimated, dayQuantity, coveredMs } = state;
  if (!halfHours) return null;
  return {
    source,
    day,
    values: [
      ...[account, source, day, whole, quantity, estimated, dayQuantity, coveredMs],
      ...halfHours.quantity,
      ...COMBINED_SOURCES.map((part) => parts?.[part] ?? null),
      ...[halfHours.estimates, halfHours.coverage, halfHours.picks],
    ],
  };
}

const INDEX_OF: ReadonlyMap<string, number> = new Map(DAY_COLUMNS.map((name, index) => [name, index]));

/** Returns the totals of a stored day, without its half-hours. */
export function sumsOfRow({ values }: DayRow): DayState {
  const valueOf = (name: string): unknown => values[INDEX_OF.get(name) ?? -1];
  const part = (name: CombinedSource): number | null => (valueOf(name) === null ? null : Number(valueOf(name)));
  return {
    quantity: Number(valueOf('quantity')),
    estimated: Number(valueOf('estimated')),
    dayQuantity: Number(valueOf('day_quantity')),
    coveredMs: Number(valueOf('covered_ms')),
    parts:
      valueOf('picks') === null
        ? null
        : { hh: part('hh'), reading: part('reading'), invoice: part('invoice'), custom: part('custom') },
    whole: valueOf('whole') === true,
    halfHours: null,
  };
}

/** A row of `usage_runs`: equal, uniform, consecutive days of a month. */
export interface UniformRangeRow {
  readonly account_key: number;
  readonly source: SourceCode;
  readonly from_day: number;
  readonly to_day: number;
  readonly whole: boolean;
  readonly quantity: number;
  readonly estimated: number;
}

/** Returns the days of a uniform range. */
export function* daysOfUniformRange({
  from_day,
  to_day,
  quantity,
  estimated,
  whole,
}: UniformRangeRow): Generator<[number, DayState]> {
  for (let day = from_day; day < to_day; day += 1) yield [day, uniformDay(quantity, estimated, whole)];
}

/** Joins the uniform days of a source into ranges within a month. */
export function toUniformRanges(
  account: number,
  source: SourceCode,
  days: readonly (readonly [number, DayState])[],
  monthOf: (day: number) => number,
): readonly UniformRangeRow[] {
  const runs: { -readonly [Name in keyof UniformRangeRow]: UniformRangeRow[Name] }[] = [];
  for (const [day, { quantity, estimated, whole }] of days.toSorted(([a], [b]) => a - b)) {
    const last = runs.at(-1);
    const same = last?.quantity === quantity && last.estimated === estimated && last.whole === whole;
    if (last && same && last.to_day === day && monthOf(last.from_day) === monthOf(day)) last.to_day = day + 1;
    else runs.push({ account_key: account, source, from_day: day, to_day: day + 1, whole, quantity, estimated });
  }
  return runs;
}
