import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { closureOf } from './sources.js';

/** The folder of dumps for later runs; `npm ci` removes it. */
const FOLDER = join(PACKAGE_ROOT, 'node_modules/.cache/udg-test');

/** How many dumps of each name stay. */
const KEPT = 4;

/** Files that the code reads without importing them. */
const DATA = ['seeds/data', 'schema', 'package-lock.json'];

/**
 * Returns the path of a dump. Reuses one that an earlier run made from the same sources on the same day; otherwise
 * calls `make`. The day counts because some records are dated by their import, and a finding may depend on the date.
 * @param name of the dump's contents
 * @param sources the files that make it; a change to them or to their imports makes a new dump
 * @param make writes the dump to a path
 */
export async function cachedDump(
  name: string,
  sources: readonly string[],
  make: (path: string) => Promise<void>,
): Promise<string> {
  const path = join(FOLDER, `${name}-${new Date().toISOString().slice(0, 10)}-${hashOf(sources)}.snapshot`);
  if (existsSync(path)) return path;
  mkdirSync(FOLDER, { recursive: true });
  // Another run may write the same dump at the same time.
  const draft = `${path}.${process.pid}`;
  await make(draft);
  renameSync(draft, path);
  removeOld(name);
  return path;
}

/** Removes the dumps of a name except the newest, which other runs may be reading. */
function removeOld(name: string): void {
  const dumps = readdirSync(FOLDER)
    .filter((file) => file.startsWith(`${name}-`))
    .map((file) => join(FOLDER, file))
    .map((path) => ({ path, writtenMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.writtenMs - one.writtenMs);
  for (const { path } of dumps.slice(KEPT)) rmSync(path, { force: true });
}

function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const files = [...closureOf(sources), ...DATA.flatMap((path) => filesBelow(join(PACKAGE_ROOT, path)))];
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function filesBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile());
}
