import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { logLine } from '../src/cli/output.js';

const TIMEOUT_MS = 180_000;

/**
 * Returns the path of a Node version: this one, or one that npx fetches once.
 * @param version such as `24` or `20.19.0`
 * @throws Error if npx has no such version
 */
export async function nodeOf(version: string): Promise<string> {
  if (`${process.versions.node}.`.startsWith(`${version}.`)) return process.execPath;
  logLine(`npx downloads node@${version}`);
  const args = ['-y', `node@${version}`, '-p', 'process.execPath'];
  const { stdout } = await promisify(execFile)('npx', args, { timeout: TIMEOUT_MS });
  return stdout.trim();
}

/** Returns the version of the Node at a path, such as `v24.11.1`. */
export async function versionOf(node: string): Promise<string> {
  return (await promisify(execFile)(node, ['--version'])).stdout.trim();
}
