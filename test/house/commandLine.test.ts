import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeProblem, PACKAGE_ROOT } from '../../src/config/root.js';
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

/** A folder with a copy of the package.json, and no packages. */
function packageWithoutTools(): string {
  const folder = mkdtempSync(join(tmpdir(), 'udg-test-'));
  cpSync(join(PACKAGE_ROOT, 'package.json'), join(folder, 'package.json'));
  return folder;
}

describe('the command line', () => {
  it('reports an outdated Node before it loads code that an old Node cannot parse', () => {
    const main = join(PACKAGE_ROOT, 'dist', 'udg', 'main.js');
    // Node reads the imports of a file, and theirs, before it runs a line.
    const old = `Object.defineProperty(process.versions, 'node', { value: '18.20.8' }); await import(${JSON.stringify(main)});`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', old], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `udg needs Node >=20.19 <25, and this is Node 18.20.8 (${process.execPath}). Install a newer one, or put it first in PATH.\n`,
    });
    const atOnce = /^import .*? from "([^"]+)";$/gm;
    const imports = [...readFileSync(main, 'utf8').matchAll(atOnce)].map(([, file = '']) => file.replace(/-.*/, ''));
    expect(imports).toEqual(['./root']);
  });

  it.each([
    ['20.18.3', false],
    ['20.19.0', true],
    ['22.1.0', true],
    ['24.21.0', true],
    ['9.99.0', false],
  ])('accepts Node %s as new enough: %s', (version, isEnough) => {
    expect(nodeProblem(version) === null).toBe(isEnough);
  });

  it('is not built without the build tools: prepare exits with 0 and names the command to run', () => {
    const folder = packageWithoutTools();
    const prepare = (): object => {
      const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'prepare'], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    };
    expect(prepare()).toEqual({
      status: 0,
      stdout: '',
      stderr:
        'Not built: --omit=dev leaves out the tools that build. Run npm ci && npm run build && npm prune --omit=dev instead.\n',
    });
    mkdirSync(join(folder, 'dist', 'udg'), { recursive: true });
    writeFileSync(join(folder, 'dist', 'udg', 'main.js'), '');
    expect(prepare()).toEqual({ status: 0, stdout: '', stderr: '' });
    rmSync(folder, { recursive: true });
  });

  it('is executable after the build, because npx sets the executable bit only once', () => {
    const version = execFileSync(join(PACKAGE_ROOT, 'dist', 'udg', 'main.js'), ['--version']).toString();
    expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('loads few packages before it runs a command, so that help and usage errors appear at once', () => {
    const dist = join(PACKAGE_ROOT, 'dist', 'src');
    expect([...packagesOf(join(dist, 'cli', 'runCommand.js'))].toSorted()).toEqual([
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
