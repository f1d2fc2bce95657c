import type { Page } from './pages.js';

/** The served pages, in the order of the navigation bar. Their sources are the folders of `src/web`. */
export const PAGES: readonly Page[] = [
  { path: '/', folder: 'home', label: 'Utility data gateway' },
  { path: '/dashboard', folder: 'dashboard', label: 'Dashboard' },
  { path: '/guide', folder: 'guide', label: 'Guide', hasMore: true },
  {
    path: '/playground',
    folder: 'playground',
    label: 'Playground',
    policy: {
      // Monaco, GraphiQL's editor, creates style elements without a nonce and style attributes at run time. It cannot
      // be configured otherwise.
      'style-src': "'self' 'unsafe-inline'",
      'worker-src': "'self'",
      // The style sheet of GraphiQL contains its fonts and icons as data URLs.
      'font-src': "'self' data:",
      'img-src': "'self' data:",
    },
  },
  // The style sheet of Swagger UI contains its icons as data URLs.
  { path: '/docs', folder: 'docs', label: 'API reference', policy: { 'img-src': "'self' data:" } },
];
