import { suggest } from '../errors/suggest.js';
import { BASE, type Endpoint } from './endpoint.js';

/** Paths outside of the endpoints. */
const OTHERS = ['/graphql', BASE, `${BASE}/openapi.json`];
/** A version of another API, or of this one. */
const VERSION = /^v?\d+(?:\.\d+)?$/;

/**
 * Returns the path that a client probably meant: without a slash at the end, with the version before it, or the nearest name.
 * @param path of the request, which leads nowhere
 */
export function nearestPath(path: string, endpoints: readonly Pick<Endpoint, 'path'>[]): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  const plain = `/${segments.join('/')}`;
  const other = OTHERS.find((one) => one.toLowerCase() === plain.toLowerCase());
  if (other !== undefined) return other;
  const own = VERSION.test(segments[0] ?? '') ? segments.slice(1) : segments;
  // Templates of the same form: as many parts, with the same words after the identifier.
  const alike = endpoints
    .map((endpoint) => endpoint.path.split('/').slice(1))
    .filter(
      (parts) => parts.length === own.length && parts.every((part, at) => at === 0 || isLike(part, own[at] ?? '')),
    );
  const names = alike.map(([name = '']) => name);
  const meant = suggest(own[0] ?? '', names);
  const parts = alike.find(([name]) => name === meant);
  return parts && `${BASE}/${parts.map((part, at) => (part.startsWith(':') ? own[at] : part)).join('/')}`;
}

function isLike(part: string, segment: string): boolean {
  return part.startsWith(':') || suggest(segment, [part]) === part;
}
