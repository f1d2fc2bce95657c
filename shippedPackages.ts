import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A package whose code is in a bundle. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder, relative to the root: `node_modules/knex`. */
  readonly folder: string;
}

/** The part of the bundler's plugins that is used here, alike in Rolldown and Vite. */
interface BundlePlugin {
  readonly name: string;
  readonly generateBundle: (
    options: unknown,
    bundle: Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>,
  ) => void;
}

const FOLDER = /node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/g;

/**
 * Makes plugins that write which packages have code or styles in a bundle, as JSON. Plugins of web workers add to the same list.
 * @param path where to write it
 */
export function shippedPackages(path: string): () => BundlePlugin {
  const folders = new Set<string>();
  return () => ({
    name: 'shipped-packages',
    generateBundle(_, bundle) {
      for (const { moduleIds = [] } of Object.values(bundle)) {
        for (const id of moduleIds) {
          const folder = folderOf(id);
          if (folder !== undefined) folders.add(folder);
        }
      }
      mkdirSync(dirname(path), { recursive: true });
      const packages = [...folders].toSorted().map((folder): ShippedPackage => {
        const text = readFileSync(join(import.meta.dirname, folder, 'package.json'), 'utf8');
        const { name, version } = JSON.parse(text) as ShippedPackage;
        return { name, version, folder };
      });
      writeFileSync(path, `${JSON.stringify(packages, null, 2)}\n`);
    },
  });
}

/** Returns the folder of the package of a module. Monaco has copies of packages inside, without their package.json: they are Monaco's. */
function folderOf(id: string): string | undefined {
  const path = relative(import.meta.dirname, id.replace(/^\0/, ''));
  return [...path.matchAll(FOLDER)]
    .map(({ 0: name, index }) => path.slice(0, index + name.length))
    .findLast((folder) => existsSync(join(import.meta.dirname, folder, 'package.json')));
}
