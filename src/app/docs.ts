import type { Page } from './pages.js';

/** The API reference: Swagger UI over `/2.0/openapi.json`. */
export const DOCS: Page = {
  path: '/docs',
  folder: 'docs',
  packages: { 'swagger-ui-dist': ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] },
  // Its style sheet holds its icons as data.
  policy: { 'img-src': "'self' data:" },
};
