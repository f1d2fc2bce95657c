import type { ReactElement } from 'react';

/** Sort order of a column. */
export type Sorted = 'ascending' | 'descending' | 'none';

/** Shows the heading of a column, as a button if the user can sort by the column. */
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
