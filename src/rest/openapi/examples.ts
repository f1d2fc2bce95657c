import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../config/root.js';
import { parseQueryString, type Parameters } from '../parameters.js';

/** Recorded answers for the sample portfolio. `npm run examples` writes them, and a test compares them with live ones. */
export const EXAMPLES = join(PACKAGE_ROOT, 'schema', 'examples');

export interface Example {
  /** Path and query below /2.0. */
  readonly request: string;
  readonly body: unknown;
}

/**
 * Reads the example of an operation's answer or of an error.
 * @param name the name of the operation, or `problems/<code>`
 * @returns the example, or null if it does not exist yet
 */
export function readExample(name: string): Example | null {
  const file = join(EXAMPLES, `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Example) : null;
}

/** Returns the path and query parameters of an example's request. */
export function exampleParameters({ request }: Example, path: string): Parameters {
  const [target = '', text = ''] = request.split('?');
  const parts = target.split('/');
  const named = path.split('/').flatMap((part, index) => {
    return part.startsWith(':') ? [[part.slice(1), [parts[index] ?? '']] as const] : [];
  });
  return new Map([...parseQueryString(text), ...named]);
}
