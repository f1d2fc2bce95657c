import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { buildProgram } from '../support/build.js';

await buildProgram();

/** What `npm pack` says of a package. */
export interface Packed {
  readonly filename: string;
  /** Bytes of the tarball. */
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the package of the hooks into a folder, as it is built. */
export async function packHooks(folder: string): Promise<Packed> {
  const pack = ['pack', '--json', '--pack-destination', folder, './dist/hooks'];
  const { stdout } = await promisify(execFile)('npm', pack, { cwd: PACKAGE_ROOT });
  const [packed] = JSON.parse(stdout) as readonly Packed[];
  if (!packed) throw new Error('npm packed nothing');
  return packed;
}

/** Links packages of this repository into an app, under their names or others: `typescript=@typescript/native`. */
export async function linkPackages(app: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [as = name, of = as] = name.split('=');
    const link = join(app, 'node_modules', as);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(PACKAGE_ROOT, 'node_modules', of), link);
  }
}

/**
 * Runs a program of a package of an app in its folder.
 * @returns what it prints
 * @throws Error with all that it printed, when it fails
 */
export async function runIn(app: string, program: string, ...args: readonly string[]): Promise<string> {
  const script = join(app, 'node_modules', program);
  const ended = await promisify(execFile)(process.execPath, [script, ...args], { cwd: app }).catch((error: unknown) => {
    const { stdout: out = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${program} failed:\n${out}${stderr}`, { cause: error });
  });
  return ended.stdout;
}
