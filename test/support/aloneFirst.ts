import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A suite with a folder of its own, as test/import/killed: its files are short, and what they run is long. */
const OWN_FOLDER = /\/test\/[^/]+\/(?!formats)[^/]+\/[^/]+$/;

/**
 * Starts files with a process of their own first, since a shared process ends before such a file, and long ones next, so that
 * no process ends long after the others. The order within each is Vitest's: files that failed, then the longest of the last
 * run (`node_modules/.vite`), or the largest where there was none.
 */
export class AloneFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ project, moduleId }: TestSpecification): number =>
      project.config.isolate ? 0 : OWN_FOLDER.test(moduleId) ? 1 : 2;
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
