import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isOfGivenFiles } from './tiers.js';

/** Suites in a subfolder, such as test/import/killed. Their files are short, but the commands that they start run long. */
const OWN_FOLDER = /\/test\/[^/]+\/(?!formats)[^/]+\/[^/]+$/;

/** How many of its shortest files a run of given files or folders starts with: one for each process. */
const SHORT_ONES = 2;

/**
 * Orders the test files so that no process ends long after the others. Files that need their own process come first,
 * because Vitest ends a shared process before each such file. Suites with long commands come next. Within each group,
 * Vitest's order stays: failed files first, then the longest of the last run (`node_modules/.vite`), or the largest
 * without one. A run of given files or folders starts with its shortest files, so that it prints results within
 * seconds.
 */
export class AloneFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ project, moduleId }: TestSpecification): number =>
      project.config.isolate ? 0 : OWN_FOLDER.test(moduleId) ? 1 : 2;
    const ordered = sorted.toSorted((one, other) => place(one) - place(other));
    const short = isOfGivenFiles() ? sorted.filter((one) => place(one) === 2).slice(-SHORT_ONES) : [];
    return [...short, ...ordered.filter((one) => !short.includes(one))];
  }
}
