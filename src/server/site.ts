import type { Page } from './pages.js';

/** The pages that are served, in the order of the bar that each has on top; their sources are the folders of `src/web`. */
export const PAGES: readonly Page[] = [
  { path: '/', folder: 'home', label: 'Utility data gateway' },
  { path: '/dashboard', folder: 'dashboard', label: 'Dashboard' },
  { path: '/guide', folder: 'guide', label: 'Guide', hasMore: true },
  {
    path: '/playground',
    folder: 'playground',
    label: 'Playground',
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
  // The style sheet of Swagger UI holds its icons as data.
  { path: '/docs', folder: 'docs', label: 'API reference', policy: { 'img-src': "'self' data:" } },
];
