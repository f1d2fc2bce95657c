import { readFileSync, writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { closureOf } from './sources.js';
import { PROVED_PATH } from './tiers.js';

/** Names in a test that depend on services, or that look for one. */
const SERVICES =
  /\b(\w*ENGINES|ONE_SERVER|IS_QUICK|SERVER|CITUS|TEST_\w+_URL|HAS_\w+|CAN_\w+|REDIS\w*|isThere|findProgram)\b|'postgres'|chromium|nginx/;

/** Modules that open databases for tests. They mention every service, but use only the one that the test requests. */
const OPENERS = ['distributed.ts', 'engines.ts', 'onCluster.ts', 'postgres.ts', 'templates.ts'];

/**
 * Writes to TEST_PROVED the files that a run with services would only repeat: all their tests passed, and none depends
 * on a service.
 */
export default class Proved implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const proved = modules.filter((module) => hasPassed(module) && needsNoService(module.moduleId));
    writeFileSync(PROVED_PATH, proved.map(({ moduleId }) => `${relative(PACKAGE_ROOT, moduleId)}\n`).join(''));
  }
}

function hasPassed(module: TestModule): boolean {
  return module.ok() && [...module.children.allTests()].every((test) => test.result().state === 'passed');
}

function needsNoService(file: string): boolean {
  const isOpener = (path: string): boolean => OPENERS.includes(basename(path));
  const own = closureOf([file], isOpener).filter((path) => path.startsWith(`${PACKAGE_ROOT}/test/`) && !isOpener(path));
  return own.every((path) => !SERVICES.test(readFileSync(path, 'utf8')));
}
