import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Suites in a subfolder, such as test/import/killed. Their files are short, but the commands that they start run long.
 */
const OWN_FOLDER = /\/test\/[^/]+\/(?!formats)[^/]+\/[^/]+$/;

/**
 * Orders the test files so that no process ends long after the others. Files that need their own process come first,
 * because Vitest ends a shared process before each such file. Suites with long commands come next. Within each group,
 * Vitest's order stays: failed files first, then the longest of the last run (`node_modules/.vite`), or the largest
 * without one.
 */
export class AloneFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ project, moduleId }: TestSpecification): number =>
      project.config.isolate ? 0 : OWN_FOLDER.test(moduleId) ? 1 : 2;
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
