import { type Building, unrankedReason } from './unrankedReason.js';

/** Sites of one use need at least this many figures for quartiles. */
export const MIN_PEERS = 4;

/** A site with its use per m². */
export interface Peer {
  readonly building: Building;
  readonly perArea: number;
}

/** Quartiles of figures per m². */
export interface Quartiles {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

/** The comparable sites of one use. */
export interface PeerGroup {
  /** The `assetType`; null if the sites have none. */
  readonly use: string | null;
  readonly sites: number;
  /** Null for fewer than {@link MIN_PEERS} sites. */
  readonly quartiles: Quartiles | null;
  /** The sites above the upper quartile, the highest first. */
  readonly above: readonly Peer[];
}

/** Why a site is not compared. */
export type ExclusionReason = 'none' | 'noArea' | 'part' | 'area';

/** The sites by use, and the number of excluded sites by reason. */
export interface Peers {
  readonly groups: readonly PeerGroup[];
  readonly excluded: Readonly<Record<ExclusionReason, number>>;
}

/**
 * Groups sites by use and compares their use per m².
 * @param days length of the period in days
 */
export function peersOf(buildings: readonly Building[], days: number): Peers {
  const excluded = { none: 0, noArea: 0, part: 0, area: 0 };
  const byUse = new Map<string | null, Peer[]>();
  for (const building of buildings) {
    const perArea = building.consumption?.intensity?.consumption ?? null;
    const reason = exclusionReasonOf(building, days);
    if (reason !== null || perArea === null) {
      excluded[reason ?? 'noArea'] += 1;
      continue;
    }
    const use = building.assetType ?? null;
    byUse.set(use, [...(byUse.get(use) ?? []), { building, perArea }]);
  }
  const groups = [...byUse].map(([use, peers]) => groupOf(use, peers));
  return { groups: groups.toSorted((a, b) => b.sites - a.sites || (a.use ?? '').localeCompare(b.use ?? '')), excluded };
}

function exclusionReasonOf(building: Building, days: number): ExclusionReason | null {
  const { coverage = null, intensity } = building.consumption ?? {};
  if (!coverage) return 'none';
  return intensity === undefined || intensity === null || intensity.consumption === null
    ? 'noArea'
    : unrankedReason(building, days);
}

function groupOf(use: string | null, peers: readonly Peer[]): PeerGroup {
  const sorted = peers.toSorted((a, b) => b.perArea - a.perArea);
  const quartiles = quartilesOf(sorted.map(({ perArea }) => perArea));
  const above = quartiles === null ? [] : sorted.filter(({ perArea }) => perArea > quartiles.upper);
  return { use, sites: peers.length, quartiles, above };
}

/**
 * Returns the quartiles of figures, interpolated between neighbours (type 7 of Hyndman and Fan 1996, as in R and in
 * QUARTILE.INC of Excel). Null for fewer than {@link MIN_PEERS}.
 */
export function quartilesOf(figures: readonly number[]): Quartiles | null {
  if (figures.length < MIN_PEERS) return null;
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const position = (sorted.length - 1) * share;
    const [low = 0, high = 0] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
    return low + (high - low) * (position - Math.floor(position));
  };
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}
