import { readCsv } from '../files.js';
import type { Utility } from './ids.js';

/** The file of each series, by how often the registers are read. */
export const SERIES = { halfHourly: 'registers_30min.csv.gz', monthly: 'monthly_reads.csv' } as const;
export type Series = keyof typeof SERIES;

/** Registers at an instant, m³. */
export type RegisterRead = Readonly<Record<Utility, number>> & {
  /** ISO 8601, UTC. */
  readonly at: string;
};

/** Returns the reads of a series in the order of time, as published. */
export function readRegisters(series: Series): readonly RegisterRead[] {
  const [header = [], ...rows] = readCsv('ampds2', SERIES[series]);
  const [at, water, gas] = ['ts_utc', 'water_register_m3', 'gas_register_m3'].map((name) => header.indexOf(name));
  return rows.map((row) => ({ at: cell(row, at), water: number(cell(row, water)), gas: number(cell(row, gas)) }));
}

function cell(row: readonly string[], column = -1): string {
  return row[column] ?? '';
}

/** Returns NaN for an empty cell, not 0. */
function number(text: string): number {
  return text === '' ? Number.NaN : Number(text);
}
