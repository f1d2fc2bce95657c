import type { Place } from './coordinates.js';

/** The corners of what is shown, `[longitude, latitude]` each; they may lie beyond the poles or the date line. */
export type Bounds = readonly [northWest: readonly [number, number], southEast: readonly [number, number]];

/** Of latitude; nearer than that the outline says nothing. */
const LEAST_DEGREES = 10;
const MARGIN = 0.12;
/** How wide a degree of longitude is drawn beside one of latitude. */
export const DEGREE = 0.75;

/**
 * What is shown of the earth so that all places are seen, with a margin.
 * @param shape width by height of the picture, which the bounds fill
 */
export function boundsOf(places: readonly Place[], shape: number): Bounds {
  const across = extent(places.map(({ longitude }) => longitude));
  const up = extent(places.map(({ latitude }) => latitude));
  const height = Math.max(up.size, (across.size * DEGREE) / shape, LEAST_DEGREES) * (1 + 2 * MARGIN);
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
