import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FUELS, type Fuel } from '../seeds/cambridge/files.js';

/** A published meter: a value for each hour. */
export interface PublishedMeter {
  readonly fuel: Fuel;
  /** Its position among the meters of the fuel. */
  readonly position: number;
  /** The first day, in days since 1970-01-01. */
  readonly first: number;
  readonly hours: readonly number[];
}

/**
 * Reads the meters from the tables `<fuel>_hourly_….csv.gz` of a folder: a row for each hour from midnight on, a column
 * for each meter.
 */
export function publishedMeters(folder: string): readonly PublishedMeter[] {
  return FUELS.flatMap((fuel) => {
    const file = readdirSync(folder).find((name) => name.startsWith(`${fuel}_hourly_`) && name.endsWith('.csv.gz'));
    if (file === undefined) throw new Error(`${folder} has no file ${fuel}_hourly_….csv.gz.`);
    const text = gunzipSync(readFileSync(join(folder, file))).toString('utf8');
    const [header = [], ...rows] = text
      .trimEnd()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    const first = Math.floor(Date.parse(rows[0]?.[0] ?? '') / 86_400_000);
    return header.slice(1).map((_, position) => ({
      ...{ fuel, position, first },
      hours: rows.map((row) => Number(row[position + 1] === '' ? NaN : (row[position + 1] ?? NaN))),
    }));
  });
}

/**
 * Reads the meters with two years of files `<building>/<fuel>/<year>.csv` in the archive. A file has a row for each
 * hour, with a time and a value.
 * @param year the first one
 */
export function archivedMeters(folder: string, year: number): readonly PublishedMeter[] {
  const [start, end] = [Date.UTC(year, 0) / HOUR, Date.UTC(year + 2, 0) / HOUR];
  const numberOf = (building: string): number => Number(/\d+$/.exec(building)?.[0] ?? NaN);
  const buildings = readdirSync(folder).toSorted((a, b) => numberOf(a) - numberOf(b));
  return FUELS.flatMap((fuel) => {
    const pathsOf = (building: string) =>
      [year, year + 1].map((fileYear) => join(folder, building, fuel, `${fileYear}.csv`));
    return buildings
      .map(pathsOf)
      .filter((paths) => paths.every((path) => existsSync(path)))
      .map((paths, position) => {
        const hours = new Array<number>(end - start).fill(NaN);
        const rows = paths.flatMap((path) => readFileSync(path, 'utf8').trimEnd().split(/\r?\n/).slice(1));
        for (const row of rows) {
          const [time = '', value = ''] = row.split(',');
          const hour = Math.floor(Date.parse(`${time.replace(' ', 'T')}Z`) / HOUR) - start;
          if (hour >= 0 && hour < hours.length && value !== '') hours[hour] = Number(value);
        }
        return { fuel, position, first: start / 24, hours };
      });
  });
}

const HOUR = 3_600_000;
