import type { ReactElement } from 'react';
import { texts } from '../texts/texts.js';

/** Shows how much of a list is loaded, and a button that loads the next page. */
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
  const { fetching, more, part } = texts().tables;
  return (
    <p className="about" aria-live="polite">
      {`${part(shown, total)} `}
      {hasNextPage && (
        <button
          type="button"
          className="plain"
          disabled={isFetchingNextPage}
          onClick={() => {
            fetchNextPage();
          }}
        >
          {isFetchingNextPage ? fetching : more}
        </button>
      )}
    </p>
  );
}
