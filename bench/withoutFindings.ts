import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded before an import (`node --import`): replaces the modules that look for findings by empty ones, to measure an
 * import without them. The program has no option for it, because only this benchmark needs one.
 */

const STUBS: Readonly<Record<string, string>> = {
  '/src/findings/find.js': `export const NO_FINDINGS = { found: 0, resolved: 0, rows: 0 };
    export const find = async () => NO_FINDINGS;
    export const changesIn = () => ({ written: [], found: 0, resolved: 0 });`,
  '/src/findings/findLate.js': 'export const findLate = async () => ({ found: 0, resolved: 0, rows: 0 });',
};

interface LoadedModule {
  readonly format: string;
  readonly shortCircuit?: boolean;
  readonly source?: unknown;
}

if (isMainThread) register(import.meta.url);

/** Node's hook that returns the source of a module. It runs in a separate thread. */
export async function load(
  url: string,
  context: object,
  nextLoad: (url: string, context: object) => Promise<LoadedModule>,
): Promise<LoadedModule> {
  const stub = Object.entries(STUBS).find(([path]) => url.endsWith(path));
  return stub ? { format: 'module', shortCircuit: true, source: stub[1] } : nextLoad(url, context);
}
