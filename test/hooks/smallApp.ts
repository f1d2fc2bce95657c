import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../src/config/root.js';

/** What is told to be installed beside the package (docs/hooks.md, installing), and what the app is compiled and bundled with. */
const BESIDE = [
  ...['react', 'react-dom', '@tanstack/react-query', 'graphql'],
  ...['@graphql-codegen/cli', '@graphql-codegen/typescript-operations'],
  ...['@typescript/native', '@types/react', '@types/react-dom', '@types/node', 'vite'],
];

/** What the app printed for a question: its answer, or the GatewayError, or the name of another error. */
export interface Report {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly error?: Readonly<Record<string, unknown>>;
  readonly thrown?: string;
  /** How often it asked. */
  readonly requests: number;
}

/** An app outside of the repository that has the package installed. */
export interface SmallApp {
  readonly folder: string;
  /** Runs a program of a package of the app in its folder; what it prints. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /** Asks a question of `app/src/report.ts`. */
  report(address: string, key: string, question: string, id?: string): Promise<Report>;
  close(): Promise<void>;
}

/**
 * Packs the package and installs the tarball in a copy of `app`, without what the server depends on: the hooks need
 * none of it. What stands beside it is linked to this repository's.
 */
export async function makeSmallApp(): Promise<SmallApp> {
  const folder = await mkdtemp(join(tmpdir(), 'udg-app-'));
  const execute = promisify(execFile);
  const installed = join(folder, 'node_modules', 'utility-data-gateway');
  await cp(join(import.meta.dirname, 'app'), folder, { recursive: true });
  await mkdir(installed, { recursive: true });
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await execute('npm', pack, { cwd: PACKAGE_ROOT });
  const [{ filename = '' } = {}] = JSON.parse(stdout) as readonly { readonly filename?: string }[];
  await execute('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  for (const name of BESIDE) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(PACKAGE_ROOT, 'node_modules', name), link);
  }
  const run: SmallApp['run'] = async (program, ...args) => {
    const script = join(folder, 'node_modules', program);
    const ended = await execute(process.execPath, [script, ...args], { cwd: folder }).catch((error: unknown) => {
      const { stdout: out = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
      throw new Error(`${program} failed:\n${out}${stderr}`, { cause: error });
    });
    return ended.stdout;
  };
  return {
    folder,
    run,
    async report(address, key, question, id = '') {
      return JSON.parse(await run('../out/report.js', address, key, question, id)) as Report;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
