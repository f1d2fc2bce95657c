import type { ReactElement } from 'react';
import { texts } from '../texts/texts.js';

/** What is shown in place of a view that there is none of. */
export function Misread({ problem }: { readonly problem: string }): ReactElement {
  return (
    <div className="failure" role="alert">
      <p>{problem}</p>
      <a href={location.pathname}>{texts().asking.wholePortfolio}</a>
    </div>
  );
}
