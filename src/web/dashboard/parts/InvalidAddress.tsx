import { useEffect, type ReactElement } from 'react';
import { texts } from '../texts/texts.js';

/** Reports that the URL names no view, and why, with a link to the portfolio. */
export function InvalidAddress({ problem }: { readonly problem: string }): ReactElement {
  const { noView, wholePortfolio } = texts().queries;
  useEffect(() => {
    document.title = texts().page.titled(noView);
  }, [noView]);
  return (
    <>
      <div className="heading">
        <h1>{noView}</h1>
      </div>
      <div className="failure" role="alert">
        <p>{problem}</p>
        <a href={location.pathname}>{wholePortfolio}</a>
      </div>
    </>
  );
}
