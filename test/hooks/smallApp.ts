import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { linkPackages, packHooks, runIn } from './packed.js';

/**
 * What is told to be installed beside the package (docs/hooks.md, installing), and what the app is compiled and bundled
 * with.
 */
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
  /** Asks a question of `app/src/report.ts`, once the app is compiled. */
  report(address: string, key: string, question: string, id?: string): Promise<Report>;
  close(): Promise<void>;
}

/** A process that reads a question a line, and prints the answer to each as a line. */
interface Reporter {
  ask(question: object): Promise<string>;
  close(): void;
}

function startReporter(folder: string): Reporter {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [join(folder, 'out/report.js')], {
    cwd: folder,
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  return {
    async ask(question) {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error(`the app ended:\n${said}`);
      return line.value;
    },
    close() {
      child.kill('SIGKILL');
    },
  };
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
  let reporter: Reporter | undefined;
  return {
    folder,
    run,
    async report(address, key, question, id = '') {
      reporter ??= startReporter(folder);
      return JSON.parse(await reporter.ask({ address, key, question, id })) as Report;
    },
    async close() {
      reporter?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
