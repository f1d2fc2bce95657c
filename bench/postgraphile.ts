import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { logLine } from '../src/cli/output.js';
import { PACKAGE_ROOT } from '../src/config/root.js';
import { benchUrl } from './database.js';
import { nodeOf } from './otherNode.js';
import { startProgram, type Peer } from './peers.js';

/** It is too large for a dependency. The first run that needs it installs it. */
const PACKAGE = 'postgraphile@5.1.5';
const FOLDER = join(PACKAGE_ROOT, 'node_modules', '.cache', 'bench', PACKAGE);
const LEAST_NODE = 22;
const NODE = '24';
const TIMEOUT_MS = 180_000;

/**
 * Starts PostGraphile with its own command and default settings, over the same database. It has neither keys nor access
 * rules: every client sees everything, which is less work than the other servers do.
 * @returns null, after it has printed why, if PostGraphile cannot be installed
 */
export async function startPostgraphile(name: string, database: string): Promise<Peer | null> {
  try {
    const node = Number(process.versions.node.split('.')[0]) >= LEAST_NODE ? process.execPath : await nodeOf(NODE);
    await install();
    const command = join(FOLDER, 'node_modules', 'postgraphile', 'dist', 'cli-run.js');
    const connection = ['--connection', benchUrl(database), '--schema', 'public'];
    return await startProgram(name, {
      node,
      args: [command, '--preset', 'postgraphile/presets/amber', ...connection, '--host', '127.0.0.1', '--port', '0'],
      env: { GRAPHILE_ENV: 'production' },
      addressIn: (line) => new URL(/http:\S+/.exec(line)?.[0] ?? '').origin,
      isQuiet: true,
    });
  } catch (error) {
    logLine(`${name} is skipped: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
    return null;
  }
}

const run = async (command: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(command, args, { timeout: TIMEOUT_MS })).stdout;

async function install(): Promise<void> {
  if (existsSync(join(FOLDER, 'node_modules', 'postgraphile', 'package.json'))) return;
  logLine(`installing ${PACKAGE} in ${FOLDER}`);
  mkdirSync(FOLDER, { recursive: true });
  await run('npm', ['install', '--prefix', FOLDER, '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE]);
}
