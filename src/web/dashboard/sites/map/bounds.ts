import type { Coordinates } from './coordinates.js';

/** Two corners of the visible area, each `[longitude, latitude]`. They may lie beyond the poles or the date line. */
export type Bounds = readonly [northWest: readonly [number, number], southEast: readonly [number, number]];

/** Minimum height in degrees of latitude: the outline is too coarse for a closer view. */
const MIN_DEGREES = 10;
const MARGIN = 0.12;
/** Width of a degree of longitude on the map, relative to one of latitude. */
export const DEGREE = 0.75;

/**
 * Returns the area that contains all points with a margin.
 * @param shape ratio of width to height of the map, which the area fills
 */
export function boundsOf(points: readonly Coordinates[], shape: number): Bounds {
  const across = extent(points.map(({ longitude }) => longitude));
  const up = extent(points.map(({ latitude }) => latitude));
  const height = Math.max(up.size, (across.size * DEGREE) / shape, MIN_DEGREES) * (1 + 2 * MARGIN);
  const width = (height * shape) / DEGREE;
  return [
    [across.middle - width / 2, up.middle + height / 2],
    [across.middle + width / 2, up.middle - height / 2],
  ];
}

function extent(values: readonly number[]): { readonly middle: number; readonly size: number } {
  const least = values.reduce((low, value) => Math.min(low, value), Infinity);
  const greatest = values.reduce((high, value) => Math.max(high, value), -Infinity);
  return { middle: (least + greatest) / 2, size: greatest - least };
}
