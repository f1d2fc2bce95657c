import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A relative import, or one of a module that is loaded later. */
const IMPORTED = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/**
 * Returns these files, and all of this repository that they import.
 * @param isLeaf files whose imports do not count
 */
export function closureOf(
  sources: readonly string[],
  isLeaf: (file: string) => boolean = () => false,
): readonly string[] {
  const found = new Set<string>();
  const open = [...sources];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (isLeaf(file)) continue;
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      open.push(...sourcesOf(join(dirname(file), imported)));
    }
  }
  return [...found];
}

/** Returns the source of an imported module, which is imported by the name that it has when it is built; none: a text names it. */
function sourcesOf(module: string): readonly string[] {
  const candidates = [module, module.replace(/\.js$/, '.ts'), module.replace(/\.js$/, '.tsx')];
  return candidates.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile()).slice(0, 1);
}
