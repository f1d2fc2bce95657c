import type { ReactElement } from 'react';
import { Link } from '../route/Link.js';
import { texts } from '../texts/texts.js';

/** Shows the current page of a list and links to the others. */
export function Pages({
  page,
  pages,
  listed,
}: {
  readonly page: number;
  readonly pages: number;
  /** Number of all entries in words: `78 sites`. */
  readonly listed: string;
}): ReactElement {
  const words = texts().sites;
  const to = (number: number): string | null => (number === 1 ? null : String(number));
  return (
    <nav className="pages" aria-label={words.pages}>
      <span>{words.page(page, pages, listed)}</span>
      {page > 1 && <Link to={{ page: null }}>{words.firstPage}</Link>}
      {page > 1 && <Link to={{ page: to(Math.min(page - 1, pages)) }}>{words.previousPage}</Link>}
      {page < pages && <Link to={{ page: to(page + 1) }}>{words.nextPage}</Link>}
      {page < pages && <Link to={{ page: to(pages) }}>{words.lastPage}</Link>}
    </nav>
  );
}
