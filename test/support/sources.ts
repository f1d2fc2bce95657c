import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A relative import, static or dynamic. */
const IMPORTED = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** An import or export of types alone, which do not run. */
const OF_TYPES = /^(?:import|export) type [^;']*? from '[^']+';$/gm;

/**
 * Returns these files and all files of the repository that they import, except for types.
 * @param isLeaf files whose imports are not followed
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
    for (const [, imported = ''] of readFileSync(file, 'utf8').replaceAll(OF_TYPES, '').matchAll(IMPORTED)) {
      open.push(...sourcesOf(join(dirname(file), imported)));
    }
  }
  return [...found];
}

/** Returns the source file of an import, which names the built file; no path for an import that occurs only in a text. */
function sourcesOf(module: string): readonly string[] {
  const candidates = [module, module.replace(/\.js$/, '.ts'), module.replace(/\.js$/, '.tsx')];
  return candidates.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile()).slice(0, 1);
}
