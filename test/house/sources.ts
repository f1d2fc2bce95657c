import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config/root.js';

export interface SourceFile {
  /** Below `src`, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Files of `src` that it imports. */
  readonly imports: readonly string[];
  /** Packages that it imports. */
  readonly packages: readonly string[];
}

/** Every TypeScript file of `src`, with what it imports. */
export function sources(): readonly SourceFile[] {
  const root = join(PACKAGE_ROOT, 'src');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const specifiers = [...text.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\()'([^']+)'/g)].map(
        (match) => match[1] ?? '',
      );
      const own = specifiers.filter((specifier) => specifier.startsWith('.'));
      return {
        path: path.replaceAll('\\', '/'),
        text,
        imports: own.map((specifier) =>
          relative(root, join(root, dirname(path), specifier))
            .replace(/\.js$/, '.ts')
            .replaceAll('\\', '/'),
        ),
        packages: specifiers.filter((specifier) => !specifier.startsWith('.')),
      };
    });
}
