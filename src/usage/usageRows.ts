import { SLOTS } from './grid.js';
import { uniformDay, type DayState } from './dayState.js';
import { COMBINED_SOURCES, type CombinedSource, type SourceCode } from './sources.js';

/** The names of the 48 slot columns. */
export const SLOT_COLUMNS = Array.from({ length: SLOTS }, (_, slot) => `s${String(slot).padStart(2, '0')}`);

/** The columns of `usage_days`, in the order that rows are written in. */
export const DAY_COLUMNS = [
  ...['account_key', 'source', 'day', 'whole', 'quantity', 'estimated', 'day_quantity', 'covered_ms'],
  ...SLOT_COLUMNS,
  ...COMBINED_SOURCES,
  ...['estimates', 'coverage', 'picks'],
];

export type DayRow = Readonly<Record<string, unknown>> & { readonly source: SourceCode; readonly day: number };

/** A day that is not uniform, as its row. */
export function toDayRow(account: number, source: SourceCode, day: number, state: DayState): DayRow | null {
  const { slots, parts } = state;
  if (!slots) return null;
  return {
    account_key: account,
    source,
    day,
    whole: state.whole,
    quantity: state.quantity,
    estimated: state.estimated,
    day_quantity: state.dayQuantity,
    covered_ms: state.coveredMs,
    ...Object.fromEntries(SLOT_COLUMNS.map((name, slot) => [name, slots.quantity[slot] ?? null])),
    ...Object.fromEntries(COMBINED_SOURCES.map((part) => [part, parts?.[part] ?? null])),
    estimates: slots.estimates,
    coverage: slots.coverage,
    picks: slots.picks,
  };
}

/** What a stored day adds to its month: its sums; the slots are not read back. */
export function sumsOfRow(row: DayRow): DayState {
  const part = (name: CombinedSource): number | null => (row[name] === null ? null : Number(row[name]));
  return {
    quantity: Number(row.quantity),
    estimated: Number(row.estimated),
    dayQuantity: Number(row.day_quantity),
    coveredMs: Number(row.covered_ms),
    parts:
      row.picks === null
        ? null
        : { hh: part('hh'), reading: part('reading'), invoice: part('invoice'), custom: part('custom') },
    whole: row.whole === true,
    slots: null,
  };
}

/** Uniform days of one month that follow each other and are the same. */
export interface RunRow {
  readonly account_key: number;
  readonly source: SourceCode;
  readonly from_day: number;
  readonly to_day: number;
  readonly whole: boolean;
  readonly quantity: number;
  readonly estimated: number;
}

/** The days of a run. */
export function* daysOfRun({ from_day, to_day, quantity, estimated, whole }: RunRow): Generator<[number, DayState]> {
  for (let day = from_day; day < to_day; day += 1) yield [day, uniformDay(quantity, estimated, whole)];
}

/** Joins the uniform days of a source into runs that stay within a month. */
export function toRuns(
  account: number,
  source: SourceCode,
  days: readonly (readonly [number, DayState])[],
  monthOf: (day: number) => number,
): readonly RunRow[] {
  const runs: { -readonly [Name in keyof RunRow]: RunRow[Name] }[] = [];
  for (const [day, { quantity, estimated, whole }] of days.toSorted(([a], [b]) => a - b)) {
    const last = runs.at(-1);
    const same = last?.quantity === quantity && last.estimated === estimated && last.whole === whole;
    if (last && same && last.to_day === day && monthOf(last.from_day) === monthOf(day)) last.to_day = day + 1;
    else runs.push({ account_key: account, source, from_day: day, to_day: day + 1, whole, quantity, estimated });
  }
  return runs;
}
