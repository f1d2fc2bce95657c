import type { ReactElement } from 'react';
import { formatNumber } from '../format/numbers.js';

/** How much of a list is here, and the button that fetches the next page. */
export function More({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
  shown,
  total,
}: {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  readonly shown: number;
  readonly total: number;
}): ReactElement {
  return (
    <p className="about" aria-live="polite">
      {`${formatNumber(shown)} of ${formatNumber(total)}. `}
      {hasNextPage && (
        <button
          type="button"
          className="plain"
          disabled={isFetchingNextPage}
          onClick={() => {
            fetchNextPage();
          }}
        >
          {isFetchingNextPage ? 'Fetching…' : 'Fetch more'}
        </button>
      )}
    </p>
  );
}
