import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import { PACKAGE_ROOT } from '../config/root.js';
import { noteRoute } from './watch.js';

/** A page and what it loads, all served by us. */
export interface Page {
  /** Where it is: `/docs`. What it loads is below. */
  readonly path: string;
  /** Its folder below `src/web`: `index.html` is the page, and everything in it is served. */
  readonly folder: string;
  /** Files of packages that it loads besides, by package; nothing else of them is served. */
  readonly packages?: Readonly<Record<string, readonly string[]>>;
  /** Directives of the content security policy that it needs instead of those of {@link POLICY}. */
  readonly policy?: Readonly<Record<string, string>>;
}

/** What every page may: load and ask what is ours, and nothing inline, nothing foreign, in nobody's frame. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Serves a page under a strict content security policy; no key needed, as it holds nobody's data. */
export function pageRouter({ path, folder, packages = {}, policy = {} }: Page): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const root = join(PACKAGE_ROOT, 'src', 'web', folder);
  router.use(path, noteRoute(path));
  router.get(path, secured(policy), (_, response) => {
    response.sendFile('index.html', { root });
  });
  for (const [name, files] of Object.entries(packages)) {
    const from = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    for (const file of files) {
      router.get(`${path}/${file}`, secured(policy), (_, response) => {
        response.sendFile(file, { root: from });
      });
    }
  }
  router.use(path, secured(policy), express.static(root, { index: false, redirect: false }));
  return router;
}

/** The headers of a page and of what it loads. */
function secured(policy: Readonly<Record<string, string>>): RequestHandler {
  const directives = Object.entries({ ...POLICY, ...policy }).map(([name, sources]) => `${name} ${sources}`);
  const headers = {
    'Content-Security-Policy': directives.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  return (_, response, next) => {
    response.set(headers);
    next();
  };
}
