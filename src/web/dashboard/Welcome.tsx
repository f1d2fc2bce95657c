import { useEffect, type ReactElement } from 'react';
import { KeyForm } from '../shared/KeyForm.js';
import type { KeyState } from '../shared/useKey.js';
import { texts } from './texts/texts.js';

/** Shows the form for the key, or a note while the dashboard checks the key that this tab stores. */
export function Welcome(state: KeyState): ReactElement {
  const { queries, page, shared, welcome } = texts();
  useEffect(() => {
    document.title = page.title;
  }, [page]);
  if (state.checking === 'stored') {
    return (
      <main>
        <p className="waiting" role="status">
          {queries.waiting}
        </p>
      </main>
    );
  }
  return (
    <main className="welcome">
      <div className="card">
        <h1>{welcome.title}</h1>
        <p>{welcome.about}</p>
        <KeyForm {...state} texts={shared} />
        <p className="about">
          <code>npm start</code>
          {welcome.prints}
          <code>npx udg keys issue</code>
          {welcome.makes}
        </p>
      </div>
    </main>
  );
}
