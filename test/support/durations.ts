import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { repeatedLess } from './repeated.js';
import { leftOut } from './tiers.js';

/** How many files the list shows. */
const MOST = 40;

/** Where a test file spent its time, in milliseconds. */
interface Times {
  readonly path: string;
  readonly total: number;
  readonly cpu: number;
  /** Time for importing the file, and for its hooks. */
  readonly setup: number;
}

/** Prints at the end of a run where the time went, and the skipped tests. */
export default class Durations implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return;
    const files = modules.map(timesOf).toSorted((one, other) => other.total - one.total);
    console.log(
      `Where the time went, in seconds: the ${Math.min(MOST, files.length)} slowest of ${files.length} files`,
    );
    console.log('   total     CPU  set-up waiting');
    for (const one of files.slice(0, MOST)) console.log(lineOf(one));
    const sum = (of: (one: Times) => number): number => files.reduce((total, one) => total + of(one), 0);
    console.log(
      lineOf({
        path: 'all files',
        total: sum(({ total }) => total),
        cpu: sum(({ cpu }) => cpu),
        setup: sum(({ setup }) => setup),
      }),
    );
    printSkipped(modules);
    for (const { why, files: paths } of leftOut()) {
      console.log(`Left out: ${paths.length} files, as ${why}`);
      for (const path of paths) console.log(`          ${path}`);
    }
    const less = repeatedLess();
    if (less.length > 0) console.log('Repeated less often than by npm run test:long:');
    for (const line of less) console.log(`          ${line}`);
  }
}

function timesOf(module: TestModule): Times {
  const { collectDuration, duration } = module.diagnostic();
  const tests = [...module.children.allTests()].reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0);
  return {
    path: relative(PACKAGE_ROOT, module.moduleId),
    total: collectDuration + duration,
    cpu: module.meta().cpuMs ?? 0,
    setup: collectDuration + Math.max(0, duration - tests),
  };
}

/**
 * Formats one line. Waiting is the time in which neither the file's process nor its child processes ran; it includes
 * waiting for a server.
 */
function lineOf({ path, total, cpu, setup }: Times): string {
  const columns = [total, cpu, setup, Math.max(0, total - cpu)];
  return `${columns.map((ms) => (ms / 1_000).toFixed(1).padStart(8)).join('')}  ${path}`;
}

function printSkipped(modules: readonly TestModule[]): void {
  const skipped = modules
    .map((module) => ({
      path: relative(PACKAGE_ROOT, module.moduleId),
      count: [...module.children.allTests('skipped')].length,
    }))
    .filter(({ count }) => count > 0);
  console.log('Skipped:', skipped.length === 0 ? 'no test' : '');
  for (const { path, count } of skipped) console.log(`${String(count).padStart(8)}  tests of ${path}`);
}
