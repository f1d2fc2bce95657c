import type { VisibleKey } from '../data/access.js';
import { raw, sql, type Sql } from '../data/sql.js';
import { DAY_MS, type DayRange, SLOT_MS, SLOTS } from '../usage/grid.js';
import { LETTERS } from '../usage/dayState.js';
import { COMBINED_SOURCES, type CombinedSource, SOURCE, type SourceCode } from '../usage/sources.js';
import { SLOT_COLUMNS } from '../usage/usageRows.js';
import { isStoredDay, type Segment } from './segments.js';
import { daysWithin, runsWithin, usageRows } from './usageOfGroups.js';

const column = (slot: number): string => `u.${SLOT_COLUMNS[slot] ?? ''}`;
const sumOf = (slots: readonly number[]): string =>
  slots.length === 0 ? '0' : slots.map((slot) => `coalesce(${column(slot)}, 0)`).join(' + ');

/** Slots of a segment `s` as rows, with what is stored of each: quantity, milliseconds that are covered, letter of its source. */
const EACH_SLOT = `unnest((array[${SLOT_COLUMNS.map((name) => `u.${name}`).join(', ')}])[s.first + 1:s.after],
  u.coverage[s.first + 1:s.after], (string_to_array(u.picks, null))[s.first + 1:s.after]) as slot(quantity, covered, pick)`;
/** Of temperatures °C × ms. */
const OF_SLOT = `slot.quantity * case when g.mean then coalesce(slot.covered, ${SLOT_MS}) else 1 end`;

/**
 * What days of accounts `g`, which have a flag `mean`, have in each segment: rows of what a piece is made of, their columns
 * those of `g` that are named, then period (from 1 on), year, quantity, estimated, day_quantity, covered_ms, full_ms, and of
 * combined what each source gives.
 *
 * Days that no period cuts have their stored sums; of others the slots are added up that lie in the segment.
 * @param keys of the accounts, where days are distributed; null: they are not
 */
export function localDaysSql(
  names: Sql,
  days: readonly DayRange[],
  segments: readonly Segment[],
  source: SourceCode,
  keys: readonly VisibleKey[] | null,
): readonly Sql[] {
  if (days.length === 0) return [];
  const patterns = patternsOf(segments);
  const list = segmentList(segments, patterns);
  const own = usageRows('usage_days', daysWithin(source, ...days), keys);
  const runs = usageRows('usage_runs', runsWithin(source, ...days), keys);
  const ofPattern = (of: (segment: Segment) => string, stored: string): string => {
    const cases = [...patterns.values()].map(({ number, segment }) => `when ${number} then ${of(segment)}`);
    return `case s.pattern when 0 then ${stored} ${cases.join(' ')} end`;
  };
  const slots = ({ from, to }: Segment): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);
  const present = `(${ofPattern((segment) => `num_nonnulls(${slots(segment).map(column).join(', ')})`, String(SLOTS))})`;
  const mean = `(select coalesce(sum(${OF_SLOT}), 0) from ${EACH_SLOT})`;
  const ofDay = ofPattern((segment) => `case when g.mean then ${mean} else ${sumOf(slots(segment))} end`, 'u.quantity');
  const quantity = `(${ofDay})`;
  const dayQuantity = ofPattern(({ daytime }) => sumOf(daytime ?? []), 'u.day_quantity');
  const slice = (of: string, from: string): string => `(select coalesce(sum(${of}), 0) from unnest(${from}) x)`;
  const covered = slice('x', 'u.coverage[s.first + 1:s.after]');
  const full = slice(`case when x = ${SLOT_MS} then x else 0 end`, 'u.coverage[s.first + 1:s.after]');
  const estimated = `case when s.pattern = 0 then u.estimated when u.estimates is null then 0
    else ${slice('x', 'u.estimates[s.first + 1:s.after]')} end`;
  const ofSlots = (stored: string, counted: string): string =>
    `case when s.pattern = 0 then ${stored} when u.coverage is null then ${present} * ${SLOT_MS} else ${counted} end`;
  const part = (name: CombinedSource): string => {
    if (source !== SOURCE.combined) return 'null::float8';
    const picked = `(select sum(${OF_SLOT}) from ${EACH_SLOT} where slot.pick = '${LETTERS[name]}')`;
    return `case when u.source = ${SOURCE[name]} then ${quantity}
      when u.source = ${SOURCE.combined} then case when s.pattern = 0 then u.${name} else ${picked} end end`;
  };
  const share = `u.quantity * (s.after - s.first) / ${SLOTS}`;
  const partOfRun = (name: CombinedSource): string =>
    source === SOURCE.combined ? `case when u.source = ${SOURCE[name]} then ${share} end` : 'null::float8';
  return [
    sql`select ${names}, s.period, s.year, ${raw(quantity)}, ${raw(estimated)}, ${raw(dayQuantity)},
         ${raw(ofSlots('u.covered_ms', covered))}, ${raw(ofSlots(`case when u.covered_ms = ${DAY_MS} then ${DAY_MS} else 0 end`, full))},
         ${raw(COMBINED_SOURCES.map(part).join(', '))}
       from ${own} join ${list} on s.day = u.day
       where ${raw(present)} > 0`,
    sql`select ${names}, s.period, s.year, ${raw(share)}, u.estimated * (s.after - s.first) / ${raw(SLOTS)},
         u.quantity * s.daytime / ${raw(SLOTS)}, (s.after - s.first) * ${raw(SLOT_MS)}, (s.after - s.first) * ${raw(SLOT_MS)},
         ${raw(COMBINED_SOURCES.map(partOfRun).join(', '))}
       from ${runs} cross join lateral generate_series(u.from_day, u.to_day - 1) as d(day)
         join ${list} on s.day = d.day`,
  ];
}

type Patterns = ReadonlyMap<string, { readonly number: number; readonly segment: Segment }>;

const nameOf = ({ from, to, daytime }: Segment): string => `${from} ${to} ${daytime?.join() ?? ''}`;

/** Segments of the same slots are added up alike; 0 is of days as they are stored. */
function patternsOf(segments: readonly Segment[]): Patterns {
  const patterns = new Map<string, { readonly number: number; readonly segment: Segment }>();
  for (const segment of segments) {
    const name = nameOf(segment);
    if (!isStoredDay(segment) && !patterns.has(name)) patterns.set(name, { number: patterns.size + 1, segment });
  }
  return patterns;
}

/** The segments as a table `s`. */
function segmentList(segments: readonly Segment[], patterns: Patterns): Sql {
  const numbers = (of: (segment: Segment) => number): readonly number[] => segments.map(of);
  const patternOf = (segment: Segment): number => patterns.get(nameOf(segment))?.number ?? 0;
  return sql`unnest(${numbers(({ day }) => day)}::int[], ${numbers(({ period }) => period + 1)}::int[],
      ${numbers(({ year }) => year)}::int[], ${numbers(patternOf)}::int[], ${numbers(({ from }) => from)}::int[],
      ${numbers(({ to }) => to)}::int[], ${numbers(({ daytime }) => daytime?.length ?? 0)}::int[])
       as s(day, period, year, pattern, first, after, daytime)`;
}
