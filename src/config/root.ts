import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the package: the nearest parent folder with a package.json, from both `src` and `dist`. */
export const PACKAGE_ROOT: string = find(dirname(fileURLToPath(import.meta.url)));

/** The fields of package.json that the program reads. */
interface Package {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** Reads the package.json. */
function packageOf(): Package {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as Package;
}

/** Returns the version of the package. */
export function packageVersion(): string {
  return packageOf().version;
}

function find(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the program');
  return find(parent);
}

/**
 * Checks a version of Node against `engines` in package.json.
 * @param version the version without a `v`, such as `20.19.0`
 * @returns a sentence if the version is too old, otherwise null
 */
export function nodeProblem(version: string): string | null {
  const { node } = packageOf().engines;
  const [, major = '', minor = ''] = /^>=(\d+)\.(\d+) /.exec(node) ?? [];
  const [hasMajor = 0, hasMinor = 0] = version.split('.').map(Number);
  const isNewEnough = hasMajor > Number(major) || (hasMajor === Number(major) && hasMinor >= Number(minor));
  if (isNewEnough) return null;
  return `udg needs Node ${node}, and this is Node ${version} (${process.execPath}). Install a newer one, or put it first in PATH.`;
}
