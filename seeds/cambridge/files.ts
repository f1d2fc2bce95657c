import { readCsv } from '../files.js';

const FOLDER = 'cambridge';

/** The measured fuels. */
export const FUELS = ['electricity', 'gas'] as const;
export type Fuel = (typeof FUELS)[number];

/** A published building. */
export interface Building {
  readonly id: string;
  /** Gross internal area, m². */
  readonly floorArea: number;
  readonly floors: number;
}

/** Hourly values of a fuel, in UTC. */
export interface Hourly {
  /** Starts of the hours, ISO 8601. */
  readonly hours: readonly string[];
  /** A published value for each hour, by building. */
  readonly values: ReadonlyMap<string, readonly number[]>;
}

/** Returns the buildings of the sample, in the publisher's order. */
export function readBuildings(): readonly Building[] {
  const [, ...rows] = readCsv(FOLDER, 'buildings.csv');
  return rows.map(([id = '', floorArea, floors]) => ({ id, floorArea: Number(floorArea), floors: Number(floors) }));
}

/** Returns the values of a fuel in 2022. */
export function readHourly(fuel: Fuel): Hourly {
  const [header = [], ...rows] = readCsv(FOLDER, `${fuel}_hourly_2022.csv.gz`);
  return {
    hours: rows.map(([hour = '']) => hour),
    values: new Map(
      header.slice(1).map((building, column) => [building, rows.map((row) => Number(row[column + 1] ?? Number.NaN))]),
    ),
  };
}
