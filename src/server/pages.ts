import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { PACKAGE_ROOT } from '../config/root.js';
import { FixedContent } from '../http/fixedContent.js';
import { recordRoute } from './entrance.js';

/** A page. The build creates it and its assets from `src/web` (vite.config.ts). */
export interface Page {
  /** The path of the page, such as `/docs`. */
  readonly path: string;
  /** The folder below `src/web`. */
  readonly folder: string;
  /** The text of links to the page. */
  readonly label: string;
  /** Whether the folder contains subpages. `not-found.html` replaces a missing one. */
  readonly hasMore?: boolean;
  /** Directives of the content security policy that replace those of {@link POLICY}. */
  readonly policy?: Readonly<Record<string, string>>;
}

/** The content security policy of every page: only same-origin resources, no inline code, no framing. */
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

const ROOT = join(PACKAGE_ROOT, 'dist', 'web');

const NOT_FOUND = 'not-found';

/** The folder in which Vite puts assets. Each file name contains a hash of the content. */
const ASSETS = '/assets';

/**
 * Serves the pages under a strict content security policy. They need no key because they contain no data. A path with a
 * trailing slash redirects to the page and keeps the query.
 */
export function pagesRouter(pages: readonly Page[]): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { path, folder, hasMore = false, policy = {} } of pages) {
    const contents = pagesIn(folder);
    router.get(path, recordRoute(path), securityHeaders(policy), (request, response) => {
      sendPage(request, response, contents.get('index'));
    });
    if (path !== '/') {
      router.get(`${path}/`, recordRoute(path), (request, response) => {
        const [, query] = /\?(.*)$/.exec(request.originalUrl) ?? [];
        response.redirect(308, query === undefined ? path : `${path}?${query}`);
      });
    }
    if (!hasMore) continue;
    const below = `${path}/:name`;
    router.get(below, recordRoute(below), securityHeaders(policy), (request, response) => {
      const { name } = request.params;
      const page = name === 'index' || name === NOT_FOUND ? undefined : contents.get(String(name));
      if (page) sendPage(request, response, page);
      else sendPage(request, response, contents.get(NOT_FOUND), 404);
    });
  }
  const assets = filesIn(ASSETS);
  router.use(ASSETS, recordRoute(ASSETS), securityHeaders({}));
  router.get(`${ASSETS}/:name`, (request, response, next) => {
    const asset = assets.get(request.params.name);
    if (!asset) {
      next();
      return;
    }
    response.set('Cache-Control', 'public, max-age=31536000, immutable');
    asset.send(request, response);
  });
  return router;
}

/**
 * Answers an unknown path with a page if the client prefers HTML to JSON, as browsers do. Other clients get the error
 * of the next handler.
 */
export function missingPage(): readonly RequestHandler[] {
  const secure = securityHeaders({});
  const page = pagesIn(NOT_FOUND).get('index');
  return [
    (request, response, next) => {
      response.vary('Accept');
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (isRead && request.accepts(['json', 'html']) === 'html') next();
      else next('route');
    },
    secure,
    (request, response) => {
      sendPage(request, response, page, 404);
    },
  ];
}

/** Returns the built pages of a folder by name. */
function pagesIn(folder: string): ReadonlyMap<string, FixedContent> {
  const pages = [...filesIn(folder)].filter(([name]) => name.endsWith('.html'));
  return new Map(pages.map(([name, page]) => [name.slice(0, -'.html'.length), page]));
}

/** Returns the built files of a folder by name. Their compressed forms are in the same folder. */
function filesIn(folder: string): ReadonlyMap<string, FixedContent> {
  const path = join(ROOT, folder);
  const names = existsSync(path) ? readdirSync(path) : [];
  const existing = new Set(names);
  const contentOf = (name: string): FixedContent =>
    new FixedContent(extname(name), (coding) => {
      const file = coding === null ? name : `${name}.${coding === 'br' ? 'br' : 'gz'}`;
      return existing.has(file) ? readFileSync(join(path, file)) : null;
    });
  return new Map(names.filter((name) => !/\.(?:br|gz)$/.test(name)).map((name) => [name, contentOf(name)]));
}

/** @throws Error if the page was not built */
function sendPage(request: Request, response: Response, page: FixedContent | undefined, status = 200): void {
  if (!page) throw new Error('The pages are not built. Run npm run build.');
  response.set('Cache-Control', 'no-cache');
  page.send(request, response, status);
}

/** Sets the security headers of a page or an asset. */
function securityHeaders(policy: Readonly<Record<string, string>>): RequestHandler {
  const directives = Object.entries({ ...POLICY, ...policy }).map(([name, sources]) => `${name} ${sources}`);
  const headers = {
    'Content-Security-Policy': directives.join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  return (_, response, next) => {
    response.set(headers);
    next();
  };
}
