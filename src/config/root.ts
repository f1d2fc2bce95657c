import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's own folder, found upwards from this file, so that it is the same from `src` and from `dist`. */
export const PACKAGE_ROOT: string = find(dirname(fileURLToPath(import.meta.url)));

/** What the program reads of its package.json. */
interface Package {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** Reads the package.json. */
export function packageOf(): Package {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as Package;
}

/** The package's version. */
export function packageVersion(): string {
  return packageOf().version;
}

function find(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the program');
  return find(parent);
}
