import type { Page } from './pages.js';

/** The pages that are served; their sources are the folders of `src/web`. */
export const PAGES: readonly Page[] = [
  { path: '/', folder: 'home' },
  { path: '/dashboard', folder: 'dashboard' },
  // The style sheet of Swagger UI holds its icons as data.
  { path: '/docs', folder: 'docs', policy: { 'img-src': "'self' data:" } },
  { path: '/guide', folder: 'guide', hasMore: true },
  {
    path: '/playground',
    folder: 'playground',
    policy: {
      // Monaco, GraphiQL's editor, makes its themes and decorations as style elements at run time, without a nonce, and
      // places each line by a style attribute within HTML; there is no way to have it without either.
      'style-src': "'self' 'unsafe-inline'",
      'worker-src': "'self'",
      // The style sheet of GraphiQL holds its fonts and icons as data.
      'font-src': "'self' data:",
      'img-src': "'self' data:",
    },
  },
];
