import type { ReactElement } from 'react';

/** What is shown in place of a view that there is none of. */
export function Misread({ problem }: { readonly problem: string }): ReactElement {
  return (
    <div className="failure" role="alert">
      <p>{problem}</p>
      <a href={location.pathname}>Show the whole portfolio</a>
    </div>
  );
}
