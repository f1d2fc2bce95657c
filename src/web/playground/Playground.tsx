import { lazy, Suspense, type ReactElement } from 'react';
import { KeyInUse } from '../shared/KeyInUse.js';
import { sharedEn } from '../shared/texts/en.js';
import { useKey, type KeyState } from '../shared/useKey.js';
import { checkKey } from './sendQuery.js';
import { KeyForm } from '../shared/KeyForm.js';
import { EXAMPLES } from './examples.js';

/** The editor is large, so the page loads it only after the user has entered a key. */
const Editor = lazy(() => import('./Editor.js'));

/** Shows the form for the key, then GraphiQL. */
export function Playground(): ReactElement {
  const state = useKey(checkKey);
  const { acceptedKey, label, checking, forget } = state;
  const loading = <p className="loading">Loading the editor…</p>;
  if (acceptedKey === null) return checking === 'stored' ? loading : <Welcome {...state} />;
  return (
    <>
      <KeyInUse apiKey={acceptedKey} label={label} forget={forget} texts={sharedEn} />
      <main className="editor">
        <h1 className="visually-hidden">GraphQL playground</h1>
        <Suspense fallback={loading}>
          <Editor apiKey={acceptedKey} />
        </Suspense>
      </main>
    </>
  );
}

/** Shows the form for the key and previews the examples. */
function Welcome(state: KeyState): ReactElement {
  return (
    <main className="welcome">
      <h1>Query your utility data</h1>
      <KeyForm {...state} texts={sharedEn} />
      <p>
        <code>npm start</code> prints a key for the sample portfolio, and <code>npx udg keys issue</code> makes one for
        your own data. Unless you store the key in this tab, the page forgets it when you close or reload it.
      </p>
      <h2>Examples with the sample portfolio, one tab each</h2>
      <ul className="cards">
        {EXAMPLES.map(({ name, title, about }) => (
          <li key={name}>
            <h3>{title}</h3>
            <p>{about}</p>
          </li>
        ))}
      </ul>
      <p>
        The documentation next to the editor has the unit, scope and cost of every type and field. For REST there is the{' '}
        <a href="/docs">API reference</a>.
      </p>
    </main>
  );
}
