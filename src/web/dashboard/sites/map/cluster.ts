import { DEGREE } from './bounds.js';
import type { Coordinates } from './coordinates.js';

/** A site with coordinates. */
export interface LocatedSite extends Coordinates {
  readonly id: string;
  readonly name: string;
  /** The town of its address. */
  readonly locality: string | null;
}

/** Sites close enough to share a marker, which stands at the mean of its core sites. */
export interface Cluster extends Coordinates {
  readonly sites: readonly LocatedSite[];
}

/**
 * Groups sites by the cells of a grid. The fullest cells come first. Each absorbs the neighbouring cells whose means
 * are nearer than the width of a cell, so that markers do not overlap.
 * @param cell width of a cell in degrees of longitude
 */
export function clustersOf(sites: readonly LocatedSite[], cell: number): readonly Cluster[] {
  const cells = new Map<string, LocatedSite[]>();
  for (const site of sites) {
    const name = nameOf(...cellOf(site, cell));
    const members = cells.get(name);
    if (members) members.push(site);
    else cells.set(name, [site]);
  }
  const remaining = new Map([...cells].map(([name, members]) => [name, { ...middleOf(members), sites: members }]));
  const clusters: Cluster[] = [];
  for (const [name, core] of [...remaining].toSorted(([, one], [, other]) => other.sites.length - one.sites.length)) {
    if (!remaining.delete(name)) continue;
    const near = neighbouringCells(core, cell).flatMap((other): (readonly LocatedSite[])[] => {
      const cluster = remaining.get(other);
      if (cluster === undefined || distance(core, cluster) >= cell) return [];
      remaining.delete(other);
      return [cluster.sites];
    });
    clusters.push({ ...core, sites: [...core.sites, ...near.flat()] });
  }
  return clusters;
}

const nameOf = (column: number, row: number): string => `${column} ${row}`;

/** The map draws a degree of latitude longer than one of longitude, so a square cell spans fewer degrees of latitude. */
const cellOf = ({ longitude, latitude }: Coordinates, cell: number): readonly [number, number] => [
  Math.floor(longitude / cell),
  Math.floor(latitude / DEGREE / cell),
];

/** Returns the names of a point's cell and of the eight cells around it. */
function neighbouringCells(point: Coordinates, cell: number): readonly string[] {
  const [column, row] = cellOf(point, cell);
  return [-1, 0, 1].flatMap((across) => [-1, 0, 1].map((up) => nameOf(column + across, row + up)));
}

/** Returns the distance of two points on the map, in degrees of longitude. */
function distance(one: Coordinates, other: Coordinates): number {
  return Math.hypot(one.longitude - other.longitude, (one.latitude - other.latitude) / DEGREE);
}

function middleOf(sites: readonly LocatedSite[]): Coordinates {
  return {
    longitude: sites.reduce((sum, { longitude }) => sum + longitude, 0) / sites.length,
    latitude: sites.reduce((sum, { latitude }) => sum + latitude, 0) / sites.length,
  };
}
