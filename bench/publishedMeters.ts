import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FUELS, type Fuel } from '../seeds/cambridge/files.js';

/** A meter as published: a value for each hour. */
export interface PublishedMeter {
  readonly fuel: Fuel;
  /** Its place among the meters of the fuel. */
  readonly place: number;
  /** The first day, in days since 1970-01-01. */
  readonly first: number;
  readonly hours: readonly number[];
}

/** The meters of the tables `<fuel>_hourly_….csv.gz` of a folder: a row for each hour from a midnight on, a column for each meter. */
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
    return header.slice(1).map((_, place) => ({
      ...{ fuel, place, first },
      hours: rows.map((row) => Number(row[place + 1] === '' ? NaN : (row[place + 1] ?? NaN))),
    }));
  });
}
