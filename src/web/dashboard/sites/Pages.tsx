import type { ReactElement } from 'react';
import { formatNumber } from '../format/numbers.js';
import { count } from '../format/words.js';
import { Link } from '../route/Link.js';

/** Which page this is, and the ways to the others. */
export function Pages({
  page,
  pages,
  total,
  of = 'site',
}: {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** What is listed. */
  readonly of?: string;
}): ReactElement {
  const to = (number: number): string | null => (number === 1 ? null : String(number));
  return (
    <nav className="pages" aria-label="Pages of the list">
      <span>{`Page ${formatNumber(page)} of ${formatNumber(pages)}, ${count(total, of)}`}</span>
      {page > 1 && <Link to={{ page: null }}>First</Link>}
      {page > 1 && <Link to={{ page: to(Math.min(page - 1, pages)) }}>Previous</Link>}
      {page < pages && <Link to={{ page: to(page + 1) }}>Next</Link>}
      {page < pages && <Link to={{ page: to(pages) }}>Last</Link>}
    </nav>
  );
}
