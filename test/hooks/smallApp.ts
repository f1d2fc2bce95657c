import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { linkPackages, packHooks, runIn } from './packed.js';

/** What is told to be installed beside the package (docs/hooks.md, installing), and what the app is compiled and bundled with. */
const BESIDE = [
  ...['react', 'react-dom', '@tanstack/react-query', 'graphql'],
  ...['@graphql-codegen/cli', '@graphql-codegen/typescript-operations', '@graphql-codegen/plugin-helpers'],
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

/** Packs the package and lays the tarball out in a copy of `app`; what stands beside it is linked to this repository's. */
export async function makeSmallApp(): Promise<SmallApp> {
  const folder = await mkdtemp(join(tmpdir(), 'udg-app-'));
  const installed = join(folder, 'node_modules', 'utility-data-gateway-hooks');
  await cp(join(import.meta.dirname, 'app'), folder, { recursive: true });
  await mkdir(installed, { recursive: true });
  const { filename } = await packHooks(folder);
  await promisify(execFile)('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  await linkPackages(folder, BESIDE);
  const run: SmallApp['run'] = (program, ...args) => runIn(folder, program, ...args);
  return {
    folder,
    run,
    async report(address, key, question, id = '') {
      return JSON.parse(await run('../out/report.js', address, key, question, id)) as Report;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
