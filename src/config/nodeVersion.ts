import { packageOf } from './root.js';

/**
 * Checks a version of Node against `engines` in package.json.
 * @param version the version without a `v`, such as `20.19.0`
 * @returns a sentence if the version is too old, otherwise null
 */
export function nodeProblem(version: string): string | null {
  const { node } = packageOf().engines;
  const [, major = '', minor = ''] = /^>=(\d+)\.(\d+) /.exec(node) ?? [];
  const [hasMajor = 0, hasMinor = 0] = version.split('.').map(Number);
  const isNewEnough = hasMajor > Number(major) || (hasMajor === Number(major) && hasMinor >= Number(minor));
  if (isNewEnough) return null;
  return `udg needs Node ${node}, and this is Node ${version} (${process.execPath}). Install a newer one, or put it first in PATH.`;
}
