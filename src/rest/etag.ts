import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { print } from 'graphql';
import type { Request, Response } from 'express';
import type { Viewer } from '../auth/viewer.js';
import { PACKAGE_ROOT } from '../config/root.js';
import type { DataState } from '../data/state.js';
import type { Endpoint } from './endpoint.js';

const HEADERS = ['x-api-key', 'x-public-api-key', 'Accept'];

/**
 * Weak entity tags of an endpoint's answers: the same tag, the same answer. A tag is made of the build and the configuration,
 * of what the viewer may see, of the request's target and format, and of the version of the data.
 * @param settings the configuration, as far as answers depend on it
 */
export function tagger(
  endpoint: Endpoint,
  settings: readonly unknown[],
): (asked: { readonly target: string }, viewer: Viewer, state: DataState) => string {
  const build = digest([versionOfPackage(), print(endpoint.document), settings]);
  // A viewer lives as long as its look-up counts.
  const granted = new WeakMap<Viewer, string>();
  const grantsOf = (viewer: Viewer): string => {
    const { access, scopes } = viewer;
    const lists = [access.companies, access.entities, [...scopes]];
    const known = granted.get(viewer) ?? digest(lists.map((names) => names.toSorted()));
    granted.set(viewer, known);
    return known;
  };
  return ({ target }, viewer, { version }) => `W/"${build}.${grantsOf(viewer)}.${target}.${version}"`;
}

/** Names things by their content, in 16 characters. */
export function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

/** Says that the answer may be kept, by its own client, and must be asked for before it is used again. */
export function announceCaching(response: Response): void {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.vary(HEADERS.join(', '));
}

/** Whether the client says which answer it has; `*` says none. */
export function isConditional(request: Request): boolean {
  const given = request.headers['if-none-match'];
  return given !== undefined && given.trim() !== '*';
}

function versionOfPackage(): string {
  const read: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  return typeof read === 'object' && read !== null && 'version' in read ? String(read.version) : '';
}
