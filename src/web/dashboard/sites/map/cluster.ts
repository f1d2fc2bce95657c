import type { Place } from './coordinates.js';

/** A site that has a place. */
export interface Placed extends Place {
  readonly id: string;
  readonly name: string;
  /** The town, as the address has it. */
  readonly locality: string | null;
}

/** Sites that lie so near each other that they are one mark; it stands in their middle. */
export interface Cluster extends Place {
  readonly sites: readonly Placed[];
}

/**
 * Gathers sites in the cells of a grid, those with the most sites first, so that smaller marks are drawn over larger ones.
 * @param cell the size of a cell in degrees
 */
export function clustersOf(sites: readonly Placed[], cell: number): readonly Cluster[] {
  const cells = new Map<string, Placed[]>();
  for (const site of sites) {
    const name = `${Math.floor(site.longitude / cell)} ${Math.floor(site.latitude / cell)}`;
    const known = cells.get(name);
    if (known) known.push(site);
    else cells.set(name, [site]);
  }
  return [...cells.values()]
    .map((own) => ({
      longitude: own.reduce((sum, { longitude }) => sum + longitude, 0) / own.length,
      latitude: own.reduce((sum, { latitude }) => sum + latitude, 0) / own.length,
      sites: own,
    }))
    .toSorted((one, other) => other.sites.length - one.sites.length);
}
