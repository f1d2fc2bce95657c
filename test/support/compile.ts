import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { buildProgram } from './build.js';

await buildProgram();

/**
 * Compiles a TypeScript module of a test folder to a script that runs in its own process against the built program.
 * @param module its address, as in `new URL('./child.ts', import.meta.url)`
 * @param path where the script is written
 */
export function compile(module: URL, path: string): void {
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true };
  const { outputText } = ts.transpileModule(readFileSync(fileURLToPath(module), 'utf8'), { compilerOptions: options });
  const built = pathToFileURL(join(PACKAGE_ROOT, 'dist', 'src')).href;
  writeFileSync(path, outputText.replaceAll(/(['"])(?:\.\.\/)+src\//g, `$1${built}/`));
}
