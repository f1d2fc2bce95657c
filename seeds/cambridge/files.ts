import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../../src/config/root.js';

const FOLDER = join(PACKAGE_ROOT, 'seeds', 'data', 'cambridge');

/** The fuels that are measured. */
export const FUELS = ['electricity', 'gas'] as const;
export type Fuel = (typeof FUELS)[number];

/** A building as published. */
export interface Building {
  readonly id: string;
  /** Gross internal area, m². */
  readonly floorArea: number;
  readonly floors: number;
}

/** Hourly values of a fuel, UTC. */
export interface Hourly {
  /** Starts of the hours, ISO 8601. */
  readonly hours: readonly string[];
  /** By building, a value per hour, as published. */
  readonly values: ReadonlyMap<string, readonly number[]>;
}

/** The buildings of the sample, in the publisher's order. */
export function readBuildings(): readonly Building[] {
  const [, ...rows] = csv(readFileSync(join(FOLDER, 'buildings.csv'), 'utf8'));
  return rows.map(([id = '', floorArea, floors]) => ({ id, floorArea: Number(floorArea), floors: Number(floors) }));
}

/** The year 2022 of a fuel. */
export function readHourly(fuel: Fuel): Hourly {
  const file = gunzipSync(readFileSync(join(FOLDER, `${fuel}_hourly_2022.csv.gz`)));
  const [header = [], ...rows] = csv(file.toString('utf8'));
  return {
    hours: rows.map(([hour = '']) => hour),
    values: new Map(
      header.slice(1).map((building, column) => [building, rows.map((row) => Number(row[column + 1] ?? Number.NaN))]),
    ),
  };
}

/** Plain comma-separated values: these files quote nothing. */
function csv(text: string): readonly (readonly string[])[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
}
