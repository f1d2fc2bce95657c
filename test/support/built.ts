import { execFile, spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { PACKAGE_ROOT } from '../../src/config/root.js';

const UDG = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js');

/** Builds the command line; when nothing changed since the last time, nothing is written. */
export function build(): void {
  const { status, stdout } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: PACKAGE_ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the build failed:\n${stdout}`);
}

export interface Ended {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command that was built. */
export function udg(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [UDG, ...args], { env }, (error, stdout, stderr) => {
      resolve({ status: error ? error.code : 0, stdout, stderr });
    });
  });
}

/** Starts the command that was built, with its standard input open. */
export function startUdg(
  env: NodeJS.ProcessEnv,
  ...args: readonly string[]
): { readonly process: ChildProcessWithoutNullStreams; readonly ended: Promise<Ended>; stderr(): string } {
  const child = spawn(process.execPath, [UDG, ...args], { env });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => {
    stdout += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    stderr += text.toString();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status) => {
      resolve({ status, stdout, stderr });
    });
  });
  return { process: child, ended, stderr: () => stderr };
}

/**
 * Makes a script of a TypeScript module beside a test, to run in a process of its own upon what was built.
 * @param module its address, as in `new URL('./child.ts', import.meta.url)`
 * @param path where the script is written
 */
export function compile(module: URL, path: string): void {
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true };
  const { outputText } = ts.transpileModule(readFileSync(fileURLToPath(module), 'utf8'), { compilerOptions: options });
  const built = pathToFileURL(join(PACKAGE_ROOT, 'dist', 'src')).href;
  writeFileSync(path, outputText.replaceAll(/(['"])(?:\.\.\/)+src\//g, `$1${built}/`));
}
