import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../config/root.js';
import { parseQueryString, type Parameters } from '../parameters.js';

/** Real answers over the sample portfolio; `npm run examples` writes them, a test compares them with live ones. */
export const EXAMPLES = join(PACKAGE_ROOT, 'schema', 'examples');

export interface Example {
  /** Path and query below /2.0. */
  readonly request: string;
  readonly body: unknown;
}

/**
 * The example of an operation's answer, or of an error.
 * @param name of the operation, or `problems/<code>`
 * @returns null where there is none yet
 */
export function readExample(name: string): Example | null {
  const file = join(EXAMPLES, `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Example) : null;
}

/** The parameters of an example's request, that of its path included. */
export function parametersAsked({ request }: Example, path: string): Parameters {
  const [target = '', text = ''] = request.split('?');
  const parts = target.split('/');
  const named = path.split('/').flatMap((part, index) => {
    return part.startsWith(':') ? [[part.slice(1), [parts[index] ?? '']] as const] : [];
  });
  return new Map([...parseQueryString(text), ...named]);
}
