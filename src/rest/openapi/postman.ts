import type { JsonSchema } from './components.js';

/** The part of a parameter that a collection needs. */
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
}

/** The part of our OpenAPI document that a collection needs. */
interface Described {
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}

/** The format of the collection. Postman knows it by this address and does not load it. */
const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * Returns a Postman collection (format 2.1.0) with a folder for each tag and a request for each endpoint. The variable
 * `server` is the address of the service, and `key` the API key, empty. Optional parameters are disabled. If an
 * endpoint has required parameters, those of its example are enabled.
 * @param document our OpenAPI document
 * @param server the address of the service, without a slash at the end: `http://127.0.0.1:4000`
 */
export function postmanCollection(document: JsonSchema, server: string): JsonSchema {
  const { info, servers, paths } = document as unknown as Described;
  const [{ url: base }] = servers;
  const requests = Object.entries(paths).map(
    ([path, { get }]) => [get.tags[0] ?? '', requestOf(path, get, base)] as const,
  );
  const folders = [...new Set(requests.map(([tag]) => tag))];
  return {
    info: { name: info.title, version: info.version, schema: FORMAT },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'x-api-key', type: 'string' },
        { key: 'value', value: '{{key}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'server', value: server, type: 'string' },
      { key: 'key', value: '', type: 'string' },
    ],
    item: folders.map((name) => ({
      name,
      item: requests.flatMap(([tag, request]) => (tag === name ? [request] : [])),
    })),
  };
}

function requestOf(path: string, { summary, description, parameters }: Operation, base: string): JsonSchema {
  const segments = `${base}${path}`.split('/').filter((part) => part !== '');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  // Figures need one of several parameters besides the required ones; the example has one.
  const isOn = ({ required = false, example }: Parameter): boolean =>
    required || (example !== undefined && inQuery.some((other) => other.required));
  const query = inQuery.map((parameter) => ({
    key: parameter.name,
    value: textOf(parameter.example),
    description: parameter.description ?? '',
    disabled: !isOn(parameter),
  }));
  const enabled = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  // Postman writes a part of the path that has a value as `:id`.
  const parts = segments.map((part) => part.replace(/^\{(.+)\}$/, ':$1'));
  return {
    name: `GET ${path}`,
    request: {
      method: 'GET',
      description: `${summary}\n\n${description}`,
      header: [],
      url: {
        raw: `{{server}}/${parts.join('/')}${enabled.length === 0 ? '' : `?${enabled.join('&')}`}`,
        host: ['{{server}}'],
        path: parts,
        query,
        variable: inPath.map(({ name, example }) => ({ key: name, value: textOf(example) })),
      },
    },
  };
}

/** Returns an example as the text of a parameter; empty without one. */
function textOf(example: unknown): string {
  if (example === undefined || example === null) return '';
  return typeof example === 'string'
    ? example
    : Array.isArray(example)
      ? example.map(textOf).join()
      : JSON.stringify(example);
}
