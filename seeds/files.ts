import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../src/config/root.js';

/** The text of a file below `seeds/data`, unpacked where its name ends in `.gz`. */
export function readText(folder: string, file: string): string {
  const bytes = readFileSync(join(PACKAGE_ROOT, 'seeds', 'data', folder, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The lines of comma-separated values below `seeds/data`, with the header: these files quote nothing. */
export function readCsv(folder: string, file: string): readonly (readonly string[])[] {
  return readText(folder, file)
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(','));
}
