import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { once } from './once.js';

/** The inputs of the build of the pages: their folder, their imports, the documents and the build configuration. */
const PAGES = [
  'src/web',
  'src/server/site.ts',
  'src/hooks',
  'src/errors',
  'src/values',
  'README.md',
  'docs',
  'vite.config.ts',
  'shippedPackages.ts',
  'package.json',
  'package-lock.json',
];

/**
 * Builds the program (`dist/src`, `dist/udg`) and the package of hooks (`dist/hooks`) if a source is newer, once per
 * run. A test file that starts `udg` or reads `dist` awaits it. Other files run the sources and need no build.
 */
export function buildProgram(): Promise<void> {
  // The compiler itself finds out which files are up to date.
  return once(join(inject('folder'), 'program'), () => run('build:server'));
}

/** Builds the pages (`dist/web`) if a source is newer, once per run. A test file that opens a page awaits it. */
export function buildPages(): Promise<void> {
  return once(join(inject('folder'), 'pages'), async () => {
    if (newest(PAGES) > newest(['dist/web'])) await run('build:pages');
  });
}

async function run(script: string): Promise<void> {
  const { stderr } = await promisify(execFile)('npm', ['run', '--silent', script], {
    cwd: PACKAGE_ROOT,
    // Vitest sets NODE_ENV to "test", and Vite would then build other pages than those that are shipped.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  process.stderr.write(stderr);
}

/**
 * Returns when any of these files last changed, or when a file was added to or removed from these folders; 0 if there
 * are no files.
 */
function newest(paths: readonly string[]): number {
  const times = paths
    .map((path) => join(PACKAGE_ROOT, path))
    .filter((path) => existsSync(path))
    .flatMap((path) => [path, ...within(path)])
    .map((path) => statSync(path).mtimeMs);
  return Math.max(0, ...times);
}

function within(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));
}
