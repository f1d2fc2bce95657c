import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

/** Every TypeScript file of `src`, with what it imports; what is not TypeScript, as style sheets, is left out. */
export function sources(): readonly SourceFile[] {
  const root = join(PACKAGE_ROOT, 'src');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const specifiers = [...text.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\()'([^']+)'/g)].map(
        (match) => match[1] ?? '',
      );
      const own = specifiers.filter((specifier) => specifier.startsWith('.') && !specifier.endsWith('.css'));
      return {
        path: path.replaceAll('\\', '/'),
        text,
        imports: own.map((specifier) => {
          const target = join(root, dirname(path), specifier).replace(/\.js$/, '');
          const file = existsSync(`${target}.tsx`) ? `${target}.tsx` : `${target}.ts`;
          return relative(root, file).replaceAll('\\', '/');
        }),
        packages: specifiers.filter((specifier) => !specifier.startsWith('.')),
      };
    });
}
