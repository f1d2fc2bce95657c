import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config/root.js';

/** What the pages are made of: their own folder, what they import, the documents, and what says how they are built. */
const PAGES = [
  'src/web',
  'src/server/site.ts',
  'src/hooks',
  'src/errors',
  'src/values',
  'README.md',
  'docs',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** Builds what changed since it was built last, so that the tests run processes and pages of what is there now. */
export function build(): void {
  // The compiler itself knows what is fresh.
  run('build:server');
  if (newest(PAGES) > newest(['dist/web'])) run('build:pages');
}

function run(script: string): void {
  execFileSync('npm', ['run', '--silent', script], {
    cwd: PACKAGE_ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Vitest says "test", by which Vite would build other pages than those that are shipped.
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** When any of them was changed last, or, for what is in folders, was added or removed; 0: there is none. */
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
