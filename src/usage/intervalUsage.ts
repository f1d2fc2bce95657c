import { HALF_HOUR_MS, type DayRange } from './grid.js';
import { eachHalfHour, emptyGrid, type HalfHourGrid } from './halfHourGrid.js';

/** A quantity in the canonical unit over `[start, end)`, in milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** The part of the value that is estimated. */
  readonly estimated: number;
}

/** The totals of the records of one duration in a half-hour. */
interface Layer {
  readonly duration: number;
  quantity: number;
  estimated: number;
  /** The milliseconds of all records; overlaps count twice. */
  weight: number;
  /** The milliseconds of the union of the records. */
  covered: number;
  /** The end of the union so far. */
  until: number;
}

/**
 * Computes the usage of the interval records of one source class (figures 4). In a half-hour, records of the same
 * duration add up. Of several durations, the shortest that covers the half-hour fully counts; otherwise the one that
 * covers most, the shorter on a tie.
 * @param spans the records, ordered by start, end and `_id`; of those with equal start and end the last counts
 * @param mean for temperatures: a half-hour is the mean of its records, weighted by time
 */
export function intervalUsage(range: DayRange, spans: readonly Span[], mean: boolean): HalfHourGrid {
  const grid = emptyGrid(range);
  const halfHours: (Layer[] | undefined)[] = [];
  for (const [index, { start, end, value, estimated }] of spans.entries()) {
    if (isSame(spans[index], spans[index + 1])) continue;
    const duration = end - start;
    eachHalfHour(range, start, end, (halfHour, from, to) => {
      const layer = layerOf((halfHours[halfHour] ??= []), duration);
      const overlap = to - from;
      const share = mean ? overlap : overlap / duration;
      layer.quantity += value * share;
      layer.estimated += estimated * share;
      layer.weight += overlap;
      layer.covered += Math.max(0, to - Math.max(from, layer.until));
      layer.until = Math.max(layer.until, to);
    });
  }
  for (const [halfHour, layers] of halfHours.entries()) {
    const layer = layers && choose(layers);
    if (!layer) continue;
    grid.quantity[halfHour] = mean ? layer.quantity / layer.weight : layer.quantity;
    grid.estimated[halfHour] = mean ? 0 : layer.estimated;
    grid.covered[halfHour] = layer.covered;
  }
  return grid;
}

/** Whether consecutive spans have the same start and end. */
export function isRepeated(spans: readonly Span[]): boolean {
  return spans.some((span, index) => isSame(span, spans[index + 1]));
}

function isSame(one: Span | undefined, other: Span | undefined): boolean {
  return one !== undefined && other?.start === one.start && other.end === one.end;
}

function layerOf(layers: Layer[], duration: number): Layer {
  const existing = layers.find((layer) => layer.duration === duration);
  if (existing) return existing;
  const layer = { duration, quantity: 0, estimated: 0, weight: 0, covered: 0, until: -Infinity };
  layers.push(layer);
  return layer;
}

function choose(layers: readonly Layer[]): Layer | undefined {
  const [only] = layers;
  if (layers.length === 1) return only;
  const byDuration = layers.toSorted((a, b) => a.duration - b.duration);
  const full = byDuration.find(({ covered }) => covered === HALF_HOUR_MS);
  return full ?? byDuration.reduce((best, layer) => (layer.covered > best.covered ? layer : best));
}
