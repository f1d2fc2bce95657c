import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type RequestHandler, type Response, type Router } from 'express';
import { PACKAGE_ROOT } from '../config/root.js';
import { noteRoute } from './entrance.js';

/** A page; it and all that it loads are built from `src/web` (vite.config.ts) and served by us. */
export interface Page {
  /** Where it is: `/docs`. */
  readonly path: string;
  /** Its folder below `src/web`. */
  readonly folder: string;
  /** What links to it are called. */
  readonly label: string;
  /** Whether pages are below it, each a file of the folder, `not-found.html` in place of those that are not there. */
  readonly hasMore?: boolean;
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

const ROOT = join(PACKAGE_ROOT, 'dist', 'web');

const NOT_FOUND = 'not-found';

/** Where Vite puts what pages load, each file named after its content. */
const ASSETS = '/assets';

/**
 * Serves pages under a strict content security policy; no key needed, as they hold nobody's data. With a slash behind it,
 * as people type it, the path of a page leads to the page, with the same query.
 */
export function pagesRouter(pages: readonly Page[]): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { path, folder, hasMore = false, policy = {} } of pages) {
    router.get(path, noteRoute(path), secured(policy), (_, response) => {
      sendPage(response, folder, 'index');
    });
    if (path !== '/') {
      router.get(`${path}/`, noteRoute(path), (request, response) => {
        const [, query] = /\?(.*)$/.exec(request.originalUrl) ?? [];
        response.redirect(308, query === undefined ? path : `${path}?${query}`);
      });
    }
    if (!hasMore) continue;
    const below = `${path}/:name`;
    const names = namesIn(folder);
    router.get(below, noteRoute(below), secured(policy), async (request, response) => {
      const { name } = request.params;
      if (typeof name === 'string' && names.has(name)) sendPage(response, folder, name);
      else await sendMissing(response, folder, NOT_FOUND);
    });
  }
  const files = express.static(join(ROOT, ASSETS), { index: false, redirect: false, immutable: true, maxAge: '1y' });
  router.use(ASSETS, noteRoute(ASSETS), secured({}), files);
  return router;
}

/**
 * Answers with a page what is asked for in a browser, that is, prefers HTML to JSON, and is not there. Whoever else asks
 * gets the error that follows.
 */
export function missingPage(): readonly RequestHandler[] {
  const secure = secured({});
  return [
    (request, response, next) => {
      response.vary('Accept');
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (isRead && request.accepts(['json', 'html']) === 'html') next();
      else next('route');
    },
    secure,
    (_, response) => sendMissing(response, NOT_FOUND, 'index'),
  ];
}

/** The pages below the one of a folder. */
function namesIn(folder: string): ReadonlySet<string> {
  const path = join(ROOT, folder);
  const files = existsSync(path) ? readdirSync(path) : [];
  const names = files.flatMap((file) => (file.endsWith('.html') ? [file.slice(0, -'.html'.length)] : []));
  return new Set(names.filter((name) => name !== 'index' && name !== NOT_FOUND));
}

function sendPage(response: Response, folder: string, name: string): void {
  response.set('Cache-Control', 'no-cache');
  // Packages are unpacked with files of one date, so that a date or an ETag made of it would outlive an upgrade.
  response.sendFile(`${name}.html`, { root: join(ROOT, folder), cacheControl: false, lastModified: false });
}

/** Sends the page that stands for one that is not there: whole, whatever range or condition is asked for, unlike a file. */
async function sendMissing(response: Response, folder: string, name: string): Promise<void> {
  const page = await readFile(join(ROOT, folder, `${name}.html`), 'utf8');
  response.status(404).set('Cache-Control', 'no-cache').type('html').send(page);
}

/** The headers of a page and of what it loads. */
function secured(policy: Readonly<Record<string, string>>): RequestHandler {
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
