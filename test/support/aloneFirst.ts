import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts files with a process of their own first, since a shared process ends before such a file. The order of the others is Vitest's:
 * files that failed, then the longest of the last run (`node_modules/.vite`), or the largest where there was none.
 */
export class AloneFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isAlone = ({ project }: TestSpecification): boolean => project.config.isolate;
    return [...sorted.filter(isAlone), ...sorted.filter((file) => !isAlone(file))];
  }
}
