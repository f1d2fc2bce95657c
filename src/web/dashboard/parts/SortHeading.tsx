import type { ReactElement } from 'react';

/** How the rows of a table are sorted by a column. */
export type Sorted = 'ascending' | 'descending' | 'none';

/** The heading of a column: a button that sorts by it, or a text where nothing does. */
export function SortHeading({
  text,
  isNumber,
  sorted,
  onSort,
}: {
  readonly text: string;
  readonly isNumber: boolean;
  readonly sorted: Sorted | undefined;
  readonly onSort: (() => void) | null;
}): ReactElement {
  return (
    <th scope="col" className={isNumber ? 'number' : ''} aria-sort={sorted}>
      {onSort === null ? (
        text
      ) : (
        <button type="button" onClick={onSort}>
          {text}
        </button>
      )}
    </th>
  );
}
