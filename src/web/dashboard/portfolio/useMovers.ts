import { lastOfMonth } from '../format/days.js';
import { parsePeriod, periodOf, rangeOf, type Period } from '../format/periods.js';
import { useMovers as useMoversQuery, useMoversCost, type MoversQuery } from '../generated/operations.js';
import type { QueryState } from '../parts/Answer.js';
import { useScene } from '../state/scene.js';
import type { Figures } from '../target/figures.js';
import { nameOf } from './ranking.js';
import { useRanked } from './useRanked.js';

/** The maximum number of compared sites: those with the largest consumption in the period of the page. */
export const MAX_COMPARED = 200;
/** The maximum number of shown sites. */
const MAX_SHOWN = 5;
/**
 * The month has at least this share of the data of the best part of the period. The default year of the page follows
 * the same rule.
 */
const ABOUT_AS_MUCH = 0.5;

/** The change of a site's consumption from the same month of the year before, over comparable days. */
export interface Mover {
  readonly id: string;
  readonly name: string;
  readonly units: string;
  readonly days: number;
  readonly value: number;
  readonly before: number;
  readonly change: number;
}

/** The cost change of a site by its invoices. */
export interface CostChange {
  readonly change: number;
  readonly currency: string | null;
}

export interface Movers {
  readonly month: Period;
  /** The sites with the largest change, up or down. */
  readonly movers: QueryState<readonly Mover[]>;
  /** By site; a site without comparable invoices is missing. */
  readonly costs: ReadonlyMap<string, CostChange>;
  /** Number of sites with data. */
  readonly withData: number;
}

/** Loads the sites with the largest change in the last month of the period that has data. */
export function useMovers(figures: Figures): Movers {
  const { variables, period, catalogue } = useScene();
  const month = lastMonth(figures, period);
  const range = rangeOf(month, catalogue.endIsIncluded);
  const ranked = useRanked();
  const buildings = (ranked.data?.assets?.data ?? []).filter(({ consumption }) => consumption?.coverage);
  const ids = buildings
    .toSorted((a, b) => (b.consumption?.consumption ?? 0) - (a.consumption?.consumption ?? 0))
    .slice(0, MAX_COMPARED)
    .map(({ _id }) => _id);
  const moved = useMoversQuery(
    { ids, ...range, types: variables.types, limit: MAX_COMPARED },
    { enabled: ids.length > 0, select: moversOf },
  );
  const shownIds = moved.data?.map(({ id }) => id) ?? [];
  const costs = useMoversCost(
    { ids: shownIds, ...range, types: variables.types, limit: MAX_SHOWN },
    {
      enabled: shownIds.length > 0,
      select: ({ assets }) =>
        new Map(
          (assets?.data ?? []).flatMap(({ _id, consumption }): readonly (readonly [string, CostChange])[] => {
            const { cost = null, currency = null, current } = consumption?.yearEarlier.comparable ?? {};
            const value = current?.cost ?? null;
            if (cost === null || value === null) return [];
            return [[_id, { change: value - cost, currency }]];
          }),
        ),
    },
  );
  const isEmpty = ranked.data !== undefined && ids.length === 0;
  const movers = isEmpty ? { ...moved, data: [] } : ranked.error === null ? moved : { ...ranked, data: undefined };
  return { month, movers, costs: costs.data ?? NONE, withData: buildings.length };
}

const NONE: ReadonlyMap<string, CostChange> = new Map();

function moversOf({ assets }: MoversQuery): readonly Mover[] {
  const changed = (assets?.data ?? []).flatMap((site): readonly Mover[] => {
    const { days = 0, consumption: before = null, current } = site.consumption?.yearEarlier.comparable ?? {};
    const value = current?.consumption ?? null;
    if (before === null || value === null || before === value) return [];
    const units = site.consumption?.units ?? '';
    return [{ id: site._id, name: nameOf(site), units, days, value, before, change: value - before }];
  });
  return changed.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, MAX_SHOWN);
}

/** Returns the last month of a period with about as much data as the rest; its last month if the dates name none. */
function lastMonth({ now }: Figures, { to }: Period): Period {
  const most = Math.max(0, ...(now?.data ?? []).map(({ coverage }) => coverage ?? 0));
  const last = (now?.data ?? []).findLast(({ coverage }) => coverage && coverage >= most * ABOUT_AS_MUCH)?.date ?? to;
  const month = (/^\d{4}-\d{2}(?=-|$)/.exec(last) ?? [to.slice(0, 7)])[0];
  return parsePeriod(month) ?? periodOf(`${month}-01`, lastOfMonth(month));
}
