import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { repeatedLess } from './repeated.js';

/** Says at the end how long each file took, the longest first, and what was left out. */
export default class Durations implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return;
    const took = modules
      .map((module) => ({ path: relative(PACKAGE_ROOT, module.moduleId), ms: timeOf(module) }))
      .toSorted((one, other) => other.ms - one.ms);
    console.log('Seconds that each file took:');
    for (const { path, ms } of took) console.log(`${(ms / 1000).toFixed(1).padStart(8)}  ${path}`);
    const skipped = modules
      .map((module) => ({
        path: relative(PACKAGE_ROOT, module.moduleId),
        count: [...module.children.allTests('skipped')].length,
      }))
      .filter(({ count }) => count > 0);
    console.log('Left out:', skipped.length === 0 ? 'no test' : '');
    for (const { path, count } of skipped) console.log(`${String(count).padStart(8)}  tests of ${path}`);
    const less = repeatedLess();
    if (less.length > 0) console.log('Done less often than by npm run test:long, where it is done at all:');
    for (const line of less) console.log(`          ${line}`);
  }
}

function timeOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic();
  return collectDuration + duration;
}
