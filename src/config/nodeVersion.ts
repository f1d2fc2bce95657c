import { packageOf } from './root.js';

/**
 * Says in a sentence that a Node is too old for this package, as the `engines` of its package.json say.
 * @param version without a `v`: `20.19.0`
 * @returns null: it is new enough
 */
export function nodeProblem(version: string): string | null {
  const { node } = packageOf().engines;
  const [, major = '', minor = ''] = /^>=(\d+)\.(\d+) /.exec(node) ?? [];
  const [hasMajor = 0, hasMinor = 0] = version.split('.').map(Number);
  const isNewEnough = hasMajor > Number(major) || (hasMajor === Number(major) && hasMinor >= Number(minor));
  if (isNewEnough) return null;
  return `udg needs Node ${node}, and this is Node ${version} (${process.execPath}). Install a newer one, or put it first in PATH.`;
}
