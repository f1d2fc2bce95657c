import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { buildProgram } from '../support/build.js';

await buildProgram();

/** The packages that a built file imports, itself and by the files that it imports, unless an action does when it runs. */
function packagesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  const imported = /^(?:import|(?:import|export)\b[^;'"]*? from) ['"]([^'"]+)['"];$/gm;
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imported)) {
    if (name.startsWith('.')) for (const one of packagesOf(join(dirname(file), name), seen)) packages.add(one);
    else if (!name.startsWith('node:')) packages.add(name);
  }
  return packages;
}

describe('the command line', () => {
  it('can be run as it was built, as npx makes a program executable only the first time that it sees it', () => {
    const version = execFileSync(join(PACKAGE_ROOT, 'dist', 'udg', 'main.js'), ['--version']).toString();
    expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('loads few packages before it runs a command, so that help and wrong usage are told at once', () => {
    const dist = join(PACKAGE_ROOT, 'dist', 'src');
    expect([...packagesOf(join(dist, 'cli', 'main.js'))].toSorted()).toEqual([
      'cli-progress',
      'commander',
      'csv-parse/sync',
      'dataloader',
      'fastest-levenshtein',
      'lru-cache',
    ]);
    // It finds them, where they are imported.
    expect([...packagesOf(join(dist, 'server', 'serve.js'))]).toEqual(
      expect.arrayContaining(['@apollo/server', 'express', 'graphql']),
    );
  });
});
