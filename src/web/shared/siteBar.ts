import type { Plugin } from 'vite';

/** A page that the bar leads to. */
export interface BarPage {
  readonly path: string;
  /** Its folder below `src/web`. */
  readonly folder: string;
  readonly label: string;
  /** Whether pages are below it, which have its bar. */
  readonly hasMore?: boolean;
}

/** Where a page has the links to all of them. */
const MARK = '{{pages}}';

/**
 * Puts the links to all pages into each, as plain HTML, so that they are there without a script; that to the page itself is
 * marked as current.
 */
export function siteBar(pages: readonly BarPage[]): Plugin {
  return {
    name: 'site-bar',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        if (!html.includes(MARK)) throw new Error(`${path} has no ${MARK}, where the links to all pages stand`);
        const folder = path.split('/').at(-2);
        return html.replace(MARK, linksOf(pages, folder));
      },
    },
  };
}

/** @param shown the folder of the page that they are on */
function linksOf(pages: readonly BarPage[], shown: string | undefined): string {
  const links = pages.map(({ path, folder, label, hasMore }) => {
    // Below a page one is within what it leads to, yet elsewhere.
    const current = folder === shown ? ` aria-current="${hasMore === true ? 'true' : 'page'}"` : '';
    return `<li><a href="${path}"${current}>${label}</a></li>`;
  });
  return `<nav aria-label="Pages"><ul>${links.join('')}</ul></nav>`;
}
