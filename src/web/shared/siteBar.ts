import type { Plugin } from 'vite';

/** A page that the top bar links to. */
export interface BarPage {
  readonly path: string;
  /** Its folder in `src/web`. */
  readonly folder: string;
  readonly label: string;
  /** Whether it has subpages that show the same bar. */
  readonly hasMore?: boolean;
}

/** Placeholder for the links in each HTML page. */
const PLACEHOLDER = '{{pages}}';

/**
 * Vite plugin: writes the links to all pages into each page, as plain HTML that needs no script. The link to the page
 * itself gets `aria-current`.
 */
export function siteBar(pages: readonly BarPage[]): Plugin {
  return {
    name: 'site-bar',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        if (!html.includes(PLACEHOLDER)) throw new Error(`${path} has no placeholder ${PLACEHOLDER} for the links`);
        const folder = path.split('/').at(-2);
        return html.replace(PLACEHOLDER, linksOf(pages, folder));
      },
    },
  };
}

/** @param currentFolder the folder of the page that contains the links */
function linksOf(pages: readonly BarPage[], currentFolder: string | undefined): string {
  const links = pages.map(({ path, folder, label, hasMore }) => {
    // A subpage is within the linked page but is not that page, so `aria-current` is `true` and not `page`.
    const current = folder === currentFolder ? ` aria-current="${hasMore === true ? 'true' : 'page'}"` : '';
    return `<li><a href="${path}"${current}>${label}</a></li>`;
  });
  return `<nav aria-label="Pages"><ul>${links.join('')}</ul></nav>`;
}
