import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../src/config/root.js';

/** Reads a text file below `seeds/data`, and unpacks it if its name ends in `.gz`. */
export function readText(folder: string, file: string): string {
  const bytes = readFileSync(join(PACKAGE_ROOT, 'seeds', 'data', folder, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Reads the lines of a CSV file below `seeds/data`, with the header. These files contain no quotes. */
export function readCsv(folder: string, file: string): readonly (readonly string[])[] {
  return readText(folder, file)
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(','));
}
