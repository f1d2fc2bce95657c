import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { print } from 'graphql';
import type { Request, Response } from 'express';
import type { Viewer } from '../auth/viewer.js';
import { PACKAGE_ROOT } from '../config/root.js';
import type { DataState } from '../data/state.js';
import { digest } from '../values/digest.js';
import type { Endpoint } from './endpoint.js';

const HEADERS = 'x-api-key, x-public-api-key, Accept';

/**
 * Names questions of an endpoint, so that the same name, over the same data, has the same answer. A name is made of the build
 * and the configuration, of what the viewer may see, and of the request's target and format.
 * @param settings the configuration, as far as answers depend on it
 */
export function questions(
  endpoint: Endpoint,
  settings: readonly unknown[],
): (asked: { readonly target: string }, viewer: Viewer) => string {
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
  return ({ target }, viewer) => `${build}.${grantsOf(viewer)}.${target}`;
}

/** The weak entity tag of a question's answer: the same tag, the same answer. */
export function tagOf(question: string, { version }: DataState): string {
  return `W/"${question}.${version}"`;
}

/** Says that the answer may be kept, by its own client, and must be asked for before it is used again. */
export function announceCaching(response: Response): void {
  response.setHeader('Cache-Control', 'private, no-cache');
  // None of these is named before, so that nothing has to be looked up in what is.
  const before = response.getHeader('Vary');
  response.setHeader('Vary', before === undefined ? HEADERS : `${String(before)}, ${HEADERS}`);
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
