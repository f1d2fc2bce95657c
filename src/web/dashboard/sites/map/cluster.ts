import { DEGREE } from './bounds.js';
import type { Place } from './coordinates.js';

/** A site that has a place. */
export interface Placed extends Place {
  readonly id: string;
  readonly name: string;
  /** The town, as the address has it. */
  readonly locality: string | null;
}

/** Sites that lie so near each other that they are one mark; it stands in the middle of most of them. */
export interface Cluster extends Place {
  readonly sites: readonly Placed[];
}

/**
 * Gathers sites in the cells of a grid, those with the most sites first; each takes in its neighbours that are nearer to it than a
 * cell is wide, so that no mark lies over another.
 * @param cell the size of a cell in degrees of longitude
 */
export function clustersOf(sites: readonly Placed[], cell: number): readonly Cluster[] {
  const cells = new Map<string, Placed[]>();
  for (const site of sites) {
    const name = nameOf(...cellOf(site, cell));
    const known = cells.get(name);
    if (known) known.push(site);
    else cells.set(name, [site]);
  }
  const left = new Map([...cells].map(([name, own]) => [name, { ...middleOf(own), sites: own }]));
  const clusters: Cluster[] = [];
  for (const [name, core] of [...left].toSorted(([, one], [, other]) => other.sites.length - one.sites.length)) {
    if (!left.delete(name)) continue;
    const near = aroundOf(core, cell).flatMap((other): (readonly Placed[])[] => {
      const cluster = left.get(other);
      if (cluster === undefined || apart(core, cluster) >= cell) return [];
      left.delete(other);
      return [cluster.sites];
    });
    clusters.push({ ...core, sites: [...core.sites, ...near.flat()] });
  }
  return clusters;
}

const nameOf = (column: number, row: number): string => `${column} ${row}`;

/** Degrees of latitude are drawn wider, so that a cell is lower than wide in degrees, and square on the map. */
const cellOf = ({ longitude, latitude }: Place, cell: number): readonly [number, number] => [
  Math.floor(longitude / cell),
  Math.floor(latitude / DEGREE / cell),
];

/** The names of the cells around that of a place. */
function aroundOf(place: Place, cell: number): readonly string[] {
  const [column, row] = cellOf(place, cell);
  return [-1, 0, 1].flatMap((across) => [-1, 0, 1].map((up) => nameOf(column + across, row + up)));
}

/** How far two places are from each other on the map, in degrees of longitude. */
function apart(one: Place, other: Place): number {
  return Math.hypot(one.longitude - other.longitude, (one.latitude - other.latitude) / DEGREE);
}

function middleOf(sites: readonly Placed[]): Place {
  return {
    longitude: sites.reduce((sum, { longitude }) => sum + longitude, 0) / sites.length,
    latitude: sites.reduce((sum, { latitude }) => sum + latitude, 0) / sites.length,
  };
}
