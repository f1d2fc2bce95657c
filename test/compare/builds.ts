import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { MAIN } from '../support/udg.js';

/** The program of a version. */
export interface Build {
  /** The commit, or `working tree`. */
  readonly name: string;
  /** The path of its command line. */
  readonly main: string;
}

/** The program as the tests build it from the working tree. */
export const WORKING_TREE: Build = { name: 'working tree', main: MAIN };

/**
 * Builds the program of a commit, in a work tree of its own below `node_modules/.cache`, where it stays for the next
 * comparison. It runs with the installed packages.
 * @param commit anything that Git takes for one
 * @throws Error when there is no such commit, or it does not build
 */
export function buildOf(commit: string): Build {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: PACKAGE_ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const sha = git('rev-parse', '--verify', `${commit}^{commit}`);
  const tree = join(PACKAGE_ROOT, 'node_modules/.cache/udg-compare', sha);
  const main = join(tree, 'dist/udg/main.js');
  if (!existsSync(main)) {
    rmSync(tree, { recursive: true, force: true });
    mkdirSync(tree, { recursive: true });
    execFileSync('sh', ['-c', `git archive ${sha} | tar -x -C "${tree}"`], { cwd: PACKAGE_ROOT });
    symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(tree, 'node_modules'));
    execFileSync('npm', ['run', '--silent', 'build:server'], { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return { name: git('log', '-1', '--format=%h %s', sha), main };
}
