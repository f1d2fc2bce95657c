import { suggest } from '../errors/suggest.js';
import { BASE, type Endpoint } from './endpoint.js';

/** Paths outside of the endpoints. */
const OTHERS = ['/graphql', BASE, `${BASE}/openapi.json`];
/** The names of other APIs for the lists and figures of this one. */
const USUAL_PATHS: ReadonlyMap<string, string> = new Map([
  ...['meter', 'meters', 'supplies', 'supply-points'].map((name) => [name, 'accounts'] as const),
  ...['site', 'sites', 'building', 'buildings', 'properties', 'locations'].map((name) => [name, 'assets'] as const),
  ...['bill', 'bills'].map((name) => [name, 'invoices'] as const),
  ...['reads', 'meter-readings'].map((name) => [name, 'readings'] as const),
  ...['intervals', 'half-hours', 'halfhours', 'timeseries'].map((name) => [name, 'non-cumulative'] as const),
  ...['usage', 'energy'].map((name) => [name, 'consumption'] as const),
  ...['table', 'report', 'reports'].map((name) => [name, 'figures'] as const),
  ...['issues', 'problems', 'anomalies', 'alerts'].map((name) => [name, 'findings'] as const),
]);
/** A version of another API, or of this one. */
const VERSION = /^v?\d+(?:\.\d+)?$/;

/**
 * Returns the path that a client probably meant: without the trailing slash, with the version, or with the nearest
 * name.
 * @param path the unknown path of the request
 */
export function nearestPath(path: string, endpoints: readonly Pick<Endpoint, 'path'>[]): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  const plain = `/${segments.join('/')}`;
  const unversioned = VERSION.test(segments[0] ?? '') ? segments.slice(1) : segments;
  const other = [plain, `/${unversioned.join('/')}`]
    .map((candidate) => OTHERS.find((one) => one.toLowerCase() === candidate.toLowerCase()))
    .find((one) => one !== undefined);
  if (other !== undefined) return other;
  const [first = '', ...rest] = unversioned;
  const renamed = [USUAL_PATHS.get(first.toLowerCase()) ?? first, ...rest];
  // Templates of the same form: the same number of segments, with the same words after the first.
  const alike = endpoints
    .map((endpoint) => endpoint.path.split('/').slice(1))
    .filter(
      (parts) =>
        parts.length === renamed.length && parts.every((part, at) => at === 0 || isLike(part, renamed[at] ?? '')),
    );
  const names = alike.map(([name = '']) => name);
  const nearest = suggest(renamed[0] ?? '', names);
  const parts = alike.find(([name]) => name === nearest);
  return parts && `${BASE}/${parts.map((part, at) => (part.startsWith(':') ? renamed[at] : part)).join('/')}`;
}

function isLike(part: string, segment: string): boolean {
  return part.startsWith(':') || suggest(segment, [part]) === part;
}
